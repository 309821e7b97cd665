import type { AgentTexts, FailureTexts } from '../../languages/agent-texts.js'
import type { ModelError, ModelFailure } from '../model/model-error.js'

const WORDS: Record<ModelFailure, keyof FailureTexts> = {
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

/** One sentence that tells the user how the language model failed. */
export function failureSentence(error: ModelError, locale: AgentTexts): string {
  return locale.failures[WORDS[error.failure]]
    .replace('{model}', error.model)
    .replace('{reason}', error.status === undefined ? error.message : `HTTP ${error.status}`)
}
