import type OpenAI from 'openai'
import { customOpenAIHeaders } from '../../environment.js'
import { MAX_NAME_CHARS } from '../../toolkit/defaults.js'
import type { LanguageModel, ModelChunk, ModelMessage, ModelRequest } from '../model/language-model.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'
import { boundedFetch } from './bounded-fetch.js'
import { failedModel, innermost } from './provider-failure.js'

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
  settings: ModelSettings
}

/** Settings that some models refuse. What a model has refused once is not sent to it again. */
interface ModelSettings {
  effort: Effort | null | undefined
  takesTemperature: boolean
}

/** Requests that repeat a refused one with other settings. */
const MAX_CORRECTIONS = 2

/**
 * A language model that is called through the `openai` package. The client never retries, because the agent asks again
 * or asks other models by itself. Only settings that the model refuses are corrected here.
 */
export function createModel(
  options: OpenAIModelOptions,
  stream: (client: OpenAI, call: OpenAICall) => AsyncIterable<ModelChunk>,
): LanguageModel {
  let client: Promise<OpenAI> | undefined
  const settings: ModelSettings = { effort: shortestEffort(options.model), takesTemperature: true }
  return {
    name: options.name,
    async *stream(asked, { signal }) {
      client ??= createClient(options)
      let request = { ...asked, history: withUser(asked.history.map(withValidNames)) }
      for (let corrections = 0; ; corrections += 1) {
        let hasBegun = false
        try {
          for await (const chunk of stream(await client, { request, signal, options, settings })) {
            hasBegun = true
            yield chunk
          }
          return
        } catch (thrown) {
          signal.throwIfAborted()
          const error = thrown instanceof ModelError ? thrown : toModelError(thrown, options)
          const next =
            hasBegun || corrections >= MAX_CORRECTIONS ? undefined : correct(error, { request, settings })
          if (!next) throw error
          request = next
        }
      }
    },
  }
}

/** The request to send after a refusal, with what the model refused changed; `undefined` if nothing can be changed. */
function correct(
  { status, code, message }: ModelError,
  { request, settings }: { request: ModelRequest; settings: ModelSettings },
): ModelRequest | undefined {
  if (status !== 400 && status !== 422) return undefined
  if (code === 'invalid_encrypted_content' && request.history.some(hasData))
    return { ...request, history: request.history.map(withoutData) }
  if (/temperature/i.test(message) && request.temperature !== undefined && settings.takesTemperature) {
    settings.takesTemperature = false
    return request
  }
  const effort = effortAfter(message)
  if (effort === undefined || effort === settings.effort) return undefined
  settings.effort = effort
  return request
}

const hasData = (message: ModelMessage) => 'providerData' in message && message.providerData !== undefined

function withoutData(message: ModelMessage): ModelMessage {
  return message.role === 'assistant' ? { ...message, providerData: undefined } : message
}

/**
 * The history with a message of the user. Many providers refuse a request without one, such as the request for a
 * greeting at the start of a conversation.
 */
export function withUser(history: ModelMessage[]): ModelMessage[] {
  const hasUser = history.some(({ role }) => role === 'user')
  return hasUser ? history : [{ role: 'user', text: '(The user has not said anything yet.)' }, ...history]
}

/**
 * A message in which the names of calls have only the characters that providers accept. A model may have called a tool
 * that does not exist, such as `multi_tool_use.parallel`. Providers would refuse every further request with this name.
 */
export function withValidNames(message: ModelMessage): ModelMessage {
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

function toModelError(cause: unknown, { name: model, apiKey }: OpenAIModelOptions): ModelError {
  const { status, headers, error: body } = cause as { status?: number; headers?: Headers; error?: unknown }
  const { message } = innermost(cause)
  const onTheWay = failureOnTheWay(cause)
  return failedModel({ model, apiKey, onTheWay, status, headers, body, message, cause })
}

/** The failure of a request that the provider did not refuse itself; `undefined` if it did. */
function failureOnTheWay(error: unknown): ModelFailure | undefined {
  if (error instanceof SyntaxError) return 'bad-answer'
  const name = error instanceof Error ? error.constructor.name : ''
  if (name === 'APIConnectionTimeoutError') return 'timeout'
  if (name === 'APIConnectionError') return 'unreachable'
  const isFromProvider = name === 'APIError' || typeof (error as { status?: unknown }).status === 'number'
  return isFromProvider ? undefined : 'cut'
}

/** How long a model reasons before it answers, from the shortest. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

type Effort = (typeof EFFORTS)[number]

/**
 * The shortest reasoning of each family of models, so that the user does not wait for words. Other models get no
 * setting: they do not reason, or do not know it. The first pattern that fits counts.
 */
const SHORTEST: readonly (readonly [RegExp, Effort])[] = [
  [/^gpt-oss/, 'low'],
  [/^gpt-[5-9](?:\.\d{1,3})?-(?:sol|astra)/, 'low'],
  [/^gpt-5(?:-mini|-nano)?(?:-\d{4}|$)/, 'minimal'],
  [/^gpt-(?:5\.\d|[6-9])/, 'none'],
  [/^o[1-9](?:-|$)/, 'low'],
  [/^grok-(?:4\.[3-9]|[5-9])/, 'none'],
]

/** The effort to ask a model for. `model` may have a vendor before a slash. */
function shortestEffort(model: string): Effort | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1)
  return SHORTEST.find(([pattern]) => pattern.test(name))?.[1]
}

/**
 * The effort to try after a provider has refused one, from the text of its refusal; `null` to send none. Providers list
 * the values that they take. `undefined` if the refusal is about something else.
 */
function effortAfter(refusal: string): Effort | null | undefined {
  if (!/reasoning/i.test(refusal)) return undefined
  const at = refusal.search(/supported values|must be|one of|set reasoning|use reasoning/i)
  if (at < 0) return null
  const words = new Set(refusal.slice(at).match(/\b[a-z]{3,7}\b/g))
  return EFFORTS.find((effort) => words.has(effort)) ?? null
}

const NOTED: ModelMessage = { role: 'assistant', text: 'Noted.', toolCalls: [] }
const SILENCE: ModelMessage = { role: 'user', text: '(The user says nothing.)' }

/** The history in an order that a provider accepts. Most providers accept any order. */
export function inOrderFor(dialect: string, history: readonly ModelMessage[]): ModelMessage[] {
  return dialect === 'mistral' ? endedByUser(inMistralOrder(history)) : [...history]
}

/** Mistral refuses a system message after others, and a message of the user directly after a tool result. */
function inMistralOrder(history: readonly ModelMessage[]): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (const message of history) {
    const next: ModelMessage = message.role === 'system' ? { role: 'user', text: message.text } : message
    if (next.role === 'user' && messages.at(-1)?.role === 'tool') messages.push(NOTED)
    messages.push(next)
  }
  return messages
}

/** Some models refuse a history that ends with an answer, others continue the text of that answer. */
export function endedByUser(history: readonly ModelMessage[]): ModelMessage[] {
  return history.at(-1)?.role === 'assistant' ? [...history, SILENCE] : [...history]
}
