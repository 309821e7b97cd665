import { groupBy } from '../model/group-by.js'
import type { ToolDefinition } from '../model/tool.js'

export interface Nameable {
  title: string
  method: string
  path: string[]
  folders: string[]
  /** Returns the request and description as text. Items that are equal in all other members are sorted by this text. */
  rest: () => string
}

/** A tool in `voice.lock`: its name, and properties that identify its request after the collection has changed. */
export type LockedTool = Pick<ToolDefinition, 'name' | 'method' | 'path' | 'title' | 'folder'>

/** The tools of one collection, which keep their names when the collection changes. */
export type Lock = readonly LockedTool[]

/** The entries of these tools for `voice.lock`. They are sorted by name to keep the changes of the file short. */
export function lockOf(definitions: ToolDefinition[]): LockedTool[] {
  return definitions
    .map(({ name, request, title, folder }) => ({
      name,
      method: request.method,
      path: pathKey(request.url.path),
      title,
      folder,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The names in `voice.lock` that no tool has, or only the tool of another request. */
export function unusedLock(lock: Lock, definitions: ToolDefinition[]): string[] {
  if (lock.length === 0) return []
  const made = new Map(lockOf(definitions).map((tool) => [tool.name, tool]))
  const isUsed = (entry: LockedTool) => {
    const tool = made.get(entry.name)
    return tool?.method === entry.method && (tool.path === entry.path || tool.title === entry.title)
  }
  return lock.filter((entry) => !isUsed(entry)).map(({ name }) => name)
}

/** The locked name of each endpoint, by an entry with all its properties, else by unambiguous ones (see `KEYS`). */
export function matchLock(endpoints: Nameable[], lock: Lock): (string | undefined)[] {
  const names: (string | undefined)[] = endpoints.map(() => undefined)
  if (lock.length === 0) return names
  const open = new Set(lock)
  for (const keyOf of KEYS) {
    const byKey = groupBy(open, keyOf)
    const rest = [...endpoints.keys()].filter((index) => names[index] === undefined)
    const wanted = groupBy(rest, (index) => keyOf(asLocked(endpoints[index]!)))
    for (const [key, indexes] of wanted) {
      const candidates = byKey.get(key)
      if (indexes.length !== 1 || candidates?.length !== 1) continue
      names[indexes[0]!] = candidates[0]!.name
      open.delete(candidates[0]!)
    }
  }
  return names
}

const KEYS: ((tool: Omit<LockedTool, 'name'>) => string)[] = [
  ({ method, path, title, folder }) => JSON.stringify([method, path, title, folder]),
  ({ method, path, title }) => JSON.stringify([method, path, title]),
  ({ method, path }) => JSON.stringify([method, path]),
  ({ method, title, folder }) => JSON.stringify([method, title, folder]),
  ({ method, title }) => JSON.stringify([method, title]),
]

function asLocked({ method, path, title, folders }: Nameable): Omit<LockedTool, 'name'> {
  return { method, path: pathKey(path), title, folder: folders }
}

function pathKey(path: string[]): string {
  return `/${path.join('/')}`
}
