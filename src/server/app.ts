import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { acceptsDemoKey, serviceKeyValidator } from '../environment.js'
import { messageOf } from '../errors.js'
import { type Clock, type Logger, silentLogger, systemClock } from '../ports.js'
import { AgUi } from './ag-ui/ag-ui.js'
import { AG_UI_PATH } from './ag-ui/run-input.js'
import type { AppOptions } from './app-options.js'
import { defaultConnectionLimits, defaultQuota, defaultServer, defaultSessionLimits } from './defaults.js'
import { Access } from './http/access.js'
import { Admissions, type AdmissionsOptions } from './http/admissions.js'
import {
  Authenticator,
  type AuthenticatorOptions,
  ClientSecrets,
  limitFailedKeys,
} from './http/authenticator.js'
import { createHttpServer, localName, startListening, type TlsOptions } from './http/listen.js'
import { OriginPolicy } from './http/origin-policy.js'
import { Quota } from './http/quota.js'
import { answerRequest, isOwnPath, type RouteOptions } from './http/routes.js'
import { UpgradeHandler } from './http/upgrade-handler.js'
import { addressOf, isRealtimePath } from './http/upgrade-request.js'
import { Lines } from './lines/lines.js'
import { LazyMcp } from './mcp/lazy-mcp.js'
import { TokenCheck } from './mcp/oauth.js'
import type { Identity } from './model/identity.js'
import type { SessionLimits } from './model/session-limits.js'
import { withDefaults } from './model/with-defaults.js'
import { describedBy, newId, offeredBy, type SessionFor, toolsBy } from './offered.js'
import { Phone } from './phone/phone.js'
import { speechEngineLoads } from './providers/speech/sherpa/engine-process.js'
import { Recordings } from './recording/recordings.js'
import { agentFor, resolveAgent } from './resolve-agent.js'
import { BudgetLedger, type BudgetLedgerOptions } from './sessions/budget-ledger.js'
import { MemoryLedger } from './sessions/memory-ledger.js'
import { openSessions } from './sessions/open-sessions.js'
import type { Sessions } from './sessions/sessions.js'
import { createSpeechWatch, Metrics, watchEngines } from './telemetry/metrics.js'
import { findTracing, type Tracing } from './telemetry/session-spans.js'
import { Calls } from './webrtc/calls.js'

export type { AppOptions } from './app-options.js'

/** Where a server listens. `url` is the WebSocket URL for a client on the same machine. */
export interface ListeningAt {
  host: string
  port: number
  url: string
}

/** How often a server that is closing checks whether all work is done. */
const DRAIN_STEP_MS = 25
/** How long a caller may take to hear that a call of a tool was not finished. */
const LAST_WORDS_MS = 10_000

/** A server for conversations. Created by `createApp`. */
export class VoiceApp {
  readonly #admissions: Admissions
  readonly #upgrades: UpgradeHandler
  readonly #lines: Lines
  readonly #phone: Phone | undefined
  readonly #routes: RouteOptions
  readonly #origins: OriginPolicy
  readonly #sessions: Sessions
  readonly #recordings: Recordings | undefined
  readonly #started: Promise<void>
  #tracing: Tracing | undefined
  readonly #mcp: LazyMcp | undefined
  readonly #agUi: AgUi
  readonly #logger: Logger
  readonly #clock: Clock
  readonly #tls: TlsOptions | undefined
  readonly #maxConnections: number
  #server: Server | undefined

