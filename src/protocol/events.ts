import type {
  ConversationItem,
  RealtimeClientEvent,
  RealtimeFunctionTool,
  RealtimeMcpApprovalResponse,
  RealtimeMcpToolCall,
  RealtimeResponse,
  RealtimeResponseCreateParams,
  RealtimeServerEvent,
  RealtimeSessionCreateRequest,
  RealtimeTranscriptionSessionCreateRequest,
} from 'openai/resources/realtime/realtime'
import type { VoiceClientEvent, VoiceServerEvent } from './voice-events.js'

/** Types of the OpenAI Realtime API (GA) from `openai`, so that the compiler checks events. */
export type {
  ConversationItem,
  RealtimeFunctionTool,
  RealtimeMcpApprovalResponse,
  RealtimeMcpToolCall,
  RealtimeResponse,
  RealtimeResponseCreateParams,
  RealtimeSessionCreateRequest,
  RealtimeTranscriptionSessionCreateRequest,
}

/** Everything a client may send. */
export type ClientEvent = RealtimeClientEvent | VoiceClientEvent

/** Everything the server may send. */
export type ServerEvent = RealtimeServerEvent | VoiceServerEvent

export type UnnumberedEvent<E = ServerEvent> = E extends unknown ? Omit<E, 'event_id'> : never

/** The session as `session.created` and `session.updated` show it: the settings in effect, not the requested ones. */
export type EffectiveSession = (RealtimeSessionCreateRequest | RealtimeTranscriptionSessionCreateRequest) & {
  object: 'realtime.session' | 'realtime.transcription_session'
  id: string
  expires_at: number
}

export const SERVER_LABEL = 'voice'
