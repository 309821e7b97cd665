import type { PlacedItem } from '../collection/walk.js'
import type { Folder } from '../model/collection.js'
import { titleOf } from '../semantics/request-title.js'

/** What the name of a tool is made of. The position in the file is not part of it. */
export interface Nameable {
  title: string
  method: string
  /** The segments of the path, without the origin. */
  path: string[]
  /** The names of the folders, outermost first. */
  folders: string[]
  /** Returns everything else as text, by which exact duplicates are sorted. */
  rest: () => string
}

/** Collects what the name of each item is made of. Items of one folder share the list of its names. */
export function nameablesOf(placed: PlacedItem[]): Nameable[] {
  const names = new Map<Folder[], string[]>()
  return placed.map(({ item, folders }) => {
    let own = names.get(folders)
    if (!own) {
      own = folders.map((folder) => folder.name)
      names.set(folders, own)
    }
    return {
      title: titleOf(item),
      method: item.request.method,
      path: item.request.url.path,
      folders: own,
      rest: () => JSON.stringify([item.request, item.description]),
    }
  })
}
