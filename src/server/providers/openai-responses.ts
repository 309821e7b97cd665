import type OpenAI from 'openai'
import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { LanguageModel, ModelChunk, ModelMessage, ModelToolCall } from '../model/language-model.js'
import { ModelError } from '../model/model-error.js'
import { createModel, type OpenAICall, type OpenAIModelOptions, withFacts } from './openai-client.js'
import { readFailure } from './provider-failure.js'

/**
 * A language model that is called through OpenAI's Responses API, for providers that have this API. The provider is
 * told to store nothing. It sends its reasoning encrypted, and gets it back with the history.
 */
export function createResponsesModel(options: OpenAIModelOptions): LanguageModel {
  return createModel(options, streamResponse)
}

async function* streamResponse(client: OpenAI, call: OpenAICall): AsyncGenerator<ModelChunk> {
  const events = await client.responses.create(toParams(call), { signal: call.signal })
  const stream = new ResponseStream(call.options.name)
  for await (const event of events) yield* stream.take(event)
}

function toParams({ request, options, settings }: OpenAICall): ResponseCreateParamsStreaming {
  const { instructions, tools, toolChoice, maxOutputTokens, temperature } = request
  const { effort } = settings
  return {
    model: options.model,
    stream: true,
    store: false,
    ...(effort && { reasoning: { effort }, include: ['reasoning.encrypted_content'] }),
    instructions,
    input: withFacts(request).flatMap(toInput),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        name,
        description,
        parameters: { ...parameters },
        strict: false,
      })),
      tool_choice: typeof toolChoice === 'object' ? { type: 'function' as const, ...toolChoice } : toolChoice,
    }),
    max_output_tokens: maxOutputTokens,
    ...(settings.takesTemperature && { temperature }),
  }
}

function toInput(message: ModelMessage): ResponseInputItem[] {
  if (message.role === 'tool') {
    return [{ type: 'function_call_output', call_id: message.callId, output: message.output }]
  }
  if (message.role !== 'assistant') return [{ role: message.role, content: message.text }]
  const places = placesOf(message.providerData?.data)
  return (places && inPlaces(message, places)) ?? [...spoken(message.text), ...message.toolCalls.map(called)]
}

const spoken = (text: string, phase?: Phase) =>
  text ? [{ role: 'assistant' as const, content: text, ...(phase && { phase }) }] : []

const called = ({ callId, name, arguments: text }: ModelToolCall): ResponseInputItem => ({
  type: 'function_call',
  call_id: callId,
  name,
  arguments: text,
})

type Phase = 'commentary' | 'final_answer'

/**
 * What an answer was made of, in order. Only reasoning is kept as it came; `message` and `call` are the places of the
 * text, of which a message has so many characters, and of the calls.
 */
type Place =
  | { type: 'reasoning'; item: ResponseReasoningItem }
  | { type: 'message'; chars: number; phase?: Phase }
  | { type: 'call' }

function placesOf(data: JsonValue | undefined): Place[] | undefined {
  const { places } = asObject(data) ?? {}
  return Array.isArray(places) ? (places as unknown as Place[]) : undefined
}

/**
 * The items of an answer, with its reasoning before what it belongs to. `undefined` if a text or a call is gone, for
 * example because the user did not hear it: OpenAI refuses reasoning without the item that followed it.
 */
function inPlaces(
  { text, toolCalls }: ModelMessage & { role: 'assistant' },
  places: readonly Place[],
): ResponseInputItem[] | undefined {
  const calls = [...toolCalls]
  const items: ResponseInputItem[] = []
  let rest = text
  const lastText = places.findLastIndex(({ type }) => type === 'message')
  for (const [at, place] of places.entries()) {
    if (place.type === 'reasoning') items.push(place.item)
    else if (place.type === 'call') {
      const call = calls.shift()
      if (!call) return undefined
      items.push(called(call))
    } else {
      const length = at === lastText ? rest.length : place.chars
      const found = spoken(rest.slice(0, length), place.phase)
      if (found.length === 0) return undefined
      items.push(...found)
      rest = rest.slice(length)
    }
  }
  return [...items, ...spoken(rest), ...calls.map(called)]
}

/** Converts the events of OpenAI's Responses API to `ModelChunk`s. */
class ResponseStream {
  readonly #model: string
  /** The tool calls of the response, by the id of their output item. */
  readonly #calls = new Map<string, { callId: string; name: string }>()
  readonly #places: Place[] = []
  #chars = 0
  #called = false

  constructor(model: string) {
    this.#model = model
  }

  *take(event: ResponseStreamEvent): Generator<ModelChunk> {
    if (event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta') {
      this.#chars += event.delta.length
      yield { type: 'text-delta', text: event.delta }
    } else if (
      event.type === 'response.reasoning_text.delta' ||
      event.type === 'response.reasoning_summary_text.delta'
    ) {
      yield { type: 'reasoning-delta', text: event.delta }
    } else if (event.type === 'response.output_item.added' && event.item.type === 'function_call') {
      this.#calls.set(event.item.id ?? '', { callId: event.item.call_id, name: event.item.name })
    } else if (event.type === 'response.function_call_arguments.delta') {
      const call = this.#calls.get(event.item_id)
      if (call) yield { type: 'tool-call-delta', ...call, delta: event.delta }
    } else if (event.type === 'response.output_item.done') yield* this.#takeItem(event.item)
    else if (event.type === 'response.completed' || event.type === 'response.incomplete') {
      yield* this.#end(event.response)
    } else if (event.type === 'response.failed') this.#fail(event.response.error)
    else if (event.type === 'error') this.#fail(event)
  }

  *#takeItem(item: ResponseOutputItem): Generator<ModelChunk> {
    if (item.type === 'reasoning') {
      const { status: _, ...own } = item
      // Reasoning that is not encrypted cannot be sent back, because the provider stores nothing.
      if (own.encrypted_content) this.#places.push({ type: 'reasoning', item: own })
    } else if (item.type === 'message') {
      this.#places.push({ type: 'message', chars: this.#chars, ...(item.phase && { phase: item.phase }) })
      this.#chars = 0
    } else if (item.type === 'function_call') {
      this.#called = true
      this.#places.push({ type: 'call' })
      yield { type: 'tool-call', callId: item.call_id, name: item.name, arguments: item.arguments }
    }
  }

  *#end({ usage, incomplete_details: details }: OpenAI.Responses.Response): Generator<ModelChunk> {
    const isPlain = this.#places.every((place) => place.type === 'call' || !('item' in place || place.phase))
    if (!isPlain) yield { type: 'provider-data', data: { places: this.#places as unknown as JsonValue } }
    if (usage) yield { type: 'usage', inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }
    if (details?.reason === 'max_output_tokens') yield { type: 'end', reason: 'length' }
    else if (details?.reason === 'content_filter') yield { type: 'end', reason: 'content-filter' }
    else yield { type: 'end', reason: this.#called ? 'tool-calls' : 'stop' }
  }

  #fail(error: { message: string; code?: string | null } | null): never {
    const { failure, ...said } = readFailure({ body: error, message: 'the response failed' })
    throw new ModelError(failure, { model: this.#model, ...said })
  }
}
