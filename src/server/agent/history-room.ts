import type { SessionLimits } from '../model/session-limits.js'
import type { Item } from './events.js'
import type { History } from './history.js'

/** Drop this far below a limit, so that a long conversation drops seldom. */
const REFILL = 0.8

type Room = Pick<SessionLimits, 'maxItems' | 'maxHistoryBytes'>

/** Whether so many items and bytes more are within the limits of a conversation. */
export function hasRoom(
  history: History,
  { items, bytes }: { items: number; bytes: number },
  limits: Room,
): boolean {
  return history.items.length + items <= limits.maxItems && history.bytes + bytes <= limits.maxHistoryBytes
}

/** The items to drop, oldest first, so that one of so many bytes fits: whole turns, never the last one, which a model has yet to answer. */
export function itemsToDrop(history: History, bytes: number, limits: Room): Item[] {
  if (hasRoom(history, { items: 1, bytes }, limits)) return []
  const { items } = history
  const last = startOfLastTurn(items)
  const target = { items: limits.maxItems * REFILL, bytes: limits.maxHistoryBytes * REFILL - bytes }
  let left = { items: items.length, bytes: history.bytes }
  let at = 0
  while (
    at < last &&
    (left.items > target.items || left.bytes > target.bytes || !isUserMessage(items[at]!))
  ) {
    left = { items: left.items - 1, bytes: left.bytes - history.bytesOf(items[at]!.id) }
    at += 1
  }
  return items.slice(0, at)
}

function startOfLastTurn(items: readonly Item[]): number {
  return Math.max(0, items.findLastIndex(isUserMessage))
}

const isUserMessage = (item: Item) => item.type === 'message' && item.role === 'user'
