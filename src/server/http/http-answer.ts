import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { VoiceError } from '../../errors.js'
import { isObject } from '../../protocol/is-object.js'
import { isTooDeep, MAX_NESTING } from '../../protocol/nesting.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import type { Fetched } from '../sessions/sessions.js'

/** The refusal of a request. Its message is sent to the client. */
export interface HttpRefusal {
  status: number
  message: string
  retryAfterSeconds?: number
}

export function isUnknownApp(error: unknown): error is VoiceError {
  return error instanceof VoiceError && error.code === 'unknown-app'
}

export interface HttpAnswer {
  status: number
  body: object | { text: string; type: string } | null
  headers?: Record<string, string>
}

export function refusalAnswer({ status, message, retryAfterSeconds }: HttpRefusal): HttpAnswer {
  return {
    status,
    body: { error: { type: 'invalid_request_error', message } },
    headers: {
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.ceil(retryAfterSeconds)) }),
    },
  }
}

export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  const { type, text } = render(answer)
  response.writeHead(answer.status, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(type && { 'Content-Type': type }),
    ...closingHeaders(response),
    ...answer.headers,
  })
  response.end(text)
}

/** `Connection: close` if the body was not read: the connection cannot take another request. */
export function closingHeaders({ req }: ServerResponse): Record<string, string> {
  return !req.complete && hasBody(req) ? { Connection: 'close' } : {}
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return Number(length ?? 0) > 0 || encoding !== undefined
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

const REFUSAL_TIMEOUT_MS = 5_000

/** Refuses an upgrade before the WebSocket handshake. Closes the socket even if the client does not. */
export function refuseUpgrade(socket: Socket, refusal: HttpRefusal): void {
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

function render({ body }: HttpAnswer): { type: string; text: string } {
  if (body === null) return { type: '', text: '' }
  if ('text' in body) return { type: String(body.type), text: String(body.text) }
  return { type: 'application/json', text: `${JSON.stringify(body)}\n` }
}

const MAX_BODY_BYTES = 64 * 1024

export const JSON_BODY = `a JSON object of at most 64 kB, nested at most ${MAX_NESTING} levels deep`

/** The object in a body, `{}` for none; `undefined` if it is no object, too large or deep. Express may have read it. */
export async function readJsonBody(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const { body } = request as IncomingMessage & { body?: unknown }
  const isTaken = request.readableEnded && hasBody(request)
  const isText = typeof body === 'string' || body instanceof Uint8Array
  if (isTaken && !isText) return isObject(body) && !isTooDeep(body) ? body : undefined
  const text = isTaken ? String(body) : await readTextBody(request)
  if (text === undefined) return undefined
  const value = tryParseExact(text || '{}')
  return isObject(value) ? value : undefined
}

/** The body of a request as text; `undefined` if it is longer than `maxBytes` (default 64 kB). */
export async function readTextBody(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
): Promise<string | undefined> {
  return (await readBody(request, maxBytes))?.toString()
}

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

export const TOO_BUSY: HttpRefusal = {
  status: 503,
  message: 'Too many connections are being opened at the same time. Try again.',
  retryAfterSeconds: 2,
}

export const TOO_MANY_SESSIONS: HttpRefusal = {
  status: 429,
  message: 'This key has as many sessions as it may. End one, or wait until one is over.',
  retryAfterSeconds: 10,
}

export const NO_CALL: HttpRefusal = { status: 404, message: 'There is no such call of this key.' }

export const RESTARTING: HttpRefusal = {
  status: 503,
  message: 'The server is restarting.',
  retryAfterSeconds: 5,
}

export const BEING_OPENED: HttpRefusal = {
  status: 503,
  message: 'Another connection is opening this session. Try again.',
  retryAfterSeconds: 1,
}

export const NOT_FETCHED: Record<Exclude<Fetched, 'here' | 'foreign'>, HttpRefusal> & { here?: undefined } = {
  refused: { status: 403, message: 'This session is known, and needs its resume token.' },
  busy: {
    status: 503,
    message: 'Another server is still busy with this session. Try again.',
    retryAfterSeconds: 1,
  },
  unreachable: {
    status: 503,
    message: 'The store of sessions cannot be reached, so this session cannot be found. Try again.',
    retryAfterSeconds: 2,
  },
}
