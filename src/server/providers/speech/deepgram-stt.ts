import { type Clock, systemClock } from '../../../ports.js'
import type { SpeechError } from '../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { DeepgramLine } from './deepgram-line.js'

/** A recognizer of Deepgram. */
export interface DeepgramSttOptions {
  /** The provider string. */
  name: string
  model: string
  /** BCP 47, or `multi`. */
  language: string
  /** `https://...` or `wss://...`, up to `/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  /** @default the system's clock */
  clock?: Clock
}

/** Time for the answer to `Finalize`; what is known then has to do. Deepgram gives none when it has heard nothing. */
const FINALIZE_MS = 1_500

/** `deepgram/*`: one WebSocket per session, opened with the first speech; words come while the user speaks. */
export function createDeepgramStt(options: DeepgramSttOptions): SpeechToText {
  return {
    name: options.name,
    streams: true,
    createRecognizer: () => new DeepgramRecognizer(options),
  }
}

/** The address of the live transcription. */
export function listenUrl({ baseUrl, model, language }: DeepgramSttOptions): string {
  const query = new URLSearchParams({
    model,
    ...(language && { language }),
    encoding: 'linear16',
    sample_rate: String(LISTENING_RATE),
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
    smart_format: 'true',
    // Turns are found here; Deepgram is told by Finalize.
    endpointing: 'false',
  })
  return `${baseUrl.replace(/^http/, 'ws')}/listen?${query}`
}

class DeepgramRecognizer implements Recognizer {
  readonly #line: DeepgramLine
  readonly #clock: Clock
  #current: DeepgramRecognition | undefined

  constructor(options: DeepgramSttOptions) {
    this.#clock = options.clock ?? systemClock
    this.#line = new DeepgramLine({
      name: options.name,
      url: listenUrl(options),
      apiKey: options.apiKey,
      clock: this.#clock,
      onResults: (results) => this.#current?.take(results),
      onFailure: (error) => this.#current?.fail(error),
    })
  }

  begin(listener: RecognitionListener): Recognition {
    this.#current?.end()
    const current = new DeepgramRecognition({ line: this.#line, clock: this.#clock, listener })
    this.#current = current
    this.#line.start()
    return current
  }

  close(): void {
    this.#current?.end()
    this.#line.close()
  }
}

/** Words of one stretch: those that are final, then those that may still change. */
class DeepgramRecognition implements Recognition {
  readonly #options: { line: DeepgramLine; clock: Clock; listener: RecognitionListener }
  readonly #final: string[] = []
  #interim = ''
  #ended = false
  #error: SpeechError | undefined
  #finalized: (() => void) | undefined

  constructor(options: { line: DeepgramLine; clock: Clock; listener: RecognitionListener }) {
    this.#options = options
  }

  push(samples: Int16Array): void {
    if (!this.#ended) this.#options.line.send(samples)
  }

  async transcribe(signal: AbortSignal): Promise<string> {
    if (!this.#ended && !this.#error) {
      this.#options.line.finalize()
      await this.#finalize(signal)
    }
    if (this.#error && !this.#transcript) throw this.#error
    return this.#transcript
  }

  end(): void {
    this.#ended = true
    this.#finalized?.()
  }

  take({
    transcript,
    isFinal,
    fromFinalize,
  }: {
    transcript: string
    isFinal: boolean
    fromFinalize: boolean
  }): void {
    if (this.#ended) return
    if (isFinal && transcript) this.#final.push(transcript)
    this.#interim = isFinal ? '' : transcript
    if (transcript) this.#options.listener.onPartial(this.#transcript)
    if (fromFinalize) this.#finalized?.()
  }

  fail(error: SpeechError): void {
    this.#error = error
    this.#finalized?.()
  }

  get #transcript(): string {
    return [...this.#final, this.#interim].filter(Boolean).join(' ')
  }

  #finalize(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        stopTimer()
        signal.removeEventListener('abort', settle)
        this.#finalized = undefined
        resolve()
      }
      const stopTimer = this.#options.clock.schedule(settle, FINALIZE_MS)
      this.#finalized?.()
      this.#finalized = settle
      signal.addEventListener('abort', settle, { once: true })
      if (signal.aborted || this.#error) settle()
    })
  }
}
