import { replayLimits } from '../defaults.js'

/** Remembers the ids of the last client events. Our own clients repeat an event if they do not know whether it arrived. */
export class SeenEvents {
  readonly #ids = new Set<string>()

  get ids(): string[] {
    return [...this.#ids]
  }

  /** Whether an id was seen before. Remembers the id. */
  isRepeated(id: string): boolean {
    if (this.#ids.has(id)) return true
    this.#ids.add(id)
    if (this.#ids.size > replayLimits.clientEventIds) this.#ids.delete(this.#ids.values().next().value!)
    return false
  }
}
