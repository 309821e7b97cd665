import type { JsonValue } from '../../model/json.js'
import { characters, systemRandom } from '../../template/random.js'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A value of the model that waits for its place, and how it is written where the place does not decide. */
export interface Marked {
  value: JsonValue
  /** `json` and `text` are written so wherever they stand. */
  as?: 'json' | 'text'
  /** The parameter it came from, for a sentence. */
  parameter: string
}

/**
 * Stands in for the values of a model while the author's request is filled and cut into parts. A mark is a word of letters and digits
 * that nobody can guess: it neither ends a part nor starts a variable, so that the request gets exactly the structure its
 * author gave it. Only then do the values take the places of their marks, each encoded for the place where it stands.
 */
export class Marks {
  readonly #nonce = `zq${characters(systemRandom, { count: 20, from: ALPHABET })}n`
  readonly #pattern = new RegExp(`${this.#nonce}(\\d+)z`, 'g')
  readonly #marked: Marked[] = []

  /** The word that stands for a value. */
  add(marked: Marked): string {
    return `${this.#nonce}${this.#marked.push(marked) - 1}z`
  }

  /** Whether a text has a mark in it, in any case. */
  isIn(text: string | undefined | null): boolean {
    return typeof text === 'string' && text.toLowerCase().includes(this.#nonce)
  }

  /** The text with every mark replaced by what `write` makes of its value; `at` is the place of the mark in the text. */
  replace(text: string, write: (marked: Marked, at: number) => string): string {
    if (!text.includes(this.#nonce)) return text
    return text.replace(this.#pattern, (_mark, index: string, at: number) =>
      write(this.#marked[Number(index)]!, at),
    )
  }
}

/** A value as text: texts as they are, anything else as JSON. */
export function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
