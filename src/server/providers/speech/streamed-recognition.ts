import type { Clock } from '../../../ports.js'
import type { SpeechError } from '../../model/speech-error.js'
import type { Recognition, RecognitionListener } from '../../model/speech-to-text.js'
import type { SpeechService } from './http.js'

export interface StreamedSttOptions extends SpeechService {
  /** The language, in the notation of the provider. If it is empty, the provider detects the language if it can. */
  language: string
  /** @default the system's clock */
  clock?: Clock
}

export interface StreamedRecognitionOptions {
  clock: Clock
  listener: RecognitionListener
  /** How long `transcribe` waits for the rest of the transcript. After this time, it returns the transcript so far. */
  waitMs: number
  send: (samples: Int16Array) => void
  /** Asks the provider for the rest of the transcript. Returns false if no more of the transcript will come. */
  finish: () => boolean
  /** Called when the utterance has ended without an error. */
  onEnd?: () => void
}

/**
 * The recognition of one utterance. Its transcript consists of final words, followed by words that may still change.
 */
export class StreamedRecognition implements Recognition {
  readonly #options: StreamedRecognitionOptions
  readonly #final: string[] = []
  #interim = ''
  #ended = false
  #error: SpeechError | undefined
  #settle: (() => void) | undefined

  constructor(options: StreamedRecognitionOptions) {
    this.#options = options
  }

  push(samples: Int16Array): void {
    if (!this.#ended) this.#options.send(samples)
  }

  async transcribe(signal: AbortSignal): Promise<string> {
    if (!this.#ended && !this.#error && this.#options.finish()) await this.#settled(signal)
    if (this.#error && !this.#transcript) throw this.#error
    return this.#transcript
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    if (!this.#error) this.#options.onEnd?.()
    this.settle()
  }

  /** Adds final words: words that will not change. */
  takeFinal(text: string): void {
    if (this.#ended) return
    if (text) this.#final.push(text)
    this.#interim = ''
  }

  /** Replaces the words that follow the final words. Unlike the final words, these words may still change. */
  takeInterim(text: string): void {
    if (!this.#ended) this.#interim = text
  }

  report(): void {
    if (!this.#ended) this.#options.listener.onPartial(this.#transcript)
  }

  /** Marks the transcript as complete, so that `transcribe` stops waiting. */
  settle(): void {
    this.#settle?.()
  }

  fail(error: SpeechError): void {
    this.#error = error
    this.settle()
  }

  get #transcript(): string {
    return [...this.#final, this.#interim].filter(Boolean).join(' ')
  }

  #settled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        stopTimer()
        signal.removeEventListener('abort', settle)
        this.#settle = undefined
        resolve()
      }
      const stopTimer = this.#options.clock.schedule(settle, this.#options.waitMs)
      this.settle()
      this.#settle = settle
      signal.addEventListener('abort', settle, { once: true })
      if (signal.aborted || this.#error) settle()
    })
  }
}
