/**
 * `voice/client`: a conversation with an agent. Importing it has no effect, so a bundler keeps only what a page uses.
 */

export { VoiceError, type VoiceErrorCode } from '../errors.js'
export { english, type MicrophoneProblem, type OverlayTexts } from '../languages/overlay-texts.js'
export type { Clock } from '../ports.js'
export type { ClientEvent, ServerEvent } from '../protocol/events.js'
export type * from '../protocol/voice-events.js'
export { browserAudio } from './audio/browser-audio.js'
export type { ClientAudio, ClientAudioOptions, CreateAudio } from './audio/client-audio.js'
export type { CallTarget, Transport } from './audio/voice-call.js'
export type { ClientError, Listener, LoggedEvent, VoiceEvents } from './client-events.js'
export type { ClientParts } from './client-parts.js'
export type {
  ClientState,
  ConnectionState,
  LineState,
  MicrophoneState,
  Mode,
  SpeechEngine,
} from './client-state.js'
export {
  type ClientTool,
  type ClientToolSet,
  clientTool,
  type StandardSchema,
  type Validated,
} from './client-tool.js'
export { type ApiKey, type PresetOptions, VoiceConfig, type VoiceConfigOptions } from './config.js'
export type { Socket, SocketConstructor } from './connection.js'
export type { Audience, OverlayLook, Theme } from './overlay/look.js'
export { type OverlayOptions, VoiceAgentOverlay } from './overlay/overlay.js'
export {
  defineVoiceAgent,
  VoiceAgentElement,
  type VoiceAgentEventMap,
} from './overlay/voice-agent-element.js'
export type { KeyValueStore, ResumeTokenStore, SessionMemory } from './resume-token-store.js'
export type { ApprovalView, ApprovalWords, MessageView, ToolView, ViewItem, ViewState } from './state.js'
export { Voice } from './voice.js'
export { type ConnectOptions, VoiceClient } from './voice-client.js'
