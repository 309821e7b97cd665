import { createHash } from 'node:crypto'
import type OpenAI from 'openai'
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import { tryParseJson } from '../../protocol/parse-json.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import {
  type LanguageModel,
  type ModelChunk,
  type ModelMessage,
  type ModelTool,
  withFacts,
} from '../model/language-model.js'
import { ModelError } from '../model/model-error.js'
import { createModel, inOrderFor, type OpenAICall, type OpenAIModelOptions } from './openai-client.js'
import { failedModel } from './provider-failure.js'

/** A language model at any OpenAI-compatible base URL. Uses the chat completions API. */
export function createOpenAIModel(options: OpenAIModelOptions): LanguageModel {
  return createModel(options, streamChat)
}

async function* streamChat(client: OpenAI, call: OpenAICall): AsyncGenerator<ModelChunk> {
  const response = await client.chat.completions.create(chatParams(call), { signal: call.signal })
  const stream = new ChatStream(call.options.name, { keepsReasoning: wantsReasoning(call.options) })
  for await (const chunk of response) yield* stream.take(chunk)
  yield* stream.finish()
}

function chatParams({ request, options, settings }: OpenAICall): ChatCompletionCreateParamsStreaming {
  const { model, dialect } = options
  const { toolChoice, maxOutputTokens, temperature } = request
  const tools = toChatTools(request.tools)
  const limit = dialect === 'openai' || dialect === 'azure' ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    stream: true,
    // Mistral refuses this option, and sends the usage without it.
    ...(dialect !== 'mistral' && { stream_options: { include_usage: true } }),
    messages: [
      { role: 'system', content: request.instructions },
      ...inOrderFor(dialect, withFacts(request)).map((message) => toChatMessage(message, options)),
    ],
    ...(tools.length > 0 && {
      tools,
      tool_choice: typeof toolChoice === 'object' ? { type: 'function', function: toolChoice } : toolChoice,
    }),
    // GPT-5.5 and later refuse tools without it.
    ...(settings.effort && { reasoning_effort: settings.effort }),
    [limit]: maxOutputTokens,
    ...(settings.takesTemperature && { temperature }),
  }
}

function toChatMessage(
  message: ModelMessage,
  { model, dialect }: OpenAIModelOptions,
): ChatCompletionMessageParam {
  const idOf = takesShortIds(dialect, model) ? shortId : (callId: string) => callId
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: idOf(message.callId), content: message.output }
  if (message.role !== 'assistant') return { role: message.role, content: message.text }
  const own = ownMembers(message.providerData?.data)
  const calls = message.toolCalls.map(({ callId, name, arguments: text }, at) => ({
    id: idOf(callId),
    type: 'function' as const,
    function: { name, arguments: text },
    ...(own.calls?.[at] ?? (/gemini/i.test(model) && { extra_content: NO_SIGNATURE })),
  }))
  return {
    role: 'assistant',
    content: message.text || null,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(own.message ?? (wantsReasoning({ model, dialect }) && { reasoning_content: '' })),
  }
}

/** DeepSeek refuses an answer without its reasoning. Other providers do not want the text of reasoning back. */
const wantsReasoning = ({ model, dialect }: Pick<OpenAIModelOptions, 'model' | 'dialect'>) =>
  dialect === 'deepseek' || /deepseek-v[4-9]/i.test(model)

/** Stands for the signature of a call that another model made. Without one, Gemini refuses the request. */
const NO_SIGNATURE = { google: { thought_signature: 'skip_thought_signature_validator' } }

function ownMembers(data: JsonValue | undefined): ChatOwnMembers {
  return (asObject(data) ?? {}) as ChatOwnMembers
}

/** Mistral and the chat templates of its models take only ids of nine letters and digits. */
function takesShortIds(dialect: string, model: string): boolean {
  return dialect === 'mistral' || /(?:mi[sx]tral|(?:mini|dev|magi|code)stral|pixtral|voxtral)/i.test(model)
}

function shortId(callId: string): string {
  if (/^[a-zA-Z0-9]{9}$/.test(callId)) return callId
  return createHash('sha256').update(callId).digest('hex').slice(0, 9)
}

function toChatTools(tools: readonly ModelTool[]): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
}

type CallDelta = NonNullable<ChatCompletionChunk.Choice['delta']['tool_calls']>[number]

interface OpenCall {
  callId: string
  name: string
  arguments: string
  /** The signature of the call, in the form of the provider. */
  own?: JsonObject
}

/**
 * Members of an answer that its provider wants back unchanged: the reasoning of the message (DeepSeek, OpenRouter), and
 * the signatures of its calls, in their order (Gemini).
 */
interface ChatOwnMembers {
  message?: JsonObject | undefined
  calls?: (JsonObject | null)[]
}

/** Maximum characters of reasoning that are kept to be sent back. */
const MAX_REASONING = 200_000

/**
 * Converts the chunks of OpenAI's chat completions API to `ModelChunk`s. Other vendors deviate from OpenAI:
 * - The index or the id of a call may be missing or repeated.
 * - Arguments may be an object.
 * - Choices may be empty.
 * - `finish_reason` may be `stop` although there are calls, empty before the end, or a word of their own.
 */
