import type { Collection, Folder, Item } from '../model/collection.js'

/** An item, and the folders that contain it, outermost first. */
export interface PlacedItem {
  item: Item
  folders: Folder[]
}

/** Every item, in the order of the file. */
export function walkItems(collection: Pick<Collection, 'items'>): PlacedItem[] {
  const placed: PlacedItem[] = []
  addItems(collection.items, { folders: [], placed })
  return placed
}

function addItems(
  items: (Folder | Item)[],
  { folders, placed }: { folders: Folder[]; placed: PlacedItem[] },
): void {
  for (const entry of items) {
    if (entry.kind === 'item') placed.push({ item: entry, folders })
    else addItems(entry.items, { folders: [...folders, entry], placed })
  }
}
