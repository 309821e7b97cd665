import type { History } from '../agent/history.js'
import { isToolItem } from './response-writer.js'
import type { SessionView } from './session-view.js'
import type { Unfinished } from './unfinished.js'

/**
 * The id of the item that the client sees directly before the item `itemId`; `null` if there is none. Skips two kinds
 * of items: those hidden from this client, and those that the client gets only after earlier speech has ended.
 */
export function previousShownItem(
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
