import type { UnnumberedEvent } from '../../protocol/events.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { Conversation } from '../agent/conversation.js'
import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'
import type { AudioBuffer } from './audio-buffer.js'
import type { Credits } from './credits.js'
import type { ResponseWriter } from './response-writer.js'
import type { SessionConfig } from './session-config.js'
import type { SpeechChannel } from './speech-channel.js'

/** What a client event may act on. */
export interface SessionParts {
  readonly conversation: Conversation
  readonly config: SessionConfig
  readonly credits: Credits
  readonly audio: AudioBuffer
  readonly speech: SpeechChannel
  readonly writer: ResponseWriter
  readonly locked: boolean
  readonly limits: SessionLimits
  readonly memory: MemoryAccount
  /** The server's own tools. */
  readonly serverTools: readonly ToolFunction[]
  readonly newId: (prefix: string) => string
  send(event: UnnumberedEvent): void
  applyConfig(): void
  /** Takes sound of the user, in the format of the session. */
  hear(sound: Uint8Array): void
}
