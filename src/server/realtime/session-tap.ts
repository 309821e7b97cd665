import type { ShownLimits } from '../../protocol/voice-events.js'
import type { OutboxEntry } from './outbox.js'
import type { SessionView } from './session-view.js'

/** How a connection began, without its token. */
export interface TappedGreeting {
  resume?: { lastEventId?: string }
  voice?: { graceMs: number; limits: ShownLimits }
}

/** Observes all input and output of a session, before the session handles it. */
export interface SessionRecorderTap {
  received(text: string): void
  heard(pcm: Uint8Array): void
  refused(): void
  /** The server itself said a sentence, such as a greeting on the telephone. */
  spoke(text: string): void
  connected(view: SessionView, greeting: TappedGreeting): void
  said(entry: OutboxEntry): void
  /** The session was restored from another server; `last` is the number of its newest event. */
  restored(snapshot: { facts: object; items: readonly object[] }, last: number): void
  /** The other server stopped while work was in progress. This server completes that work. */
  recovered(): void
  /** Gets a wait for the session store; `undefined` if there is nothing to wait for. Returns the wait that the session must use instead. */
  committed(waiting: Promise<void> | undefined): Promise<void> | undefined
  closed(): void
  erased(): void
}
