import type { Collection, Folder, Item } from '../model/collection.js'

/** An item, and the folders that contain it, outermost first. */
export interface PlacedItem {
  item: Item
  folders: Folder[]
}

/** Yields every item, in the order of the file. */
export function* walkItems(collection: Pick<Collection, 'items'>): Generator<PlacedItem> {
  yield* walk(collection.items, [])
}

function* walk(items: (Folder | Item)[], folders: Folder[]): Generator<PlacedItem> {
  for (const entry of items) {
    if (entry.kind === 'item') yield { item: entry, folders }
    else yield* walk(entry.items, [...folders, entry])
  }
}
