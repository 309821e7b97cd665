import type { ClientEvent, ServerEvent } from '../../protocol/events.js'

/** How the line to the agent is. */
export type LineState =
  | { state: 'open' }
  /** The line dropped; the next try is under way or comes at `retryAt` (ms since the epoch). */
  | { state: 'reconnecting'; attempt: number; retryAt: number | null }
  /** For good: `reason` says why, for a person. */
  | { state: 'closed'; reason: string }

/** What a listener of the line may hear. */
export interface LineEvents {
  /** Every event of the server, in order, each once also over reconnects. */
  event: ServerEvent
  line: LineState
  /** The agent came back without the conversation: it has forgotten what was said. */
  forgotten: undefined
}

/** A connection that comes back by itself. The chat knows nothing else of the network. */
export interface Line {
  readonly isOpen: boolean
  on<K extends keyof LineEvents>(name: K, listener: (value: LineEvents[K]) => void): () => void
  /** Sends one event. Throws `not-connected` while there is no line. */
  send(event: ClientEvent): void
  /** Ends the line for good. */
  close(): void
}
