import type { Clock, Logger } from '../../ports.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { SessionSpans } from '../telemetry/session-spans.js'
import type { SessionRecorderTap } from './session-tap.js'

export interface RealtimeSessionOptions {
  id: string
  agent: Agent
  /** See `refuseIfLocked`. */
  locked: boolean
  /** The settings that the session starts with. */
  preset?: Record<string, unknown> | undefined
  budgets?: readonly Budget[]
  metrics?: Metrics
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Counts the memory of the session. @default not counted */
  memory?: MemoryAccount | undefined
  /** Absent when recording is off. */
  tap?: SessionRecorderTap | undefined
  /** Absent when tracing is off. */
  spans?: SessionSpans | undefined
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
}

/** Stores a session where other servers can find it. */
export interface SessionStoreHandle {
  touch(): void
  /** See `ConversationOptions.committed`. */
  committed(): Promise<void>
}
