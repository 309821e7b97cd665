import { resolve } from 'node:path'
import type { VoiceError } from '../errors.js'
import type { ConvertedCollection } from '../toolkit/collection/formats/converted-collection.js'
import { folderOfFile, formatOfText, LOOKED_AT } from '../toolkit/collection/formats/recognize.js'
import { decodeDocument } from '../toolkit/collection/read-document.js'
import type { JsonObject } from '../toolkit/model/json.js'
import { expand, isFolder, readInput } from './files.js'

/** What is at the path of a collection: a file, or a collection of another format that was converted in memory. */
export type CollectionInput =
  | { path: string; bytes: Uint8Array }
  | { path: string; converted: ConvertedCollection }

/** Like {@link CollectionInput}; `problem` says why a path cannot be read. */
export type InputFile = CollectionInput | { path: string; problem: VoiceError }

/**
 * Reads the file or folder at the path of a collection, or standard input for `-`. Every command reads its collection
 * by this function, so each takes every format. Throws `file-unreadable`, also for a folder without a collection, or
 * `wrong-usage` for a folder with several.
 */
export async function readCollectionInput(path: string): Promise<CollectionInput> {
  if (path !== '-' && isFolder(path)) return convertedFolder(path, path)
  const bytes = await readInput(path)
  // Only the start is decoded: nearly all collections are v2.1, and the readers of other formats load slowly.
  const start = decodeDocument(bytes.subarray(0, 4 * LOOKED_AT))
  if (formatOfText(start)) {
    const { readCollectionText } = await import('../toolkit/collection/formats/read-format.js')
    const converted = readCollectionText(path, decodeDocument(bytes))
    if (converted) return { path, converted }
  }
  const around = /"(?:item|requests)"\s*:/.test(start) ? undefined : folderOfFile(path)
  return around === undefined ? { path, bytes } : convertedFolder(path, around)
}

async function convertedFolder(path: string, folder: string): Promise<CollectionInput> {
  const { readCollectionFolder } = await import('../toolkit/collection/formats/read-format.js')
  return { path, converted: await readCollectionFolder(folder) }
}

/** The environment in a file of another format than Postman's JSON, as such an environment. */
export async function readForeignEnvironment(path: string, text: string): Promise<JsonObject> {
  const { readEnvironmentText } = await import('../toolkit/collection/formats/read-format.js')
  return readEnvironmentText(path, text)
}

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
      yield await readCollectionInput(path).catch((problem: VoiceError) => ({ path, problem }))
    }
  }
}
