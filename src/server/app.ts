import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { acceptsDemoKey, serviceKeyValidator } from '../environment.js'
import { messageOf } from '../errors.js'
import { type Clock, type Logger, silentLogger, systemClock } from '../ports.js'
import type { AppOptions } from './app-options.js'
import { Access } from './http/access.js'
import { ClientSecrets } from './http/client-secrets.js'
import { FailedKeys } from './http/failed-keys.js'
import { Gate, type GateOptions } from './http/gate.js'
import { createHttpServer, localName, startListening, type TlsOptions } from './http/listen.js'
import { OriginPolicy } from './http/origin-policy.js'
import { isOwnPath } from './http/own-paths.js'
import { defaultQuota, Quota } from './http/quota.js'
import { answerRequest, type RouteOptions } from './http/routes.js'
import { UpgradeDesk, type UpgradeDeskOptions } from './http/upgrade-desk.js'
import { addressOf, isRealtimePath } from './http/upgrade-request.js'
import { LazyMcp, MCP_PATH } from './mcp/lazy-mcp.js'
import { defaultSessionLimits, type SessionLimits } from './model/session-limits.js'
import { describedBy, newId, offeredBy, type SessionFor, toolsBy } from './offered.js'
import { engineLoads } from './providers/engine-loads.js'
import { defaultConnectionLimits } from './realtime/connection.js'
import { Recordings } from './recording/recordings.js'
import { agentFor, resolveAgent } from './resolve-agent.js'
import { BudgetBook, type BudgetBookOptions } from './sessions/budget-book.js'
import { MemoryLedger } from './sessions/memory-ledger.js'
import { openStore } from './sessions/open-store.js'
import type { SessionStore } from './sessions/session-store.js'
import { Metrics } from './telemetry/metrics.js'
import { findTracing, type Tracing } from './telemetry/session-spans.js'
import { watchEngines } from './telemetry/watch-engines.js'
import { createSpeechWatch } from './telemetry/watch-speech.js'

export type { AppOptions } from './app-options.js'

/** Where a server listens. `url` is the WebSocket address a client on the same machine would use. */
export interface ListeningAt {
  host: string
  port: number
  url: string
}

/** How often a server that closes looks whether everybody is done. */
const DRAIN_STEP_MS = 25

