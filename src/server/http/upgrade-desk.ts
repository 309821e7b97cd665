import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import type { Identity } from '../model/identity.js'
import type { SessionLimits } from '../model/session-limits.js'
import { shownLimits } from '../realtime/client-limits.js'
import { CLOSE, Connection, type ConnectionLimits } from '../realtime/connection.js'
import { greet } from '../realtime/greet.js'
import { RealtimeSession } from '../realtime/realtime-session.js'
import type { RealtimeSessionOptions } from '../realtime/realtime-session-options.js'
import type { SessionFacts } from '../realtime/session-snapshot.js'
import type { Recordings } from '../recording/recordings.js'
import type { MemoryLedger } from '../sessions/memory-ledger.js'
import type { CloseReason, KeptSession, SessionStore } from '../sessions/session-store.js'
import type { Metrics } from '../telemetry/metrics.js'
import { SessionSpans, type Tracing } from '../telemetry/session-spans.js'
import { tracedAgent } from '../telemetry/traced-speech.js'
import type { Access } from './access.js'
import { isUnknownApp, type Refusal, refuseUpgrade } from './answer.js'
import type { Principal } from './gate.js'
import type { Quota } from './quota.js'
import { NOT_FETCHED, RESTARTING, TOO_BUSY, TOO_MANY_SESSIONS } from './upgrade-refusals.js'
import { isRealtimePath, isSessionId, readUpgradeRequest, type UpgradeRequest } from './upgrade-request.js'

/** What deciding about an upgrade takes. */
export interface UpgradeDeskOptions {
  access: Access
  quota: Quota
  sessions: SessionStore
  agentFor: (identity: Identity, appId: string | undefined) => Agent
  /** What a session of this principal may use up. */
  budgetsFor: (principal: Principal) => Budget[]
  /** Whether clients of an app speak for the user alone. */
  isLocked: (appId: string | undefined) => boolean
  connectionLimits: ConnectionLimits
  sessionLimits: SessionLimits
  /** Counts what all sessions hold. */
  ledger: MemoryLedger
  /** Absent where nothing is recorded. */
  recordings: Recordings | undefined
  /** Undefined where nothing is traced. */
  tracing: () => Tracing | undefined
  metrics: Metrics
  logger: Logger
  clock: Clock
  newId: (prefix: string) => string
}

/** Upgrades that wait for a validator or a store at the same time. */
const MAX_ADMITTING = 2_000

/** Everything about the session that an upgrade leads to. */
interface Admission {
  upgrade: UpgradeRequest
  principal: Principal
  agent: Agent
  /** Gives the connection back to the quota. */
  release: () => void
  resumed: KeptSession | undefined
}

/** Receives upgrades: decides who may come in, before anything of WebSocket is spoken, and to which session. */
export class UpgradeDesk {
  readonly #options: UpgradeDeskOptions
  readonly #sockets: WebSocketServer
  readonly #connections = new Set<Connection>()
  #draining = false
  #admitting = 0

  constructor(options: UpgradeDeskOptions) {
    this.#options = options
    const waiting = () => [...this.#connections].reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
    options.metrics.read('voice_connections', () => this.#connections.size)
    options.metrics.read('voice_send_queue_bytes', waiting)
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: options.connectionLimits.maxMessageBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => ['voice.v1', 'realtime'].find((dialect) => offered.has(dialect)) ?? false,
    })
  }

  get draining(): boolean {
    return this.#draining
  }

  /** Takes one upgrade to its end: a connection, or an HTTP answer that says why not. Never throws. */
  async receive(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    try {
      await this.#receive(request, socket, head)
    } catch (error) {
      this.#options.logger.error('upgrade failed', { error: messageOf(error) })
      socket.destroy()
    }
  }

