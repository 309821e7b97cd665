import type { Clock, Logger } from '../ports.js'
import type { AgentSession } from './agent/agent-session.js'
import type { ApiKeyValidator } from './http/authenticator.js'
import type { TlsOptions } from './http/listen.js'
import type { PlaygroundOptions } from './http/playground.js'
import type { QuotaOptions } from './http/quota.js'
import type { McpOAuthOptions } from './mcp/oauth.js'
import type { Identity } from './model/identity.js'
import type { SessionLimits } from './model/session-limits.js'
import type { PhoneOptions } from './phone/phone-options.js'
import type { ConnectionLimits } from './realtime/realtime-connection.js'
import type { AppBudgets, BudgetOptions } from './sessions/budget-ledger.js'
import type { Metrics } from './telemetry/metrics.js'
import type { WebRtcOptions } from './webrtc/webrtc-options.js'

/** Options of `createApp`. */
export interface AppOptions {
  /** The agent. If one server has several apps, this is a function that returns the agent for a connection. */
  agentSession: AgentSession | ((identity: Identity, appId: string | undefined) => AgentSession)
  /** Decides who may connect. @default serviceKeyValidator() */
  apiKeyValidator?: ApiKeyValidator
  /**
   * Origins of web pages that may use the server, such as `https://app.example.com`; `*` allows all. The server's own
   * pages are always allowed.
   * @default all; with the demo key none
   */
  allowedOrigins?: readonly string[]
  /** Number of trusted proxies before the server. The client's address is at this position from the end of `X-Forwarded-For`. @default 0 */
  trustProxy?: number
  /**
   * Whether sessions are locked: clients cannot change the agent or the history (see docs/protocol.md). A function
   * decides by app id.
   * @default false
   */
  lockSession?: boolean | ((appId: string | undefined) => boolean)
  /**
   * Whether the tools are also served over MCP, at `/mcp` and with the same keys. With `outputSchemas: false`, the
   * list of tools has no schemas of their results. With `oauth`, clients use access tokens of an authorization server
   * instead of keys.
   * @default false
   */
  mcp?: boolean | { outputSchemas?: boolean; oauth?: McpOAuthOptions | undefined }
  /**
   * Origins of MCP servers that clients may add to their sessions (`type: "mcp"` in `tools`), such as
   * `https://mcp.example.com`. This server asks them.
   * @default none
   */
  mcpOrigins?: readonly string[]
  /** Whether `/` serves a page on which users can try the agent. It shows tools and events. @default false */
  playground?: boolean | PlaygroundOptions
  /** Network settings of WebRTC calls, which need the packages `werift` and `opusscript`. @default the machine's own addresses */
  webrtc?: WebRtcOptions
  /** How long a session is kept after its connection is lost, in milliseconds. @default 120000 */
  graceMs?: number
  /** Maximum number of simultaneous connections. @default 10000 */
  maxSessions?: number
  /**
   * Limits of connections per user, key or address, and of attempts and wrong keys per minute. @default 50 connections
   * per user, 30 wrong keys per minute
   */
  quota?: Partial<Omit<QuotaOptions, 'connections'>>
  /** Limits of one connection. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Limits of the memory of sessions. docs/limits.md says what happens at each limit. */
  sessionLimits?: Partial<SessionLimits>
  /** Usage limits of users, sessions and apps. A function returns the limits of one app. @default no limits */
  budgets?: BudgetOptions | ((appId: string | undefined) => AppBudgets)
  /**
   * Where sessions are stored: `memory`, or `redis://HOST:PORT` for several servers that share sessions. Redis
   * requires `secret`.
   * @default 'memory'
   */
  store?: string
  /** Encrypts short-lived keys and stored sessions. It must be the same on all servers of a service. @default a random one per process */
  secret?: string
  /** Directory for recordings: one file per session with all input and output, without secrets and audio. @default nothing is recorded */
  record?: string
  /** Options of telephone calls. @default none */
  phone?: PhoneOptions
  /** Certificate for `listen`. @default plain HTTP */
  tls?: TlsOptions
  /** Collects the metrics of the server. Pass an object to read them in the same process. @default a new object */
  metrics?: Metrics
  /** @default no logs */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
}
