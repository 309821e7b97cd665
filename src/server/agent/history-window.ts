import { cutText } from '../../text/cut.js'
import type { ModelMessage, ModelToolCall } from '../model/language-model.js'

/** Characters per token in English text and JSON. The estimate is cautious: it is usually too high. */
const CHARS_PER_TOKEN = 3.5
/** How far the history shrinks when it is too long: so its beginning, which providers cache, rarely changes. */
const REFILL = 0.6
/** The part of the limit that the calls of dropped turns may take. */
const RECORD = 0.2
const MAX_RESULT_CHARS = 300
const LEFT_OUT = '{"content":"Left out to save space. Call the tool again when it is needed."}'
const DROPPED = 'The beginning of this conversation is left out to save space.'
const RECORDED =
  'Only your last calls in it that may have changed something stay; make none of them again for an old request.'

type IsRead = (call: ModelToolCall) => boolean

/**
 * Limits the history for a model to a number of tokens. First the results of older turns are left out, then whole turns,
 * oldest first. What calls have changed stays known: of dropped turns, these calls stay behind a note, with the beginning
 * of their results. A call is never separated from its result.
 */
export class HistoryWindow {
  readonly #maxTokens: number
  /** Results of calls before this message are short. */
  #cut = 0
  #dropped = 0

  constructor(maxTokens: number) {
    this.#maxTokens = maxTokens
  }

  /** The newest messages within the limit. The last turn always stays, but loses its older results if it is too long. */
  fit(messages: ModelMessage[], isRead: IsRead = () => false): ModelMessage[] {
    this.#dropped = startOfTurn(messages, Math.min(this.#dropped, messages.length))
    const unchanged = this.#view(messages, isRead)
    if (this.#fits(unchanged)) return unchanged
    const turns = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
    const last = turns.at(-1) ?? 0
    const isShort = (from: number, cut: number) =>
      this.#fits(shortened(messages, { from, cut, isRead }), REFILL)
    this.#cut = turns.find((at) => at > this.#cut && isShort(this.#dropped, at)) ?? last
    if (!isShort(this.#dropped, this.#cut))
      this.#dropped = turns.find((at) => at > this.#dropped && isShort(at, this.#cut)) ?? last
    return this.#withoutResults(this.#view(messages, isRead), isRead)
  }

  #view(messages: ModelMessage[], isRead: IsRead): ModelMessage[] {
    const kept = shortened(messages, { from: this.#dropped, cut: this.#cut, isRead })
    return this.#dropped > 0 ? [...this.#record(messages.slice(0, this.#dropped), isRead), ...kept] : kept
  }

  /** What stands in place of dropped turns: a note, and the newest calls that may have changed something. */
  #record(dropped: ModelMessage[], isRead: IsRead): ModelMessage[] {
    const callOf = callsOf(dropped)
    const shorten = shortener(dropped, isRead)
    const calls: ModelMessage[] = []
    let room = this.#maxTokens * RECORD * CHARS_PER_TOKEN
    for (const message of dropped.toReversed()) {
      const call = message.role === 'tool' && callOf.get(message.callId)
      if (!call || isRead(call)) continue
      const pair: ModelMessage[] = [{ role: 'assistant', text: '', toolCalls: [call] }, shorten(message)]
      room -= sizeOf(pair[0]!) + sizeOf(pair[1]!)
      if (room < 0) break
      calls.unshift(...pair)
    }
    return [{ role: 'system', text: calls.length > 0 ? `${DROPPED} ${RECORDED}` : DROPPED }, ...calls]
  }

  /** Shortens results of the last turn, oldest first, until the history fits; the last result stays. */
  #withoutResults(messages: ModelMessage[], isRead: IsRead): ModelMessage[] {
    const kept = [...messages]
    const shorten = shortener(messages, isRead)
    const results = kept.flatMap(({ role }, at) => (role === 'tool' ? [at] : []))
    for (const at of results.slice(0, -1)) {
      if (this.#fits(kept)) break
      kept[at] = shorten(kept[at]!)
    }
    return kept
  }

  #fits(messages: ModelMessage[], share = 1): boolean {
    return (
      messages.reduce((sum, message) => sum + sizeOf(message), 0) <= this.#maxTokens * share * CHARS_PER_TOKEN
    )
  }
}

function shortened(
  messages: ModelMessage[],
  { from, cut, isRead }: { from: number; cut: number; isRead: IsRead },
): ModelMessage[] {
  const kept = messages.slice(from)
  if (cut <= from) return kept
  const shorten = shortener(kept, isRead)
  return kept.map((message, at) => (at + from < cut ? shorten(message) : message))
}

/** Leaves the result of a read out, and keeps the beginning of another, which may have changed something. */
function shortener(messages: ModelMessage[], isRead: IsRead): (message: ModelMessage) => ModelMessage {
  const callOf = callsOf(messages)
  return (message) => {
    if (message.role !== 'tool' || message.output.length <= MAX_RESULT_CHARS) return message
    const call = callOf.get(message.callId)
    if (call && isRead(call)) return { ...message, output: LEFT_OUT }
    const content = `${beginningOf(message.output, MAX_RESULT_CHARS)} (the rest is left out to save space)`
    return { ...message, output: JSON.stringify({ content }) }
  }
}

const beginningOf = (text: string, most: number) => (text.length > most ? `${cutText(text, most)}…` : text)

const callsOf = (messages: ModelMessage[]): Map<string, ModelToolCall> =>
  new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map((call) => [call.callId, call] as const) : [],
    ),
  )

function startOfTurn(messages: ModelMessage[], from: number): number {
  if (from === 0) return 0
  const at = messages.findIndex((message, index) => index >= from && message.role === 'user')
  return Math.max(at, 0)
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'tool') return message.output.length + message.name.length
  if (message.role !== 'assistant') return message.text.length
  const calls = message.toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0)
  return message.text.length + calls
}
