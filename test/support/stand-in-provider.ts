import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenHere } from './loopback.js'

/** What the stand-in does with one request: a status with a body, or a stream of raw pieces of bytes. */
export type StandInAnswer =
  | { status: number; body: string; headers?: Record<string, string> }
  | {
      pieces: (string | Uint8Array)[] /** Drops the connection instead of ending the answer. */
      drop?: boolean
    }
  | { silence: true }

/** A server that stands in for a provider of language models, and the requests that it got. */
export interface StandIn {
  baseUrl: string
  requests: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[]
  close(): Promise<void>
}

/** Answers each request with the next of the answers, byte by byte as given. */
export async function startStandIn(answers: StandInAnswer[]): Promise<StandIn> {
  const requests: StandIn['requests'] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    requests.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text || '{}') })
    await give(response, answers.shift() ?? { status: 500, body: 'out of answers' })
  })
  const { port, close } = await listenHere(server)
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, close }
}

async function give(response: ServerResponse, answer: StandInAnswer): Promise<void> {
  if ('silence' in answer) return
  if ('status' in answer) {
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
    response.end(answer.body)
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const piece of answer.pieces) {
    response.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (answer.drop) response.destroy()
  else response.end()
}

/** A chunk of a chat completion as a server-sent event. */
export function sse(chunk: unknown): string {
  return `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`
}

/** A chunk with one choice. */
export function choice(delta: object, finish_reason: string | null = null): string {
  return sse({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  })
}

/** The end of a stream. */
export const DONE = 'data: [DONE]\n\n'

/** The same bytes in pieces of a size: splits characters, lines and surrogate pairs anywhere. */
export function inPieces(text: string, size: number): Uint8Array[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
}
