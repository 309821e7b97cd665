import type { ChatCompletionChunk } from 'openai/resources/chat/completions'
import { tryParseJson } from '../../protocol/parse-json.js'
import type { ModelChunk } from '../model/language-model.js'
import { ModelError } from '../model/model-error.js'

type CallDelta = NonNullable<ChatCompletionChunk.Choice['delta']['tool_calls']>[number]

interface OpenCall {
  callId: string
  name: string
  arguments: string
}

/**
 * Converts the chunks of a chat completion to those of the agent. Vendors deviate from OpenAI. Index or id of a call
 * may be missing or repeated, arguments may be an object, and choices may be empty. `finish_reason` may be `stop`
 * although there are calls.
 */
export class ChatStream {
  readonly #model: string
  readonly #calls = new Map<number, OpenCall>()
  /** The last call of each index that the vendor gave. */
  readonly #lastOf = new Map<number, number>()
  #lastIndex = -1
  #finish: ChatCompletionChunk.Choice['finish_reason'] | undefined
  #usage: ModelChunk | undefined

  constructor(model: string) {
    this.#model = model
  }

  *take(chunk: ChatCompletionChunk): Generator<ModelChunk> {
    this.#refuseErrors(chunk)
    if (chunk.usage) {
      const { prompt_tokens, completion_tokens } = chunk.usage
      this.#usage = { type: 'usage', inputTokens: prompt_tokens ?? 0, outputTokens: completion_tokens ?? 0 }
    }
    const choice = chunk.choices?.[0]
    if (!choice) return
    yield* readContent(choice.delta)
    for (const delta of choice.delta?.tool_calls ?? []) yield* this.#takeCall(delta)
    if (choice.finish_reason) this.#finish = choice.finish_reason
  }

  /**
   * Returns the usage, the complete calls and the end. If no `finish_reason` has arrived, the answer was cut off, and only
   * the usage is returned.
   */
  *finish(): Generator<ModelChunk> {
    if (this.#usage) yield this.#usage
    if (!this.#finish) return
    for (const call of this.#calls.values()) {
      if (!call.name)
        throw new ModelError('bad-answer', { model: this.#model, message: 'a tool call without a name' })
      yield { type: 'tool-call', ...call }
    }
    yield {
      type: 'end',
      reason: this.#calls.size > 0 && this.#finish === 'stop' ? 'tool-calls' : reasonOf(this.#finish),
    }
  }

  *#takeCall(delta: CallDelta): Generator<ModelChunk> {
    const index = this.#indexOf(delta)
    const known = this.#calls.get(index)
    const call = known ?? { callId: delta.id || `call_${index}`, name: '', arguments: '' }
    this.#calls.set(index, call)
    this.#lastIndex = index
    if (delta.function?.name && !call.name) call.name = delta.function.name
    const piece = textOf(delta.function?.arguments)
    call.arguments += piece
    if (piece && call.name)
      yield { type: 'tool-call-delta', callId: call.callId, name: call.name, delta: piece }
  }

  /** The index of the call that a delta belongs to. Without an index, a new id or name starts a new call. */
  #indexOf(delta: Partial<CallDelta>): number {
    if (typeof delta.index === 'number') return this.#sameIndex(delta.index, delta)
    const known = [...this.#calls].find(([, call]) => delta.id && call.callId === delta.id)
    if (known) return known[0]
    const starts = delta.id || delta.function?.name || this.#lastIndex < 0
    return starts ? this.#calls.size : this.#lastIndex
  }

  /**
   * The index of the call for a delta with an index. Some vendors give every parallel call the index 0; a different
   * id, or a name after complete arguments, then means another call.
   */
  #sameIndex(index: number, delta: Partial<CallDelta>): number {
    const last = this.#lastOf.get(index) ?? index
    const known = this.#calls.get(last)
    const named = delta.id ? [...this.#calls].find(([, call]) => call.callId === delta.id) : undefined
    const isOther = known !== undefined && !named && isOtherCall(delta, known, `call_${last}`)
    const at = named?.[0] ?? (isOther ? Math.max(...this.#calls.keys()) + 1 : last)
    this.#lastOf.set(index, at)
    return at
  }

  /** Throws for an error in the stream. Several vendors send one in the middle of a stream that has status 200. */
  #refuseErrors(chunk: ChatCompletionChunk): void {
    if (chunk === null || typeof chunk !== 'object') {
      throw new ModelError('bad-answer', { model: this.#model, message: 'a chunk that is no object' })
    }
    const { error } = chunk as { error?: { message?: unknown } | string }
    if (!error) return
    const message = typeof error === 'string' ? error : String(error.message ?? 'an error in the stream')
    throw new ModelError('unavailable', { model: this.#model, message: message.slice(0, 200) })
  }
}

/**
 * Whether a delta with the index of a call begins another call. `madeId`: the id of the call if the vendor gave none.
 */
function isOtherCall({ id, function: part }: Partial<CallDelta>, known: OpenCall, madeId: string): boolean {
  if (id) return known.callId !== madeId
  return Boolean(part?.name && textOf(part.arguments)) && tryParseJson(known.arguments) !== undefined
}

/** Text and reasoning of a delta. Most servers send reasoning as `reasoning_content` or `reasoning`; Mistral sends a list of parts. */
function* readContent(delta: unknown): Generator<ModelChunk> {
  const { content, reasoning_content, reasoning } = (delta ?? {}) as Record<string, unknown>
  const thought = [reasoning_content, reasoning].find((one) => typeof one === 'string' && one !== '')
  if (typeof thought === 'string') yield { type: 'reasoning-delta', text: thought }
  if (!Array.isArray(content)) {
    if (typeof content === 'string' && content) yield { type: 'text-delta', text: content }
    return
  }
  for (const part of content as { type?: unknown; text?: unknown; thinking?: unknown }[]) {
    const isThought = part?.type === 'thinking'
    const text = isThought ? partsText(part.thinking) : part?.text
    if (typeof text === 'string' && text) yield { type: isThought ? 'reasoning-delta' : 'text-delta', text }
  }
}

/** The text of a part. Its content may be a text or a list of parts. */
function partsText(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : ''
  return value
    .map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : ''))
    .join('')
}

/** The arguments as JSON text. Some vendors send an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

function reasonOf(finish: string): (ModelChunk & { type: 'end' })['reason'] {
  if (finish === 'length') return 'length'
  if (finish === 'content_filter') return 'content-filter'
  return finish === 'tool_calls' || finish === 'function_call' ? 'tool-calls' : 'stop'
}
