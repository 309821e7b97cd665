import { maskSpans } from '../../toolkit/secrets/mask.js'
import { createSecretMatcher, type SecretMatcher } from '../../toolkit/secrets/secret-matcher.js'

/** Number of secrets in one matcher. A new secret only rebuilds the matcher of the last group. */
const GROUP_SIZE = 32

/** Masks secrets, of which more can be added at any time. Adding one does not become slower when there are many. */
export class GrowingMasker {
  readonly #full: (SecretMatcher | undefined)[] = []
  readonly #known = new Set<string>()
  #latest: string[] = []
  #matcher: SecretMatcher | undefined

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret)
  }

  /** Adds a secret. Returns whether it is new. */
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

  /**
   * Masks all secrets in a text. All matchers search the original text: if one masked its part first, another could
   * no longer find an overlapping secret.
   */
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
