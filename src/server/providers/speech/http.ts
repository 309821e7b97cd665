import { messageOf } from '../../../errors.js'
import { fieldsOf } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import { isCredentialLike } from '../../../toolkit/secrets/credential-name.js'
import { createMasker, type Masker } from '../../../toolkit/secrets/mask.js'
import { failureOfStatus, SpeechError } from '../../model/speech-error.js'

/** Access to a speech service in the network. */
export interface SpeechService {
  name: string
  model: string
  /** The base URL, up to `/v1`. */
  baseUrl: string
  apiKey?: string | undefined
}

export interface SpeechPost {
  provider: string
  headers: Record<string, string>
  body: FormData | string
  signal: AbortSignal
}

/** The response, to be read as text or in pieces. Both methods throw a `SpeechError`. */
export interface SpeechAnswer {
  /** Reads the whole body with `parse`. An error of `parse` becomes a `bad-answer`. */
  text(parse: (body: string) => string): Promise<string>
  chunks(): AsyncIterable<Uint8Array>
}

/** Deadline for the start of the response. */
const TIMEOUT_MS = 30_000
const MAX_TEXT_BYTES = 1_000_000

/** Sends a POST request to a speech provider. Never retries: the result would come too late. */
export async function postForSpeech(url: string, post: SpeechPost): Promise<SpeechAnswer> {
  const { provider, headers, body, signal } = post
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
  try {
    const stop = AbortSignal.any([signal, late.signal])
    const response = await fetch(url, { method: 'POST', headers, body, signal: stop })
    if (!response.ok) throw await refusal(response, { provider, headers })
    return {
      text: (parse) => readText(response, { provider, signal, parse }),
      chunks: () => readChunks(response, { provider, signal }),
    }
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

interface BodyReading {
  provider: string
  signal: AbortSignal
}

async function readText(
  response: Response,
  { provider, signal, parse }: BodyReading & { parse: (body: string) => string },
): Promise<string> {
  try {
    return parse(await textOf(response))
  } catch (error) {
    signal.throwIfAborted()
    throw new SpeechError('bad-answer', { provider, message: messageOf(error), cause: error })
  }
}

/** The text of a body. Throws as soon as the body is too long, and reads no further. */
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

async function* readChunks(
  response: Response,
  { provider, signal }: BodyReading,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } catch (error) {
    signal.throwIfAborted()
    throw broken(error, provider)
  }
}

/** The error for a refused request: its status and the provider's message, with keys masked. */
async function refusal(
  response: Response,
  { provider, headers }: Pick<SpeechPost, 'provider' | 'headers'>,
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

/** Removes a key from a word, or a key that the provider has masked in part. */
const withoutKey = (word: string) =>
  word.includes('***') ? '...' : word.replace(/\b(?:sk|ek)[-_].+/s, '...')

function broken(error: unknown, provider: string): SpeechError {
  if (error instanceof SpeechError) return error
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new SpeechError('unreachable', { provider, message: messageOf(inner), cause: error })
}
