import type { Clock, Logger } from '../../ports.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import type { AgentState } from '../../protocol/voice-events.js'
import type { Agent } from '../agent/agent.js'
import type { Conversation } from '../agent/conversation.js'
import type { Guard } from '../model/guard.js'
import type { LateEngine } from '../speech/input/endpoint-timer.js'
import type { Playback } from '../speech/output/playback.js'
import type { SpokenEvent } from '../speech/output/spoken-output.js'
import type { AudioBuffer } from './audio-buffer.js'
import type { SessionConfig } from './session-config.js'

export interface SpeechChannelOptions {
  agent: Agent
  conversation: Conversation
  config: SessionConfig
  audio: AudioBuffer
  clock: Clock
  /** Runs what timers, promises and speech engines start. */
  guard: Guard
  logger: Logger
  newId: (prefix: string) => string
  send: (event: UnnumberedEvent) => void
  /** Tracks the audio that was sent, and how much of it was played. */
  playback: Playback
  isVoice: () => boolean
  /**
   * Whether the audio player pauses when output pauses, and reports its position. True for clients with `voice.v1` and
   * for calls.
   */
  playerStops: () => boolean
  write: (event: SpokenEvent) => void
  onLate: (engine: LateEngine) => void
  onState: (state: AgentState) => void
}
