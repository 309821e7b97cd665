import type { Clock, Logger } from '../../ports.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { SessionSpans } from '../telemetry/session-spans.js'
import type { SessionTap } from './session-tap.js'

/** What a session is given. */
export interface RealtimeSessionOptions {
  id: string
  agent: Agent
  /** The client speaks for the user alone: see `refuseIfLocked`. */
  locked: boolean
  /** Settings the session starts with. */
  preset?: Record<string, unknown> | undefined
  budgets?: readonly Budget[]
  metrics?: Metrics
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Counts what the session holds. @default nobody does */
  memory?: MemoryAccount | undefined
  /** Absent where nothing is recorded. */
  tap?: SessionTap | undefined
  /** Absent where nothing is traced. */
  spans?: SessionSpans | undefined
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
}

/** Keeps a session where other servers find it. */
export interface SessionKeeper {
  /** Something has changed. */
  touch(): void
  /** See `ConversationOptions.committed`. */
  committed(): Promise<void>
}
