import type OpenAI from 'openai'
import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import type { LanguageModel, ModelChunk, ModelMessage, ModelRequest } from '../model/language-model.js'
import { ModelError } from '../model/model-error.js'
import { createModel, type OpenAICall, type OpenAIModelOptions } from './openai-client.js'

/**
 * A language model that is called through OpenAI's Responses API, for providers that have this API. The provider is
 * told to store nothing.
 */
export function createResponsesModel(options: OpenAIModelOptions): LanguageModel {
  return createModel(options, streamResponse)
}

async function* streamResponse(
  client: OpenAI,
  { request, signal, options }: OpenAICall,
): AsyncGenerator<ModelChunk> {
  const events = await client.responses.create(toParams(request, options), { signal })
  const stream = new ResponseStream(options.name)
  for await (const event of events) yield* stream.take(event)
}

function toParams(request: ModelRequest, { model }: OpenAIModelOptions): ResponseCreateParamsStreaming {
  const { instructions, history, tools, toolChoice, maxOutputTokens, temperature } = request
  return {
    model,
    stream: true,
    store: false,
    instructions,
    input: history.flatMap(toInput),
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
    temperature,
  }
}

function toInput(message: ModelMessage): ResponseInputItem[] {
  if (message.role === 'tool') {
    return [{ type: 'function_call_output', call_id: message.callId, output: message.output }]
  }
  if (message.role !== 'assistant') return [{ role: message.role, content: message.text }]
  return [
    ...(message.text ? [{ role: 'assistant' as const, content: message.text }] : []),
    ...message.toolCalls.map(({ callId, name, arguments: text }) => ({
      type: 'function_call' as const,
      call_id: callId,
      name,
      arguments: text,
    })),
  ]
}

/** Converts the events of OpenAI's Responses API to `ModelChunk`s. */
class ResponseStream {
  readonly #model: string
  /** The tool calls of the response, by the id of their output item. */
  readonly #calls = new Map<string, { callId: string; name: string }>()
  #called = false

  constructor(model: string) {
    this.#model = model
  }

  *take(event: ResponseStreamEvent): Generator<ModelChunk> {
    if (event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta') {
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
    } else if (event.type === 'response.output_item.done' && event.item.type === 'function_call') {
      this.#called = true
      const { call_id: callId, name, arguments: text } = event.item
      yield { type: 'tool-call', callId, name, arguments: text }
    } else if (event.type === 'response.completed' || event.type === 'response.incomplete') {
      yield* this.#end(event.response)
    } else if (event.type === 'response.failed') this.#fail(event.response.error?.message)
    else if (event.type === 'error') this.#fail(event.message)
  }

  *#end({ usage, incomplete_details: details }: OpenAI.Responses.Response): Generator<ModelChunk> {
    if (usage) yield { type: 'usage', inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }
    if (details?.reason === 'max_output_tokens') yield { type: 'end', reason: 'length' }
    else if (details?.reason === 'content_filter') yield { type: 'end', reason: 'content-filter' }
    else yield { type: 'end', reason: this.#called ? 'tool-calls' : 'stop' }
  }

  #fail(message: string | undefined): never {
    throw new ModelError('unavailable', { model: this.#model, message: message ?? 'the response failed' })
  }
}