  async #receive(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { access, metrics, logger } = this.#options
    const ignore = () => {}
    socket.on('error', ignore)
    const upgrade = readUpgradeRequest(request)
    const admission = await this.#admitInTurn(request, upgrade)
    if ('status' in admission) {
      const { status } = admission
      metrics.count('voice_connections_refused_total', { status: String(status) })
      logger.warn('connection refused', { status, address: access.addressOf(request) })
      return refuseUpgrade(socket, admission)
    }
    socket.off('error', ignore)
    // A client that went away meanwhile closes no second time.
    if (socket.destroyed) return admission.release()
    socket.once('close', admission.release)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) =>
      this.#open(webSocket, { ...admission, line: socket }),
    )
  }

  /** Takes no more connections. */
  drain(): void {
    this.#draining = true
  }

  /** Tells every client to come back later. */
  close(): void {
    this.drain()
    for (const connection of this.#connections) connection.close(CLOSE.restart)
  }

  /** Validators and stores may be slow: only so many upgrades wait for them. */
  async #admitInTurn(request: IncomingMessage, upgrade: UpgradeRequest): Promise<Admission | Refusal> {
    if (this.#admitting >= MAX_ADMITTING) return TOO_BUSY
    this.#admitting += 1
    try {
      return await this.#admit(request, upgrade)
    } finally {
      this.#admitting -= 1
    }
  }

  async #admit(request: IncomingMessage, upgrade: UpgradeRequest): Promise<Admission | Refusal> {
    const { access, quota } = this.#options
    if (!isRealtimePath(upgrade.path))
      return { status: 404, message: 'WebSockets are at /ws and /v1/realtime.' }
    const address = access.addressOf(request)
    const refused = access.origins.refusal(request) ?? (await quota.attempt(address))
    if (refused) return refused
    const principal = await access.enter(request, upgrade.apiKey)
    if ('status' in principal) return principal
    if (this.#draining) return RESTARTING
    const { keyId, identity } = principal
    const release = await quota.take({ address, keyId, userId: identity.userId })
    if (typeof release !== 'function') return release
    const missing = await this.#fetch(upgrade, principal)
    // The server may have closed its connections while the store was asked; nobody would close this one.
    const refusal = this.#draining ? RESTARTING : missing
    const admission = refusal ?? this.#admitToSession(upgrade, { principal, release })
    if ('status' in admission) release()
    return admission
  }

  /** Brings the session here that the client comes back to. A refusal when that cannot be done. */
  async #fetch(
    { sessionId: id, resumeToken }: UpgradeRequest,
    principal: Principal,
  ): Promise<Refusal | undefined> {
    if (id === undefined || !isSessionId(id)) return undefined
    const { keyId, openerId, appId } = principal
    const create = (facts: SessionFacts) => this.#restoreSession(id, { facts, principal })
    const fetching = this.#options.sessions.fetch({ id, keyId, openerId, appId, resumeToken, create })
    return fetching && NOT_FETCHED[await fetching]
  }

  #admitToSession(
    upgrade: UpgradeRequest,
    { principal, release }: Pick<Admission, 'principal' | 'release'>,
  ): Admission | Refusal {
    const { sessions, agentFor, logger } = this.#options
    const { sessionId: id, resumeToken } = upgrade
    const { keyId, identity, appId } = principal
    if (id !== undefined && !isSessionId(id)) {
      return { status: 400, message: 'A session id has 8 to 128 letters, digits, _ or -.' }
    }
    const isKnown = id !== undefined && sessions.has(id)
    const resumed = isKnown ? sessions.find(id, { keyId, resumeToken }) : undefined
    if (isKnown && !resumed) return NOT_FETCHED.refused
    if (!resumed && !sessions.hasRoom(keyId)) return TOO_MANY_SESSIONS
    try {
      const agent = agentFor(identity, appId)
      return { upgrade, principal, agent, release, resumed }
    } catch (error) {
      if (isUnknownApp(error)) return { status: 404, message: error.message }
      logger.error('no agent', { error: messageOf(error) })
      return { status: 503, message: 'The agent of this server is not available.' }
    }
  }

  #open(socket: WebSocket, admission: Admission & { line: Socket }): void {
    const { clock, logger, sessions, metrics, connectionLimits: limits } = this.#options
    const { upgrade, principal, resumed, line } = admission
    const kept = resumed ?? sessions.add(this.#createSession(admission), principal)
    const { session } = kept
    const voice = upgrade.dialect === 'voice.v1'
    const displace = (why: CloseReason = CLOSE.replaced) => connection.close(why)
    const onClose = () => {
      this.#connections.delete(connection)
      sessions.release(kept, displace, { canResume: voice })
      logger.info('connection closed', { session: session.id })
    }
    const connection: Connection = new Connection({ socket, line, session, voice, clock, limits, onClose })
    this.#connections.add(connection)
    sessions.take(kept, displace)
    session.view = { voice, toolEvents: upgrade.toolEvents, explain: upgrade.explain }
    const { lastEventId } = upgrade
    metrics.count('voice_connections_total', {
      dialect: upgrade.dialect,
      resumed: String(resumed !== undefined),
    })
    logger.info('connection opened', {
      session: session.id,
      dialect: upgrade.dialect,
      resumed: resumed !== undefined,
    })
    const shown = shownLimits(session.limits, limits.maxMessageBytes)
    session.tap?.connected(session.view, {
      ...(resumed && { resume: { ...(lastEventId !== undefined && { lastEventId }) } }),
      ...(voice && { voice: { graceMs: sessions.graceMs, limits: shown } }),
    })
    greet(connection, session, {
      ...(resumed && { resume: { lastEventId } }),
      ...(voice && { voice: { resumeToken: kept.resumeToken, graceMs: sessions.graceMs, limits: shown } }),
    })
  }

  #createSession({ upgrade, agent, principal }: Admission): RealtimeSession {
    const { newId, isLocked } = this.#options
    const { secret } = principal
    return this.#begin(principal, {
      ...this.#lent(principal),
      id: upgrade.sessionId ?? newId('sess'),
      agent,
      locked: secret ? !secret.unlocked : isLocked(principal.appId),
      preset: { ...secret?.session, ...(upgrade.transcribesOnly && { type: 'transcription' }) },
    })
  }

  /** A session of another server, to be filled. Its tools have the identity of whoever comes back with its key. */
  #restoreSession(
    id: string,
    { facts, principal }: { facts: SessionFacts; principal: Principal },
  ): RealtimeSession {
    const agent = this.#options.agentFor(principal.identity, principal.appId)
    return this.#begin(principal, { ...this.#lent(principal), id, agent, locked: facts.locked })
  }

  #begin(principal: Principal, options: RealtimeSessionOptions): RealtimeSession {
    const { recordings, tracing } = this.#options
    const found = tracing()
    const made = found ? traced(options, found) : options
    return new RealtimeSession(recordings ? recordings.record(made, principal) : made)
  }

  #lent(principal: Principal) {
    const { clock, logger, newId, budgetsFor, metrics, sessionLimits: limits, ledger } = this.#options
    const memory = ledger.open(principal.keyId)
    return { clock, logger, newId, metrics, limits, memory, budgets: budgetsFor(principal) }
  }
}

/** The same session, with spans. */
function traced(options: RealtimeSessionOptions, tracing: Tracing): RealtimeSessionOptions {
  const { id, agent, clock } = options
  const spans = new SessionSpans(tracing, id)
  return {
    ...options,
    spans,
    agent: tracedAgent(agent, { clock, onWork: (work) => spans.speechEnded(work) }),
  }
}