  constructor(options: AppOptions) {
    const { agentSession, tls, clock = systemClock, logger = silentLogger } = options
    const {
      store = 'memory',
      secret,
      graceMs = defaultServer.graceMs,
      record: directory,
      metrics = new Metrics(),
    } = options
    const sessionFor = typeof agentSession === 'function' ? agentSession : () => agentSession
    // Resolves the agent now, so that an unknown provider is reported at startup.
    if (typeof agentSession !== 'function') resolveAgent(agentSession)
    this.#logger = logger
    this.#clock = clock
    this.#tls = tls
    this.#maxConnections = options.maxSessions ?? defaultQuota.connections
    const secrets = new ClientSecrets({ clock, secret })
    const sessionLimits = sessionLimitsOf(options)
    const sessions = openSessions(store, { secret, graceMs, limits: sessionLimits, clock, logger })
    const access = accessOf(options, { secrets, sessions, clock, logger })
    const recordings = directory === undefined ? undefined : new Recordings({ directory, clock, logger })
    this.#origins = access.origins
    this.#sessions = sessions
    this.#recordings = recordings
    const ledger = new MemoryLedger(sessionLimits)
    watchServer(metrics, { sessions, ledger })
    this.#started = Promise.all([sessions.start(), recordings?.start(), this.#trace()]).then(() => {})
    this.#started.catch((error: unknown) => logger.error('cannot start', { error: messageOf(error) }))
    const common: Common = { access, sessions, recordings, metrics, clock, logger }
    const tracing = () => this.#tracing
    const decided = decisions(options, { ...common, sessionFor })
    const admissions = new Admissions({
      ...common,
      ...decided,
      sessionLimits,
      mcpOrigins: (options.mcpOrigins ?? []).map((address) => new URL(address).origin),
      ledger,
      tracing,
      newId,
      sessionOfCall: (id, principal) => calls.find(id, principal)?.line.session,
    })
    this.#admissions = admissions
    const connectionLimits = withDefaults(defaultConnectionLimits, options.connectionLimits)
    this.#lines = new Lines({ ...common, admissions })
    const calls: Calls = new Calls({
      clock,
      logger,
      newId,
      lines: this.#lines,
      network: options.webrtc ?? {},
      limits: connectionLimits,
    })
    this.#upgrades = new UpgradeHandler({ ...common, admissions, connectionLimits })
    this.#agUi = new AgUi({ ...common, admissions, maxQueuedBytes: connectionLimits.maxQueuedBytes })
    const { agentFor: agentOf } = decided
    const forCalls = { ...common, admissions, lines: this.#lines, agentFor: agentOf, secret }
    this.#phone = options.phone && new Phone(options.phone, forCalls)
    this.#routes = {
      ...common,
      secrets,
      admissions,
      calls,
      draining: () => this.#admissions.draining,
      describeSession: describedBy(sessionFor),
      playground: options.playground === true ? {} : options.playground || undefined,
      toolsFor: toolsBy(sessionFor),
      phone: this.#phone,
    }
    if (options.mcp) {
      const { outputSchemas = true, oauth } = options.mcp === true ? {} : options.mcp
      const { budgetsFor } = decided
      const tokens = oauth && new TokenCheck(oauth, { clock, logger })
      const own = tokens && { ...options, apiKeyValidator: tokens.validator }
      this.#mcp = new LazyMcp({
        ...common,
        ...(own && { access: accessOf(own, { secrets, sessions, clock, logger }) }),
        tokens,
        agentFor: offeredBy(sessionFor),
        budgetsFor,
        outputSchemas,
      })
    }
  }

  /** Number of sessions on this server, connected or not. */
  get sessions(): number {
    return this.#sessions.size
  }

  /** A request listener for `node:http`, Express and Fastify. With `next`, requests for unknown paths are passed on to the other routes. */
  readonly handler = (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    const { pathname } = addressOf(request)
    const offers = { playground: this.#routes.playground !== undefined, mcp: this.#mcp !== undefined }
    const isOwn = isOwnPath(pathname, offers) || this.#mcp?.answers(pathname)
    if (next && !isOwn && !this.#phone?.isCallPath(pathname)) next()
    else if (this.#mcp?.answers(pathname)) this.#mcp.handle(request, response)
    else if (pathname === AG_UI_PATH && request.method === 'POST') void this.#agUi.handle(request, response)
    else void answerRequest(request, response, this.#routes)
  }

  /**
   * A listener for the `upgrade` event of the server on which the app is mounted. Refuses unknown paths, but ignores
   * them if another listener also handles upgrades.
   */
  readonly handleUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    const { server } = socket as Socket & { server?: Server }
    const isShared = (server?.listenerCount('upgrade') ?? 0) > 1
    const { pathname } = addressOf(request)
    if (this.#phone?.isMediaPath(pathname)) this.#phone.receive(request, socket, head)
    else if (!isShared || isRealtimePath(pathname)) void this.#upgrades.receive(request, socket, head)
  }

  /**
   * Starts an HTTP server. With port 0, the system chooses the port. Throws `port-in-use`, `cannot-listen`,
   * `tls-invalid`, `redis-missing` or `recording-impossible`.
   */
  async listen(options: { host?: string; port?: number } = {}): Promise<ListeningAt> {
    await this.#started
    const host = options.host ?? '127.0.0.1'
    const server = createHttpServer(this.handler, { tls: this.#tls, connections: this.#maxConnections })
    server.on('upgrade', (request, socket, head) => this.handleUpgrade(request, socket as Socket, head))
    const port = await startListening(server, { host, port: options.port ?? 0 })
    this.#origins.addHost(host)
    this.#server = server
    this.#logger.info('listening', { host, port })
    return { host, port, url: `${this.#tls ? 'wss' : 'ws'}://${localName(host)}:${port}/ws` }
  }

  /**
   * Admits no more connections, lets running replies and calls finish within `drainMs`, tells callers what it cannot
   * finish, tells clients to reconnect later, and closes.
   */
  async close(options: { drainMs?: number } = {}): Promise<void> {
    const deadline = this.#clock.now() + (options.drainMs ?? defaultServer.drainMs)
    this.#admissions.drain()
    while (this.#sessions.busy && this.#clock.now() < deadline) await this.#pause()
    const isTold = this.#lines.tellStop()
    for (let leftMs = isTold ? LAST_WORDS_MS : 0; leftMs > 0; leftMs -= DRAIN_STEP_MS) {
      await this.#pause()
      if (!this.#sessions.speaksInCall) break
    }
    this.#upgrades.close()
    this.#agUi.close()
    this.#phone?.close()
    this.#lines.close()
    await this.#sessions.close()
    await this.#recordings?.flushed()
    await this.#mcp?.close()
    const server = this.#server
    this.#server = undefined
    if (!server) return
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  /** Turns on tracing of new sessions if an OpenTelemetry SDK is registered. */
  async #trace(): Promise<void> {
    this.#tracing = await findTracing()
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#clock.schedule(resolve, DRAIN_STEP_MS))
  }
}

/**
 * Creates a server with one agent, or with a function that returns the agent for a connection. Throws a `VoiceError`
 * for an unknown provider or a missing key.
 */
export function createApp(options: AppOptions): VoiceApp {
  return new VoiceApp(options)
}

type Common = Pick<AdmissionsOptions, 'access' | 'sessions' | 'recordings' | 'metrics' | 'clock' | 'logger'>

/** The limits of sessions. If `maxSessions` is set, it is also the default limit of sessions that wait for their clients. */
function sessionLimitsOf({ maxSessions, sessionLimits }: AppOptions): SessionLimits {
  const kept = maxSessions === undefined ? {} : { maxKeptSessions: maxSessions }
  return withDefaults({ ...defaultSessionLimits, ...kept }, sessionLimits)
}

/**
 * Creates the access check. A wrong key also counts as a connection attempt, so the lower one of the two limits applies
 * to wrong keys.
 */
function accessOf(
  {
    apiKeyValidator: validator = serviceKeyValidator(),
    allowedOrigins: allowed,
    trustProxy = 0,
    quota,
  }: AppOptions,
  {
    secrets,
    sessions,
    clock,
    logger,
  }: Pick<AuthenticatorOptions, 'secrets' | 'clock' | 'logger'> & { sessions: Sessions },
): Access {
  const { attemptsPerMinute, failedKeysPerMinute } = withDefaults(defaultQuota, quota)
  const perMinute = Math.min(attemptsPerMinute, failedKeysPerMinute)
  const failedKeys = limitFailedKeys({ perMinute, clock, counters: sessions.counters })
  return new Access({
    gate: new Authenticator({ validator, secrets, failedKeys, clock, logger }),
    origins: new OriginPolicy({ allowed, acceptsDemoKey: acceptsDemoKey(validator), trustProxy }),
    trustProxy,
  })
}

function decisions(
  options: AppOptions,
  { sessionFor, sessions, metrics, clock, logger }: Common & { sessionFor: SessionFor },
) {
  const { lockSession = false, maxSessions: connections = defaultQuota.connections } = options
  const { counters } = sessions
  const onEnd: BudgetLedgerOptions['onEnd'] = (scope, what) =>
    metrics.count('voice_budgets_ended_total', { scope, what })
  const ledger = new BudgetLedger(options.budgets ?? {}, { clock, counters, onEnd })
  const watchSpeech = createSpeechWatch({ logger, metrics })
  return {
    quota: new Quota({ ...options.quota, connections }, { clock, counters }),
    agentFor: (identity, appId) => {
      const agent = agentFor(sessionFor(identity, appId), identity)
      watchSpeech([agent.speech?.stt ?? null, agent.speech?.tts ?? null])
      return agent
    },
    budgetsFor: ({ identity, appId }: { identity: Identity; appId: string | undefined }) =>
      ledger.open({ userId: identity.userId, appId }),
    isLocked: typeof lockSession === 'function' ? lockSession : () => lockSession,
  } satisfies Partial<AdmissionsOptions>
}

function watchServer(
  metrics: Metrics,
  { sessions, ledger }: { sessions: Sessions; ledger: MemoryLedger },
): void {
  metrics.read('voice_sessions', () => sessions.size)
  metrics.read('voice_session_bytes', () => ledger.bytes)
  watchEngines(metrics, speechEngineLoads)
  metrics.read('voice_store_up', () => (sessions.problem === undefined ? 1 : 0))
}
