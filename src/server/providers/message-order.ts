import type { ModelMessage, ModelRequest } from '../model/language-model.js'

const NOTED: ModelMessage = { role: 'assistant', text: 'Noted.', toolCalls: [] }
const SILENCE: ModelMessage = { role: 'user', text: '(The user says nothing.)' }

/** The history of a request, and after it the facts of the moment as a system message. */
export function withFacts({ history, facts }: Pick<ModelRequest, 'history' | 'facts'>): ModelMessage[] {
  return facts ? [...history, { role: 'system', text: facts }] : history
}

/** The history in an order that a provider accepts. Most providers accept any order. */
export function inOrderFor(dialect: string, history: readonly ModelMessage[]): ModelMessage[] {
  return dialect === 'mistral' ? endedByUser(inMistralOrder(history)) : [...history]
}

/** Mistral refuses a system message after others, and a message of the user directly after a tool result. */
function inMistralOrder(history: readonly ModelMessage[]): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (const message of history) {
    const next: ModelMessage = message.role === 'system' ? { role: 'user', text: message.text } : message
    if (next.role === 'user' && messages.at(-1)?.role === 'tool') messages.push(NOTED)
    messages.push(next)
  }
  return messages
}

/** Some models refuse a history that ends with an answer, others continue the text of that answer. */
export function endedByUser(history: readonly ModelMessage[]): ModelMessage[] {
  return history.at(-1)?.role === 'assistant' ? [...history, SILENCE] : [...history]
}
