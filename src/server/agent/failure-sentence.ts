import type { AgentTexts } from '../../languages/agent-texts.js'
import type { ModelError } from '../model/model-error.js'

export function failureSentence(error: ModelError, locale: AgentTexts): string {
  return locale.failures[error.failure]
    .replace('{model}', error.model)
    .replace('{reason}', error.status === undefined ? error.message : `HTTP ${error.status}`)
}
