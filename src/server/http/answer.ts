import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { VoiceError } from '../../errors.js'
import { isTooDeep, MAX_NESTING } from '../../protocol/nesting.js'
import { parseJson } from '../../protocol/parse-json.js'

/** Why a request is turned away: an HTTP status, a sentence, and when to come back. */
export interface Refusal {
  status: number
  message: string
  retryAfterSeconds?: number
}

/** Whether an error says that a server has no app of the asked id; its message is for the client. */
export function isUnknownApp(error: unknown): error is VoiceError {
  return error instanceof VoiceError && error.code === 'unknown-app'
}

/** What a route answers. */
export interface Answer {
  status: number
  /** JSON, or text with its type. */
  body: object | { text: string; type: string } | null
  headers?: Record<string, string>
}

/** A refusal as the answer of a route. */
export function refusalAnswer({ status, message, retryAfterSeconds }: Refusal): Answer {
  return {
    status,
    body: { error: { type: 'invalid_request_error', message } },
    headers: {
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.ceil(retryAfterSeconds)) }),
    },
  }
}

/** Writes an answer. */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const { type, text } = render(answer)
  response.writeHead(answer.status, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(type && { 'Content-Type': type }),
    ...answer.headers,
  })
  response.end(text)
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

/** A client that does not read its refusal is dropped. */
const REFUSAL_TIMEOUT_MS = 5_000

/** Answers a socket that is refused, such as of an upgrade, before anything of WebSocket was spoken, and closes it, whether or not the client does. */
export function refuseUpgrade(socket: Socket, refusal: Refusal): void {
  const answer = refusalAnswer(refusal)
  const { type, text } = render(answer)
  const headers = {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    ...answer.headers,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.setTimeout(REFUSAL_TIMEOUT_MS, () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(
    [`HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Refused'}`, ...lines, '', text].join('\r\n'),
  )
}

function render({ body }: Answer): { type: string; text: string } {
  if (body === null) return { type: '', text: '' }
  if ('text' in body) return { type: String(body.type), text: String(body.text) }
  return { type: 'application/json', text: `${JSON.stringify(body)}\n` }
}

const MAX_BODY_BYTES = 64 * 1024

/** What `readJsonBody` takes, for the sentence that refuses a body. */
export const JSON_BODY = `a JSON object of at most 64 kB, nested at most ${MAX_NESTING} levels deep`

/**
 * The JSON object a request carries, `{}` for none; `undefined` when it is something else, too big or nested too deep. Where a body parser of Express was there first,
 * it is what that one has read.
 */
export async function readJsonBody(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const { body } = request as IncomingMessage & { body?: unknown }
  if (request.readableEnded && isObject(body)) return isTooDeep(body) ? undefined : body
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(chunk as Buffer)
  }
  try {
    const value: unknown = parseJson(Buffer.concat(chunks).toString() || '{}')
    return isObject(value) && !isTooDeep(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
