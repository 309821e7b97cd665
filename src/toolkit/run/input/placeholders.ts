import type { JsonValue } from '../../model/json.js'
import { systemRandom } from '../../template/random.js'

/** A value of the model that is not inserted yet, and its serialization where the position does not decide it. */
export interface PlaceholderText {
  value: JsonValue
  /** `json` and `text` apply at every position. */
  as?: 'json' | 'text'
  /** The parameter that the value comes from. */
  parameter: string
  /** The member of the body, unless the value is the whole parameter. */
  member?: string
}

/**
 * Stands in for the values of a model while the author's request is filled and parsed. A placeholder is an
 * unguessable word of letters and digits: it neither ends a part nor starts a variable, so that the request keeps
 * exactly the author's structure. Afterwards the values replace their placeholders, each encoded for its position.
 */
export class Placeholders {
  readonly #nonce: string
  readonly #marked: PlaceholderText[] = []

  constructor(nonce = drawNonce()) {
    this.#nonce = nonce
  }

  /** Adds a value and returns its placeholder. */
  add(marked: PlaceholderText): string {
    return `${this.#nonce}${this.#marked.push(marked) - 1}z`
  }

  /** Whether a text contains a placeholder. */
  isIn(text: string | undefined | null): boolean {
    return this.#marked.length > 0 && typeof text === 'string' && text.includes(this.#nonce)
  }

  /**
   * The text with every placeholder replaced by the result of `write`; `at` is the position of the placeholder in the
   * text.
   */
  replace(text: string, write: (marked: PlaceholderText, at: number) => string): string {
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

/** The unguessable part of placeholders. It must never be visible: errors show values in the place of placeholders. */
export const drawNonce = () => `zq${drawn()}${drawn()}${drawn()}n`

/** Six random letters and digits. */
const drawn = () =>
  Math.floor(systemRandom() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')

/** A value as text: texts unchanged, other values as JSON. */
export function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The position of a value in the input, for an error message. */
export function nameOf({ parameter, member }: Pick<PlaceholderText, 'parameter' | 'member'>): string {
  return member === undefined ? parameter : `${parameter}.${member}`
}
