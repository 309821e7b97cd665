import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { closingHeaders } from './http-answer.js'

/** A request of Node as one of the web, without its body. Its signal aborts when the response closes. */
export function toWebRequest(request: IncomingMessage, response: ServerResponse): Request {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const method = request.method ?? 'GET'
  return new Request(`http://localhost${request.url}`, { method, headers, signal: closed.signal })
}

/** Sends the `Response` of a library. A client that leaves cancels its body. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) return await answer.body?.cancel()
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...closingHeaders(response) })
  if (!answer.body) return void response.end()
  // An event stream may have nothing to say for a long time.
  response.flushHeaders()
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => {})
}
