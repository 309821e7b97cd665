import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Clock, Logger } from '../../ports.js'
import { defaultMcpEndpoint } from '../defaults.js'
import { isUnknownApp } from '../http/http-answer.js'
import { sendWebResponse, toWebRequest } from '../http/web-exchange.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import { Confirmations } from './call-result.js'
import { MAX_MESSAGE_BYTES, type McpSource } from './mcp-options.js'
import { readMessage } from './read-message.js'

export interface McpEndpointOptions {
  clock: Clock
  logger: Logger
  /** Maximum number of sessions, and of requests without a session. @default 1000 */
  maxSessions?: number
  /** A session without requests and open streams is kept for this time, in milliseconds. @default 1800000 */
  idleMs?: number
}

/**
 * The sender of a request. `id` identifies its key and app. A session can be used only by requests with the same `id`.
 */
export interface McpOwner {
  id: string
  /** `confirmations` are the calls of this owner that wait for approval. */
  createServer: (confirmations: Confirmations) => Server
  onChange?: McpSource['onChange']
}

/** Maximum number of owners whose calls wait for approval. The owner that came first is dropped first. */
const MAX_OWNERS = 1_000

const TOO_LARGE = `The body has more than ${MAX_MESSAGE_BYTES} bytes.`

interface McpSession {
  owner: string
  transport: WebStandardStreamableHTTPServerTransport
  server: Server
  /** Number of responses in progress, including streams. */
  open: number
  cancelExpiry: () => void
}

/** An HTTP request with the message in its body. */
interface Exchange {
  request: Request
  body: unknown
  response: ServerResponse
}

const METHODS = ['GET', 'POST', 'DELETE']

/**
 * The Streamable HTTP transport of MCP: one path. Requests of MCP 2026-07-28 have a server each. Requests of earlier
 * versions have a server per session, which starts with `initialize`, and ends with DELETE or when it is idle for
 * `idleMs`.
 */
export class McpEndpoint {
  readonly #sessions = new Map<string, McpSession>()
  /** Requests without a session that are being answered, some for as long as the client listens for changes. */
  readonly #handlers = new Set<McpHttpHandler>()
  /** What waits for approval. All sessions of an owner share it: some clients open a session for each call. */
  readonly #waiting = new BoundedMap<string, Confirmations>(MAX_OWNERS)
  readonly #options: Required<McpEndpointOptions>

