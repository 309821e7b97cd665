import type { AgentEvent, Fact } from './events.js'
import type { History } from './history.js'

const SILENT: readonly Fact['type'][] = ['item-changed', 'item-hidden', 'model-answered']

/** Whatever happens is appended once, as a fact. The history follows it first, then all else gets the event. */
export class Log {
  readonly history: History
  readonly #emit: (event: AgentEvent) => void

  constructor(history: History, emit: (event: AgentEvent) => void) {
    this.history = history
    this.#emit = emit
  }

  append(fact: Fact): void {
    this.history.take(fact)
    if (!isSilent(fact)) this.#emit(fact)
  }
}

const isSilent = (fact: Fact): fact is Exclude<Fact, AgentEvent> => SILENT.includes(fact.type)
