import type { ShownLimits } from '../../protocol/voice-events.js'
import type { OutboxEntry } from './outbox.js'
import type { SessionView } from './responses.js'

/** The data from which the greeting (the first events) of a connection is made. The resume token is left out. */
export interface TappedGreeting {
  resume?: { lastEventId?: string }
  voice?: { graceMs: number; limits: ShownLimits }
}

/** One input of a session. Binary audio is replaced by its size in bytes. */
export type SessionInput =
  | { from: 'client'; text: string }
  | { from: 'microphone'; bytes: number }
  /** A sentence that the server itself says, such as a greeting on the telephone. */
  | { from: 'line'; say: string }
  | { from: 'frame' }
  /** The client has sent too many bytes, and its messages are read more slowly. */
  | { from: 'slowed'; bytesPerSecond: number }
  | { from: 'connection'; view: SessionView; greeting: TappedGreeting }
  /** The session was restored from another server, without the state of tool calls. `last`: its newest event. */
  | { from: 'snapshot'; facts: object; items: readonly object[]; last: number }
  /** What was open when the session was stored is closed; see `recoverSession`. */
  | { from: 'recovery' }

/** Observes all input of a session before it is handled, and all output before it is sent. */
export interface SessionRecorderTap {
  took(input: SessionInput): void
  said(entry: OutboxEntry): void
  /** Called before the session waits for its store (`waiting`). It waits for the returned promise instead. */
  committed(waiting: Promise<void> | undefined): Promise<void> | undefined
  closed(): void
  erased(): void
}
