import type { JsonValue } from '../../model/json.js'
import { systemRandom } from '../../template/random.js'

/** A value of the model that waits for its place, and how it is written where the place does not decide. */
export interface Marked {
  value: JsonValue
  /** `json` and `text` are written so wherever they stand. */
  as?: 'json' | 'text'
  /** The parameter it came from. */
  parameter: string
  /** Its member of the body, when it is not the whole parameter. */
  member?: string
}

/**
 * Stands in for the values of a model while the author's request is filled and cut into parts. A mark is a word of letters and digits
 * that nobody can guess: it neither ends a part nor starts a variable, so that the request gets exactly the structure its
 * author gave it. Only then do the values take the places of their marks, each encoded for the place where it stands.
 */
export class Marks {
  readonly #nonce: string
  readonly #marked: Marked[]

  constructor(nonce = `zq${drawn()}${drawn()}${drawn()}n`, marked: Marked[] = []) {
    this.#nonce = nonce
    this.#marked = marked
  }

  /** The word that stands for a value. */
  add(marked: Marked): string {
    return `${this.#nonce}${this.#marked.push(marked) - 1}z`
  }

  /** The same words for the values of another input. */
  refill(valueFor: (marked: Marked) => JsonValue): Marks {
    return new Marks(
      this.#nonce,
      this.#marked.map((marked) => ({ ...marked, value: valueFor(marked) })),
    )
  }

  /** Whether a text has a mark in it. */
  isIn(text: string | undefined | null): boolean {
    return this.#marked.length > 0 && typeof text === 'string' && text.includes(this.#nonce)
  }

  /** The text with every mark replaced by what `write` makes of its value; `at` is the place of the mark in the text. */
  replace(text: string, write: (marked: Marked, at: number) => string): string {
    let at = this.#marked.length > 0 ? text.indexOf(this.#nonce) : -1
    if (at < 0) return text
    let written = ''
    let done = 0
    while (at >= 0) {
      const end = text.indexOf('z', at + this.#nonce.length)
      const marked = this.#marked[Number(text.slice(at + this.#nonce.length, end))]!
      written += text.slice(done, at) + write(marked, at)
      done = end + 1
      at = text.indexOf(this.#nonce, done)
    }
    return written + text.slice(done)
  }
}

/** Six letters and digits. */
const drawn = () =>
  Math.floor(systemRandom() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')

/** A value as text: texts as they are, anything else as JSON. */
export function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The place of a value in the input, for a sentence. */
export function nameOf({ parameter, member }: Pick<Marked, 'parameter' | 'member'>): string {
  return member === undefined ? parameter : `${parameter}.${member}`
}
