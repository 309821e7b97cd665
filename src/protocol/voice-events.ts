/** Events that are not part of the OpenAI Realtime API. They are used only with the subprotocol `voice.v1`. */

/** Asks for `voice.pong` with the same `t`. */
export interface VoicePingEvent {
  type: 'voice.ping'
  event_id?: string
  t: number
}

/** How much of an audio part the user has heard. After an interruption, the history keeps only this much of the part. */
export interface VoicePlaybackEvent {
  type: 'voice.playback'
  event_id?: string
  item_id: string
  content_index: number
  played_ms: number
}

/** Tells the server whether the user talks or types. */
export interface VoiceModeEvent {
  type: 'voice.mode'
  event_id?: string
  mode: 'voice' | 'text'
}

/** Client events of the `voice.v1` dialect. */
export type VoiceClientEvent = VoicePingEvent | VoicePlaybackEvent | VoiceModeEvent

/** The answer to `voice.ping`. */
export interface VoicePongEvent {
  type: 'voice.pong'
  event_id: string
  t: number
}

/** The data for resuming the session, the limits for the client, and the providers in use. */
export interface VoiceSessionEvent {
  type: 'voice.session'
  event_id: string
  session_id: string
  resume_token: string
  /** How long the session is kept without a connection. */
  grace_ms: number
  /** Whether events were lost since the last event that the client has received. If so, the server sends all items next. */
  gap: boolean
  limits: ShownLimits
  providers: ProviderNames
}

/** The limits for a client; docs/limits.md says what happens at each. */
export interface ShownLimits {
  max_message_bytes: number
  max_audio_seconds: number
  max_items: number
  max_item_bytes: number
  max_history_bytes: number
  max_settings_bytes: number
  max_client_tools: number
  max_open_calls: number
  max_out_of_band_responses: number
}

/** The provider strings of the engines of an agent; `null` without an engine, such as `tts` of one that does not speak. */
export interface ProviderNames {
  stt: string | null
  llm: string
  tts: string | null
  vad: string | null
  turn_detection: string | null
}

/** What the agent is doing. */
export type AgentState = 'idle' | 'listening' | 'thinking' | 'speaking'

/** Sent whenever the state of the agent changes. */
export interface VoiceStateEvent {
  type: 'voice.state'
  event_id: string
  state: AgentState
}

/** How long the stages of a turn took. */
export interface VoiceMetricsEvent {
  type: 'voice.metrics'
  event_id: string
  turn_id: string
  stages_ms: Record<string, number>
}

/** Why a tool was chosen, or why none was. Only for connections that ask for it with `?explain=true`. */
export interface VoiceExplainEvent {
  type: 'voice.explain'
  event_id: string
  turn_id: string
  candidates: { name: string; score: number }[]
  chosen: string | null
  missing: string[]
  /** The requests that would be sent, secrets masked. */
  requests: { method: string; url: string; headers: [name: string, value: string][]; body: string | null }[]
}

/** A piece of the model's reasoning, part of no item. Only for connections with `?reasoning=true`. */
export interface VoiceReasoningEvent {
  type: 'voice.reasoning'
  event_id: string
  response_id: string
  delta: string
}

/**
 * What the open approval requests ask, in the words and the language of the agent. Sent after the items of the requests,
 * which are one question with an answer for each.
 */
export interface VoiceApprovalEvent {
  type: 'voice.approval'
  event_id: string
  requests: ({ approval_request_id: string } & ApprovalCard)[]
}

/** One approval request in parts, for clients that draw it. */
export interface ApprovalCard {
  /** The item of the message that asks the same in one text, for all requests. */
  message_id: string
  /** What the call does, as a sentence: "This cancels order 17 “Lamp”." */
  text: string
  /** The other values of the call, as people say them. A summary, such as "and 2 more: size, colour", has the name `''`. */
  fields: { name: string; value: string }[]
  /** Method and path of the HTTP request: `POST /orders/17/cancel`. `null` if the tool makes none. */
  request: string | null
  /** Whether the call deletes, or changes what cannot be undone. Clients can warn of it, such as by a red button. */
  destructive: boolean
  /** A remark, such as numbers that the user said and no call has. `null` without one. */
  note: string | null
}

/** Server events of the `voice.v1` dialect. */
export type VoiceServerEvent =
  | VoicePongEvent
  | VoiceSessionEvent
  | VoiceStateEvent
  | VoiceMetricsEvent
  | VoiceExplainEvent
  | VoiceReasoningEvent
  | VoiceApprovalEvent
