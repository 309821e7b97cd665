import { messageOf } from '../../../errors.js'
import { fieldsOf } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import { isCredentialLike } from '../../../toolkit/secrets/credential-name.js'
import { createMasker, type Masker } from '../../../toolkit/secrets/mask.js'
import { failureOfStatus, SpeechError } from '../../model/speech-error.js'
import { fetchWithin } from '../bounded-fetch.js'

/** What is needed to call a speech service over HTTP. */
export interface SpeechService {
  name: string
  model: string
  /** The base URL, up to and including `/v1`. */
  baseUrl: string
  apiKey?: string | undefined
}

export interface SpeechPost<Body> {
  provider: string
  headers: Record<string, string>
  body: Body
  signal: AbortSignal
}

/** Maximum time until the response begins. */
const TIMEOUT_MS = 30_000
const MAX_TEXT_BYTES = 1_000_000

/**
 * Sends a form to a speech provider and passes the whole response to `parse`. An error of `parse` becomes a
 * `SpeechError` `bad-answer`.
 */
export async function postForm(
  url: string,
  post: SpeechPost<FormData> & { parse: (body: string) => string },
): Promise<string> {
  const { provider, signal, parse } = post
  const response = await send(url, post)
  try {
    return parse(await textOf(response))
  } catch (error) {
    signal.throwIfAborted()
    throw new SpeechError('bad-answer', { provider, message: messageOf(error), cause: error })
  }
}

/** Sends JSON to a speech provider. Yields the pieces of the response body as they arrive. */
export async function* postJson(url: string, post: SpeechPost<object>): AsyncGenerator<Uint8Array> {
  const { provider, signal } = post
  const headers = { 'Content-Type': 'application/json', ...post.headers }
  const response = await send(url, { ...post, headers, body: JSON.stringify(post.body) })
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } catch (error) {
    signal.throwIfAborted()
    throw broken(error, provider)
  }
}

/**
 * Sends a POST request. Never retries, because the result would come too late for the conversation. Rejects with a
 * `SpeechError`.
 */
async function send(
  url: string,
  { provider, headers, body, signal }: SpeechPost<FormData | string>,
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
  try {
    const stop = AbortSignal.any([signal, late.signal])
    const response = await fetchWithin(url, { method: 'POST', headers, body, signal: stop })
    if (response.ok) return response
    throw await refusal(response, { provider, headers })
  } catch (error) {
    signal.throwIfAborted()
    if (late.signal.aborted) {
      const message = `no answer within ${TIMEOUT_MS / 1000} seconds`
      throw new SpeechError('timeout', { provider, message, cause: error })
    }
    throw broken(error, provider)
  } finally {
    clearTimeout(timer)
  }
}

/** Reads a body as text. If the body is too long, stops reading and throws. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  const reader = body?.getReader()
  let size = 0
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.byteLength
    if (size > MAX_TEXT_BYTES) {
      await reader?.cancel()
      throw new Error('the answer is far too long')
    }
    chunks.push(next.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The error for a response that is not 2xx: the status and the provider's message, with keys masked. */
async function refusal(
  response: Response,
  { provider, headers }: { provider: string; headers: Record<string, string> },
): Promise<SpeechError> {
  const body = await textOf(response).catch(() => '')
  const said = keyMasker(headers).text(saidIn(body)).slice(0, 200)
  const message = `HTTP ${response.status}${said ? `: ${said}` : ''}`
  return new SpeechError(failureOfStatus(response.status), { provider, message })
}

function keyMasker(headers: Record<string, string>): Masker {
  const named = Object.entries(headers).filter(([name]) => isCredentialLike(name))
  return createMasker(named.flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]))
}

function saidIn(body: string): string {
  const { error, detail, err_msg: shortMessage, message } = fieldsOf(tryParseJson(body))
  const given = error ?? detail
  const said = typeof given === 'string' ? given : (fieldsOf(given).message ?? shortMessage ?? message)
  return typeof said === 'string' ? said.replace(/\S+/g, withoutKey) : ''
}

/** Replaces a key in a word by "...". This includes a key that the provider has partly masked, such as `sk-12***89`. */
const withoutKey = (word: string) =>
  word.includes('***') ? '...' : word.replace(/\b(?:sk|ek)[-_].+/s, '...')

function broken(error: unknown, provider: string): SpeechError {
  if (error instanceof SpeechError) return error
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new SpeechError('unreachable', { provider, message: messageOf(inner), cause: error })
}
