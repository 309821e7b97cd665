import type { Logger } from '../../ports.js'
import type { Locale } from '../locales/locale.js'
import type { SpeechError } from '../model/speech-error.js'
import { speechFailureSentence } from '../speech/speech-failure-sentence.js'

/** What the user is to be told of ears and voices that failed: each kind of failure once. */
export class SpeechFailures {
  readonly #options: { locale: Locale; logger: Logger }
  readonly #told = new Set<string>()
  #untold: string[] = []

  constructor(options: { locale: Locale; logger: Logger }) {
    this.#options = options
  }

  /** Something failed. */
  add(error: SpeechError, stage: 'stt' | 'tts'): void {
    const { locale, logger } = this.#options
    const { provider, failure } = error
    logger.warn('speech failed', { stage, provider, failure })
    if (!this.#told.has(`${stage} ${failure}`))
      this.#untold.push(speechFailureSentence(error, { stage, locale }))
    this.#told.add(`${stage} ${failure}`)
  }

  /** The sentences nobody was told yet. */
  take(): string[] {
    return this.#untold.splice(0)
  }
}
