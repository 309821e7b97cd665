import { createServer, type Socket } from 'node:net'
import { listenHere } from './loopback.js'

/** One request as it came over the line. */
export interface CapturedRequest {
  /** Request line and headers. */
  head: string
  body: string
}

/** Answers a captured request; the text of a whole HTTP answer. */
export type Answer = (request: CapturedRequest) => string

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'

/** A raw TCP server that keeps every byte of every request, as latin1 text. */
export interface CaptureServer {
  port: number
  captured: CapturedRequest[]
  close(): Promise<void>
}

/** Starts a capture server on a port of the system's choice. */
export async function startCapture(answer: Answer = () => OK): Promise<CaptureServer> {
  const captured: CapturedRequest[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    serve(socket, (request) => {
      captured.push(request)
      return answer(request)
    })
  })
  return { captured, ...(await listenHere(server)) }
}

/** Cuts the stream into requests: by `Content-Length`; without one, by what has come when the line falls silent. */
function serve(socket: Socket, handle: Answer): void {
  let pending = ''
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    for (;;) {
      const end = pending.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = pending.slice(0, end)
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      if (pending.length < end + 4 + length) return
      const rest = pending.slice(end + 4)
      const isUnframed = !/^content-length:/im.test(head) && rest !== '' && !/^[A-Z]+ /.test(rest)
      const body = isUnframed ? rest : rest.slice(0, length)
      pending = rest.slice(body.length)
      socket.write(handle({ head, body }), 'latin1')
    }
  })
}
