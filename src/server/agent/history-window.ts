import type { ModelMessage } from '../model/language-model.js'

/**
 * Characters per token in English text and JSON. The estimate is cautious: the computed number of tokens is usually too
 * high.
 */
const CHARS_PER_TOKEN = 3.5
/**
 * When turns are dropped, the history shrinks to this fraction of its limit. So turns are dropped seldom, and the
 * beginning of the history, which providers cache, rarely changes.
 */
const REFILL = 0.6
const LEFT_OUT = '{"content":"Left out to save space. Call the tool again when it is needed."}'

/** Limits the history for a model to a number of tokens. Removes whole turns, oldest first, and never separates a call from its result. */
export class HistoryWindow {
  readonly #maxTokens: number
  #dropped = 0

  constructor(maxTokens: number) {
    this.#maxTokens = maxTokens
  }

  /** The newest messages within the limit. The last turn always stays, but loses its older tool results if it is too long. */
  fit(messages: ModelMessage[]): ModelMessage[] {
    this.#dropped = startOfTurn(messages, Math.min(this.#dropped, messages.length))
    const kept = messages.slice(this.#dropped)
    if (tokensOf(kept) <= this.#maxTokens) return kept
    this.#dropped = this.#findStart(messages)
    return this.#shorten(messages.slice(this.#dropped))
  }

  #findStart(messages: ModelMessage[]): number {
    const turns = messages.flatMap((message, at) => (message.role === 'user' ? [at] : []))
    const last = turns.at(-1) ?? 0
    const fits = (at: number) => tokensOf(messages.slice(at)) <= this.#maxTokens * REFILL
    return turns.find((at) => at > this.#dropped && fits(at)) ?? last
  }

  #shorten(messages: ModelMessage[]): ModelMessage[] {
    const kept = [...messages]
    const results = kept.flatMap((message, at) => (message.role === 'tool' ? [at] : []))
    for (const at of results.slice(0, -1)) {
      if (tokensOf(kept) <= this.#maxTokens) break
      const message = kept[at]!
      if (message.role === 'tool') kept[at] = { ...message, output: LEFT_OUT }
    }
    return kept
  }
}

/** The index of the first user message at or after a position; 0 if there is none. */
function startOfTurn(messages: ModelMessage[], from: number): number {
  if (from === 0) return 0
  const at = messages.findIndex((message, index) => index >= from && message.role === 'user')
  return Math.max(at, 0)
}

function tokensOf(messages: ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + sizeOf(message), 0) / CHARS_PER_TOKEN
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'tool') return message.output.length + message.name.length
  if (message.role !== 'assistant') return message.text.length
  const calls = message.toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0)
  return message.text.length + calls
}
