import { stackOf } from '../../../errors.js'
import type { Logger } from '../../../ports.js'
import { Framer } from '../../../protocol/framer.js'
import { SpeechError } from '../../model/speech-error.js'
import type { Recognizer, SpeechToText } from '../../model/speech-to-text.js'
import { FRAME_SAMPLES, LISTENING_RATE, type Vad } from '../../model/vad.js'
import { AudioDecoder, type AudioFormat } from '../audio/audio-format.js'
import { AudioPaceCheck } from './audio-pace-check.js'
import { TurnSegmenter, type TurnSegmenterOptions, type TurnSettings } from './turn-segmenter.js'
import { type RecognizedUtterance, Utterance } from './utterance.js'

export interface AudioInputOptions
  extends Pick<TurnSegmenterOptions, 'clock' | 'guard' | 'agentSpeaks' | 'isIgnored' | 'expects' | 'emit'> {
  stt: SpeechToText
  vad: Vad
  logger: Logger
}

export interface AudioInputSettings {
  format: AudioFormat
  /** Settings of turn detection. `null` if turn detection is off and the client ends turns itself. */
  turns: TurnSettings | null
}

/** Maximum audio that is kept while the voice activity detector loads: ten seconds. */
const MAX_WAITING_SAMPLES = 10 * LISTENING_RATE

/**
 * The speech input of one session: finds the user's turns in audio and recognizes their words. The first audio loads
 * the engines. States: deaf (no audio yet) → loading → hearing → closed. If turn detection is off, audio is only
 * collected until the client commits it.
 */
export class AudioInput {
  readonly #options: AudioInputOptions
  readonly #framer = new Framer(FRAME_SAMPLES)
  readonly #pace = new AudioPaceCheck()
  #settings: AudioInputSettings
  #decoder: AudioDecoder
  #recognizer: Recognizer | undefined
  #state: 'deaf' | 'loading' | 'hearing' | 'closed' = 'deaf'
  #listener: TurnSegmenter | undefined
  #waiting: Int16Array[] = []
  #collected: Utterance | undefined
  #stopWatch: () => void = () => {}

  constructor(options: AudioInputOptions, settings: AudioInputSettings) {
    this.#options = options
    this.#settings = settings
    this.#decoder = decoderFor(settings)
  }

  /** Whether a turn of the user has begun but not ended. */
  get userSpeaks(): boolean {
    return this.#listener?.userSpeaks ?? false
  }

  /** Milliseconds of audio processed so far. */
  get heardMs(): number {
    return this.#listener?.heardMs ?? 0
  }

  /**
   * Applies new settings to the audio that follows. To switch turn detection on or off discards the current utterance.
   */
  configure(settings: AudioInputSettings): void {
    if (settings.format !== this.#settings.format) this.#decoder = decoderFor(settings)
    if ((settings.turns === null) !== (this.#settings.turns === null)) this.clear()
    this.#settings = settings
    if (settings.turns) this.#listener?.configure(settings.turns)
  }

  /** Adds audio in the client's format. A chunk may end anywhere, even in the middle of a sample. */
  push(bytes: Uint8Array): void {
    if (this.#state === 'closed') return
    const samples = this.#decoder.push(bytes)
    this.#checkPace(samples.length)
    try {
      this.#take(samples)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Passes audio to the engines. Throws what they throw. */
  #take(samples: Int16Array): void {
    if (this.#settings.turns === null) this.#collect(samples)
    else if (this.#state === 'hearing') this.#listen(samples)
    else this.#wait(samples)
  }

  /**
   * Ends the current utterance. Returns one of these values:
   * - the recognition of the utterance, if turn detection is off
   * - `by-event`, if the recognition follows in a `speech-stopped` event
   * - `undefined`, if there is no utterance
   */
  commit(): Promise<RecognizedUtterance> | 'by-event' | undefined {
    if (this.#settings.turns) return this.#listener?.commit() ? 'by-event' : undefined
    const utterance = this.#collected
    this.#collected = undefined
    if (!utterance) return undefined
    const heard = utterance.transcribe()
    utterance.close()
    this.#options.guard(() => heard.then(() => utterance.drop()))
    return heard
  }

  clear(): void {
    this.#listener?.clear()
    this.#collected?.drop()
    this.#collected = undefined
    this.#waiting = []
    this.#framer.clear()
  }

  close(): void {
    const { guard } = this.#options
    this.clear()
    this.#state = 'closed'
    this.#listener?.close()
    this.#listener = undefined
    guard(() => this.#recognizer?.close())
    guard(() => this.#stopWatch())
  }

  #checkPace(samples: number): void {
    const { clock, logger } = this.#options
    const suspicion = this.#pace.take((samples * 1000) / LISTENING_RATE, clock.now())
    if (suspicion) logger.warn('the sound of a client is odd', { reason: suspicion })
  }

  #collect(samples: Int16Array): void {
    this.#collected ??= new Utterance({
      guard: this.#options.guard,
      recognizer: this.#openRecognizer(),
      onPartial: (transcript) => this.#options.emit({ type: 'partial', transcript }),
    })
    this.#collected.push(samples)
  }

  #listen(samples: Int16Array): void {
    this.#framer.push(samples, (frame) => this.#listener?.push(frame))
    this.#listener?.pushPart(this.#framer.pending)
  }

  #wait(samples: Int16Array): void {
    const waiting = this.#waiting.reduce((sum, { length }) => sum + length, 0)
    if (waiting < MAX_WAITING_SAMPLES) this.#waiting.push(samples)
    if (this.#state !== 'deaf') return
    this.#state = 'loading'
    this.#options.guard(() => this.#load().catch((error: unknown) => this.#fail(error)))
  }

  async #load(): Promise<void> {
    const { logger, stt, vad, ...rest } = this.#options
    const watch = await vad.watch({ logger })
    const { turns } = this.#settings
    if (this.#isClosed || !turns) {
      watch.close()
      if (!this.#isClosed) this.#state = 'deaf'
      return
    }
    this.#stopWatch = () => watch.close()
    const recognizer = this.#openRecognizer()
    this.#listener = new TurnSegmenter({ ...rest, watch, recognizer, streams: stt.streams }, turns)
    this.#state = 'hearing'
    const waiting = this.#waiting
    this.#waiting = []
    for (const samples of waiting) this.#listen(samples)
  }

  /**
   * Reports a failure of the voice activity detector or the recognizer. The session stays usable with text; further
   * audio is ignored.
   */
  #fail(error: unknown): void {
    if (this.#isClosed) return
    this.close()
    this.#options.logger.error('voice detection failed', {
      vad: this.#options.vad.name,
      error: stackOf(error),
    })
    const known =
      error instanceof SpeechError
        ? error
        : new SpeechError('unavailable', { provider: this.#options.vad.name, message: String(error) })
    this.#options.emit({ type: 'failed', error: known })
  }

  get #isClosed(): boolean {
    return this.#state === 'closed'
  }

  #openRecognizer(): Recognizer {
    this.#recognizer ??= this.#options.stt.createRecognizer()
    return this.#recognizer
  }
}

const decoderFor = ({ format }: AudioInputSettings) => new AudioDecoder({ format, to: LISTENING_RATE })
