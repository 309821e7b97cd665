import { VoiceError } from '../../errors.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { SpeechEngine } from '../client-state.js'
import type { ClientAudio, ClientAudioOptions, CreateAudio } from './client-audio.js'
import { levelOf } from './level.js'
import { Microphone } from './microphone.js'
import { type CallError, type CallPlayer, VoiceCall } from './voice-call.js'

/** A package with WebRTC for React Native: `@livekit/react-native-webrtc` or `react-native-webrtc`. */
export interface WebRtcModule {
  RTCPeerConnection: new () => object
  mediaDevices: { getUserMedia(constraints: { audio: object }): Promise<object> }
}

/** The same with the types of browsers, whose interface these packages have. */
interface WebRtc {
  RTCPeerConnection: typeof RTCPeerConnection
  mediaDevices: MediaDevices
}

/** Calls that are tried after one that failed, and the wait before each, in milliseconds. */
const RETRIES_MS = [1_000, 3_000, 8_000]
const LEVELS_EVERY_MS = 200
/** The status of a server that has no WebRTC: another try is of no use. */
const NO_WEBRTC = 501

/**
 * The audio of an app: microphone and loudspeaker over a WebRTC call, whose echo the system cancels. Pass the package:
 * `webrtcAudio(webrtc)` after `import * as webrtc from '@livekit/react-native-webrtc'`. The server needs its packages
 * for WebRTC. Sound never goes over the WebSocket; `transport` has no effect.
 */
export function webrtcAudio(webrtc: WebRtcModule): CreateAudio {
  return (options) => new CallAudio(options, webrtc as unknown as WebRtc)
}

/** A call that carries all sound. When no call can be made, the microphone is `unsupported`. */
class CallAudio implements ClientAudio {
  readonly isBrowserSpeaking = false
  readonly #options: ClientAudioOptions
  readonly #webrtc: WebRtc
  readonly #player = new TrackPlayer()
  readonly #microphone: Microphone
  #call: VoiceCall | undefined
  #failures = 0
  #stopTimer = () => {}
  #isMuted = false
  #hears = false

  constructor(options: ClientAudioOptions, webrtc: WebRtc) {
    this.#options = options
    this.#webrtc = webrtc
    this.#microphone = new Microphone({
      devices: webrtc.mediaDevices,
      onState: options.onMicrophone,
      onOpen: async () => this.#openCall(),
      onClose: () => {
        this.leaveSession()
        options.onLevel(0)
      },
      onFailure: options.onFailure,
    })
  }

  choose({ stt, tts }: ProviderNames): { in: SpeechEngine; out: SpeechEngine } {
    this.#hears = stt !== null
    return { in: this.#hears ? 'server' : 'none', out: tts === null ? 'none' : 'server' }
  }

  async start(): Promise<void> {
    if (!this.#hears) return
    await this.#microphone.start()
    this.#openCall()
  }

  stop(): void {
    this.#microphone.stop()
  }

  leaveSession(): void {
    this.#stopTimer()
    this.#failures = 0
    this.#call?.close()
    this.#call = undefined
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted
    this.#microphone.setMuted(isMuted)
  }

  setVolume(volume: number): void {
    this.#player.setVolume(Math.min(1, Math.max(0, volume)))
  }

  close(): void {
    this.stop()
  }

  #openCall(): void {
    const { callTarget, clock } = this.#options
    const { stream } = this.#microphone
    const target = stream && !this.#call ? callTarget() : undefined
    if (!stream || !target) return
    this.#call = new VoiceCall({
      ...{ target, clock, stream, Peer: this.#webrtc.RTCPeerConnection, player: this.#player },
      onDown: (error) => this.#callAgain(error),
      onUp: (peer) => {
        this.#failures = 0
        this.#followLevels(peer)
      },
    })
  }

  #followLevels(peer: RTCPeerConnection): void {
    // A phone without these numbers shows no levels.
    this.#measure(peer).catch(() => {})
  }

  /** Tells how loud user and agent are, for as long as the call is up. */
  async #measure(peer: RTCPeerConnection): Promise<void> {
    const { clock, onLevel, onOutputLevel } = this.#options
    const loudness = { 'media-source': 0, 'inbound-rtp': 0 }
    for (const { type, audioLevel } of (await peer.getStats()).values())
      if (type in loudness && audioLevel) loudness[type as keyof typeof loudness] = levelOf([audioLevel], 1)
    if (!this.#call?.isUp) return
    onLevel(this.#isMuted ? 0 : loudness['media-source'])
    onOutputLevel(loudness['inbound-rtp'])
    clock.schedule(() => this.#followLevels(peer), LEVELS_EVERY_MS)
  }

  #callAgain({ message: reason, status }: CallError): void {
    this.#call = undefined
    const waitMs = status === NO_WEBRTC ? undefined : RETRIES_MS[this.#failures]
    this.#failures += 1
    if (waitMs !== undefined) {
      this.#stopTimer = this.#options.clock.schedule(() => this.#openCall(), waitMs)
      return
    }
    this.#microphone.stop('unsupported')
    const message = `Talking needs a WebRTC call, which failed (${reason}). On the server, install werift and opusscript beside voice, and open its UDP ports.`
    this.#options.onFailure(new VoiceError('connection-failed', message))
  }

  /** The system chooses the devices, by headset and settings. */
  async chooseMicrophone(): Promise<void> {}
  async chooseSpeaker(): Promise<void> {
    const message = 'The system of the phone chooses the loudspeaker; an app changes it by its audio session.'
    throw new VoiceError('bad-config', message)
  }

  // The call has the sound, and the server ends it when the user interrupts.
  unlock(): void {}
  resume(): void {}
  stopSpeaking(): void {}
  play(): void {}
  follow(): void {}
}

/** React Native plays a remote track by itself; its volume is a member of its own. */
class TrackPlayer implements CallPlayer {
  #track: (MediaStreamTrack & { _setVolume?: (volume: number) => void }) | undefined
  #volume = 1

  play(track: MediaStreamTrack): void {
    this.#track = track
    if (this.#volume !== 1) this.setVolume(this.#volume)
  }

  setVolume(volume: number): void {
    this.#volume = volume
    this.#track?._setVolume?.(volume)
  }

  stop(): void {
    this.#track = undefined
  }
}
