import type { Clock, Logger } from '../ports.js'
import type { AgentSession } from './agent/agent-session.js'
import type { ApiKeyValidator } from './http/gate.js'
import type { TlsOptions } from './http/listen.js'
import type { PlaygroundOptions } from './http/playground.js'
import type { QuotaOptions } from './http/quota.js'
import type { Identity } from './model/identity.js'
import type { SessionLimits } from './model/session-limits.js'
import type { ConnectionLimits } from './realtime/connection.js'
import type { AppBudgets, BudgetOptions } from './sessions/budget-book.js'
import type { Metrics } from './telemetry/metrics.js'

/** How a server is made. */
export interface AppOptions {
  /** The agent, or a function that finds one for whoever connects: several apps on one server. */
  agentSession: AgentSession | ((identity: Identity, appId: string | undefined) => AgentSession)
  /** Says who may connect. @default serviceKeyValidator() */
  apiKeyValidator?: ApiKeyValidator
  /**
   * Origins of web pages that may use the server, such as `https://app.example.com`, or `*` for all. Its own pages always may.
   * @default all; with the demo key none
   */
  allowedOrigins?: readonly string[]
  /**
   * How many proxies stand before the server and add to `X-Forwarded-For`: the client's address is read there, so many entries from its end.
   * @default 0
   */
  trustProxy?: number
  /** Whether clients speak for the user alone (see docs/protocol.md, locked sessions), for all apps or by app id. @default false */
  lockSession?: boolean | ((appId: string | undefined) => boolean)
  /** Whether the tools are offered over MCP too, at `/mcp` and behind the same keys. @default false */
  mcp?: boolean
  /** Whether `/` is a page to try the agent on, with its tools and events. @default false */
  playground?: boolean | PlaygroundOptions
  /** How long a session is kept after its line dropped. @default 120000 */
  graceMs?: number
  /** Connections at the same time. @default 10000 */
  maxSessions?: number
  /** Connections of one user, key or address, and tries per minute. @default 50 per user */
  quota?: Partial<Omit<QuotaOptions, 'connections'>>
  /** What one connection may do. */
  connectionLimits?: Partial<ConnectionLimits>
  /** What sessions may hold in memory; see docs/protocol.md for what happens at each limit. */
  sessionLimits?: Partial<SessionLimits>
  /** What users, sessions and apps may use up, for all apps or by app id. @default no limits */
  budgets?: BudgetOptions | ((appId: string | undefined) => AppBudgets)
  /**
   * Where sessions live: `memory`, or `redis://HOST:PORT` for several servers that go on with each other's sessions; then `secret` is
   * needed. @default 'memory'
   */
  store?: string
  /** Encrypts short-lived keys and stored sessions; the same on all nodes of a service. @default a random one per process */
  secret?: string
  /**
   * A directory for one file a session, with all that came in and went out, secrets and sound left out; `replayRecording` plays it again.
   * @default nothing is recorded
   */
  record?: string
  /** A certificate, for `listen`. @default plain HTTP */
  tls?: TlsOptions
  /** Counts what the server does, for whoever reads it in the same process. @default one of its own */
  metrics?: Metrics
  /** @default no logs */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
}