  constructor(options: McpEndpointOptions) {
    this.#options = { ...defaultMcpEndpoint, ...options }
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Handles one request. Never throws. */
  async handle(request: IncomingMessage, response: ServerResponse, owner: McpOwner): Promise<void> {
    const id = request.headers['mcp-session-id']
    // The client has left, for example while its key was checked.
    if (response.closed) return
    try {
      const { method = '' } = request
      if (!METHODS.includes(method)) return refuse(response, 405, `${method} is not allowed.`)
      const body = method === 'POST' ? await readMessage(request) : undefined
      if (response.closed) return
      if (method === 'POST' && body === undefined) return refuse(response, 413, TOO_LARGE)
      const exchange = { request: toWebRequest(request, response), body, response }
      const isSessionless = id === undefined && (await needsNoSession(exchange))
      if (response.closed) return
      if (isSessionless) await this.#answerOne(exchange, owner)
      else if (id === undefined) await this.#begin(exchange, owner)
      else await this.#goOn(exchange, { id: String(id), owner: owner.id })
    } catch (error) {
      if (isUnknownApp(error)) return refuse(response, 404, error.message)
      this.#options.logger.error('MCP request failed', { error })
      if (!response.headersSent) refuse(response, 500, 'Something went wrong inside the server.')
    }
  }

  async close(): Promise<void> {
    const servers = [...this.#sessions.values()].map(({ server }) => server)
    await Promise.all([...servers, ...this.#handlers].map((one) => one.close()))
  }

  #waitingOf(owner: string): Confirmations {
    const known = this.#waiting.get(owner) ?? new Confirmations(this.#options.clock)
    this.#waiting.set(owner, known)
    return known
  }

  /** Answers a request of MCP 2026-07-28, which needs no session. A client that leaves ends it. */
  async #answerOne({ request, body, response }: Exchange, owner: McpOwner): Promise<void> {
    const { logger, maxSessions } = this.#options
    if (this.#handlers.size >= maxSessions)
      return refuse(response, 503, 'Too many requests are open. Try again later.')
    const server = owner.createServer(this.#waitingOf(owner.id))
    const onerror = ({ name }: Error) => logger.warn('MCP message not understood', { error: name })
    const handler = createMcpHandler(() => server, { legacy: 'reject', onerror })
    this.#handlers.add(handler)
    const { notify } = handler
    const ignoreChanges = owner.onChange?.(() => {
      notify.toolsChanged()
      notify.resourcesChanged()
      notify.promptsChanged()
    })
    response.once('close', () => {
      ignoreChanges?.()
      this.#handlers.delete(handler)
      void handler.close()
    })
    await sendWebResponse(await handler.fetch(request, { parsedBody: body }), response)
  }

  async #begin({ request, body, response }: Exchange, owner: McpOwner): Promise<void> {
    if (request.method !== 'POST')
      return refuse(response, 400, 'Mcp-Session-Id is missing: a session begins with a POST of "initialize".')
    if (this.#sessions.size >= this.#options.maxSessions && !(await this.#makeRoom(owner.id)))
      return refuse(response, 503, 'Too many sessions are open. Try again later.')
    const server = owner.createServer(this.#waitingOf(owner.id))
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const session = { owner: owner.id, transport, server, open: 0, cancelExpiry: () => {} }
        this.#sessions.set(id, session)
        this.#hold(session, { id, response })
      },
    })
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#forget(transport.sessionId)
    }
    try {
      await server.connect(transport)
      await sendWebResponse(await transport.handleRequest(request, { parsedBody: body }), response)
    } finally {
      // Only `initialize` starts a session. If this request started none, its server is not needed.
      if (transport.sessionId === undefined) await server.close()
    }
  }

  /**
   * Ends the session that has been idle longest, of the owner with the most sessions, if this owner has more than the one
   * that needs room. So one owner cannot use up the sessions of all. Returns whether there is room now.
   */
  async #makeRoom(owner: string): Promise<boolean> {
    const all = [...this.#sessions.values()]
    const counts = new Map<string, number>()
    for (const one of all) counts.set(one.owner, (counts.get(one.owner) ?? 0) + 1)
    const [greatest, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))
    const idle = all.find((one) => one.owner === greatest && one.open === 0)
    if (!idle || count <= (counts.get(owner) ?? 0) + 1) return false
    await idle.server.close()
    return true
  }

  async #goOn(
    { request, body, response }: Exchange,
    { id, owner }: { id: string; owner: string },
  ): Promise<void> {
    const session = this.#sessions.get(id)
    if (session?.owner !== owner)
      return refuse(response, 404, 'There is no such session (any more). Begin a new one with "initialize".')
    this.#hold(session, { id, response })
    await sendWebResponse(await session.transport.handleRequest(request, { parsedBody: body }), response)
  }

  /** Keeps a session while a response is open. Afterwards its idle timer starts again. */
  #hold(session: McpSession, { id, response }: { id: string; response: ServerResponse }): void {
    const { clock, idleMs } = this.#options
    session.cancelExpiry()
    session.open += 1
    response.once('close', () => {
      session.open -= 1
      if (session.open > 0 || !this.#sessions.has(id)) return
      session.cancelExpiry = clock.schedule(() => void session.server.close(), idleMs)
    })
  }

  #forget(id: string): void {
    this.#sessions.get(id)?.cancelExpiry()
    this.#sessions.delete(id)
  }
}

/** Whether a request without a session id is one of MCP 2026-07-28. */
async function needsNoSession({ request, body }: Exchange): Promise<boolean> {
  if (request.method === 'POST') return !(await isLegacyRequest(request, body))
  const version = request.headers.get('mcp-protocol-version')
  return version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)
}

/** Sends an HTTP refusal in the format that MCP clients display. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })}\n`)
}
