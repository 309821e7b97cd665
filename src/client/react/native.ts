/**
 * `voice/react-native`: an agent in an app. It has everything of `voice/react` that needs no browser, sound over WebRTC
 * and an overlay of native views. Hermes, the engine of React Native, refuses a file with `import.meta`, which the audio
 * of browsers uses.
 */

export { VoiceError, type VoiceErrorCode } from '../../errors.js'
export { type WebRtcModule, webrtcAudio } from '../audio/call-audio.js'
export type { ClientAudio, ClientAudioOptions, CreateAudio } from '../audio/client-audio.js'
export type { ClientState } from '../client-state.js'
export { type ClientTool, type ClientToolSet, clientTool } from '../client-tool.js'
export { type ApiKey, VoiceConfig, type VoiceConfigOptions } from '../config.js'
export { VoiceClient } from '../voice-client.js'
export * from './hooks.js'
export { VoiceOverlay } from './native-overlay.js'
export {
  AgentProvider as VoiceProvider,
  type VoiceOverlayProps,
  type VoiceProviderProps,
} from './voice-provider.js'
