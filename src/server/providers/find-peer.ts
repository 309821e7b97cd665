import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The URL of an optional package; `undefined` if the package is not installed. Searches from the folder of this
 * program, from `folders`, and last from the current directory, which may be a folder of someone else.
 */
export function findPeer(specifier: string, folders: readonly string[] = []): string | undefined {
  const places = [...folders, process.cwd()].map((folder) => join(folder, 'package.json'))
  for (const place of [import.meta.url, ...places]) {
    try {
      return pathToFileURL(createRequire(place).resolve(specifier)).href
    } catch {
      // The package is not here. The loop tries the next folder.
    }
  }
  return undefined
}
