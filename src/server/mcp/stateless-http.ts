import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../protocol/is-object.js'
import { isTooDeep } from '../../protocol/nesting.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import { closingHeaders, readTextBody } from '../http/http-answer.js'
import type { Confirmations } from './call-result.js'
import { MAX_MESSAGE_BYTES } from './read-message.js'
import { MCP_ERROR, readEnvelope, type StatelessError } from './stateless-envelope.js'
import { type AskedQuestion, exchange } from './stateless-exchange.js'

/** HTTP status for each error code. Other responses have 200. */
const STATUS: Record<number, number> = {
  [MCP_ERROR.parse]: 400,
  [MCP_ERROR.invalidRequest]: 400,
  [MCP_ERROR.invalidParams]: 400,
  [MCP_ERROR.headerMismatch]: 400,
  [MCP_ERROR.unsupportedVersion]: 400,
  [MCP_ERROR.methodNotFound]: 404,
}

/**
 * Answers a POST of MCP 2026-07-28: one request and one response, without a session. If the client accepts an event
 * stream, the first notification, such as a progress notification, makes the response an event stream. A disconnect
 * stops the call.
 */
export async function answerStateless(
  request: IncomingMessage,
  response: ServerResponse,
  { createServer, questions }: { createServer: () => Server; questions: Confirmations<AskedQuestion> },
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end()
    return
  }
  const body = await readBody(request)
  if (!isObject(body)) return send(response, null, { error: NO_REQUEST })
  if (!('id' in body)) {
    response.writeHead(202).end()
    return
  }
  const read = readEnvelope(body, request.headers)
  if ('code' in read) return send(response, idOf(body), { error: read })
  const server = createServer()
  response.once('close', () => void server.close())
  const canStream = String(request.headers.accept).includes('text/event-stream')
  const notify = (message: JSONRPCMessage) => {
    if (canStream) sendEvent(response, message)
  }
  send(response, read.id, await exchange(server, read, { notify, questions }))
}

const NO_REQUEST: StatelessError = {
  code: MCP_ERROR.parse,
  message: 'The body must be one JSON-RPC request.',
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const { body } = request as IncomingMessage & { body?: unknown }
  if (body !== undefined) return isTooDeep(body) ? undefined : body
  return tryParseExact((await readTextBody(request, MAX_MESSAGE_BYTES)) ?? '')
}

const idOf = ({ id }: Record<string, unknown>) =>
  typeof id === 'string' || typeof id === 'number' ? id : null

function send(
  response: ServerResponse,
  id: string | number | null,
  answer: { result: object } | { error: StatelessError },
): void {
  if (response.destroyed) return
  const message = { jsonrpc: '2.0', id, ...answer }
  if (response.headersSent) {
    sendEvent(response, message)
    response.end()
    return
  }
  const status = 'error' in answer ? (STATUS[answer.error.code] ?? 200) : 200
  const headers = { 'content-type': 'application/json', ...closingHeaders(response) }
  response.writeHead(status, headers).end(JSON.stringify(message))
}

function sendEvent(response: ServerResponse, message: object): void {
  if (response.destroyed || response.writableEnded) return
  if (!response.headersSent)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
    })
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
}
