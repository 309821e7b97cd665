import { lowerCase } from './unit-tables.js'

/** Number of inspected characters of a pattern: three pairs. */
const HEAD_LENGTH = 6

/**
 * Quickly rejects nearly every text that contains none of the patterns: it searches for the character pairs at the
 * beginning of the patterns, in lower case.
 */
export class HeadFilter {
  /** One bit for each pair of the lower bytes of two units. */
  readonly #pairs = [new Uint32Array(2_048), new Uint32Array(2_048), new Uint32Array(2_048)] as const
  readonly #table = lowerCase()

  /** Every pattern has at least four characters; below six, the last pair matches anything. */
  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) {
      if (pattern.length < HEAD_LENGTH) this.#pairs[2].fill(-1)
      for (const [place, pairs] of this.#pairs.entries()) {
        const pair = this.#pairAt(pattern, 2 * place)
        pairs[pair >> 5]! |= 1 << (pair & 31)
      }
    }
  }

  /** Whether a text may contain one of the patterns; false is certain. */
  mayBeIn(text: string): boolean {
    const [[first, second, third], table] = [this.#pairs, this.#table]
    let before = 0
    for (let at = 0; at < text.length; at++) {
      const unit = table[text.charCodeAt(at)]! & 255
      const pair = (before << 8) | unit
      before = unit
      if ((first[pair >> 5]! >> (pair & 31)) & 1) {
        const next = this.#pairAt(text, at + 1)
        const last = this.#pairAt(text, at + 3)
        if ((second[next >> 5]! >> (next & 31)) & (third[last >> 5]! >> (last & 31)) & 1) return true
      }
    }
    return false
  }

  #pairAt(text: string, at: number): number {
    return (this.#unitAt(text, at) << 8) | this.#unitAt(text, at + 1)
  }

  #unitAt(text: string, at: number): number {
    return at < text.length ? this.#table[text.charCodeAt(at)]! & 255 : 0
  }
}
