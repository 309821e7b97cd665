import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { ServerEvent } from '../../src/protocol/events.js'
import { complaintsAbout } from './event-schemas.js'
import { type Listening, listenHere } from './loopback.js'
import { brokenRules } from './protocol-rules.js'
import type { LooseEvent } from './raw-client.js'

/** All messages of one connection, in both directions. */
export interface TappedLine {
  url: string
  /** Headers of the client's upgrade. */
  headers: IncomingMessage['headers']
  /** The subprotocol the server chose. */
  chosen: string
  sent: LooseEvent[]
  received: ServerEvent[]
  /** Frames of the server that are no text. */
  binaryFrames: number
}

/**
 * A relay between a client that is not ours and the server: it changes nothing and keeps everything, so that every event the client was sent can
 * be judged.
 */
export class WireTap {
  readonly lines: TappedLine[]
  readonly port: number
  readonly close: () => Promise<void>

  private constructor({ port, close }: Listening, lines: TappedLine[]) {
    this.port = port
    this.close = close
    this.lines = lines
  }

  /** Listens on a free port of the loopback and passes everything on to another one. */
  static async before(serverPort: number): Promise<WireTap> {
    const lines: TappedLine[] = []
    const server = createServer((_request, response) => response.writeHead(404).end())
    server.on('upgrade', (request, socket: Socket, head) => {
      const line = { url: request.url ?? '', headers: request.headers, chosen: '', sent: [], received: [] }
      const tapped: TappedLine = { ...line, binaryFrames: 0 }
      lines.push(tapped)
      relay(tapped, { request, socket, head, serverPort })
    })
    return new WireTap(await listenHere(server), lines)
  }

  /** All events of the server, of all lines. */
  get received(): ServerEvent[] {
    return this.lines.flatMap((line) => line.received)
  }

  /** All events of the clients. */
  get sent(): LooseEvent[] {
    return this.lines.flatMap((line) => line.sent)
  }

  /** The faults of the server's messages: wrong shapes, wrong order, frames that are not text. */
  get complaints(): string[] {
    return this.lines.flatMap((line) => [
      ...(line.binaryFrames > 0 ? [`${line.binaryFrames} binary frames`] : []),
      ...line.received.flatMap(complaintsAbout),
      ...brokenRules(line.received),
    ])
  }
}

function relay(
  line: TappedLine,
  options: { request: IncomingMessage; socket: Socket; head: Buffer; serverPort: number },
): void {
  const { request, socket, head, serverPort } = options
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((entry) => entry.trim()) ?? []
  const server = new WebSocket(`ws://127.0.0.1:${serverPort}${request.url}`, offered, {
    headers: passedOn(request.headers),
  })
  server.on('error', () => socket.destroy())
  server.on('unexpected-response', (_request, { statusCode }) =>
    socket.end(`HTTP/1.1 ${statusCode} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
  )
  const waiting: { data: RawData; isBinary: boolean }[] = []
  server.on('message', (data, isBinary) => waiting.push({ data, isBinary }))
  server.once('open', () => {
    line.chosen = server.protocol
    const sides = new WebSocketServer({ noServer: true, handleProtocols: () => server.protocol || false })
    sides.handleUpgrade(request, socket, head, (client) => {
      const toClient = (data: RawData, isBinary: boolean) => {
        if (isBinary) line.binaryFrames += 1
        else line.received.push(JSON.parse(String(data)) as ServerEvent)
        client.send(data, { binary: isBinary })
      }
      server.removeAllListeners('message')
      for (const { data, isBinary } of waiting) toClient(data, isBinary)
      server.on('message', toClient)
      client.on('message', (data, isBinary) => {
        if (!isBinary) line.sent.push(JSON.parse(String(data)) as LooseEvent)
        server.send(data, { binary: isBinary })
      })
      client.on('close', () => server.close())
      server.on('close', (code, reason) => {
        if (client.readyState === WebSocket.OPEN) client.close(code === 1005 ? 1000 : code, reason)
      })
    })
  })
}

/** All but what belongs to the handshake itself. */
function passedOn(headers: IncomingMessage['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => typeof value === 'string' && !/^(host|connection|upgrade|sec-websocket-)/.test(name),
  )
  return Object.fromEntries(kept) as Record<string, string>
}
