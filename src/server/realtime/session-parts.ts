import type { UnnumberedEvent } from '../../protocol/events.js'
import type { Conversation } from '../agent/conversation.js'
import type { SessionServers } from '../mcp/session-servers.js'
import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'
import type { Playback } from '../speech/output/playback.js'
import type { AudioBuffer } from './audio-buffer.js'
import type { TypedText } from './client-habits.js'
import type { Responses, SessionView } from './responses.js'
import type { SessionConfig } from './session-config.js'
import type { SpeechChannel } from './speech-channel.js'
import type { VoiceChannel } from './voice-model/voice-channel.js'

export interface SessionParts {
  readonly conversation: Conversation
  readonly servers?: SessionServers | undefined
  readonly config: SessionConfig
  /**
   * How many `response.create` events are ignored: after a call of a server tool the server responds by itself, but
   * clients made for OpenAI's API still ask for it. Each finished call adds one; new user input removes all.
   */
  credits: number
  readonly typed: TypedText
  readonly audio: AudioBuffer
  readonly speech: SpeechChannel
  /** The link to the voice model; absent if the agent has none. */
  readonly voiceModel?: Pick<VoiceChannel, 'answersBeside'> | undefined
  readonly playback: Playback
  readonly responses: Responses
  readonly locked: boolean
  readonly view: SessionView
  readonly limits: SessionLimits
  readonly memory: MemoryAccount
  readonly newId: (prefix: string) => string
  send(event: UnnumberedEvent): void
  appendAudio(audio: Uint8Array): void
}
