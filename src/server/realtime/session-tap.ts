import type { ShownLimits } from '../../protocol/voice-events.js'
import type { OutboxEntry } from './outbox.js'
import type { SessionView } from './session-view.js'

/** How a connection began, without its token. */
export interface TappedGreeting {
  resume?: { lastEventId?: string }
  voice?: { graceMs: number; limits: ShownLimits }
}

/** Sees all that comes into a session and goes out of it, before the session acts on it. */
export interface SessionTap {
  received(text: string): void
  heard(pcm: Uint8Array): void
  refused(): void
  connected(view: SessionView, greeting: TappedGreeting): void
  said(entry: OutboxEntry): void
  /** Another server had the session; `last` is the number of its newest event. */
  restored(snapshot: { facts: object; items: readonly object[] }, last: number): void
  /** It stopped in the middle of something, which is brought to rest now. */
  recovered(): void
  /** A wait for the store. */
  committed(waiting: Promise<void> | undefined): Promise<void> | undefined
  closed(): void
  /** The session was erased, and with it what was kept of it. */
  erased(): void
}
