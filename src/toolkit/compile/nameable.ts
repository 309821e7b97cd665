import type { PlacedItem } from '../collection/walk.js'
import type { Folder } from '../model/collection.js'
import { Intent } from '../semantics/intent.js'
import { titleOf } from '../semantics/request-title.js'

/** The facts that the name of a tool depends on. The position in the file is not one of them. */
export interface Nameable {
  title: string
  method: string
  /** The segments of the path, without the origin. */
  path: string[]
  folders: string[]
  /** Returns the request and description as text. Items that are equal in all other members are sorted by this text. */
  rest: () => string
}

/** Collects the facts for the name of each item. Items of one folder share one list of folder names. */
export function nameablesOf(placed: PlacedItem[]): Nameable[] {
  const names = new Map<Folder[], string[]>()
  return placed.map(({ item, folders }) => {
    let own = names.get(folders)
    if (!own) {
      own = folders.map((folder) => folder.name)
      names.set(folders, own)
    }
    return {
      title: titleOf(new Intent(item.name, item.request)),
      method: item.request.method,
      path: item.request.url.path,
      folders: own,
      rest: () => JSON.stringify([item.request, item.description]),
    }
  })
}
