import { placeOf } from '../../errors.js'
import type { AgentTexts } from '../../languages/agent-texts.js'
import type { Logger } from '../../ports.js'
import { fillText } from '../../text/fill-text.js'
import type { SpeechError } from '../model/speech-error.js'

export class SpeechFailures {
  readonly #options: { locale: AgentTexts; logger: Logger }
  readonly #reported = new Set<string>()
  #waiting: string[] = []

  constructor(options: { locale: AgentTexts; logger: Logger }) {
    this.#options = options
  }

  add(error: SpeechError, stage: 'stt' | 'tts'): void {
    const { locale, logger } = this.#options
    const { provider, failure, cause } = error
    logger.warn('speech failed', {
      stage,
      provider,
      failure,
      place: placeOf(cause),
    })
    if (!this.#reported.has(`${stage} ${failure}`))
      this.#waiting.push(speechFailureSentence(error, { stage, locale }))
    this.#reported.add(`${stage} ${failure}`)
  }

  take(): string[] {
    return this.#waiting.splice(0)
  }
}

export function speechFailureSentence(
  { failure, provider, message }: SpeechError,
  { stage, locale }: { stage: 'stt' | 'tts'; locale: AgentTexts },
): string {
  const { cannotHear, cannotSpeak, why } = locale.speech
  const reason = fillText(why[failure], { provider, reason: message })
  return fillText(stage === 'stt' ? cannotHear : cannotSpeak, { why: reason })
}
