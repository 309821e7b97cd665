import { stackOf } from '../../../errors.js'
import type { Logger } from '../../../ports.js'
import { Framer } from '../../../protocol/framer.js'
import { SpeechError } from '../../model/speech-error.js'
import type { RecognitionHints, Recognizer, SpeechToText } from '../../model/speech-to-text.js'
import { FRAME_SAMPLES, LISTENING_RATE, type Vad } from '../../model/vad.js'
import { AudioDecoder, type AudioFormat } from '../audio/audio-format.js'
import { TurnSegmenter, type TurnSegmenterOptions, type TurnSettings } from './turn-segmenter.js'
import { type RecognizedUtterance, Utterance } from './utterance.js'

export interface AudioInputOptions
  extends Pick<TurnSegmenterOptions, 'clock' | 'guard' | 'agentSpeaks' | 'isIgnored' | 'expects' | 'emit'> {
  stt: SpeechToText
  vad: Vad
  /** What the client knows of the speech of the next utterance. */
  hints?: () => RecognitionHints | undefined
  logger: Logger
}

export interface AudioInputSettings {
  format: AudioFormat
  turns: TurnSettings | null
}

/** Maximum audio that is kept while the voice activity detector loads: ten seconds. */
const MAX_WAITING_SAMPLES = 10 * LISTENING_RATE

/**
 * Finds turns in audio and recognizes them. Without turn detection, audio is collected until a commit. States: idle (no
 * audio yet) → loading → listening → closed.
 */
export class AudioInput {
  readonly #options: AudioInputOptions
  readonly #framer = new Framer(FRAME_SAMPLES)
  readonly #pace = new AudioPaceCheck()
  #settings: AudioInputSettings
  #decoder: AudioDecoder
  #recognizer: Recognizer | undefined
  #state: 'idle' | 'loading' | 'listening' | 'closed' = 'idle'
  #segmenter: TurnSegmenter | undefined
  #waiting: Int16Array[] = []
  #collected: Utterance | undefined
  #stopWatch: () => void = () => {}

  constructor(options: AudioInputOptions, settings: AudioInputSettings) {
    this.#options = options
    this.#settings = settings
    this.#decoder = decoderFor(settings)
  }

  get userSpeaks(): boolean {
    return this.#segmenter?.userSpeaks ?? false
  }

  get processedMs(): number {
    return this.#segmenter?.processedMs ?? 0
  }

