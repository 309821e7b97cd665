import type { JsonValue } from '../../model/json.js'
import { systemRandom } from '../../template/random.js'
import { InputProblem } from '../refusal.js'

/** Maximum characters of a part of a request, such as its body, after values have taken the place of their placeholders. */
const MAX_CHARS = 10_000_000

export interface PlaceholderText {
  value: JsonValue
  /** The format in which the value is written. Absent if the position of the placeholder decides the format. */
  as?: 'json' | 'text'
  /** JSON pointers of the long integers in the value: texts there, numbers in the request. */
  numbers?: ReadonlySet<string>
  parameter: string
  member?: string
}

/**
 * Manages the placeholders of one request. First, a placeholder replaces each value of a model. Then the variables of
 * the request are filled, and the request is parsed. In the last step, each value is encoded for the position of its
 * placeholder and replaces the placeholder.
 *
 * A placeholder is a word of letters and digits that cannot be guessed. It contains no character that separates parts
 * of a request or starts a variable, so a value cannot change the structure of the request.
 */
export class Placeholders {
  readonly #nonce: string
  readonly #marked: PlaceholderText[] = []

  constructor(nonce = drawNonce()) {
    this.#nonce = nonce
  }

  add(marked: PlaceholderText): string {
    return `${this.#nonce}${this.#marked.push(marked) - 1}z`
  }

  isIn(text: string | undefined | null): boolean {
    return this.#marked.length > 0 && typeof text === 'string' && text.includes(this.#nonce)
  }

  isAtStart(text: string): boolean {
    return this.#marked.length > 0 && text.startsWith(this.#nonce)
  }

  replace(text: string, write: (marked: PlaceholderText, at: number) => string): string {
    let at = this.#marked.length > 0 ? text.indexOf(this.#nonce) : -1
    if (at < 0) return text
    let written = ''
    let done = 0
    while (at >= 0) {
      const end = text.indexOf('z', at + this.#nonce.length)
      const marked = this.#marked[Number(text.slice(at + this.#nonce.length, end))]!
      written += text.slice(done, at) + write(marked, at)
      if (written.length > MAX_CHARS)
        throw new InputProblem(
          `"${nameOf(marked)}" stands in the request so often that it would become too long: give a shorter value.`,
        )
      done = end + 1
      at = text.indexOf(this.#nonce, done)
    }
    return written + text.slice(done)
  }
}

/** The random part of placeholders, which cannot be guessed. It is never shown: errors show the values instead. */
export const drawNonce = () => `zq${drawn()}${drawn()}${drawn()}n`

const drawn = () =>
  Math.floor(systemRandom() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')

export function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function nameOf({ parameter, member }: Pick<PlaceholderText, 'parameter' | 'member'>): string {
  return member === undefined ? parameter : `${parameter}.${member}`
}
