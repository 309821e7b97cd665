import type { History } from '../agent/history.js'
import { isToolItem } from './response-writer.js'
import type { SessionView } from './session-view.js'
import type { Unfinished } from './unfinished.js'

/**
 * The item before an item, as the client sees the conversation now: what is hidden from it, waits behind speech or was deleted meanwhile is no place
 * to put anything behind.
 */
export function shownBefore(
  itemId: string,
  { history, unfinished, view }: { history: History; unfinished: Unfinished; view: SessionView },
): string | null {
  const isShown = (id: string) => {
    const item = history.get(id)
    const isHidden = item !== undefined && !view.toolEvents && isToolItem(item)
    return !isHidden && !unfinished.isUnshown(id)
  }
  let id = history.get(itemId) ? history.previousOf(itemId) : (history.items.at(-1)?.id ?? null)
  while (id !== null && !isShown(id)) id = history.previousOf(id)
  return id
}