/** A server that holds conversations over WebSockets. Made by `createApp`. */
export class VoiceApp {
  readonly #desk: UpgradeDesk
  readonly #routes: RouteOptions
  readonly #origins: OriginPolicy
  readonly #sessions: SessionStore
  readonly #recordings: Recordings | undefined
  readonly #started: Promise<void>
  #tracing: Tracing | undefined
  readonly #mcp: LazyMcp | undefined
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
      graceMs = 120_000,
      record: directory,
      metrics = new Metrics(),
    } = options
    const sessionFor = typeof agentSession === 'function' ? agentSession : () => agentSession
    // A fixed agent is resolved now, so that an unknown provider fails at the start and not at the first call.
    if (typeof agentSession !== 'function') resolveAgent(agentSession)
    this.#logger = logger
    this.#clock = clock
    this.#tls = tls
    this.#maxConnections = options.maxSessions ?? defaultQuota.connections
    const secrets = new ClientSecrets({ clock, secret })
    const sessionLimits = sessionLimitsOf(options)
    const sessions = openStore({ store, secret, graceMs, limits: sessionLimits, clock, logger })
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
    this.#desk = new UpgradeDesk({
      ...common,
      ...decisions(options, { ...common, sessionFor }),
      sessionLimits,
      ledger,
      tracing,
      newId,
    })
    this.#routes = {
      ...common,
      secrets,
      draining: () => this.#desk.draining,
      describeSession: describedBy(sessionFor),
      playground: options.playground === true ? {} : options.playground || undefined,
      toolsFor: toolsBy(sessionFor),
    }
    if (options.mcp) this.#mcp = new LazyMcp({ ...common, agentFor: offeredBy(sessionFor) })
  }

  /** Sessions that this server keeps now, connected or not. */
  get sessions(): number {
    return this.#sessions.size
  }

  /** A request listener for `node:http`, Express and Fastify. With a `next`, what is not for this server is left to other routes. */
  readonly handler = (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    const offers = { playground: this.#routes.playground !== undefined, mcp: this.#mcp !== undefined }
    if (next && !isOwnPath(addressOf(request).pathname, offers)) next()
    else if (this.#mcp && addressOf(request).pathname === MCP_PATH) this.#mcp.handle(request, response)
    else void answerRequest(request, response, this.#routes)
  }

  /**
   * A listener for the `upgrade` event of a server the app is mounted under. Other paths are refused, unless somebody else listens for upgrades
   * too.
   */
  readonly handleUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    const { server } = socket as Socket & { server?: Server }
    const isShared = (server?.listenerCount('upgrade') ?? 0) > 1
    if (isShared && !isRealtimePath(addressOf(request).pathname)) return
    void this.#desk.receive(request, socket, head)
  }

  /** Starts a server of its own. Port 0 lets the system choose. Throws `port-in-use`, `cannot-listen`, `tls-invalid`, `redis-missing` or `recording-impossible`. */
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

  /** Takes no more connections, lets replies that are under way come to their end, tells the clients to come back later, and closes. */
  async close(options: { drainMs?: number } = {}): Promise<void> {
    const deadline = this.#clock.now() + (options.drainMs ?? 10_000)
    this.#desk.drain()
    while (this.#sessions.busy && this.#clock.now() < deadline) await this.#pause()
    this.#desk.close()
    await this.#sessions.close()
    await this.#recordings?.flushed()
    await this.#mcp?.close()
    const server = this.#server
    this.#server = undefined
    if (!server) return
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  /** What the program has registered by now; sessions are traced from then on. */
  async #trace(): Promise<void> {
    this.#tracing = await findTracing()
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#clock.schedule(resolve, DRAIN_STEP_MS))
  }
}

/** A server for one agent, or for one per identity. Throws a `VoiceError` for an unknown provider or a missing key. */
export function createApp(options: AppOptions): VoiceApp {
  return new VoiceApp(options)
}

/** What the doors of a server share. */
type Common = Pick<UpgradeDeskOptions, 'access' | 'sessions' | 'recordings' | 'metrics' | 'clock' | 'logger'>

/** As many sessions may wait for their clients as there may be connections. */
function sessionLimitsOf({ maxSessions, sessionLimits }: AppOptions): SessionLimits {
  const kept = maxSessions === undefined ? {} : { maxKeptSessions: maxSessions }
  return { ...defaultSessionLimits, ...kept, ...sessionLimits }
}

/** Who may use the server. Wrong keys count as attempts, too. */
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
  }: Pick<GateOptions, 'secrets' | 'clock' | 'logger'> & { sessions: SessionStore },
): Access {
  const { attemptsPerMinute, failedKeysPerMinute } = { ...defaultQuota, ...quota }
  const perMinute = Math.min(attemptsPerMinute, failedKeysPerMinute)
  const failedKeys = new FailedKeys({ perMinute, clock, counts: sessions.counts })
  return new Access({
    gate: new Gate({ validator, secrets, failedKeys, clock, logger }),
    origins: new OriginPolicy({ allowed, acceptsDemoKey: acceptsDemoKey(validator), trustProxy }),
    trustProxy,
  })
}

/** What decides about conversations: who may have how many, with which agent, and what they may use up. */
function decisions(
  options: AppOptions,
  { sessionFor, sessions, metrics, clock, logger }: Common & { sessionFor: SessionFor },
) {
  const { lockSession = false, maxSessions: connections = defaultQuota.connections } = options
  const { counts } = sessions
  const onEnd: BudgetBookOptions['onEnd'] = (scope, what) =>
    metrics.count('voice_budgets_ended_total', { scope, what })
  const books = new BudgetBook(options.budgets ?? {}, { clock, counts, onEnd })
  const watchSpeech = createSpeechWatch({ logger, metrics })
  return {
    quota: new Quota({ ...options.quota, connections }, { clock, counts }),
    agentFor: (identity, appId) => {
      const agent = agentFor(sessionFor(identity, appId), identity)
      watchSpeech([agent.speech?.stt ?? null, agent.speech?.tts ?? null])
      return agent
    },
    budgetsFor: ({ identity, appId }) => books.open({ userId: identity.userId, appId }),
    isLocked: typeof lockSession === 'function' ? lockSession : () => lockSession,
    connectionLimits: { ...defaultConnectionLimits, ...options.connectionLimits },
  } satisfies Partial<UpgradeDeskOptions>
}

/** The figures that are read when somebody asks. */
function watchServer(
  metrics: Metrics,
  { sessions, ledger }: { sessions: SessionStore; ledger: MemoryLedger },
): void {
  metrics.read('voice_sessions', () => sessions.size)
  metrics.read('voice_session_bytes', () => ledger.bytes)
  watchEngines(metrics, engineLoads)
  metrics.read('voice_store_up', () => (sessions.problem === undefined ? 1 : 0))
}
