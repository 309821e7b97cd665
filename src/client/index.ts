/** `voice/client`: a conversation with an agent, from a browser. */

export { VoiceError } from '../errors.js'
export type { LoggedEvent, VoiceEvents } from './client-events.js'
export type { ClientState, LineState, MicrophoneState, Mode, SpeechEngine } from './client-state.js'
export { type ApiKey, type PresetOptions, VoiceConfig, type VoiceConfigOptions } from './config.js'
export { type OverlayOptions, VoiceAgentOverlay } from './overlay/overlay.js'
export type { Theme } from './overlay/panel.js'
export { english, type OverlayTexts } from './overlay/texts.js'
export { german } from './overlay/texts-de.js'
export { VoiceAgentElement } from './overlay/voice-agent-element.js'
export type { ApprovalView, MessageView, ToolView, ViewItem, ViewState } from './state.js'
export { Voice } from './voice.js'
export { type ConnectOptions, VoiceClient } from './voice-client.js'
