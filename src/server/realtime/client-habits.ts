import type { HistoryItem } from '../agent/events.js'
import type { History } from '../agent/history.js'
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

/**
 * Counts the `response.create` events that the server may ignore. After a call of a server tool, the server starts the
 * next response by itself. Clients made for OpenAI's API still send `response.create` to start it.
 * - A finished call adds one credit.
 * - An ignored `response.create` uses one credit.
 * - New user input removes all credits.
 */
export class EventCredits {
  #count = 0

  get count(): number {
    return this.#count
  }

  restore(count: number): void {
    this.#count = count
  }

  /** Adds one credit: a call of a server tool has finished. */
  add(): void {
    this.#count += 1
  }

  /** Removes all credits: a new user turn begins. */
  clear(): void {
    this.#count = 0
  }

  /** Uses one credit; returns false if there is none. */
  spend(): boolean {
    if (this.#count === 0) return false
    this.#count -= 1
    return true
  }
}

type Message = HistoryItem & { type: 'message' }

/**
 * Finds text that the user typed, but that the client sent as a `system` message, as Pipecat does. If a turn has no
 * user message, the last system message that the client sent in the turn counts as a user message.
 */
export class TypedText {
  /**
   * The id of the last system message that the client sent. System messages of the server never count as user messages.
   */
  #last: string | undefined

  added(item: HistoryItem): void {
    if (item.type === 'message' && item.role === 'system') this.#last = item.id
  }

  /**
   * Returns the system message that counts as a user message; `undefined` if there is none. Returns the same message
   * only once.
   */
  take(history: History): Message | undefined {
    const last = this.#last
    this.#last = undefined
    if (last === undefined) return undefined
    const { items } = history
    const turn = items.slice(items.findLastIndex(isOutput) + 1).filter(isMessage)
    return turn.some(({ role }) => role === 'user') ? undefined : turn.find(({ id }) => id === last)
  }
}

const isMessage = (item: HistoryItem): item is Message => item.type === 'message'

/** Whether an item counts as output of the agent. Assistant messages that a client adds count as well. */
const isOutput = (item: HistoryItem) =>
  isMessage(item) ? item.role === 'assistant' : item.type !== 'mcp_approval_response'
