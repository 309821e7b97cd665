import { lowerCase } from './unit-tables.js'

const HEAD_LENGTH = 6

/**
 * A quick test that rejects almost every text that contains no pattern. It searches for the first three pairs of
 * characters of the patterns, without regard to case.
 */
export class HeadFilter {
  /**
   * Three sets of pairs: the first, the second and the third pair of every pattern. Each set has one bit for each
   * possible pair. A pair is the low bytes of two UTF-16 units.
   */
  readonly #pairs = [new Uint32Array(2_048), new Uint32Array(2_048), new Uint32Array(2_048)] as const
  readonly #table = lowerCase()

  /**
   * Each pattern must have at least four characters. A pattern with fewer than six characters has no third pair. If
   * there is such a pattern, the filter accepts every third pair.
   */
  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) {
      if (pattern.length < HEAD_LENGTH) this.#pairs[2].fill(-1)
      for (const [place, pairs] of this.#pairs.entries()) {
        const pair = this.#pairAt(pattern, 2 * place)
        pairs[pair >> 5]! |= 1 << (pair & 31)
      }
    }
  }

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
