import type { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { ClientState, LineState } from './client-state.js'
import type { ApprovalView, MessageView, ToolView } from './state.js'

/** An event of the protocol as it passed, for a log. Sound is not in it. */
export interface LoggedEvent {
  direction: 'in' | 'out'
  event: ServerEvent | ClientEvent
  /** Milliseconds since the epoch. */
  at: number
}

/** What one may listen to. */
export interface VoiceEvents {
  /** The whole state, after every change. */
  state: ClientState
  /** Words of the user, partial or final. */
  transcript: MessageView
  /** Words of the agent, as they come. */
  reply: MessageView
  /** A tool begins to run, or is done. */
  tool: ToolView
  /** A question that waits for yes or no, or its answer. */
  approval: ApprovalView
  /** Something went wrong; the sentence can be shown. */
  error: VoiceError
  connection: { state: LineState; attempt: number; retryAt: number | null }
  /** Loudness of the microphone, 0 to 1, fifty times a second. */
  level: number
  event: LoggedEvent
}
