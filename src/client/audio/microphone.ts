import type { VoiceError } from '../../errors.js'
import { asVoiceError } from '../client-events.js'
import type { MicrophoneState } from '../client-state.js'
import { microphonePermission, microphoneStateOf, SOUND_CONSTRAINTS, stopTracks } from './microphone-state.js'

export interface MicrophoneOptions {
  /** The devices of the platform; `undefined` where a page may not use them. */
  devices: MediaDevices | undefined
  onState: (state: MicrophoneState) => void
  /** Takes the sound of a stream. If it rejects, the microphone is `unsupported`. */
  onOpen: (stream: MediaStream) => Promise<void>
  /** After a phone call, the microphone works again. */
  onResumed?: () => void
  /** The stream has ended. */
  onClose: () => void
  onFailure: (error: VoiceError) => void
}

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
  #state: MicrophoneState = 'off'
  #stream: MediaStream | undefined
  #isOpen = false
  #wanted = SOUND_CONSTRAINTS
  #isMuted = false
  readonly #interrupted = new Set<InterruptedPart>()
  /** Number of starts and stops. The result of a start is ignored if the number has changed in between. */
  #attempt = 0

  constructor(private readonly options: MicrophoneOptions) {}

  /** The stream of the open microphone. */
  get stream(): MediaStream | undefined {
    return this.#stream
  }

  /** Requests the microphone and starts input. Always resolves; the state tells the outcome. */
  async start(): Promise<void> {
    if (this.#stream) return
    this.#attempt += 1
    const attempt = this.#attempt
    const { devices } = this.options
    if (!devices) return this.#setState(globalThis.isSecureContext ? 'unsupported' : 'insecure')
    this.#setState('asking')
    try {
      const stream = await devices.getUserMedia({ audio: this.#wanted })
      if (attempt !== this.#attempt) stopTracks(stream)
      else await this.#listen(stream, attempt)
    } catch (error) {
      const permission = await microphonePermission()
      if (attempt === this.#attempt) this.#setState(microphoneStateOf(error, permission))
    }
  }

  /** Releases the microphone. */
  stop(state: MicrophoneState = 'off'): void {
    this.#attempt += 1
    this.#release()
    this.#setState(state)
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
    for (const track of this.#stream?.getAudioTracks() ?? []) track.enabled = !isMuted
    if (this.#isOpen) this.#tell()
  }

  setInterrupted(isInterrupted: boolean): void {
    this.#interrupt('page', isInterrupted)
  }

  #interrupt(what: InterruptedPart, isInterrupted: boolean): void {
    if (isInterrupted) this.#interrupted.add(what)
    else this.#interrupted.delete(what)
    if (this.#isOpen) this.#tell()
  }

  #tell(): void {
    this.#setState(this.#interrupted.size > 0 ? 'interrupted' : this.#isMuted ? 'muted' : 'on')
  }

  async #listen(stream: MediaStream, attempt: number): Promise<void> {
    this.#stream = stream
    for (const track of stream.getAudioTracks()) this.#watch(track)
    try {
      await this.options.onOpen(stream)
      if (attempt !== this.#attempt) return
      this.#isOpen = true
      this.setMuted(this.#isMuted)
    } catch (error) {
      if (attempt !== this.#attempt) return
      this.stop('unsupported')
      this.options.onFailure(asVoiceError(error))
    }
  }

  #watch(track: MediaStreamTrack): void {
    this.#interrupt('track', track.muted)
    track.onmute = () => this.#interrupt('track', true)
    track.onunmute = () => {
      this.#interrupt('track', false)
      this.options.onResumed?.()
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
    this.options.devices?.addEventListener('devicechange', onChange, { once: true })
  }

  #release(): void {
    this.#interrupted.delete('track')
    const stream = this.#stream
    this.#stream = undefined
    if (stream) stopTracks(stream)
    this.#isOpen = false
    this.options.onClose()
  }

  #setState(state: MicrophoneState): void {
    if (state === this.#state) return
    this.#state = state
    this.options.onState(state)
  }
}
