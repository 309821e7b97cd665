import type { SessionLimits } from '../model/session-limits.js'
import type { HistoryItem } from './events.js'
import type { History } from './history.js'
import { isUserMessage } from './history.js'

/** Dropping reduces the history to this fraction of the limit, so that it is rarely necessary. */
const REFILL = 0.8

type HistoryRoom = Pick<SessionLimits, 'maxItems' | 'maxHistoryBytes'>

/** Whether this many more items and bytes fit into a conversation. */
export function hasRoom(
  history: History,
  { items, bytes }: { items: number; bytes: number },
  limits: HistoryRoom,
): boolean {
  return history.items.length + items <= limits.maxItems && history.bytes + bytes <= limits.maxHistoryBytes
}

/**
 * The items to drop, oldest first, so that a new item of this size fits. These are whole turns, but never the last
 * one, which has no answer yet.
 */
export function itemsToDrop(history: History, bytes: number, limits: HistoryRoom): HistoryItem[] {
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

function startOfLastTurn(items: readonly HistoryItem[]): number {
  return Math.max(0, items.findLastIndex(isUserMessage))
}
