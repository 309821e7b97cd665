import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import type { Collection } from '../../toolkit/model/collection.js'
import { fill } from '../../toolkit/template/fill.js'
import { chooseExample, type Wish } from './choose-example.js'
import type { MockRequest } from './compare-request.js'
import { explainMiss } from './explain-miss.js'
import { segmentsOf } from './path-pattern.js'
import { type Candidate, examplesIn, type Route, routesOf } from './routes.js'

/** What a mock serves, and where. */
export interface MockOptions {
  collections: Collection[]
  host: string
  /** 0 takes a free one. */
  port: number
  /** How long every answer waits. */
  latencyMs: number
  logger: Logger
}

/** A running mock. */
export interface Mock {
  /** Such as `http://127.0.0.1:35814`. */
  url: string
  /** How many requests and saved examples it knows. */
  requests: number
  examples: number
  /** Serves the examples of other collections from now on. */
  replace(collections: Collection[]): void
  close(): Promise<void>
}

/** Longer bodies are not looked at; the example is chosen without them. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Serves the saved examples of collections as an API. Throws the `VoiceError` `port-in-use`. */
export async function startMock(options: MockOptions): Promise<Mock> {
  const context: Context = { routes: routesOf(options.collections), ...options }
  const server = createServer((request, response) => {
    answer(request, response, { ...context }).catch((error: unknown) => {
      options.logger.debug('mock: the client left before its answer', { error })
      response.destroy()
    })
  })
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    ...examplesIn(context.routes),
    replace: (collections) => {
      context.routes = routesOf(collections)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Context {
  routes: Route[]
  latencyMs: number
  logger: Logger
}

async function answer(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const asked = await readRequest(request)
  if (context.latencyMs > 0) await delay(context.latencyMs)
  const wish = wishOf(request)
  const choice = chooseExample(context.routes, asked, wish)
  const found = 'candidate' in choice
  context.logger.debug('mock: answered', {
    method: asked.method,
    path: request.url?.replace(/\?.*/s, ''),
    found,
  })
  for (const [name, value] of crossOrigin(request)) response.setHeader(name, value)
  if (found) return send(response, choice.candidate, asked.method)
  if (asked.method === 'OPTIONS') return void response.writeHead(204).end()
  const miss = explainMiss(context.routes, asked, { matches: choice.matches, wish })
  response.writeHead(404, { 'content-type': 'application/json' }).end(`${JSON.stringify(miss, null, 2)}\n`)
}

/** Headers that belong to the connection or describe bytes that are not sent this way again. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function send(response: ServerResponse, { example, route }: Candidate, method: string): void {
  const status =
    example.status !== undefined && example.status >= 200 && example.status <= 599 ? example.status : 200
  const body = fill(example.body, route.scope).text
  for (const { key, value } of example.headers) {
    if (!isSendable(key, value) || OWN_HEADERS.has(key.toLowerCase())) continue
    if (key.toLowerCase() === 'set-cookie') response.appendHeader(key, value)
    else response.setHeader(key, value)
  }
  if (body !== '' && !response.hasHeader('content-type')) response.setHeader('content-type', guessType(body))
  response.setHeader('x-mock-example', encodeURIComponent(example.name))
  response.writeHead(status).end(method === 'HEAD' || status === 204 || status === 304 ? undefined : body)
}

function isSendable(key: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(key) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}

function guessType(body: string): string {
  return /^\s*[[{]/.test(body) ? 'application/json' : 'text/plain; charset=utf-8'
}

function crossOrigin({ headers }: IncomingMessage): [string, string][] {
  return [
    ['access-control-allow-origin', headers.origin ?? '*'],
    ['access-control-allow-methods', headers['access-control-request-method'] ?? '*'],
    ['access-control-allow-headers', headers['access-control-request-headers'] ?? '*'],
    ['access-control-expose-headers', '*'],
    ['vary', 'origin'],
  ]
}

async function readRequest(request: IncomingMessage): Promise<MockRequest> {
  const [pathname = '/', ...query] = (request.url ?? '/').split('?')
  return {
    method: request.method ?? 'GET',
    segments: segmentsOf(pathname),
    query: [...new URLSearchParams(query.join('?'))],
    contentType: request.headers['content-type'] ?? '',
    body: await readBody(request),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : ''
}

function wishOf({ headers }: IncomingMessage): Wish {
  const code = Number(headers['x-mock-response-code'])
  const name = headers['x-mock-response-name']
  return {
    ...(Number.isInteger(code) && { status: code }),
    ...(typeof name === 'string' && { name }),
  }
}

function listen(server: Server, { host, port }: MockOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, { host, port })))
    server.listen(port, host, resolve)
  })
}

function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): VoiceError {
  if (error.code === 'EADDRINUSE')
    return new VoiceError('port-in-use', `Port ${port} on ${host} is in use; choose another with --port.`, {
      cause: error,
    })
  return new VoiceError('cannot-listen', `Cannot listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}
