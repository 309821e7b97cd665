import type { Likelihoods } from './choose-tool.js'
import type { LocalEngine } from './engine.js'
import type { BoundModel, BoundSequence } from './llama-binding.js'

/** Number of prompt tokens that the model processes between two checks of the abort signal. */
const READ_AT_ONCE = 128

/** The last `tokens` tokens become less likely as the next token, because small models repeat themselves. */
const REPEATS = { tokens: 64, penalty: 1.1 }

export interface WriteOptions {
  prompt: readonly number[]
  /** The grammar of the text, in the notation of llama.cpp. */
  grammar: string
  maxTokens: number
  temperature: number
  avoidRepeats?: boolean
  /** Receives each new piece of text, and all text so far. Return `true` to end the text. */
  onText(piece: string, text: string): boolean | undefined
}

export interface WrittenText {
  text: string
  /** Whether the text was cut off at `maxTokens`. */
  isCut: boolean
}

/**
 * Lets the model process and write the tokens of one conversation, with one state of the model. Checks the abort signal
 * before every token that the model writes.
 */
export class Writer {
  readonly #engine: LocalEngine
  readonly #state: BoundSequence
  readonly #signal: AbortSignal
  /** Number of prompt tokens that the model has processed. Tokens that the state had already do not count. */
  newTokens = 0
  /** Number of tokens that the model wrote. */
  written = 0

  constructor(engine: LocalEngine, { state, signal }: { state: BoundSequence; signal: AbortSignal }) {
    this.#engine = engine
    this.#state = state
    this.#signal = signal
  }

  /**
   * Prepares the state for a prompt: the model processes only the tokens that the state does not have. Calls
   * `onProgress` after each batch.
   */
  async read(prompt: readonly number[], onProgress: () => void): Promise<void> {
    // The last token of the prompt is left out here. The next evaluation processes it, and returns the token after it.
    await this.#state.adaptStateToTokens(prompt.slice(0, -1), false)
    this.newTokens += Math.max(0, prompt.length - 1 - this.#state.contextTokens.length)
    for (let at = this.#state.contextTokens.length; at < prompt.length - 1; at += READ_AT_ONCE) {
      this.#signal.throwIfAborted()
      await this.#state.evaluateWithoutGeneratingNewTokens(
        prompt.slice(at, Math.min(at + READ_AT_ONCE, prompt.length - 1)),
      )
      onProgress()
    }
  }

  /** For each token, the probability that it comes next after the prompt. */
  async likelihoods(prompt: readonly number[]): Promise<Likelihoods> {
    await this.read(prompt, () => {})
    this.#signal.throwIfAborted()
    const asked = prompt.at(-1)!
    const [answer] = await this.#state.controlledEvaluate([
      [asked, { generateNext: { probabilities: true } }],
    ])
    return answer?.next.probabilities ?? new Map()
  }

  /** Lets the model continue a prompt. The grammar, the model, `onText` or `maxTokens` ends the text. */
  async write(options: WriteOptions): Promise<WrittenText> {
    const { prompt, grammar, maxTokens, temperature, avoidRepeats, onText } = options
    await this.read(prompt, () => {})
    const decoder = new TokenText(this.#engine.model)
    const recent: number[] = []
    const tokens = this.#state.evaluate(prompt.slice(-1), {
      temperature,
      grammarEvaluationState: await this.#engine.startOf(grammar),
      ...(avoidRepeats && {
        repeatPenalty: {
          punishTokens: () => recent.slice(-REPEATS.tokens),
          penalty: REPEATS.penalty,
        },
      }),
    })
    let count = 0
    for await (const token of tokens) {
      this.#signal.throwIfAborted()
      if (this.#engine.model.isEogToken(token) || this.#engine.model.isSpecialToken(token)) break
      count += 1
      this.written += 1
      recent.push(token)
      const piece = decoder.push(token)
      if (piece && onText(piece, decoder.text) === true) break
      if (count >= maxTokens) return { text: decoder.text, isCut: true }
    }
    return { text: decoder.text, isCut: false }
  }
}

/** Maximum tokens of one character. Text is held back until its last character is complete. */
const MAX_PIECES = 4
/** Number of preceding tokens that the tokenizer needs to decode a token correctly. */
const CONTEXT = 8

/** Decodes tokens to text one by one, without splitting characters. */
class TokenText {
  readonly #model: BoundModel
  #before: number[] = []
  #pending: number[] = []
  text = ''

  constructor(model: BoundModel) {
    this.#model = model
  }

  /** Adds a token. Returns the text that is complete now; empty if the last character needs more tokens. */
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
