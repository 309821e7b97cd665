import type { MemoryAccount } from '../model/session-limits.js'
import type { HistoryItem } from './events.js'
import { History, type ModelAnswer } from './history.js'
import type { Reply } from './reply-loop.js'

/**
 * The running out-of-band replies of a conversation. Their items are not added to the conversation, so each reply has
 * its own history.
 */
export class OutOfBandReplies {
  readonly #running = new Map<string, { reply: Reply; history: History }>()
  readonly #memory: MemoryAccount

  constructor(memory: MemoryAccount) {
    this.#memory = memory
  }

  get size(): number {
    return this.#running.size
  }

  get ids(): string[] {
    return [...this.#running.keys()]
  }

  /** Creates a history with these items and answers. `ended` releases the memory of the history. */
  historyOf(items: readonly HistoryItem[], answers: readonly ModelAnswer[]): History {
    const history = new History(this.#memory)
    for (const item of items) history.add(item)
    for (const answer of structuredClone(answers)) history.addAnswer(answer)
    return history
  }

  add(id: string, running: { reply: Reply; history: History }): void {
    this.#running.set(id, running)
  }

  get(id: string): Reply | undefined {
    return this.#running.get(id)?.reply
  }

  /** Removes an ended reply and releases the memory of its history. Does nothing for replies that are not out of band. */
  ended(id: string): void {
    const { history } = this.#running.get(id) ?? {}
    this.#running.delete(id)
    if (history) this.#memory.add(-history.bytes)
  }
}
