import type OpenAI from 'openai'
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import { messageOf } from '../../errors.js'
import type { LanguageModel, ModelChunk, ModelRequest } from '../model/language-model.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'
import { toChatMessages, toChatTools } from './chat-request.js'
import { ChatStream } from './chat-stream.js'

/** A model that speaks OpenAI's chat completions. */
export interface OpenAIModelOptions {
  /** The provider string. */
  name: string
  /** The name the provider knows it by. */
  model: string
  baseUrl: string
  apiKey?: string | undefined
  /** The provider, for the few fields in which they differ. */
  dialect: string
}

/** A language model behind any OpenAI-compatible address. Streams; retries nothing, since the agent has its own fallbacks. */
export function createOpenAIModel(options: OpenAIModelOptions): LanguageModel {
  let client: Promise<OpenAI> | undefined
  return {
    name: options.name,
    async *stream(request, { signal }) {
      client ??= createClient(options)
      try {
        yield* streamChat(await client, { request, signal, options })
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ModelError ? error : toModelError(error, options.name)
      }
    },
  }
}

/** The package is heavy to load, so it waits for the first use. */
async function createClient({ baseUrl, apiKey, dialect }: OpenAIModelOptions): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    maxRetries: 0,
    ...(dialect === 'azure' && { defaultHeaders: { 'api-key': apiKey ?? '' } }),
  })
}

async function* streamChat(
  client: OpenAI,
  { request, signal, options }: { request: ModelRequest; signal: AbortSignal; options: OpenAIModelOptions },
): AsyncGenerator<ModelChunk> {
  const response = await client.chat.completions.create(chatParams(request, options), { signal })
  const stream = new ChatStream(options.name)
  for await (const chunk of response) yield* stream.take(chunk)
  yield* stream.finish()
}

function chatParams(
  request: ModelRequest,
  { model, dialect }: OpenAIModelOptions,
): ChatCompletionCreateParamsStreaming {
  const { toolChoice, maxOutputTokens, temperature } = request
  const tools = toChatTools(request.tools)
  const limit = dialect === 'openai' || dialect === 'azure' ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: toChatMessages(request),
    ...(tools.length > 0 && {
      tools,
      tool_choice: typeof toolChoice === 'object' ? { type: 'function', function: toolChoice } : toolChoice,
    }),
    ...(maxOutputTokens !== undefined && { [limit]: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  }
}

/** What a failure of the package means to the conversation. */
export function toModelError(error: unknown, model: string): ModelError {
  const status = statusOf(error)
  const message = describe(error)
  return new ModelError(failureOf(status, error), {
    model,
    message,
    cause: error,
    ...(status !== undefined && { status }),
  })
}

function failureOf(status: number | undefined, error: unknown): ModelFailure {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'rate-limited'
  if (status === 408 || status === 504) return 'timeout'
  if (status !== undefined) return status >= 500 ? 'unavailable' : 'rejected'
  if (error instanceof SyntaxError) return 'bad-answer'
  const name = error instanceof Error ? error.constructor.name : ''
  if (name === 'APIConnectionTimeoutError') return 'timeout'
  if (name === 'APIConnectionError') return 'unreachable'
  // An error in the middle of a stream, which came with status 200.
  if (name === 'APIError') return 'unavailable'
  return 'cut'
}

function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown }).status
  return typeof status === 'number' ? status : undefined
}

/** The innermost message: "connect ECONNREFUSED 127.0.0.1:1" says more than "Connection error." */
function describe(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  const message = messageOf(inner) || messageOf(error)
  return message.replace(/\s+/g, ' ').slice(0, 200)
}
