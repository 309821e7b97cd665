import type { ModelMessage, ModelRequest } from './language-model.js'
import type { ModelError } from './model-error.js'

/**
 * A speech-to-speech model: one model that hears and speaks, in place of recognizer, language model, synthesizer and
 * turn detection. One file for each protocol; the session sees only links and their events.
 */
export interface VoiceModel {
  /** The provider string, such as `openai/gpt-realtime-2.1:marin`. */
  readonly name: string
  readonly traits: VoiceTraits
  /**
   * Opens the conversation of one session with the model. Returns at once: the link keeps audio and messages until its
   * connection is open. `take` gets every event, in order, and never before `open` has returned. After `closed`, there are
   * no more events.
   */
  open(setup: VoiceSetup, take: (event: VoiceEvent) => void): VoiceLink
  /** Absent if the provider has no calls that a server can attach to. */
  readonly calls?: ProviderCalls
}

/** The calls whose audio a provider has itself: those of telephones, and those that browsers open with it. */
export interface ProviderCalls {
  /** The type of the webhook event that announces a telephone call. */
  readonly announcedBy: string
  /** Declines an announced call, or ends a running one. Throws a `ModelError`. */
  end(callId: string, action: 'reject' | 'hangup'): Promise<void>
}

/** A call of the provider. `announced`: it is not accepted yet; `attached`: an earlier link had it. */
export interface ProviderCall {
  id: string
  state: 'announced' | 'open' | 'attached'
}

/** G.711 at 8 kHz, or PCM16 little-endian with this many samples per second. */
export type VoiceFormat = 'audio/pcmu' | 'audio/pcma' | number

/** How a kind of model differs from the others. */
export interface VoiceTraits {
  /**
   * What the model asks for: calls of the functions that it gets (`calls`), or work that must be read from what was said
   * (`tasks`). A model of the second kind gets no tools: the language model of the agent does the work.
   */
  work: 'calls' | 'tasks'
  /** The audio formats that it takes and gives. The first one is used for clients with any other format. */
  formats: readonly [VoiceFormat, ...VoiceFormat[]]
  /** The audio format that it takes, if it is none of these. */
  hears?: VoiceFormat
  /** Whether the formats of both directions must be the same. @default false */
  hasOneFormat?: boolean
  /** Whether the model can answer a request beside its conversation. */
  answersBeside: boolean
  /** Whether audio must arrive without a break, silence too, because the model has no other clock. */
  needsClock: boolean
  /** A link that is older is replaced at the next pause, in milliseconds. Below the provider's own limit. */
  renewAfterMs: number
}

/** When the model ends a turn of the user, in the form of `turn_detection` of the Realtime protocol. */
export interface VoiceTurns {
  type: 'server_vad' | 'semantic_vad'
  threshold?: number
  prefix_padding_ms?: number
  silence_duration_ms?: number
  eagerness?: string
}

/** What a conversation starts with. */
export interface VoiceSetup {
  input: VoiceFormat
  output: VoiceFormat
  /** `null`: the client ends turns, with `commit`. */
  turns: VoiceTurns | null
  /** The voice that the client requested. @default the voice of the provider string */
  voice?: string | undefined
  /** The language of the user, as a language tag, if it is known. */
  language?: string | undefined
  rules: VoiceRules
  /** The conversation so far, if this link continues it: messages as text, calls with their results. */
  history: readonly ModelMessage[]
  /** The call that the link attaches to, and whose audio does not pass through this server. */
  call?: ProviderCall | undefined
}

/** What each answer of the model follows. */
export type VoiceRules = Pick<ModelRequest, 'instructions' | 'tools' | 'toolChoice' | 'maxOutputTokens'>

/** A request that is answered beside the conversation, of which the model reads only `history`. */
export type VoiceAside = VoiceRules & Pick<VoiceSetup, 'history'>