  /** Applies settings to later audio. To switch turn detection on or off discards the current utterance. */
  configure(settings: AudioInputSettings): void {
    if (settings.format !== this.#settings.format) this.#decoder = decoderFor(settings)
    if ((settings.turns === null) !== (this.#settings.turns === null)) this.clear()
    this.#settings = settings
    if (settings.turns) this.#segmenter?.configure(settings.turns)
  }

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

  #take(samples: Int16Array): void {
    if (this.#settings.turns === null) this.#collect(samples)
    else if (this.#state === 'listening') this.#listen(samples)
    else this.#wait(samples)
  }

  /**
   * Ends the utterance. Returns its recognition if turn detection is off, `by-event` if it follows in `speech-stopped`,
   * and `undefined` if there is no utterance.
   */
  commit(): Promise<RecognizedUtterance> | 'by-event' | undefined {
    if (this.#settings.turns) return this.#segmenter?.commit() ? 'by-event' : undefined
    const utterance = this.#collected
    this.#collected = undefined
    if (!utterance) return undefined
    const heard = utterance.transcribe()
    utterance.close()
    this.#options.guard(() => heard.then(() => utterance.drop()))
    return heard
  }

  clear(): void {
    this.#segmenter?.clear()
    this.#collected?.drop()
    this.#collected = undefined
    this.#waiting = []
    this.#framer.clear()
  }

  close(): void {
    const { guard } = this.#options
    this.clear()
    this.#state = 'closed'
    this.#segmenter?.close()
    this.#segmenter = undefined
    guard(() => this.#recognizer?.close())
    guard(() => this.#stopWatch())
  }

  #checkPace(samples: number): void {
    const { clock, logger } = this.#options
    const suspicion = this.#pace.take((samples * 1000) / LISTENING_RATE, clock.now())
    if (suspicion) logger.warn('the audio of a client is odd', { reason: suspicion })
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
    this.#framer.push(samples, (frame) => this.#segmenter?.push(frame))
    this.#segmenter?.pushPart(this.#framer.pending)
  }

  #wait(samples: Int16Array): void {
    const waiting = this.#waiting.reduce((sum, { length }) => sum + length, 0)
    if (waiting < MAX_WAITING_SAMPLES) this.#waiting.push(samples)
    if (this.#state !== 'idle') return
    this.#state = 'loading'
    this.#options.guard(() => this.#load().catch((error: unknown) => this.#fail(error)))
  }

  async #load(): Promise<void> {
    const { logger, stt, vad, ...rest } = this.#options
    const watch = await vad.watch({ logger })
    const { turns } = this.#settings
    if (this.#isClosed || !turns) {
      watch.close()
      if (!this.#isClosed) this.#state = 'idle'
      return
    }
    this.#stopWatch = () => watch.close()
    const recognizer = this.#openRecognizer()
    this.#segmenter = new TurnSegmenter({ ...rest, watch, recognizer, streams: stt.streams }, turns)
    this.#state = 'listening'
    const waiting = this.#waiting
    this.#waiting = []
    for (const samples of waiting) this.#listen(samples)
  }

  /** The detector or the recognizer failed. The session stays usable with text; further audio is ignored. */
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
    const { stt, hints } = this.#options
    this.#recognizer ??= withHints(stt.createRecognizer(), hints)
    return this.#recognizer
  }
}

const withHints = (recognizer: Recognizer, hints: AudioInputOptions['hints']): Recognizer => ({
  begin: (listener) => recognizer.begin({ ...listener, hints: hints?.() }),
  close: () => recognizer.close(),
})

const decoderFor = ({ format }: AudioInputSettings) => new AudioDecoder({ format, to: LISTENING_RATE })

/** Audio must arrive without a gap for this time before its pace is checked. */
const WATCHED_MS = 8_000
const MAX_GAP_MS = 400

/** Ratios of audio time to clock time that mean a wrong sample rate or channel count. */
const SUSPICIONS: readonly { from: number; to: number; sentence: string }[] = [
  {
    from: 0.3,
    to: 0.37,
    sentence:
      'Audio comes at a third of its pace: it may be 8 kHz sent as 24 kHz. Resample it, or use audio/pcmu.',
  },
  {
    from: 0.63,
    to: 0.7,
    sentence:
      'Audio comes at two thirds of its pace: it may be 16 kHz sent as 24 kHz. Resample it to 24 kHz.',
  },
  {
    from: 1.9,
    to: 2.1,
    sentence: 'Audio comes at twice its pace: it may be stereo sent as mono, or 48 kHz sent as 24 kHz.',
  },
]

/** Detects a wrong sample rate or two channels: recognizers do not understand it, but report no error. */
export class AudioPaceCheck {
  #startedAt = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #audioMs = 0
  #done = false

  /** Adds `ms` of audio that arrived at `now`. Returns once a sentence about the likely cause of a wrong pace. */
  take(ms: number, now: number): string | undefined {
    if (this.#done) return undefined
    if (now - this.#lastAt > MAX_GAP_MS) {
      this.#startedAt = now
      this.#audioMs = 0
    }
    this.#lastAt = now
    const watchedMs = now - this.#startedAt
    const pace = this.#audioMs / watchedMs
    this.#audioMs += ms
    if (watchedMs < WATCHED_MS) return undefined
    this.#done = true
    return SUSPICIONS.find(({ from, to }) => pace >= from && pace <= to)?.sentence
  }
}
