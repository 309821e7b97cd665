import type { HistoryItem } from '../agent/events.js'
import type { SpokenEvent } from '../speech/output/spoken-output.js'

export interface UnfinishedItem {
  item: HistoryItem
  replyId: string
  listed: boolean
  /** The text that was sent so far; `null` if no text has started. */
  text: string | null
}

export interface SavedUnfinished {
  items: UnfinishedItem[]
  unshown: string[]
}

/**
 * Tracks the output items that are not complete. If this process stops, the server that takes over the session closes
 * these items.
 */
export class Unfinished {
  readonly #items = new Map<string, UnfinishedItem>()
  readonly #unshown = new Set<string>()

  /** The items that the client has received but that are not complete, oldest first. */
  get items(): UnfinishedItem[] {
    return [...this.#items.values()]
  }

  /** Ids of items in the conversation that the client has not received yet, because earlier speech has not ended. */
  get unshown(): string[] {
    return [...this.#unshown]
  }

  isUnshown(itemId: string): boolean {
    return this.#unshown.has(itemId)
  }

  /**
   * Remembers an item that was added to the conversation. The client receives it after the earlier speech has ended.
   */
  added(itemId: string): void {
    this.#unshown.add(itemId)
  }

  /** Updates the tracked items for an event that is sent to the client. */
  take(event: SpokenEvent): void {
    switch (event.type) {
      case 'item-added': {
        const { item, replyId, listed } = event
        this.#unshown.delete(item.id)
        if (replyId !== undefined) this.#items.set(item.id, { item, replyId, listed, text: null })
        break
      }
      case 'text-started':
      case 'text-delta': {
        const open = this.#items.get(event.itemId)
        if (open) open.text = (open.text ?? '') + ('delta' in event ? event.delta : '')
        break
      }
      case 'text-retracted': {
        const open = this.#items.get(event.itemId)
        if (open) open.text = ''
        break
      }
      case 'arguments-done': {
        const open = this.#items.get(event.item.id)
        if (open) open.item = event.item
        break
      }
      case 'item-done':
        this.#items.delete(event.item.id)
        break
      case 'item-deleted':
        this.forget(event.item.id)
    }
  }

  forget(itemId: string): void {
    this.#items.delete(itemId)
    this.#unshown.delete(itemId)
  }

  save(): SavedUnfinished {
    return { items: this.items, unshown: this.unshown }
  }

  restore({ items, unshown }: SavedUnfinished): void {
    for (const open of items) this.#items.set(open.item.id, open)
    for (const id of unshown) this.#unshown.add(id)
  }
}
