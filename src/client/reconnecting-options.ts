import type { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { ClientParts } from './client-parts.js'
import type { ConnectionState } from './client-state.js'
import type { VoiceConfig } from './config.js'
import type { ConnectionOptions } from './connection.js'
import type { FailedAttempt } from './refusal.js'
import type { ResumeTokenStore } from './resume-token-store.js'

export interface ReconnectingOptions
  extends Pick<ConnectionOptions, 'url' | 'appId' | 'Socket'>,
    Pick<
      VoiceConfig,
      'apiKey' | 'reconnectEnabled' | 'maxReconnectAttempts' | 'reconnectDelayMs' | 'heartbeatIntervalMs'
    >,
    Pick<ClientParts, 'clock' | 'random' | 'isOnline'> {
  tokens: ResumeTokenStore
  onSent: (event: ClientEvent) => void
  /** Finds out why a server refuses a connection, because browsers do not report it; `undefined` without a refusal. */
  findRefusal: (attempt: FailedAttempt) => Promise<VoiceError | undefined>
}

export interface ConnectionStatus {
  state: ConnectionState
  attempt: number
  /** Time of the next attempt in milliseconds since the epoch; `null` if no attempt is planned or one is running. */
  retryAt: number | null
}

export interface EventPosition {
  sessionId: string
  token: string | undefined
  lastEventId: string | undefined
}

/** How a session was opened. `gap`: items are sent again. `forgotten`: the server had it no longer. */
export type Opening = 'new' | 'resumed' | 'gap' | 'forgotten'

export function openingOf(place: EventPosition, { token, gap }: { token: string; gap: boolean }): Opening {
  if (gap) return 'gap'
  if (place.token === token) return 'resumed'
  return place.lastEventId === undefined ? 'new' : 'forgotten'
}

export interface ReconnectingEvents {
  event: ServerEvent
  frame: Uint8Array
  /** The first message of the server that was ignored, because it is malformed. The text says why. */
  malformed: string
  status: ConnectionStatus
  /** The session is open. Events that a listener sends now go out before the events that waited for the connection. */
  opened: Opening
  /** The client gave up, or the first attempt failed. */
  failed: VoiceError
}
