import type { Placed } from '../collection/walk.js'

/** What names are made of; the place in the file is no part of it. */
export interface Nameable {
  title: string
  method: string
  /** Segments of the path, without the origin. */
  path: string[]
  /** Folder names, outermost first. */
  folders: string[]
  /** Everything else, to order exact duplicates by. */
  rest: () => string
}

/** What of an item its name is made of. */
export function nameableOf({ item, folders }: Placed): Nameable {
  return {
    title: item.name,
    method: item.request.method,
    path: item.request.url.path,
    folders: folders.map((folder) => folder.name),
    rest: () => JSON.stringify([item.request, item.description]),
  }
}
