import type { Likelihoods } from './choose-tool.js'
import type { LocalEngine } from './engine.js'
import type { BoundSequence } from './llama-binding.js'
import { TokenText } from './token-text.js'

/** Tokens that are read between two looks at whether anybody still wants them. */
const READ_AT_ONCE = 128

/** Words that came up among so many tokens before are made less likely: small models repeat themselves for ever. */
const REPEATS = { tokens: 64, penalty: 1.1 }

/** How a piece of an answer is written. */
export interface WriteOptions {
  /** What the model has before its eyes. */
  prompt: readonly number[]
  /** What may be written, in llama.cpp's notation. */
  grammar: string
  maxTokens: number
  temperature: number
  avoidRepeats?: boolean
  /** Hears the text as it comes; `true` ends the piece. */
  onText(piece: string, text: string): boolean | undefined
}

/** What was written. */
export interface Written {
  text: string
  /** Whether it was cut at `maxTokens`. */
  isCut: boolean
}

/** Reads and writes with one state of a model. Looks at the signal before every token. */
export class Writer {
  readonly #engine: LocalEngine
  readonly #state: BoundSequence
  readonly #signal: AbortSignal
  /** How many tokens were read that were not known before, and how many were written. */
  newTokens = 0
  written = 0

  constructor(engine: LocalEngine, { state, signal }: { state: BoundSequence; signal: AbortSignal }) {
    this.#engine = engine
    this.#state = state
    this.#signal = signal
  }

  /** Brings the state to a prompt; only what it has not read already is read. `onProgress` is told after each piece. */
  async read(prompt: readonly number[], onProgress: () => void): Promise<void> {
    // The last token stays out: what comes behind it is asked for together with it.
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

  /** How likely the model takes each token for the next one behind a prompt. */
  async likelihoods(prompt: readonly number[]): Promise<Likelihoods> {
    await this.read(prompt, () => {})
    this.#signal.throwIfAborted()
    const asked = prompt.at(-1)!
    const [answer] = await this.#state.controlledEvaluate([
      [asked, { generateNext: { probabilities: true } }],
    ])
    return answer?.next.probabilities ?? new Map()
  }

  /** Writes behind a prompt until the grammar, the model, `onText` or `maxTokens` ends it. */
  async write(options: WriteOptions): Promise<Written> {
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
