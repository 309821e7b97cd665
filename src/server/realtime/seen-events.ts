import { replayLimits } from '../defaults.js'

/**
 * Remembers the ids of the last client events. This project's own client sends an event again if it does not know
 * whether the event arrived.
 */
export class SeenEvents {
  readonly #ids = new Set<string>()

  get ids(): string[] {
    return [...this.#ids]
  }

  /** Returns whether an id was seen before, and remembers the id. */
  isRepeated(id: string): boolean {
    if (this.#ids.has(id)) return true
    this.#ids.add(id)
    if (this.#ids.size > replayLimits.clientEventIds) this.#ids.delete(this.#ids.values().next().value!)
    return false
  }
}
