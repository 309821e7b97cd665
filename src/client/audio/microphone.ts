import type { VoiceError } from '../../errors.js'
import { asVoiceError } from '../client-events.js'
import type { MicrophoneState } from '../client-state.js'
import type { AudioEngine } from './audio-engine.js'
import { microphonePermission, microphoneStateOf, SOUND_CONSTRAINTS, stopTracks } from './microphone-state.js'
import { CAPTURE, type CaptureMessage } from './worklet-scope.js'

export interface MicrophoneOptions {
  engine: AudioEngine
  onState: (state: MicrophoneState) => void
  /** Receives 20 ms of microphone audio: PCM16 at 24 kHz. */
  onSound: (pcm: Uint8Array) => void
  onLevel: (level: number) => void
  onFailure: (error: VoiceError) => void
}

/** Frames (20 ms each) of silence sent after muting, so that the server detects the end of speech. */
const SILENT_FRAMES = 150
/** States that wait for a new device. One that was unplugged may look `busy` for a moment. */
const COMING: readonly MicrophoneState[] = ['missing', 'busy']

/** What a phone call or the system interrupts: all audio, or the microphone. Input resumes after both. */
type InterruptedPart = 'page' | 'track'

/**
 * The microphone. `start` requests it from the browser, `stop` releases it.
 *
 * States (`MicrophoneState`):
 * - off → asking → on ⇄ muted, on ⇄ interrupted
 * - asking → denied, dismissed and other failures; `start` asks again
 * - on → missing when the microphone is unplugged → asking when another is plugged in
 */
export class Microphone {
  readonly #options: MicrophoneOptions
  #state: MicrophoneState = 'off'
  #stream: MediaStream | undefined
  #source: AudioNode | undefined
  #capture: AudioWorkletNode | undefined
  #wanted = SOUND_CONSTRAINTS
  #isMuted = false
  #silentFrames = 0
  readonly #interrupted = new Set<InterruptedPart>()
  /** Number of starts and stops. The result of a start is ignored if the number has changed in between. */
  #attempt = 0

  constructor(options: MicrophoneOptions) {
    this.#options = options
  }

  /** The stream of the open microphone. */
  get stream(): MediaStream | undefined {
    return this.#stream
  }

  /** Requests the microphone and starts input. Always resolves; the state tells the outcome. */
  async start(): Promise<void> {
    if (this.#stream) return
    this.#attempt += 1
    const attempt = this.#attempt
    const unable = unableHere()
    if (unable) {
      this.#setState(unable)
      return
    }
    this.#setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: this.#wanted })
      if (attempt !== this.#attempt) stopTracks(stream)
      else await this.#listen(stream, attempt)
    } catch (error) {
      const permission = await microphonePermission()
      if (attempt === this.#attempt) this.#setState(microphoneStateOf(error, permission))
    }
  }

  /** Releases the microphone. */
  stop(): void {
    this.#attempt += 1
    this.#release()
    this.#setState('off')
  }

  /** Records with this device from now on; `undefined` is the default of the system. Always resolves. */
  async use(deviceId: string | undefined): Promise<void> {
    this.#wanted = { ...SOUND_CONSTRAINTS, ...(deviceId !== undefined && { deviceId: { exact: deviceId } }) }
    if (!this.#stream) return
    this.#release()
    await this.start()
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted
    this.#silentFrames = 0
    for (const track of this.#stream?.getAudioTracks() ?? []) track.enabled = !isMuted
    if (this.#capture) this.#tell()
  }

  setInterrupted(isInterrupted: boolean): void {
    this.#interrupt('page', isInterrupted)
  }

  #interrupt(what: InterruptedPart, isInterrupted: boolean): void {
    if (isInterrupted) this.#interrupted.add(what)
    else this.#interrupted.delete(what)
    if (this.#capture) this.#tell()
  }

  #tell(): void {
    this.#setState(this.#interrupted.size > 0 ? 'interrupted' : this.#isMuted ? 'muted' : 'on')
  }

  async #listen(stream: MediaStream, attempt: number): Promise<void> {
    this.#stream = stream
    for (const track of stream.getAudioTracks()) this.#watch(track)
    try {
      const context = await this.#options.engine.ready()
      if (attempt !== this.#attempt) return
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
    // Browsers may suspend a node that is not connected, so this node is connected to the speakers. It outputs silence.
    source.connect(capture).connect(context.destination)
    capture.port.onmessage = ({ data }: MessageEvent<CaptureMessage>) => this.#receive(data)
    this.#source = source
    this.#capture = capture
  }

  #receive({ pcm, level }: CaptureMessage): void {
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
      // After a phone call, the microphone works again, but the audio of the page needs `unlock`.
      this.#options.engine.unlock()
    }
    track.onended = () => {
      if (this.#stream?.getAudioTracks().includes(track)) void this.#replace()
    }
  }

  async #replace(): Promise<void> {
    this.#release()
    await this.start()
    const attempt = this.#attempt
    if (!COMING.includes(this.#state)) return
    const onChange = () => attempt === this.#attempt && void this.#replace()
    navigator.mediaDevices.addEventListener('devicechange', onChange, { once: true })
  }

  #release(): void {
    this.#interrupted.delete('track')
    const stream = this.#stream
    this.#stream = undefined
    if (stream) stopTracks(stream)
    this.#source?.disconnect()
    if (this.#capture) this.#options.engine.end(this.#capture)
    this.#source = undefined
    this.#capture = undefined
    this.#options.onLevel(0)
  }

  #setState(state: MicrophoneState): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.onState(state)
  }
}

function unableHere(): MicrophoneState | undefined {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices) return undefined
  return globalThis.isSecureContext ? 'unsupported' : 'insecure'
}
