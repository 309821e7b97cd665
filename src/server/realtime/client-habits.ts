import type { HistoryItem } from '../agent/events.js'
import type { History } from '../agent/history.js'
import { replayLimits } from '../defaults.js'

/** The ids of the last client events. Our client repeats an event if it does not know whether it arrived. */
export class SeenEvents {
  readonly #ids = new Set<string>()

  get ids(): string[] {
    return [...this.#ids]
  }

  isRepeated(id: string): boolean {
    if (this.#ids.has(id)) return true
    this.#ids.add(id)
    if (this.#ids.size > replayLimits.clientEventIds) this.#ids.delete(this.#ids.values().next().value!)
    return false
  }
}

type Message = HistoryItem & { type: 'message' }

/** Typed text in the last `system` message of a turn without a user message: Pipecat sends it so. */
export class TypedText {
  /** The id of the last system message of the client. Those of the server never count as user messages. */
  #last: string | undefined

  added(item: HistoryItem): void {
    if (item.type === 'message' && item.role === 'system') this.#last = item.id
  }

  /** The system message that counts as a user message; `undefined` if there is none. Returns each only once. */
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
