import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Agent } from '../agent/agent.js'
import type { Identity } from '../model/identity.js'
import { CLOSE, Connection, defaultConnectionLimits } from '../realtime/connection.js'
import { greet } from '../realtime/greet.js'
import { RealtimeSession } from '../realtime/realtime-session.js'
import { type KeptSession, MemorySessions } from '../sessions/memory.js'
import { type ApiKeyValidator, authorize, isAllowedOrigin, type Refusal } from './authorize.js'
import { isRealtimePath, isSessionId, readUpgradeRequest, type UpgradeRequest } from './upgrade-request.js'

/** What deciding about an upgrade takes. */
export interface UpgradeDeskOptions {
  agentFor: (identity: Identity, appId: string | undefined) => Agent
  validator: ApiKeyValidator
  allowedOrigins: readonly string[] | undefined
  lockSession: boolean
  graceMs: number
  maxSessions: number
  logger: Logger
  clock: Clock
  newId: (prefix: string) => string
}

/** The largest message a client may send. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
const MAX_AUDIO_SECONDS = 600

/** Everything about the session that an upgrade leads to. */
interface Admission {
  upgrade: UpgradeRequest
  apiKey: string
  agent: Agent
  resumed: KeptSession | undefined
}

/** Receives upgrades: decides who may come in, before anything of WebSocket is spoken, and to which session. */
export class UpgradeDesk {
  readonly #options: UpgradeDeskOptions
  readonly #sockets: WebSocketServer
  readonly #sessions: MemorySessions
  readonly #connections = new Set<Connection>()
  #draining = false

  constructor(options: UpgradeDeskOptions) {
    this.#options = options
    this.#sessions = new MemorySessions({ clock: options.clock, graceMs: options.graceMs })
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      handleProtocols: (offered) => readChosen(offered) ?? false,
    })
  }

  get draining(): boolean {
    return this.#draining
  }

  get sessions(): number {
    return this.#sessions.size
  }

  /** Takes one upgrade to its end: a connection, or an HTTP answer that says why not. */
  async receive(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const ignore = () => {}
    socket.on('error', ignore)
    const admission = await this.#admit(request)
    socket.off('error', ignore)
    if ('status' in admission) return refuse(socket, admission)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, admission))
  }

  /** Tells every client to come back later, and ends all sessions. */
  close(): void {
    this.#draining = true
    for (const connection of this.#connections) connection.close(CLOSE.restart)
    this.#sessions.endAll()
  }

  async #admit(request: IncomingMessage): Promise<Admission | Refusal> {
    const upgrade = readUpgradeRequest(request)
    const { allowedOrigins, validator, clock, logger, maxSessions } = this.#options
    if (!isRealtimePath(upgrade.path))
      return { status: 404, message: 'WebSockets are at /ws and /v1/realtime.' }
    if (!isAllowedOrigin(upgrade.origin, allowedOrigins))
      return { status: 403, message: 'This origin is not allowed.' }
    const answer = await authorize(upgrade, { validator, clock })
    if ('refusal' in answer) {
      logger.warn('connection refused', {
        status: answer.refusal.status,
        address: upgrade.address,
        cause: answer.cause,
      })
      return answer.refusal
    }
    if (this.#draining) return { status: 503, message: 'The server is restarting.' }
    if (this.#connections.size >= maxSessions) return { status: 503, message: 'The server is full.' }
    return this.#admitToSession(upgrade, answer.identity)
  }

  #admitToSession(upgrade: UpgradeRequest, identity: Identity): Admission | Refusal {
    const apiKey = upgrade.apiKey ?? ''
    const { sessionId: id, resumeToken, appId } = upgrade
    if (id !== undefined && !isSessionId(id)) {
      return { status: 400, message: 'A session id has 8 to 128 letters, digits, _ or -.' }
    }
    const isKnown = id !== undefined && this.#sessions.has(id)
    const resumed = isKnown ? this.#sessions.find(id, { apiKey, resumeToken }) : undefined
    if (isKnown && !resumed)
      return { status: 403, message: 'This session is known, and needs its resume token.' }
    try {
      return { upgrade, apiKey, agent: this.#options.agentFor(identity, appId), resumed }
    } catch (error) {
      this.#options.logger.error('no agent', { error: messageOf(error) })
      return { status: 503, message: 'The agent of this server is not available.' }
    }
  }

  #open(socket: WebSocket, admission: Admission): void {
    const { clock, logger } = this.#options
    const { upgrade, apiKey, resumed } = admission
    const kept = resumed ?? this.#sessions.add(this.#createSession(admission), apiKey)
    const { session } = kept
    const voice = upgrade.dialect === 'voice.v1'
    const displace = () => connection.close(CLOSE.replaced)
    const connection: Connection = new Connection({
      socket,
      session,
      voice,
      clock,
      limits: defaultConnectionLimits,
      onClose: () => {
        this.#connections.delete(connection)
        this.#sessions.release(kept, displace, { canResume: voice })
        logger.info('connection closed', { session: session.id })
      },
    })
    this.#connections.add(connection)
    this.#sessions.take(kept, displace)
    session.view = { voice, toolEvents: upgrade.toolEvents }
    logger.info('connection opened', {
      session: session.id,
      dialect: upgrade.dialect,
      resumed: resumed !== undefined,
    })
    const limits = { max_message_bytes: MAX_MESSAGE_BYTES, max_audio_seconds: MAX_AUDIO_SECONDS }
    greet(connection, session, {
      ...(resumed && { resume: { lastEventId: upgrade.lastEventId } }),
      ...(voice && { voice: { resumeToken: kept.resumeToken, graceMs: this.#sessions.graceMs, limits } }),
    })
  }

  #createSession({ upgrade, agent }: Admission): RealtimeSession {
    const { clock, logger, newId, lockSession } = this.#options
    const id = upgrade.sessionId ?? newId('sess')
    return new RealtimeSession({ id, agent, locked: lockSession, clock, logger, newId })
  }
}

/** The subprotocol to answer with; never an entry that holds a key. */
function readChosen(offered: Set<string>): string | undefined {
  return ['voice.v1', 'realtime'].find((dialect) => offered.has(dialect))
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

/** An HTTP answer in the place of an upgrade. */
function refuse(socket: Socket, { status, message }: Refusal): void {
  const body = `${JSON.stringify({ error: { type: 'invalid_request_error', message } })}\n`
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status] ?? 'Refused'}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      ...(status === 401 ? ['WWW-Authenticate: Bearer'] : []),
      '',
      body,
    ].join('\r\n'),
  )
}
