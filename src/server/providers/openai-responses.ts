import type OpenAI from 'openai'
import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import type { JsonValue } from '../../toolkit/model/json.js'
import { type LanguageModel, type ModelChunk, type ModelMessage, withFacts } from '../model/language-model.js'
import { type AnswerPart, keptParts, type PartWriter, writeAnswer } from './answer-parts.js'
import { createModel, type OpenAICall, type OpenAIModelOptions } from './openai-client.js'
import { failedModel } from './provider-failure.js'

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
  return message.role === 'assistant'
    ? writeAnswer(message, ITEMS)
    : [{ role: message.role, content: message.text }]
}

/** Of a part, the provider wants back its reasoning as it came, and the phase of a text. */
const ITEMS: PartWriter<ResponseInputItem> = {
  reasoning: ({ own }) => own as unknown as ResponseReasoningItem,
  text: (content, phase) => ({
    role: 'assistant',
    content,
    ...(typeof phase === 'string' && { phase: phase as Phase }),
  }),
  call: ({ callId, name, arguments: text }) => ({
    type: 'function_call',
    call_id: callId,
    name,
    arguments: text,
  }),
}

type Phase = 'commentary' | 'final_answer'

/** Converts the events of OpenAI's Responses API to `ModelChunk`s. */
class ResponseStream {
  readonly #model: string
  /** The tool calls of the response, by the id of their output item. */
  readonly #calls = new Map<string, { callId: string; name: string }>()
  readonly #parts: AnswerPart[] = []
  #chars = 0

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
      if (own.encrypted_content) this.#parts.push({ type: 'reasoning', own: own as unknown as JsonValue })
    } else if (item.type === 'message') {
      this.#parts.push({ type: 'text', chars: this.#chars, ...(item.phase && { own: item.phase }) })
      this.#chars = 0
    } else if (item.type === 'function_call') {
      this.#parts.push({ type: 'call' })
      yield { type: 'tool-call', callId: item.call_id, name: item.name, arguments: item.arguments }
    }
  }

  *#end({ usage, incomplete_details: details }: OpenAI.Responses.Response): Generator<ModelChunk> {
    yield* keptParts(this.#parts)
    if (usage) yield { type: 'usage', inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }
    const called = this.#parts.some(({ type }) => type === 'call')
    if (details?.reason === 'max_output_tokens') yield { type: 'end', reason: 'length' }
    else if (details?.reason === 'content_filter') yield { type: 'end', reason: 'content-filter' }
    else yield { type: 'end', reason: called ? 'tool-calls' : 'stop' }
  }

  #fail(error: { message: string; code?: string | null } | null): never {
    throw failedModel({ model: this.#model, body: error, message: 'the response failed' })
  }
}
