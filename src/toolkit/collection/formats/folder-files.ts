import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegularFile } from '../../../regular-file.js'
import { decodeDocument } from '../read-document.js'
import type { SourceProblem } from './converted-collection.js'
import type { SourceFile } from './origins.js'
import { parseSource } from './source-file.js'

/** A file of a folder: its path in the folder, and its content. */
export interface FolderFile {
  path: string[]
  file: SourceFile
}

/** Limits of a folder. A real collection has a few hundred small files. */
const [MAX_FILES, MAX_ENTRIES, MAX_DEPTH] = [20_000, 100_000, 40]
const [MAX_FILE_BYTES, MAX_BYTES] = [16 * 1024 * 1024, 256 * 1024 * 1024]

const SKIPPED = /^(?:\.(?!resources$).*|node_modules)$/

export interface FolderContent {
  files: FolderFile[]
  problems: SourceProblem[]
}

/**
 * Reads the files of a folder whose names `isWanted` accepts, and those of the folders inside. Links are not followed,
 * because they may lead out of the folder. Hidden folders and `node_modules` are left out. A file that cannot be read
 * is a problem; a folder with too many files throws an `Error` with a reason.
 */
export async function readFolderFiles(
  root: string,
  isWanted: (name: string, path: readonly string[]) => boolean,
): Promise<FolderContent> {
  const content: FolderContent = { files: [], problems: [] }
  let bytes = 0
  for await (const { path, entry } of walkFolder(root)) {
    if (!entry.isFile() || !isWanted(entry.name, path)) continue
    const file = join(root, ...path)
    if (content.files.length >= MAX_FILES) throw new Error(`it has more than ${MAX_FILES} files`)
    const read = await readRegularFile(file, { maxBytes: MAX_FILE_BYTES }).catch(
      (error: Error) => error.message,
    )
    bytes += read.length
    if (bytes > MAX_BYTES) throw new Error('its files have more than 256 MB')
    const found =
      typeof read === 'string'
        ? { path: file, text: '', message: `The file cannot be read: ${read}`, line: 1, column: 1 }
        : parseSource(file, decodeDocument(read))
    if ('message' in found) content.problems.push(found)
    else content.files.push({ path, file: found })
  }
  return content
}

/** The entries of a folder and of the folders inside, sorted by name. */
export async function* walkFolder(
  root: string,
  maxDepth = MAX_DEPTH,
): AsyncGenerator<{ path: string[]; entry: Dirent }> {
  const waiting: string[][] = [[]]
  let count = 0
  for (let place = waiting.shift(); place; place = waiting.shift()) {
    const folder = join(root, ...place)
    for (const entry of (await readdir(folder, { withFileTypes: true })).sort(byName)) {
      if (++count > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} entries`)
      const path = [...place, entry.name]
      if (entry.isDirectory() && (SKIPPED.test(entry.name) || path.length > maxDepth)) continue
      if (entry.isDirectory()) waiting.push(path)
      yield { path, entry }
    }
  }
}

const byName = ({ name: one }: Dirent, { name: other }: Dirent) => (one < other ? -1 : one > other ? 1 : 0)
