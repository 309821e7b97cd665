import type { HistoryItem } from './events.js'

/** The items after one of them, without the item `keep`; all items when there is no such item. */
export function itemsAfter(items: readonly HistoryItem[], id: string, keep?: string): HistoryItem[] {
  const at = items.findLastIndex((item) => item.id === id)
  return items.slice(at + 1).filter((item) => item.id !== keep)
}

/** Whether items are what the agent made of a turn: messages, calls, and the approvals that the turn gave. */
export function areOutput(items: readonly HistoryItem[]): boolean {
  return items.every((item) =>
    item.type === 'message' ? item.role === 'assistant' : item.type?.startsWith('mcp_'),
  )
}
