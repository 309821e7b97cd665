/** `voice/client/audio`: microphone and loudspeaker of a browser, for a client of your own. */

export { browserAudio } from './browser-audio.js'
export type { ClientAudio, ClientAudioOptions, CreateAudio } from './client-audio.js'
