import type { PlacedItem } from '../collection/walk.js'
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

/** Collects what the name of an item is made of. */
export function nameableOf({ item, folders }: PlacedItem): Nameable {
  return {
    title: titleOf(item),
    method: item.request.method,
    path: item.request.url.path,
    folders: folders.map((folder) => folder.name),
    rest: () => JSON.stringify([item.request, item.description]),
  }
}
