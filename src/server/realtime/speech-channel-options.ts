import type { Clock, Logger } from '../../ports.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import type { AgentState } from '../../protocol/voice-events.js'
import type { Agent } from '../agent/agent.js'
import type { Conversation } from '../agent/conversation.js'
import type { SpokenEvent } from '../speech/speaking/spoken-output.js'
import type { AudioBuffer } from './audio-buffer.js'
import type { SessionConfig } from './session-config.js'

/** What the speech of a session is given. */
export interface SpeechChannelOptions {
  agent: Agent
  conversation: Conversation
  config: SessionConfig
  audio: AudioBuffer
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
  send: (event: UnnumberedEvent) => void
  /** Whether the client speaks `voice.v1`: its player stands still when told, and says how far it is. */
  isVoice: () => boolean
  write: (event: SpokenEvent) => void
  onState: (state: AgentState) => void
}
