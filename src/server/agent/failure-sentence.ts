import type { FailureWords, Locale } from '../locales/locale.js'
import type { ModelError, ModelFailure } from '../model/model-error.js'

const WORDS: Record<ModelFailure, keyof FailureWords> = {
  unauthorized: 'unauthorized',
  'rate-limited': 'rateLimited',
  unavailable: 'unavailable',
  unreachable: 'unreachable',
  rejected: 'rejected',
  timeout: 'timeout',
  'bad-answer': 'badAnswer',
  'no-answer': 'noAnswer',
  cut: 'cut',
}

/** One honest sentence for the user about a language model that failed. */
export function failureSentence(error: ModelError, locale: Locale): string {
  return locale.failures[WORDS[error.failure]]
    .replace('{model}', error.model)
    .replace('{reason}', error.status === undefined ? error.message : `HTTP ${error.status}`)
}
