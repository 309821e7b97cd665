import type { Collection, Folder, Item } from '../model/collection.js'

export interface PlacedItem {
  item: Item
  folders: Folder[]
}

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
