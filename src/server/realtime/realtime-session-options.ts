import type { ConversationOptions } from '../agent/conversation-options.js'
import type { SessionLimits } from '../model/session-limits.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { SessionSpans } from '../telemetry/session-spans.js'
import type { SessionRecorderTap } from './session-tap.js'

export interface RealtimeSessionOptions
  extends Pick<ConversationOptions, 'agent' | 'budgets' | 'memory' | 'clock' | 'logger' | 'newId'> {
  id: string
  /** Whether clients may change neither the agent nor the history (`refuseIfLocked`). */
  locked: boolean
  /** The settings that the session starts with. */
  preset?: Record<string, unknown> | undefined
  metrics?: Metrics
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Absent when recording is off. */
  tap?: SessionRecorderTap | undefined
  /** Absent when tracing is off. */
  spans?: SessionSpans | undefined
}

/** Stores a session where other servers can find it. */
export interface SessionStoreHandle {
  touch(): void
  /** Resolves when the store has written all changes of the session so far. */
  committed(): Promise<void>
}
