import type { AgentTexts } from '../../languages/agent-texts.js'
import type { Logger } from '../../ports.js'
import type { SpeechError } from '../model/speech-error.js'
import { speechFailureSentence } from '../speech/speech-failure-sentence.js'

/** Collects sentences that tell the user about a failed recognizer or synthesizer. Each kind of failure is reported once. */
export class SpeechFailures {
  readonly #options: { locale: AgentTexts; logger: Logger }
  readonly #told = new Set<string>()
  #untold: string[] = []

  constructor(options: { locale: AgentTexts; logger: Logger }) {
    this.#options = options
  }

  add(error: SpeechError, stage: 'stt' | 'tts'): void {
    const { locale, logger } = this.#options
    const { provider, failure } = error
    logger.warn('speech failed', { stage, provider, failure })
    if (!this.#told.has(`${stage} ${failure}`))
      this.#untold.push(speechFailureSentence(error, { stage, locale }))
    this.#told.add(`${stage} ${failure}`)
  }

  /** Returns the sentences that were not reported yet, and removes them. */
  take(): string[] {
    return this.#untold.splice(0)
  }
}
