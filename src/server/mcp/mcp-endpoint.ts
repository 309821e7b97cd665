import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Clock, Logger } from '../../ports.js'
import { defaultMcpEndpoint } from '../defaults.js'
import { isUnknownApp } from '../http/http-answer.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import { Confirmations } from './call-result.js'
import type { CreateMcpServer } from './mcp-server.js'
import { MAX_MESSAGE_BYTES, readMessage } from './read-message.js'
import { isStateless } from './stateless-envelope.js'
import type { AskedQuestion } from './stateless-exchange.js'
import { answerStateless } from './stateless-http.js'

export interface McpEndpointOptions {
  clock: Clock
  logger: Logger
  /** @default 1000 */
  maxSessions?: number
  /** A session without requests and open streams is kept for this time, in milliseconds. @default 1800000 */
  idleMs?: number
}

/**
 * The sender of a request. `id` identifies its key and app. A session can be used only by requests with the same `id`.
 */
export interface McpOwner {
  id: string
  createServer: CreateMcpServer
}

/**
 * Maximum number of owners whose requests without a session wait for approval. The owner that came first is dropped
 * first.
 */
const MAX_OWNERS = 1_000

const TOO_LARGE = `The body has more than ${MAX_MESSAGE_BYTES} bytes.`

/** What of one owner waits for approval: calls for a code, and questions for the same request again. */
interface Waiting {
  calls: Confirmations
  questions: Confirmations<AskedQuestion>
}

interface McpSession {
  owner: string
  transport: StreamableHTTPServerTransport
  server: Server
  /** Number of responses in progress, including streams. */
  open: number
  cancelExpiry: () => void
}

/**
 * The Streamable HTTP transport of MCP: one path, and one MCP server per session. A session starts with `initialize`,
 * and ends with DELETE or when it is idle for `idleMs`.
 */
export class McpEndpoint {
  readonly #sessions = new Map<string, McpSession>()
  /** What waits for approval. All sessions of an owner share it: some clients open a session for each call. */
  readonly #waiting = new BoundedMap<string, Waiting>(MAX_OWNERS)
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
      if (isStateless(request.headers)) {
        const { calls, questions } = this.#waitingOf(owner.id)
        const createServer = () => owner.createServer(calls)
        return await answerStateless(request, response, { createServer, questions })
      }
      const isPost = request.method === 'POST'
      const body = isPost ? await readMessage(request) : undefined
      if (response.closed) return
      if (isPost && body === undefined) return refuse(response, 413, TOO_LARGE)
      if (id === undefined) await this.#begin(request, response, { ...owner, body })
      else await this.#goOn(request, response, { id: String(id), owner: owner.id, body })
    } catch (error) {
      if (isUnknownApp(error)) return refuse(response, 404, error.message)
      this.#options.logger.error('MCP request failed', { error })
      if (!response.headersSent) refuse(response, 500, 'Something went wrong inside the server.')
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()))
  }

  #waitingOf(owner: string): Waiting {
    const { clock } = this.#options
    const made = () => ({
      calls: new Confirmations(clock),
      questions: new Confirmations<AskedQuestion>(clock),
    })
    const known = this.#waiting.get(owner) ?? made()
    this.#waiting.set(owner, known)
    return known
  }

  async #begin(
    request: IncomingMessage,
    response: ServerResponse,
    { body, ...owner }: McpOwner & { body: unknown },
  ): Promise<void> {
    if (request.method !== 'POST')
      return refuse(response, 400, 'Mcp-Session-Id is missing: a session begins with a POST of "initialize".')
    if (this.#sessions.size >= this.#options.maxSessions && !(await this.#makeRoom(owner.id)))
      return refuse(response, 503, 'Too many sessions are open. Try again later.')
    const server = owner.createServer(this.#waitingOf(owner.id).calls)
    const transport = new StreamableHTTPServerTransport({
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
      await server.connect(transport as Parameters<Server['connect']>[0])
      await transport.handleRequest(request, response, body)
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
    request: IncomingMessage,
    response: ServerResponse,
    { id, owner, body }: { id: string; owner: string; body: unknown },
  ): Promise<void> {
    const session = this.#sessions.get(id)
    if (session?.owner !== owner)
      return refuse(response, 404, 'There is no such session (any more). Begin a new one with "initialize".')
    this.#hold(session, { id, response })
    await session.transport.handleRequest(request, response, body)
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

/** Sends an HTTP refusal in the format that MCP clients display. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })}\n`)
}
