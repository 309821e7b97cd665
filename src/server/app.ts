import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serviceKeyValidator } from '../environment.js'
import { VoiceError } from '../errors.js'
import { type Clock, type Logger, silentLogger, systemClock } from '../ports.js'
import type { AgentSession } from './agent/agent-session.js'
import type { ApiKeyValidator } from './http/authorize.js'
import { answerRequest } from './http/routes.js'
import { UpgradeDesk } from './http/upgrade-desk.js'
import type { Identity } from './model/identity.js'
import { agentFor, resolveAgent } from './resolve-agent.js'

/** How a server is made. */
export interface AppOptions {
  /** The agent, or a function that finds one for whoever connects: several apps on one server. */
  agentSession: AgentSession | ((identity: Identity, appId: string | undefined) => AgentSession)
  /** Says who may connect. @default serviceKeyValidator() */
  apiKeyValidator?: ApiKeyValidator
  /** Origins of browsers that may connect. @default all */
  allowedOrigins?: readonly string[]
  /** Whether clients' instructions, function tools and out-of-band responses are ignored. @default false */
  lockSession?: boolean
  /** How long a session is kept after its line dropped. @default 120000 */
  graceMs?: number
  /** Connections at the same time. @default 10000 */
  maxSessions?: number
  /** @default no logs */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
}

/** Where a server listens. `url` is the WebSocket address a client on the same machine would use. */
export interface ListeningAt {
  host: string
  port: number
  url: string
}

/** A server that holds conversations over WebSockets. Made by `createApp`. */
export class VoiceApp {
  readonly #desk: UpgradeDesk
  readonly #logger: Logger
  #server: Server | undefined

  constructor(options: AppOptions) {
    const { agentSession } = options
    const sessionFor = typeof agentSession === 'function' ? agentSession : () => agentSession
    // A fixed agent is resolved now, so that an unknown provider fails at the start and not at the first call.
    if (typeof agentSession !== 'function') resolveAgent(agentSession)
    this.#logger = options.logger ?? silentLogger
    this.#desk = new UpgradeDesk({
      agentFor: (identity, appId) => agentFor(sessionFor(identity, appId), identity),
      validator: options.apiKeyValidator ?? serviceKeyValidator(),
      allowedOrigins: options.allowedOrigins,
      lockSession: options.lockSession ?? false,
      graceMs: options.graceMs ?? 120_000,
      maxSessions: options.maxSessions ?? 10_000,
      logger: this.#logger,
      clock: options.clock ?? systemClock,
      newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    })
  }

  /** A request listener for `node:http`, Express and Fastify. */
  readonly handler = (request: IncomingMessage, response: ServerResponse): void => {
    answerRequest(request, response, { draining: this.#desk.draining, sessions: this.#desk.sessions })
  }

  /** A listener for the `upgrade` event of a server the app is mounted under. */
  readonly handleUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    void this.#desk.receive(request, socket, head)
  }

  /** Starts a server of its own. Port 0 lets the system choose. Throws `port-in-use`. */
  async listen(options: { host?: string; port?: number } = {}): Promise<ListeningAt> {
    const host = options.host ?? '127.0.0.1'
    const server = createServer(this.handler)
    server.on('upgrade', (request, socket, head) => this.handleUpgrade(request, socket as Socket, head))
    const port = await listening(server, { host, port: options.port ?? 0 })
    this.#server = server
    this.#logger.info('listening', { host, port })
    return { host, port, url: `ws://${localName(host)}:${port}/ws` }
  }

  /** Takes no more connections, tells the clients to come back later, and closes. */
  async close(): Promise<void> {
    this.#desk.close()
    const server = this.#server
    this.#server = undefined
    if (!server) return
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

/** A server for one agent, or for one per identity. Throws a `VoiceError` for an unknown provider or a missing key. */
export function createApp(options: AppOptions): VoiceApp {
  return new VoiceApp(options)
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port })))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): VoiceError {
  if (error.code === 'EADDRINUSE') {
    return new VoiceError(
      'port-in-use',
      `Port ${port} on ${host} is in use. Stop what uses it, or choose another with --port.`,
      { cause: error },
    )
  }
  return new VoiceError('cannot-listen', `Cannot listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}

/** A name that reaches the server from the same machine. */
function localName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
