import type OpenAI from 'openai'
import { customOpenAIHeaders } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { MAX_NAME_CHARS } from '../../toolkit/defaults.js'
import { createMasker, type Masker } from '../../toolkit/secrets/mask.js'
import type { LanguageModel, ModelChunk, ModelMessage, ModelRequest } from '../model/language-model.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'
import { boundedFetch } from './bounded-fetch.js'

export interface OpenAIModelOptions {
  name: string
  /** The name of the model, as the provider knows it. */
  model: string
  baseUrl: string
  apiKey?: string | undefined
  /** Name of the provider, for the few fields that differ between providers. */
  dialect: string
}

export interface OpenAICall {
  request: ModelRequest
  signal: AbortSignal
  options: OpenAIModelOptions
}

/**
 * A language model that is called through the `openai` package. The client never retries, because the agent falls back
 * to other models by itself.
 */
export function createModel(
  options: OpenAIModelOptions,
  stream: (client: OpenAI, call: OpenAICall) => AsyncIterable<ModelChunk>,
): LanguageModel {
  let client: Promise<OpenAI> | undefined
  return {
    name: options.name,
    async *stream(asked, { signal }) {
      client ??= createClient(options)
      const request = { ...asked, history: withUser(asked.history.map(withValidNames)) }
      try {
        yield* stream(await client, { request, signal, options })
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ModelError ? error : toModelError(error, options)
      }
    },
  }
}

/**
 * The history with a message of the user. Many providers refuse a request without one, such as the request for a
 * greeting at the start of a conversation.
 */
function withUser(history: ModelMessage[]): ModelMessage[] {
  const hasUser = history.some(({ role }) => role === 'user')
  return hasUser ? history : [{ role: 'user', text: '(The user has not said anything yet.)' }, ...history]
}

/**
 * A message in which the names of calls have only the characters that providers accept. A model may have called a tool
 * that does not exist, such as `multi_tool_use.parallel`. Providers would refuse every further request with this name.
 */
function withValidNames(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant') return message
  const toolCalls = message.toolCalls.map((call) => ({
    ...call,
    name: call.name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME_CHARS) || '_',
  }))
  return { ...message, toolCalls }
}

/** Loads the package on first use, because it is large. */
async function createClient({ name, baseUrl, apiKey, dialect }: OpenAIModelOptions): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  const key = apiKey ?? 'none'
  return new Client({
    baseURL: baseUrl,
    apiKey: key,
    ...(new URL(baseUrl).host !== OPENAI_HOST && WITHOUT_ACCOUNT),
    maxRetries: 0,
    fetch: boundedFetch(name),
    // Logging is off, because the package would print the service's data without masking secrets.
    logLevel: 'off',
    defaultHeaders: {
      ...(new URL(baseUrl).host !== OPENAI_HOST && withoutCustomHeaders(key)),
      ...(dialect === 'azure' && { 'api-key': apiKey ?? '' }),
    },
  })
}

const OPENAI_HOST = 'api.openai.com'

/**
 * The package reads the operator's account at OpenAI from the environment and sends it to every address. These options
 * and the headers of {@link withoutCustomHeaders} keep it from other services.
 */
const WITHOUT_ACCOUNT = { organization: null, project: null, adminAPIKey: null }

function withoutCustomHeaders(key: string): Record<string, string | null> {
  const names = customOpenAIHeaders()
  if (names.length === 0) return {}
  return { ...Object.fromEntries(names.map((name) => [name, null])), authorization: `Bearer ${key}` }
}

function toModelError(error: unknown, { name: model, apiKey }: OpenAIModelOptions): ModelError {
  const status = statusOf(error)
  const message = describe(error, createMasker(apiKey ? [apiKey] : []))
  return new ModelError(failureOf(status, error), {
    model,
    message,
    cause: error,
    status,
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
  // The service reported an error in the middle of a stream that began with status 200.
  if (name === 'APIError') return 'unavailable'
  return 'cut'
}

function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown }).status
  return typeof status === 'number' ? status : undefined
}

/**
 * The message of the innermost cause of an error, with the API key masked. The innermost cause says more than the error
 * itself: "connect ECONNREFUSED 127.0.0.1:1" instead of "Connection error.".
 */
function describe(error: unknown, masker: Masker): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  const message = messageOf(inner) || messageOf(error)
  return masker.text(message).replace(/\s+/g, ' ').slice(0, 200)
}
