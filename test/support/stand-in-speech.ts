import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { listenHere } from './loopback.js'

/** A request a stand-in got. */
export interface SpeechRequestSeen {
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A server in the place of a speech provider. */
export interface StandIn {
  /** Up to `/v1`. */
  baseUrl: string
  requests: SpeechRequestSeen[]
  close(): Promise<void>
}

/** Answers requests as a function says; WebSockets go to `onSocket`, or are refused with a status. */
export async function standInSpeech(options: {
  answer?: (request: SpeechRequestSeen, response: ServerResponse) => void | Promise<void>
  onSocket?: (socket: WebSocket, request: IncomingMessage) => void
  refuseWith?: () => number | undefined
}): Promise<StandIn> {
  const requests: SpeechRequestSeen[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const seen = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
    requests.push(seen)
    await options.answer?.(seen, response)
  })
  server.on('upgrade', (request, socket: Socket, head) => {
    requests.push({ url: request.url ?? '', headers: request.headers, body: Buffer.alloc(0) })
    const status = options.refuseWith?.()
    if (status !== undefined)
      socket.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else sockets.handleUpgrade(request, socket, head, (webSocket) => options.onSocket?.(webSocket, request))
  })
  const { port, close } = await listenHere(server)
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, close }
}

/** Sends a body in two writes, cut at a byte, as separate packets. */
export async function writeCut(
  response: ServerResponse,
  { body, at }: { body: Buffer; at: number },
): Promise<void> {
  response.flushHeaders()
  response.socket?.setNoDelay(true)
  if (at > 0) response.write(body.subarray(0, at))
  await new Promise<void>((resolve) => setImmediate(resolve))
  response.end(body.subarray(at))
}
