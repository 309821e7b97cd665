import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The URL of an optional package; `undefined` if the package is not installed. Searches beside this program, in the
 * user's project and in `folders`.
 */
export function findPeer(specifier: string, folders: readonly string[] = []): string | undefined {
  const places = [process.cwd(), ...folders].map((folder) => join(folder, 'package.json'))
  for (const place of [import.meta.url, ...places]) {
    try {
      return pathToFileURL(createRequire(place).resolve(specifier)).href
    } catch {
      // Not found here. The next place may have it.
    }
  }
  return undefined
}
