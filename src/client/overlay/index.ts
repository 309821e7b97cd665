/** `voice/client/overlay`: the full-screen overlay and the only agent of a page. */

export { english, type MicrophoneProblem, type OverlayTexts } from '../../languages/overlay-texts.js'
export { Voice } from '../voice.js'
export type { Audience, OverlayLook, Theme } from './look.js'
export { type OverlayOptions, VoiceAgentOverlay } from './overlay.js'
