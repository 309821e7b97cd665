import type { VoiceError } from '../../errors.js'
import type { MicrophoneState } from '../client-state.js'
import { asVoiceError } from '../line-errors.js'
import type { AudioEngine } from './audio-engine.js'
import { microphonePermission, microphoneStateOf } from './microphone-errors.js'
import { CAPTURE, type CaptureMessage } from './worklet-scope.js'

/** What a microphone is given. */
export interface MicrophoneOptions {
  engine: AudioEngine
  onState: (state: MicrophoneState) => void
  /** 20 ms of PCM16 at 24 kHz. */
  onSound: (pcm: Uint8Array) => void
  /** Loudness, 0 to 1. */
  onLevel: (level: number) => void
  /** The worklet could not be loaded. */
  onFailure: (error: VoiceError) => void
}

/** Echo is taken out by the browser, which hears what the page plays through an element. */
const CONSTRAINTS: MediaStreamConstraints = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
}
/** Silence that is sent after muting, so that the server hears the end of what was being said. 20 ms each. */
const SILENT_FRAMES = 150
/** What passes when another device is plugged in; one that was just unplugged may look busy for a moment. */
const COMING: readonly MicrophoneState[] = ['missing', 'busy']

/** What a call or the system takes: the sound of the whole page, or the microphone alone. Both have to be back. */
type Interrupted = 'page' | 'track'

/**
 * The microphone: asked for when first needed, given back when not.
 *
 * States: see `MicrophoneState`. off → asking → on ⇄ muted, on ⇄ interrupted; asking → denied and the like, from where `start` asks again; on → missing
 * when it is unplugged → asking when another is plugged in.
 */
export class Microphone {
  readonly #options: MicrophoneOptions
  #state: MicrophoneState = 'off'
  #stream: MediaStream | undefined
  #nodes: AudioNode[] = []
  #isMuted = false
  #silentFrames = 0
  readonly #interrupted = new Set<Interrupted>()
  /** Counts the starts: an answer to an older one is nobody's. */
  #turn = 0

  constructor(options: MicrophoneOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#stream !== undefined
  }

  /** Asks for it and begins to listen. Resolves in any case; the state says how it went. */
  async start(): Promise<void> {
    if (this.#stream) return
    this.#turn += 1
    const turn = this.#turn
    const unable = unableHere()
    if (unable) {
      this.#setState(unable)
      return
    }
    this.#setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia(CONSTRAINTS)
      if (turn !== this.#turn) stopTracks(stream)
      else await this.#listen(stream, turn)
    } catch (error) {
      const permission = await microphonePermission()
      if (turn === this.#turn) this.#setState(microphoneStateOf(error, permission))
    }
  }

  /** Gives it back. */
  stop(): void {
    this.#turn += 1
    this.#release()
    this.#setState('off')
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted
    this.#silentFrames = 0
    for (const track of this.#stream?.getAudioTracks() ?? []) track.enabled = !isMuted
    if (this.#nodes.length > 0) this.#tell()
  }

  /** The system took the sound of the page, or gave it back. */
  setInterrupted(isInterrupted: boolean): void {
    this.#interrupt('page', isInterrupted)
  }

  #interrupt(what: Interrupted, isInterrupted: boolean): void {
    if (isInterrupted) this.#interrupted.add(what)
    else this.#interrupted.delete(what)
    if (this.#nodes.length > 0) this.#tell()
  }

  /** How an open microphone stands. */
  #tell(): void {
    this.#setState(this.#interrupted.size > 0 ? 'interrupted' : this.#isMuted ? 'muted' : 'on')
  }

  async #listen(stream: MediaStream, turn: number): Promise<void> {
    this.#stream = stream
    for (const track of stream.getAudioTracks()) this.#watch(track)
    try {
      const context = await this.#options.engine.ready()
      if (turn !== this.#turn) return
      this.#connect(context, stream)
      this.setMuted(this.#isMuted)
    } catch (error) {
      this.#release()
      this.#setState('unsupported')
      this.#options.onFailure(asVoiceError(error))
    }
  }

  #connect(context: AudioContext, stream: MediaStream): void {
    const source = context.createMediaStreamSource(stream)
    const capture = new AudioWorkletNode(context, CAPTURE, { numberOfOutputs: 1 })
    // A node nobody listens to may be put to sleep; this one puts out silence.
    source.connect(capture).connect(context.destination)
    capture.port.onmessage = ({ data }: MessageEvent<CaptureMessage>) => this.#hear(data)
    this.#nodes = [source, capture]
  }

  #hear({ pcm, level }: CaptureMessage): void {
    const { onSound, onLevel } = this.#options
    onLevel(this.#isMuted ? 0 : level)
    if (this.#isMuted) this.#silentFrames += 1
    if (!this.#isMuted || this.#silentFrames <= SILENT_FRAMES) onSound(new Uint8Array(pcm))
  }

  #watch(track: MediaStreamTrack): void {
    this.#interrupt('track', track.muted)
    track.onmute = () => this.#interrupt('track', true)
    track.onunmute = () => {
      this.#interrupt('track', false)
      // After a call a phone gives the microphone back, and leaves the sound of the page asleep.
      this.#options.engine.unlock()
    }
    track.onended = () => {
      if (this.#stream?.getAudioTracks().includes(track)) void this.#replace()
    }
  }

  /** The device is gone: another may be there, or may come. */
  async #replace(): Promise<void> {
    this.#release()
    await this.start()
    const turn = this.#turn
    if (!COMING.includes(this.#state)) return
    const onChange = () => turn === this.#turn && void this.#replace()
    navigator.mediaDevices.addEventListener('devicechange', onChange, { once: true })
  }

  #release(): void {
    this.#interrupted.delete('track')
    const stream = this.#stream
    this.#stream = undefined
    if (stream) stopTracks(stream)
    for (const node of this.#nodes.splice(0)) node.disconnect()
    this.#options.onLevel(0)
  }

  #setState(state: MicrophoneState): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.onState(state)
  }
}

/** Why it is no use to ask. */
function unableHere(): MicrophoneState | undefined {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices) return undefined
  return globalThis.isSecureContext ? 'unsupported' : 'insecure'
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null
    track.stop()
  }
}
