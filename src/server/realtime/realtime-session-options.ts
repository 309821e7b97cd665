import type { ConversationOptions } from '../agent/conversation-options.js'
import type { SessionLimits } from '../model/session-limits.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { SessionSpans } from '../telemetry/session-spans.js'
import type { SessionRecorderTap } from './session-tap.js'

export interface RealtimeSessionOptions
  extends Pick<ConversationOptions, 'agent' | 'budgets' | 'memory' | 'clock' | 'logger' | 'newId'> {
  id: string
  /** If true, clients can change neither the agent nor the history (see `refuseIfLocked`). */
  locked: boolean
  /** The session settings at the start, before the client changes any. */
  preset?: Record<string, unknown> | undefined
  metrics?: Metrics
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Records the session; absent if recording is off. */
  tap?: SessionRecorderTap | undefined
  /** The trace spans of the session; absent if tracing is off. */
  spans?: SessionSpans | undefined
}

/** Writes a session to a store from which other servers can continue it. */
export interface SessionStoreHandle {
  /** Stores the changes of the session now. */
  touch(): void
  /** Stores the changes within a second: the text of an open message, or settings of audio. */
  touchLater(): void
  /** Resolves when the store has written all changes of the session so far. */
  committed(): Promise<void>
}
