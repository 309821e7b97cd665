import { messageOf } from '../../errors.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import { createMasker } from '../../toolkit/secrets/mask.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'

/** A failed request as an HTTP client saw it, or an error in a stream. */
interface FailedRequest {
  /** The provider string of the model. */
  model: string
  /** Masked in the message. */
  apiKey?: string | undefined
  /** The failure of a request to which the provider has not answered. */
  onTheWay?: ModelFailure | undefined
  status?: number | undefined
  headers?: Headers | Record<string, string | undefined> | undefined
  /** The body: an error object, an object or a list around it, or text. */
  body?: unknown
  message: string
  cause?: unknown
}

/** What the codes of providers mean. The other failures follow from the status. */
const FAILURE_OF_CODE: Readonly<Record<string, ModelFailure>> = {
  insufficient_quota: 'no-credit',
  credit_balance_exhausted: 'no-credit',
  billing_hard_limit_reached: 'no-credit',
  billing_not_active: 'no-credit',
  enforced_spend_limit_reached: 'no-credit',
  contract_spend_limit_reached: 'no-credit',
  model_not_found: 'unknown-model',
  DeploymentNotFound: 'unknown-model',
  context_length_exceeded: 'too-long',
  model_context_window_exceeded: 'too-long',
  tool_use_failed: 'bad-answer',
  invalid_api_key: 'unauthorized',
  authentication_error: 'unauthorized',
  permission_error: 'unauthorized',
  rate_limit_exceeded: 'rate-limited',
  rate_limit_error: 'rate-limited',
  RESOURCE_EXHAUSTED: 'rate-limited',
  overloaded_error: 'unavailable',
  server_error: 'unavailable',
  api_error: 'unavailable',
  UNAVAILABLE: 'unavailable',
  invalid_prompt: 'rejected',
  invalid_request_error: 'rejected',
  timeout_error: 'timeout',
}

const TOO_LONG = /maximum context length|context (?:window|size|length)|prompt is too long|too many tokens/i

/** Longest text of a provider that is kept. */
const MAX_MESSAGE = 300

/** The error of a request, from its status, its headers and the body in the form of any provider. */
export function failedModel({ model, apiKey, onTheWay, cause, ...failed }: FailedRequest): ModelError {
  const mask = (text: string) => createMasker(apiKey ? [apiKey] : []).text(text)
  if (onTheWay) return new ModelError(onTheWay, { model, message: mask(failed.message), cause })
  const inner = errorIn(failed.body) ?? errorIn(afterStatus(failed.message)) ?? {}
  const status = failed.status ?? statusIn(inner)
  const header = headerOf(failed.headers)
  const message = (textIn(inner) || failed.message).replace(/\s+/g, ' ').slice(0, MAX_MESSAGE)
  const code = codeIn(inner)
  const should = header('x-should-retry')
  return new ModelError(failureOf({ status, code, message, isDaily: namesDailyQuota(inner) }), {
    ...{ model, message: mask(message), cause, status, code },
    requestId: header('x-request-id') ?? header('request-id') ?? header('apim-request-id'),
    retryAfterMs: pauseIn(header) ?? pauseOfBody(inner, message),
    ...(should === 'false' && { retryable: false }),
  })
}

/** The innermost cause of an error says most: "connect ECONNREFUSED 127.0.0.1:1" instead of "Connection error.". */
export function innermost(error: unknown): { message: string; names: string[] } {
  const names: string[] = []
  let inner = error
  for (; inner instanceof Error && inner.cause instanceof Error; inner = inner.cause) names.push(inner.name)
  if (inner instanceof Error) names.push(inner.name)
  const message = (messageOf(inner) || messageOf(error)).replace(/\s+/g, ' ').slice(0, MAX_MESSAGE)
  return { message, names }
}

