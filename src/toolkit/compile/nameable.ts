import type { PlacedItem } from '../collection/walk.js'
import { titleOf } from '../semantics/request-title.js'

/** The input of a name; the position in the file is not part of it. */
export interface Nameable {
  title: string
  method: string
  /** Segments of the path, without the origin. */
  path: string[]
  /** Folder names, outermost first. */
  folders: string[]
  /** All other data, to order exact duplicates. */
  rest: () => string
}

/** The name input of an item. */
export function nameableOf({ item, folders }: PlacedItem): Nameable {
  return {
    title: titleOf(item),
    method: item.request.method,
    path: item.request.url.path,
    folders: folders.map((folder) => folder.name),
    rest: () => JSON.stringify([item.request, item.description]),
  }
}
