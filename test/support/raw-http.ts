import { type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over the line; 101 for an upgrade that was taken. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** The request, with any header, also those that `fetch` does not allow. */
export interface RawQuestion {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
  /** Asks for a WebSocket. */
  upgrade?: boolean
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Sends one request to a port of the loopback and reads the answer. */
export function askRaw(port: number, question: RawQuestion): Promise<RawAnswer> {
  const { method = 'GET', path = '/', headers = {}, body, upgrade = false } = question
  return new Promise((resolve, reject) => {
    const asked = request({
      ...{ host: '127.0.0.1', port, method, path, agent: false },
      headers: { ...(upgrade && UPGRADE), ...headers },
    })
    asked.once('error', reject)
    asked.once('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '' })
    })
    asked.once('response', (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      )
    })
    asked.end(body)
  })
}
