import type { BoundModel } from './llama-binding.js'

/** Letters of several tokens come at once when they are whole; longer ones are broken. */
const MAX_PIECES = 4
/** Tokens before that a token may need to be read right. */
const CONTEXT = 8

/** Turns tokens into text as they come, so that no letter is cut in two. */
export class TokenText {
  readonly #model: BoundModel
  #before: number[] = []
  #pending: number[] = []
  text = ''

  constructor(model: BoundModel) {
    this.#model = model
  }

  /** The text that is certain with this token; empty while a letter is not whole. */
  push(token: number): string {
    this.#pending.push(token)
    const piece = this.#model.detokenize(this.#pending, false, this.#before)
    if (piece.endsWith('\uFFFD') && this.#pending.length < MAX_PIECES) return ''
    this.#before = [...this.#before, ...this.#pending].slice(-CONTEXT)
    this.#pending = []
    this.text += piece
    return piece
  }
}
