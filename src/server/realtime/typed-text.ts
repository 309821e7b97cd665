import type { HistoryItem } from '../agent/events.js'
import type { History } from '../agent/history.js'

type Message = HistoryItem & { type: 'message' }

/**
 * Finds the words of the user in a turn that has no message of the user. Pipecat sends what a user types as `system` messages, like every text that
 * it adds later, so the last one of the turn counts as the user's.
 */
export class TypedText {
  /** The last system message of the client. Those of the server are never the user's. */
  #last: string | undefined

  /** The client added an item. */
  added(item: HistoryItem): void {
    if (item.type === 'message' && item.role === 'system') this.#last = item.id
  }

  /** The message that counts as the user's, once. */
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

/** Whether an item is output of the agent. A client adds messages of the assistant only as context. */
const isOutput = (item: HistoryItem) =>
  isMessage(item) ? item.role === 'assistant' : item.type !== 'mcp_approval_response'
