import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { stackOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import type { Identity } from '../model/identity.js'
import type { SessionLimits } from '../model/session-limits.js'
import { RealtimeSession, type RealtimeSessionOptions } from '../realtime/realtime-session.js'
import type { SessionFacts } from '../realtime/session-snapshot.js'
import type { Recordings } from '../recording/recordings.js'
import type { MemoryLedger } from '../sessions/memory-ledger.js'
import type { KeptSession, Sessions } from '../sessions/sessions.js'
import type { Metrics } from '../telemetry/metrics.js'
import { SessionSpans, type Tracing, tracedAgent } from '../telemetry/session-spans.js'
import type { Access } from './access.js'
import { mayControl, type Principal } from './authenticator.js'
import {
  BEING_OPENED,
  type HttpRefusal,
  isUnknownApp,
  NO_CALL,
  NOT_FETCHED,
  RESTARTING,
  TOO_BUSY,
  TOO_MANY_SESSIONS,
} from './http-answer.js'
import type { Quota } from './quota.js'
import { isSessionId, type UpgradeRequest } from './upgrade-request.js'

export interface AdmissionsOptions {
  access: Access
  quota: Quota
  sessions: Sessions
  agentFor: (identity: Identity, appId: string | undefined) => Agent
  budgetsFor: (principal: Principal) => Budget[]
  /** Whether sessions of an app are locked, so that clients cannot change the agent or the history. */
  isLocked: (appId: string | undefined) => boolean
  sessionLimits: SessionLimits
  /** Origins of the MCP servers that clients may add to their sessions. @default none */
  mcpOrigins?: readonly string[]
  ledger: MemoryLedger
  recordings: Recordings | undefined
  /** The session of a WebRTC call; `undefined` if this caller may not control it. */
  sessionOfCall: (callId: string, principal: Principal) => RealtimeSession | undefined
  tracing: () => Tracing | undefined
  metrics: Metrics
  logger: Logger
  clock: Clock
  newId: (prefix: string) => string
}

const MAX_ADMITTING = 2_000

type WantedSession = Pick<UpgradeRequest, 'sessionId' | 'resumeToken' | 'transcribesOnly'> & {
  lastEventId?: string | undefined
  /** A WebRTC call of this server, or a call at the provider of the voice model. */
  callId?: string | undefined
  /** Whether the provider has announced the call, and waits until it is accepted. */
  isAnnounced?: boolean
  /** The resume token that the new session gets; by default, the store chooses one. */
  newToken?: string
}

interface AuthenticatedCaller {
  principal: Principal
  address: string
}

/** A session for a client: new, resumed, or of a WebRTC call (`joined`). `release` gives the quota back. */
export interface Admission extends Pick<RealtimeSessionOptions, 'agent' | 'locked' | 'budgets'> {
  wanted: WantedSession
  principal: Principal
  release: () => void
  resumed: KeptSession | undefined
  /** The session of the WebRTC call that this connection joins, if any. It stays open when the connection closes. */
  joined?: RealtimeSession
}

/** Decides who may connect, and to which session. The rules are the same for WebSockets, WebRTC calls and telephone calls. */
export class Admissions {
  readonly #options: AdmissionsOptions
  #draining = false
  #admitting = 0
  readonly #reserved = new Map<string, WantedSession>()
  /** The sessions that are attached to calls at providers, by the ids of the calls. */
  readonly #attached = new Map<string, { session: RealtimeSession; owner: Principal }>()

  constructor(options: AdmissionsOptions) {
    this.#options = options
  }

  get draining(): boolean {
    return this.#draining
  }

  drain(): void {
    this.#draining = true
  }

  admit(
    request: IncomingMessage,
    wanted: WantedSession & { apiKey: string | undefined },
  ): Promise<Admission | HttpRefusal> {
    return this.#inTurn(async () => {
      const caller = await this.enter(request, wanted.apiKey)
      return 'status' in caller ? caller : this.#admit(caller, wanted)
    })
  }

  /** Authenticates a client whose session is not known yet: `admitCaller` goes on. */
  async enter(request: IncomingMessage, apiKey?: string): Promise<AuthenticatedCaller | HttpRefusal> {
    const { access, quota } = this.#options
    const address = access.addressOf(request)
    const refused = access.origins.refusal(request) ?? (await quota.attempt(address))
    if (refused) return refused
    const principal = await access.enter(request, apiKey)
    return 'status' in principal ? principal : { principal, address }
  }

  /** Checks quota and session of an authenticated caller. */
  admitCaller(caller: AuthenticatedCaller, wanted: WantedSession): Promise<Admission | HttpRefusal> {
    return this.#inTurn(() => this.#admit(caller, wanted))
  }

  /** Why a caller is refused now. Takes nothing from the quota and asks no other server. */
  refusalOf({ principal, address }: AuthenticatedCaller, wanted: WantedSession): HttpRefusal | undefined {
    if (this.#draining) return RESTARTING
    const { accountId, identity } = principal
    const full = this.#options.quota.refusalOf({ address, keyId: accountId, userId: identity.userId })
    if (full) return full
    const admission = this.#admitToSession(wanted, { principal, release: () => {} })
    return 'status' in admission ? admission : undefined
  }

  open(admission: Admission): KeptSession {
    const { resumed, principal, wanted } = admission
    for (const id of idsOf(wanted)) this.#reserved.delete(id)
    const owner = { ...principal, resumeToken: wanted.newToken }
    return resumed ?? this.#options.sessions.add(this.#createSession(admission), owner)
  }

  async #inTurn(admit: () => Promise<Admission | HttpRefusal>): Promise<Admission | HttpRefusal> {
    if (this.#admitting >= MAX_ADMITTING) return TOO_BUSY
    this.#admitting += 1
    try {
      return await admit()
    } finally {
      this.#admitting -= 1
    }
  }

  async #admit(
    { principal, address }: AuthenticatedCaller,
    wanted: WantedSession,
  ): Promise<Admission | HttpRefusal> {
    if (this.#draining) return RESTARTING
    const { accountId, identity } = principal
    const { userId } = identity
    const release = await this.#options.quota.take({ address, keyId: accountId, userId })
    if (typeof release !== 'function') return release
    const fetched = await this.#fetch(wanted, principal)
    // The server may have closed all connections while the store was asked. It would not close a new connection, so
    // this connection is refused.
    const located = this.#draining ? RESTARTING : fetched
    const admission = 'status' in located ? located : this.#admitToSession(located, { principal, release })
    if ('status' in admission) release()
    return 'status' in admission ? admission : this.#reserve(admission)
  }

  /** Keeps the ids of a new session for this client until the session is open, so that no other client opens it too. */
  #reserve(admission: Admission): Admission {
    const { wanted, resumed, release } = admission
    if (resumed || admission.joined) return admission
    for (const id of idsOf(wanted)) this.#reserved.set(id, wanted)
    const releaseAll = () => {
      for (const id of idsOf(wanted)) if (this.#reserved.get(id) === wanted) this.#reserved.delete(id)
      release()
    }
    return { ...admission, release: releaseAll }
  }

  /** Moves a session from another server here. Returns the session, or a refusal if that fails. */
  async #fetch(wanted: WantedSession, principal: Principal): Promise<WantedSession | HttpRefusal> {
    const { sessionId, resumeToken, lastEventId } = wanted
    if (sessionId === undefined || !isSessionId(sessionId)) return wanted
    const { keyId, openerId, accountId, appId } = principal
    const takeOver = (id: string) => {
      const create = (facts: SessionFacts) => this.#restoreSession(id, { facts, principal, wanted })
      return this.#options.sessions.fetch({
        id,
        keyId,
        openerId,
        accountId,
        appId,
        resumeToken,
        lastEventId,
        create,
      })
    }
    const fetched = (await takeOver(sessionId)) ?? 'here'
    if (fetched === 'foreign') return withOwnSession(wanted, sessionId)
    if (fetched !== 'refused' || resumeToken === undefined) return NOT_FETCHED[fetched] ?? wanted
    const own = ownSessionId(sessionId, resumeToken)
    const again = (await takeOver(own)) ?? 'here'
    if (this.#options.sessions.has(own)) return { ...wanted, sessionId: own }
    return again === 'here' || again === 'foreign' ? NOT_FETCHED.refused : NOT_FETCHED[again]
  }

  /** The session to open or resume. An id that another client has is taken: this one gets an own id, found by its token. */
  #locate(wanted: WantedSession, { accountId, appId, keyId }: Principal): WantedSession {
    const { sessions } = this.#options
    const { sessionId: id, resumeToken } = wanted
    if (id === undefined) return wanted
    const known = sessions.get(id)
    if (resumeToken === undefined) {
      const isOther = known && (known.accountId !== accountId || known.appId !== appId)
      return isOther ? withOwnSession(wanted, id) : wanted
    }
    if (known && sessions.find(id, { keyId, resumeToken })) return wanted
    const own = ownSessionId(id, resumeToken)
    return sessions.has(own) ? { ...wanted, sessionId: own } : wanted
  }

  #admitToSession(
    requested: WantedSession,
    { principal, release }: Pick<Admission, 'principal' | 'release'>,
  ): Admission | HttpRefusal {
    const { sessions, agentFor, budgetsFor, isLocked, logger, sessionOfCall } = this.#options
    const wanted = this.#locate(requested, principal)
    const { sessionId: id, resumeToken, callId } = wanted
    const { keyId, accountId, identity, appId, secret } = principal
    const attached = callId === undefined ? undefined : this.#attached.get(callId)
    const isOther = attached !== undefined && attached.session.id !== id
    const own = isOther && mayControl(attached.owner, principal) ? attached.session : undefined
    const joined = own ?? (callId === undefined ? undefined : sessionOfCall(callId, principal))
    const admission = { wanted, principal, release, resumed: undefined }
    if (joined) return { ...admission, agent: joined.agent, locked: joined.locked, joined }
    if (isOther) return NO_CALL
    if (id !== undefined && !isSessionId(id)) {
      return { status: 400, message: 'A session id has 8 to 128 letters, digits, _ or -.' }
    }
    if (idsOf(wanted).some((one) => this.#reserved.has(one))) return BEING_OPENED
    const isKnown = id !== undefined && sessions.has(id)
    const resumed = isKnown ? sessions.find(id, { keyId, resumeToken }) : undefined
    if (isKnown && !resumed) return NOT_FETCHED.refused
    if (!resumed && !sessions.hasRoom(accountId)) return TOO_MANY_SESSIONS
    try {
      const agent = agentFor(identity, appId)
      const mayAttach = callId !== undefined && isSessionId(callId) && agent.speech?.voiceModel?.calls
      if (callId !== undefined && !mayAttach) return NO_CALL
      if (resumed) return { ...admission, agent, locked: resumed.session.locked, resumed }
      const locked = secret ? !secret.unlocked : isLocked(appId)
      return { ...admission, agent, locked, budgets: budgetsFor(principal) }
    } catch (error) {
      if (isUnknownApp(error)) return { status: 404, message: error.message }
      logger.error('no agent', { error: stackOf(error) })
      return { status: 503, message: 'The agent of this server is not available.' }
    }
  }

  #createSession({ wanted, agent, locked, budgets, principal }: Admission): RealtimeSession {
    const { secret } = principal
    return this.#begin(principal, {
      ...this.#dependencies(principal),
      ...{ agent, locked, budgets },
      ...this.#placeOf(wanted.sessionId ?? this.#options.newId('sess'), wanted),
      preset: { ...secret?.session, ...(wanted.transcribesOnly && { type: 'transcription' }) },
    })
  }

  /** An empty session for a state from another server, with tools for the client's identity. */
  #restoreSession(
    id: string,
    { facts, principal, wanted }: { facts: SessionFacts; principal: Principal; wanted: WantedSession },
  ): RealtimeSession {
    const { agentFor, budgetsFor } = this.#options
    const agent = agentFor(principal.identity, principal.appId)
    const budgets = budgetsFor(principal)
    const ids = this.#placeOf(id, wanted)
    const { locked } = facts
    return this.#begin(principal, { ...this.#dependencies(principal), ...ids, agent, budgets, locked })
  }

  /** A session, and the call at the provider that it is attached to, with which it ends. */
  #placeOf(
    id: string,
    { callId, isAnnounced = false }: WantedSession,
  ): Pick<RealtimeSessionOptions, 'id' | 'call'> {
    if (callId === undefined) return { id }
    const onEnded = () => this.#options.sessions.end(id)
    return { id, call: { id: callId, state: isAnnounced ? 'announced' : 'open', onEnded } }
  }

  #begin(owner: Principal, options: RealtimeSessionOptions): RealtimeSession {
    const { recordings, tracing } = this.#options
    const found = tracing()
    const made = found ? traced(options, found) : options
    const session = new RealtimeSession(recordings ? recordings.record(made, owner) : made)
    const callId = options.call?.id
    if (callId === undefined) return session
    this.#attached.set(callId, { session, owner })
    session.ended.addEventListener('abort', () => this.#attached.delete(callId))
    return session
  }

  #dependencies(principal: Principal) {
    const { clock, logger, newId, metrics, mcpOrigins, sessionLimits: limits, ledger } = this.#options
    const { keyId, accountId } = principal
    const memory = ledger.open(accountId, { isVisitor: accountId !== keyId })
    return { clock, logger, newId, metrics, limits, mcpOrigins, memory }
  }
}

/** What only one client may open. */
const idsOf = ({ sessionId, callId }: WantedSession) => [sessionId, callId].filter((id) => id !== undefined)

function withOwnSession(wanted: WantedSession, takenId: string): WantedSession {
  const { sessionId, resumeToken } = ownSession(takenId)
  return { ...wanted, sessionId, newToken: resumeToken }
}

function traced(options: RealtimeSessionOptions, tracing: Tracing): RealtimeSessionOptions {
  const { id, agent, clock } = options
  const spans = new SessionSpans(tracing, id)
  return {
    ...options,
    spans,
    agent: tracedAgent(agent, { clock, onWork: (work) => spans.speechEnded(work) }),
  }
}

interface OwnSession {
  sessionId: string
  resumeToken: string
}

/** An own id for a client whose id belongs to another key, so that no other client keeps it out. Any server derives it again. */
function ownSession(wantedId: string): OwnSession {
  const resumeToken = randomBytes(32).toString('base64url')
  return { sessionId: ownSessionId(wantedId, resumeToken), resumeToken }
}

const ownSessionId = (wantedId: string, resumeToken: string): string =>
  `sess_${createHash('sha256').update(`${wantedId} ${resumeToken}`).digest('base64url')}`
