import { maskSpans } from '../../toolkit/secrets/mask.js'
import { createSecretMatcher, type SecretMatcher } from '../../toolkit/secrets/secret-matcher.js'

/** Number of secrets per matcher. Adding a secret rebuilds only the matcher of the last group. */
const GROUP_SIZE = 32

/**
 * Masks secrets that are found one after the other. The cost of a new secret does not depend on the number of earlier
 * ones.
 */
export class GrowingMasker {
  readonly #full: (SecretMatcher | undefined)[] = []
  readonly #known = new Set<string>()
  #latest: string[] = []
  #matcher: SecretMatcher | undefined

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret)
  }

  /** Adds a secret; returns whether it is new. */
  add(secret: string): boolean {
    if (this.#known.has(secret)) return false
    this.#known.add(secret)
    if (this.#latest.length === GROUP_SIZE) {
      this.#full.push(this.#current)
      this.#latest = []
    }
    this.#latest = [...this.#latest, secret]
    this.#matcher = undefined
    return true
  }

  /** Secrets with common parts are searched in the same text, because a masked part would hide the rest of another. */
  text(text: string): string {
    const found = [...this.#full, this.#current].flatMap((matcher) => matcher?.find(text) ?? [])
    return maskSpans(
      text,
      found.sort((a, b) => a.start - b.start),
    )
  }

  get #current(): SecretMatcher | undefined {
    this.#matcher ??= createSecretMatcher(this.#latest)
    return this.#matcher
  }
}
