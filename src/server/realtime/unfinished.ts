import type { Item } from '../agent/events.js'
import type { SpokenEvent } from '../speech/speaking/spoken-output.js'

/** An item that was shown and is not whole yet. */
export interface UnfinishedItem {
  item: Item
  previousId: string | null
  replyId: string
  listed: boolean
  /** The words shown so far; `null` before the first. */
  text: string | null
}

/** What `Unfinished` knows, as JSON. */
export interface SavedUnfinished {
  items: UnfinishedItem[]
  unshown: string[]
}

/**
 * What is half said. When the process ends in the middle of a reply, whoever takes the session over closes exactly this, so that no client
 * waits for the rest of an item.
 */
export class Unfinished {
  readonly #items = new Map<string, UnfinishedItem>()
  readonly #unshown = new Set<string>()

  /** The items that were shown and are not whole, oldest first. */
  get items(): UnfinishedItem[] {
    return [...this.#items.values()]
  }

  /** The ids of items of the conversation that wait behind speech and were not shown yet. */
  get unshown(): string[] {
    return [...this.#unshown]
  }

  /** Whether an item of the conversation waits behind speech. */
  isUnshown(itemId: string): boolean {
    return this.#unshown.has(itemId)
  }

  /** An item came into the conversation; it is shown when the speech before it is over. */
  added(itemId: string): void {
    this.#unshown.add(itemId)
  }

  /** Follows what goes out. */
  take(event: SpokenEvent): void {
    switch (event.type) {
      case 'item-added': {
        const { item, previousId, replyId, listed } = event
        this.#unshown.delete(item.id)
        if (replyId !== undefined) this.#items.set(item.id, { item, previousId, replyId, listed, text: null })
        break
      }
      case 'text-started':
      case 'text-delta': {
        const open = this.#items.get(event.itemId)
        if (open) open.text = (open.text ?? '') + ('delta' in event ? event.delta : '')
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

  /** An item is not waited for any more. */
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
