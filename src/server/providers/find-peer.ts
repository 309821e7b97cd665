import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The address of an optional package: beside this program, in the project of the user (this program may be installed for the whole machine), or in one of
 * `folders`, as `npm install --prefix FOLDER` puts it. `undefined` where it is not installed.
 */
export function findPeer(specifier: string, folders: readonly string[] = []): string | undefined {
  const places = [process.cwd(), ...folders].map((folder) => join(folder, 'package.json'))
  for (const place of [import.meta.url, ...places]) {
    try {
      return pathToFileURL(createRequire(place).resolve(specifier)).href
    } catch {
      // Not there; the next place may have it.
    }
  }
  return undefined
}
