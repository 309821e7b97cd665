import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../ports.js'
import type { Collection } from '../../toolkit/model/collection.js'
import { fill } from '../../toolkit/template/fill.js'
import { isLocalPage, isLoopbackHost, isWebPage } from '../http/client-address.js'
import { startListening } from '../http/listen.js'
import { type ChosenExample, chooseExample, type ExampleRequirements, explainMiss } from './choose-example.js'
import { compareRequest, type MockRequest } from './compare-request.js'
import { AnswerGenerator } from './generated/answer-generator.js'
import type { GeneratedAnswer } from './generated/classify.js'
import { segmentsOf, valuesAt } from './path-pattern.js'
import {
  countExamples,
  type ExampleCandidate,
  isSuccess,
  type MockCounts,
  type Route,
  routesOf,
} from './routes.js'

interface MockOptions {
  collections: Collection[]
  host: string
  port: number
  latencyMs: number
  /** Whether to answer 404 if no example matches, instead of generating an answer. @default false */
  strict?: boolean
  logger: Logger
}

export interface Mock {
  url: string
  counts: MockCounts
  replace(collections: Collection[]): void
  close(): Promise<void>
}

/** A request body with more bytes is read as an empty one. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Serves the saved examples of collections as an API. Requests without an example get generated answers. Throws `port-in-use`. */
export async function startMock(options: MockOptions): Promise<Mock> {
  const { strict = false } = options
  const context: MockContext = {
    ...mocked(options.collections, strict),
    ...options,
    strict,
    hasToldMade: false,
  }
  const server = createServer((request, response) => {
    answer(request, response, context).catch((error: unknown) => {
      options.logger.debug('mock: the client left before its answer', { error })
      response.destroy()
    })
  })
  const port = await startListening(server, options)
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    get counts() {
      return countExamples(context.routes)
    },
    replace: (collections) => void Object.assign(context, mocked(collections, strict)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Mocked {
  routes: Route[]
  made: ReadonlyMap<Route, AnswerGenerator>
}

interface MockContext extends Mocked {
  host: string
  latencyMs: number
  strict: boolean
  logger: Logger
  hasToldMade: boolean
}

function mocked(collections: Collection[], strict: boolean): Mocked {
  const routes: Route[] = []
  const made = new Map<Route, AnswerGenerator>()
  for (const collection of collections) {
    const own = routesOf(collection, { literalIds: !strict })
    routes.push(...own)
    const answers = new AnswerGenerator(own)
    for (const route of own) made.set(route, answers)
  }
  return { routes, made }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: MockContext,
): Promise<void> {
  const foreign = foreignCaller(request, context.host)
  if (foreign !== undefined) {
    const body = `${JSON.stringify({ error: foreign })}\n`
    return void response.writeHead(403, { 'content-type': 'application/json' }).end(body)
  }
  const asked = await readRequest(request)
  if (context.latencyMs > 0) await delay(context.latencyMs)
  const requirements = exampleRequirementsOf(request)
  const { routes, strict, logger } = context
  const choice = chooseExample(routes, { request: asked, requirements, strict })
  const made = strict ? undefined : madeFor(choice, { asked, requirements, context })
  logger.debug('mock: answered', {
    method: asked.method,
    path: request.url?.replace(/\?.*/s, ''),
    found: made ? 'made' : 'candidate' in choice,
  })
  for (const [name, value] of crossOriginHeaders(request)) response.setHeader(name, value)
  if (made) return sendMade(response, { made, method: asked.method })
  if ('candidate' in choice) return send(response, choice.candidate, asked.method)
  if (asked.method === 'OPTIONS') return void response.writeHead(204).end()
  const matches = 'matches' in choice ? choice.matches : []
  const miss = explainMiss(routes, asked, { matches, requirements })
  response.writeHead(404, { 'content-type': 'application/json' }).end(`${JSON.stringify(miss, null, 2)}\n`)
}

/** The generated answer, if no example fits or it fits better. */
function madeFor(
  choice: ChosenExample,
  {
    asked,
    requirements,
    context,
  }: { asked: MockRequest; requirements: ExampleRequirements; context: MockContext },
): GeneratedAnswer | undefined {
  const { made, logger } = context
  if ('matches' in choice) return undefined
  const { route, path } = 'candidate' in choice ? choice.candidate : choice.route
  const answers = made.get(route)!
  if ('candidate' in choice) {
    const { example, saved } = choice.candidate
    const hasRequirements = requirements.status !== undefined || requirements.name !== undefined
    const values = valuesAt(route.pattern, saved.url, route.scope)
    const isSame = compareRequest(asked, choice.candidate).body.exact
    const shown = { request: asked, path, saved: { values, body: example.body, isSame } }
    if (hasRequirements || !isSuccess(example.status)) return undefined
    if (!answers.isBetter(route, shown)) {
      answers.remember(route, { request: asked, path, body: example.body })
      return undefined
    }
  }
  if (!context.hasToldMade) {
    context.hasToldMade = true
    const text =
      'mock: made up an answer, and will for every request without a saved example (header voice-mock: made)'
    logger.info(text, { method: asked.method, path: route.pattern.text })
  }
  return answers.answer(route, { request: asked, path })
}

function sendMade(
  response: ServerResponse,
  { made, method }: { made: GeneratedAnswer; method: string },
): void {
  for (const [name, value] of made.headers) if (isSendable(name, value)) response.setHeader(name, value)
  response.setHeader('content-type', made.type ?? 'application/json')
  response.setHeader('voice-mock', 'made')
  const body = made.type ? String(made.body) : `${JSON.stringify(made.body)}\n`
  response.writeHead(made.status).end(method === 'HEAD' || made.status === 204 ? undefined : body)
}

/** Headers about the connection, or an encoding that the mock does not use. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  // The real API may accept fewer pages than the mock.
  'access-control-allow-origin',
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function send(response: ServerResponse, { example, route }: ExampleCandidate, method: string): void {
  const status =
    example.status !== undefined && example.status >= 200 && example.status <= 599 ? example.status : 200
  const body = fill(example.body, route.scope).text
  for (const { key, value } of example.headers) {
    if (!isSendable(key, value) || OWN_HEADERS.has(key.toLowerCase())) continue
    if (key.toLowerCase() === 'set-cookie') response.appendHeader(key, value)
    else if (key.toLowerCase() === 'content-type') response.setHeader(key, inUtf8(value))
    else response.setHeader(key, value)
  }
  if (body !== '' && !response.hasHeader('content-type')) response.setHeader('content-type', guessType(body))
  response.setHeader('voice-mock', example.isMade ? 'made' : 'example')
  response.setHeader('x-mock-example', encodeURIComponent(example.name))
  response.writeHead(status).end(method === 'HEAD' || status === 204 || status === 304 ? undefined : body)
}

function isSendable(key: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(key) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}

function inUtf8(type: string): string {
  return type.replace(/(;\s*charset\s*=\s*)("[^"]*"|[^;\s]+)/i, '$1utf-8')
}

function guessType(body: string): string {
  return /^\s*[[{]/.test(body) ? 'application/json' : 'text/plain; charset=utf-8'
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

function exampleRequirementsOf({ headers }: IncomingMessage): ExampleRequirements {
  const code = Number(headers['x-mock-response-code'])
  const name = headers['x-mock-response-name']
  return {
    ...(Number.isInteger(code) && { status: code }),
    ...(typeof name === 'string' && { name }),
  }
}

/**
 * Why the mock does not answer a request; `undefined` if it does. Any web page can send requests to this machine, and
 * the owner of a host name can point it at this machine (DNS rebinding). So the mock answers only requests to a local
 * host name or to the host of `--host`, and only pages of such a host. If the mock listens for other machines, they may
 * also use its IP address.
 */
function foreignCaller({ headers }: IncomingMessage, ownHost: string): string | undefined {
  const { host = '', origin } = headers
  if (!isKnownHost(host, ownHost))
    return `The mock does not answer under the name "${host.slice(0, 100)}", but under localhost and the name that --host gives.`
  if (origin === undefined || isLocalPage(origin) || isOwnPage(origin, ownHost)) return undefined
  return `Pages of ${origin.slice(0, 100)} must not use the mock. Open the page from localhost, or from the host that --host names.`
}

function crossOriginHeaders({ headers }: IncomingMessage): [string, string][] {
  const { origin } = headers
  if (origin === undefined) return []
  return [
    ['access-control-allow-origin', origin],
    ['access-control-allow-methods', headers['access-control-request-method'] ?? '*'],
    ['access-control-allow-headers', headers['access-control-request-headers'] ?? '*'],
    ['access-control-expose-headers', '*'],
    ['vary', 'origin'],
  ]
}

const isOwnPage = (origin: string, ownHost: string) =>
  isWebPage(origin) && isKnownHost(new URL(origin).host, ownHost)

function isKnownHost(host: string, ownHost: string): boolean {
  if (isLoopbackHost(host)) return true
  const name = hostName(host)
  if (name === undefined || isLoopbackHost(ownHost)) return false
  return name === hostName(isIP(ownHost) === 6 ? `[${ownHost}]` : ownHost) || isIP(name) !== 0
}

const hostName = (host: string) =>
  URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`).hostname.toLowerCase().replace(/^\[|\]$/g, '')
    : undefined
