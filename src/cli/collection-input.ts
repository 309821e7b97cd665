import { resolve } from 'node:path'
import type { VoiceError } from '../errors.js'
import { type CollectionInput, readCollectionInput } from '../toolkit/read-collection.js'
import { expand, readInput } from './files.js'

/** Like {@link CollectionInput}; `problem` says why a path cannot be read. */
export type InputFile = CollectionInput | { path: string; problem: VoiceError }

/**
 * Reads the collections that paths and globs name, in the given order. A file that two paths name is read once. For an
 * unreadable file, yields the problem, so that the other files are still used. Reads each file only when the caller
 * asks for the next.
 */
export async function* readInputs(patterns: string[]): AsyncGenerator<InputFile> {
  const seen = new Set<string>()
  for (const pattern of patterns) {
    for (const path of await expand(pattern)) {
      const file = path === '-' ? path : resolve(path)
      if (seen.has(file)) continue
      seen.add(file)
      yield await readCollectionInput(path, readInput).catch((problem: VoiceError) => ({ path, problem }))
    }
  }
}
