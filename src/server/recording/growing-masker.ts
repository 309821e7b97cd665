import { createMasker, type Masker } from '../../toolkit/secrets/mask.js'

/** Secrets that are looked for together: of these many a masker is made anew when one more comes. */
const GROUP_SIZE = 32

/** Masks secrets that turn up one after the other. What one more costs does not grow with those there are. */
export class GrowingMasker {
  readonly #full: Masker[] = []
  readonly #known = new Set<string>()
  #latest: string[] = []
  #masker: Masker | undefined

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret)
  }

  /** Says whether it is a new one. */
  add(secret: string): boolean {
    if (this.#known.has(secret)) return false
    this.#known.add(secret)
    if (this.#latest.length === GROUP_SIZE) {
      this.#full.push(this.#current)
      this.#latest = []
    }
    this.#latest = [...this.#latest, secret]
    this.#masker = undefined
    return true
  }

  text(text: string): string {
    return [...this.#full, this.#current].reduce((masked, masker) => masker.text(masked), text)
  }

  get #current(): Masker {
    this.#masker ??= createMasker(this.#latest)
    return this.#masker
  }
}