/** The conversation with a voice model, for as long as one connection lasts. What a kind of model has no use for is absent. */
export interface VoiceLink {
  /** Adds audio of the user, in the format of the setup. */
  audio(bytes: Uint8Array): void
  /** Ends the turn of the user. Only without turn detection. */
  commit?(): void
  /** Drops the audio since the last turn. */
  clear?(): void
  /** Replaces the rules. They hold from the next answer on. */
  configure?(rules: VoiceRules): void
  /** Adds a message to the conversation, without asking for an answer. */
  tell(role: 'user' | 'system' | 'assistant', text: string): void
  /** Says what holds at this moment, in place of what the last note has said. */
  note?(text: string): void
  /** The result of a call. Each call gets exactly one. */
  result?(callId: string, output: string): void
  /** Asks for an answer. It begins when the running one has ended; of several requests in between, one is left. */
  respond?(options: { spoken: boolean }): void
  /** Stops the running answer: no more of its events follow, except its usage. */
  cancel?(): void
  /** Lets the model speak a sentence word for word, beside the conversation. Its audio has this id. */
  say(id: string, text: string): void
  /** Answers a request in text, beside the conversation. Text and calls have this id, and `said` ends it. */
  aside?(id: string, request: VoiceAside): void
  /** What comes of a sentence of `say`, or of an `aside`, is not wanted any more. */
  drop(id: string): void
  /** How much of a message of the model the user has heard, when its playback was stopped. */
  heard?(itemId: string, ms: number): void
  /** Stops what is played in a call. */
  stopPlayback?(): void
  /** Closes the connection, but not the call that it is attached to. No event follows, except `seconds`. */
  close(): void
}

/** What happens at the model. Ids of items and calls are those of the provider. */
export type VoiceEvent =
  /** The connection works. */
  | { type: 'ready'; expiresAt?: number }
  /** The user has begun to speak, by the detection of the model. `atMs`: the position in the audio of this link. */
  | { type: 'user-started'; itemId: string; atMs: number }
  /** The turn of the user has ended, by detection or by `commit`. */
  | { type: 'user-stopped'; itemId: string; atMs: number }
  /** Words of the user. Those of a turn may follow long after its end. `final`: all words of this turn. */
  | { type: 'user-text'; itemId: string; text: string; final: boolean }
  /** An answer has begun: one that was asked for, or one that the model gives by itself. */
  | { type: 'started' }
  /** `sayId`: of `say` or `aside`. */
  | { type: 'text'; itemId: string; delta: string; sayId?: string | undefined }
  /** Audio of an answer, or of the sentence `sayId`, in the format of the setup. */
  | { type: 'audio'; itemId: string; bytes: Uint8Array; sayId?: string }
  | { type: 'call'; callId: string; name: string; arguments: string; sayId?: string | undefined }
  /** The answer has ended. All of its calls came before. `failed`: what went wrong. */
  | { type: 'ended'; reason: 'stop' | 'length' | 'content-filter' | 'cancelled'; failed?: ModelError }
  /** A sentence of `say`, or the answer to an `aside`, has ended. */
  | { type: 'said'; sayId: string; failed?: ModelError }
  /**
   * The model wants work done. What it is stands in the words of the user: `hasWords` says whether there were any since the
   * last task. Only models with `work: 'tasks'`; their answers, from `started` to `ended`, are what they say by themselves.
   */
  | { type: 'task'; taskId: string; hasWords: boolean }
  /** Tokens of an answer or of a transcript, to be added up. */
  | { type: 'usage'; inputTokens: number; outputTokens: number }
  /** Audio that the provider charges for by its time, to be added up. */
  | { type: 'seconds'; seconds: number }
  /** The provider plays audio of the model in a call, or has ended to. */
  | { type: 'playing'; isPlaying: boolean }
  /** A key of a telephone was pressed in a call: `0` to `9`, `*`, `#`. */
  | { type: 'key'; digit: string }
  /** The link must be replaced within this time. */
  | { type: 'expiring'; ms: number }
  /** A command failed, but the conversation goes on. */
  | { type: 'problem'; message: string }
  /** The connection is lost. `retryable` of the error says whether another one may work. */
  | { type: 'closed'; error: ModelError }
