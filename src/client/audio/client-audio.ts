import type { VoiceError } from '../../errors.js'
import type { Clock } from '../../ports.js'
import type { ServerEvent } from '../../protocol/events.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { MicrophoneState, SpeechEngine } from '../client-state.js'
import type { VoiceConfig } from '../config.js'
import type { CallTarget } from './voice-call.js'

/** What a client tells its audio, and what it wants to be told. */
export interface ClientAudioOptions
  extends Pick<VoiceConfig, 'serverUrl' | 'workletUrl' | 'browserSpeech' | 'transport'> {
  onMicrophone: (state: MicrophoneState) => void
  /** Receives 20 ms of microphone audio: PCM16 at 24 kHz. */
  onSound: (pcm: Uint8Array) => void
  onLevel: (level: number) => void
  onOutputLevel: (level: number) => void
  /** Receives how much of a spoken response was played. */
  onPlayed: (part: { itemId: string; contentIndex: number; playedMs: number }) => void
  /** Returns server, session and key for a WebRTC call; `undefined` without a session. */
  callTarget: () => CallTarget | undefined
  clock: Clock
  onPartial: (text: string) => void
  onFinal: (text: string) => void
  /** Called when the platform's synthesizer starts or stops speaking. */
  onSpeaking: (isSpeaking: boolean) => void
  onFailure: (error: VoiceError) => void
}

/** Microphone and loudspeaker of a client. `browserAudio` is the one of browsers; other platforms bring their own. */
export interface ClientAudio {
  /** Lets the page play audio. Browsers allow this only inside a click or a key press; it is called before any await. */
  unlock(): void
  /** Resumes audio that a phone stopped, when the user returns. */
  resume(): void
  /** Selects where speech is recognized and synthesized, by what the server has. */
  choose(providers: ProviderNames): { in: SpeechEngine; out: SpeechEngine }
  /** Starts audio input. Always resolves; `onMicrophone` tells the outcome. */
  start(): Promise<void>
  stop(): void
  /** Ends what belongs to one session, such as a WebRTC call. */
  leaveSession(): void
  setMuted(isMuted: boolean): void
  /** Loudness of the agent's voice, 0 to 1. */
  setVolume(volume: number): void
  /** Records with this device from now on. `undefined`: the default of the system. Always resolves. */
  chooseMicrophone(deviceId: string | undefined): Promise<void>
  /** Plays through this device from now on. `undefined`: the default of the system. Rejects if it cannot be used. */
  chooseSpeaker(deviceId: string | undefined): Promise<void>
  /** Whether the platform's own synthesizer is speaking. */
  readonly isBrowserSpeaking: boolean
  stopSpeaking(): void
  /** Plays audio of the agent, PCM16 at 24 kHz, of the content part that was announced last. */
  play(pcm: Uint8Array): void
  /** Handles the server events that name the item of the next audio, and those that pause or end output. */
  follow(event: ServerEvent): void
  /** Releases everything. `unlock` and `start` may be called again later. */
  close(): void
}

/** Makes the audio of one client. */
export type CreateAudio = (options: ClientAudioOptions) => ClientAudio