function failureOf(facts: {
  status: number | undefined
  code: string | undefined
  message: string
  isDaily: boolean
}): ModelFailure {
  const { status, code, message, isDaily } = facts
  const known = code === undefined ? undefined : FAILURE_OF_CODE[code]
  if (status === 402 || isDaily) return 'no-credit'
  if (status === 413 || (status === 400 && TOO_LONG.test(message))) return 'too-long'
  if (known && known !== 'rejected') return known
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404 && /model|NOT_FOUND/i.test(`${code} ${message}`)) return 'unknown-model'
  if (status === 429) return 'rate-limited'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 409 || (status !== undefined && status >= 500)) return 'unavailable'
  // Without a status, the provider reported the error in the middle of a stream that began with status 200.
  return known ?? (status === undefined ? 'unavailable' : 'rejected')
}

/** The error object in a body: `{error: {…}}`, a list with it, `{error: "text"}`, or the object itself. */
function errorIn(body: unknown): JsonObject | undefined {
  const one = Array.isArray(body) ? body[0] : body
  const object = asObject(one)
  if (!object) return typeof one === 'string' ? errorIn(tryParseJson(one)) : undefined
  if (typeof object.error === 'string') return { message: object.error }
  return asObject(object.error) ?? (Object.keys(object).length > 0 ? object : undefined)
}

/** The JSON in a message such as `429 [{"error": {…}}]`. */
const afterStatus = (message: string) => tryParseJson(message.slice(message.indexOf(' ') + 1))

const textIn = ({ message }: JsonObject) => (typeof message === 'string' ? message : '')

/** Some gateways give the HTTP status as `code` of an error in a stream. */
function statusIn({ code, status }: JsonObject): number | undefined {
  const found = [code, status].find((one) => typeof one === 'number' && one >= 400 && one < 600)
  return typeof found === 'number' ? found : undefined
}

function codeIn(error: JsonObject): string | undefined {
  const { error_code: detailed } = asObject(error.details) ?? {}
  return [detailed, error.code, error.status, error.type].find(
    (one): one is string => typeof one === 'string' && one !== '' && one !== 'error',
  )
}

function namesDailyQuota({ details }: JsonObject): boolean {
  return Array.isArray(details) && /PerDay/.test(JSON.stringify(details))
}

type Header = (name: string) => string | undefined

function headerOf(headers: FailedRequest['headers']): Header {
  if (!headers) return () => undefined
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  return (name) => headers[name]
}

/** The pause that the headers ask for, in milliseconds. */
function pauseIn(header: Header): number | undefined {
  const ms = Number(header('retry-after-ms') ?? Number.NaN)
  if (ms >= 0) return ms
  const after = header('retry-after')
  if (after !== undefined) return pauseUntil(after, header('date'))
  const resets = ['requests', 'tokens'].flatMap((kind) => {
    const isUsedUp = header(`x-ratelimit-remaining-${kind}`) === '0'
    return isUsedUp ? (durationMs(header(`x-ratelimit-reset-${kind}`) ?? '') ?? []) : []
  })
  return resets.length > 0 ? Math.max(...resets) : undefined
}

/** `Retry-After` is a number of seconds or a date. */
function pauseUntil(after: string, date: string | undefined): number | undefined {
  const seconds = Number(after)
  if (after.trim() !== '' && seconds >= 0) return seconds * 1_000
  const now = date === undefined ? Date.now() : Date.parse(date)
  const ms = Date.parse(after) - now
  return Number.isNaN(ms) ? durationMs(after) : Math.max(0, ms)
}

/** Google puts the pause into the details, and some gateways only into the text. */
function pauseOfBody({ details }: JsonObject, message: string): number | undefined {
  for (const detail of Array.isArray(details) ? details : []) {
    const { retryDelay } = asObject(detail) ?? {}
    if (typeof retryDelay === 'string') return durationMs(retryDelay)
  }
  const [, text] = /\b(?:retry|try again) in ([\d.]{1,12}(?:ms|s|m))\b/i.exec(message) ?? []
  return text === undefined ? undefined : durationMs(text)
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** A duration such as `6m0s`, `1.57s` or `12ms`, in milliseconds. */
function durationMs(text: string): number | undefined {
  // A number without a unit also matches, so that the search never begins again inside a number.
  const found = text.slice(0, 40).matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)?/g)
  const parts = [...found].filter(([, , unit]) => unit !== undefined)
  if (parts.length === 0) return undefined
  return Math.round(parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNIT_MS[unit!]!, 0))
}