class ChatStream {
  readonly #model: string
  readonly #calls = new Map<number, OpenCall>()
  /** The last call of each index that the vendor gave. */
  readonly #lastOf = new Map<number, number>()
  #lastIndex = -1
  #finish: string | undefined
  #reasoning = ''
  readonly #details: JsonValue[] = []
  #usage: ModelChunk | undefined

  readonly #keepsReasoning: boolean

  constructor(model: string, { keepsReasoning }: { keepsReasoning: boolean }) {
    this.#model = model
    this.#keepsReasoning = keepsReasoning
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
    this.#keepReasoning(asObject(choice.delta) ?? {})
    for (const delta of [choice.delta?.tool_calls ?? []].flat()) yield* this.#takeCall(delta)
    if (choice.finish_reason) this.#finish = choice.finish_reason
  }

  /**
   * Returns the token usage, the complete calls and the end. If no `finish_reason` has arrived, the answer was cut off,
   * and only the token usage is returned.
   */
  *finish(): Generator<ModelChunk> {
    if (this.#usage) yield this.#usage
    if (!this.#finish) return
    if (this.#finish === 'error') this.#fail({ message: 'the provider ended the answer with an error' })
    for (const { own: _, ...call } of this.#calls.values()) {
      if (!call.name)
        throw new ModelError('bad-answer', { model: this.#model, message: 'a tool call without a name' })
      yield { type: 'tool-call', ...call }
    }
    const own = this.#ownMembers()
    if (own) yield { type: 'provider-data', data: own as JsonValue }
    const reason = reasonOf(this.#finish)
    yield { type: 'end', reason: this.#calls.size > 0 && reason === 'stop' ? 'tool-calls' : reason }
  }

  #keepReasoning({ reasoning_content: text, reasoning_details: details }: JsonObject): void {
    if (this.#keepsReasoning && typeof text === 'string')
      this.#reasoning += text.slice(0, MAX_REASONING - this.#reasoning.length)
    if (Array.isArray(details)) this.#details.push(...details)
  }

  #ownMembers(): ChatOwnMembers | undefined {
    const calls = [...this.#calls.values()].map(({ own = null }) => own)
    const message = {
      ...(this.#reasoning && { reasoning_content: this.#reasoning }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
    }
    const hasMessage = Object.keys(message).length > 0
    const hasCalls = calls.some((own) => own !== null)
    if (!hasMessage && !hasCalls) return undefined
    return { ...(hasMessage && { message }), ...(hasCalls && { calls }) }
  }

  *#takeCall(delta: CallDelta): Generator<ModelChunk> {
    if (!asObject(delta))
      throw new ModelError('bad-answer', { model: this.#model, message: 'a tool call that is no object' })
    const index = this.#indexOf(delta)
    const known = this.#calls.get(index)
    const call = known ?? { callId: delta.id || `call_${index}`, name: '', arguments: '' }
    this.#calls.set(index, call)
    this.#lastIndex = index
    if (delta.function?.name && !call.name) call.name = delta.function.name
    const { extra_content: signature } = asObject(delta) ?? {}
    if (signature !== undefined) call.own = { extra_content: signature }
    const piece = textOf(delta.function?.arguments)
    call.arguments += piece
    if (piece && call.name)
      yield { type: 'tool-call-delta', callId: call.callId, name: call.name, delta: piece }
  }

  /** The index of the tool call to which a delta belongs. If the delta has none, a new id or name starts a new call. */
  #indexOf(delta: Partial<CallDelta>): number {
    if (typeof delta.index === 'number') return this.#sameIndex(delta.index, delta)
    const known = [...this.#calls].find(([, call]) => delta.id && call.callId === delta.id)
    if (known) return known[0]
    const starts = delta.id || delta.function?.name || this.#lastIndex < 0
    return starts ? this.#calls.size : this.#lastIndex
  }

  /**
   * The index of the tool call to which a delta with an index belongs. Some vendors give index 0 to all parallel calls.
   * A different id then means a different call.
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

  /**
   * Throws a `ModelError` if the chunk reports an error. Several vendors send an error in the middle of a stream that
   * began with status 200.
   */
  #refuseErrors(chunk: ChatCompletionChunk): void {
    if (chunk === null || typeof chunk !== 'object') {
      throw new ModelError('bad-answer', { model: this.#model, message: 'a chunk that is no object' })
    }
    const { error } = chunk as { error?: unknown }
    if (error) this.#fail(typeof error === 'string' ? { message: error } : error)
  }

  #fail(error: unknown): never {
    throw failedModel({ model: this.#model, body: error, message: 'an error in the stream' })
  }
}

/**
 * Whether a delta that has the index of a known tool call begins another call. `madeId` is the id that the known call
 * has if the vendor gave it none.
 */
function isOtherCall({ id, function: part }: Partial<CallDelta>, known: OpenCall, madeId: string): boolean {
  if (id) return known.callId !== madeId
  return Boolean(part?.name && textOf(part.arguments)) && tryParseJson(known.arguments) !== undefined
}

/**
 * The text and the reasoning in a delta. Most servers send reasoning as `reasoning_content` or `reasoning`; Mistral
 * sends `content` as a list of parts.
 */
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

/** The text of a part with reasoning: either a string, or a list of parts with text. */
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
  if (finish === 'length' || finish === 'max_tokens') return 'length'
  if (finish === 'content_filter' || finish === 'SAFETY') return 'content-filter'
  return finish === 'tool_calls' || finish === 'function_call' ? 'tool-calls' : 'stop'
}
