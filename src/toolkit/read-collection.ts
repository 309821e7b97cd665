import { VoiceError } from '../errors.js'
import { isFolder } from '../regular-file.js'
import type { ConvertedCollection } from './collection/formats/converted-collection.js'
import { folderOfFile, formatOfText, LOOKED_AT, readableDocument } from './collection/formats/recognize.js'
import { decodeDocument } from './collection/read-document.js'
import type { Collection, Variable } from './model/collection.js'
import type { JsonValue } from './model/json.js'

/** What is at the path of a collection: a file, or a collection of another format that was converted in memory. */
export type CollectionInput =
  | { path: string; bytes: Uint8Array }
  | { path: string; converted: ConvertedCollection }

/** Returns the bytes of a file, or throws a `VoiceError` that names the file. */
type Read = (path: string) => Promise<Uint8Array>

export interface LoadedCollection {
  collection: Collection
  /** What was read: the bytes of the file, or the collection of another format. */
  input: CollectionInput
  convertedFrom?: 'v1' | 'v2.0'
}

/**
 * Reads the file or folder at the path of a collection, or standard input for `-`. The library and every command read
 * their collection by this function, so each takes every format. Throws `file-unreadable`, also for a folder without a
 * collection, `wrong-usage` for a folder with several, and what `read` throws.
 */
export async function readCollectionInput(path: string, read: Read): Promise<CollectionInput> {
  if (path !== '-' && isFolder(path)) return convertedFolder(path, path)
  const bytes = await read(path)
  // Only the start is decoded: nearly all collections are v2.1, and the readers of other formats load slowly.
  const start = decodeDocument(bytes.subarray(0, 4 * LOOKED_AT))
  if (formatOfText(start)) {
    const { readCollectionText } = await import('./collection/formats/read-format.js')
    const converted = readCollectionText(path, decodeDocument(bytes))
    if (converted) return { path, converted }
  }
  const around = /"(?:item|requests)"\s*:/.test(start) ? undefined : folderOfFile(path)
  return around === undefined ? { path, bytes } : convertedFolder(path, around)
}

async function convertedFolder(path: string, folder: string): Promise<CollectionInput> {
  const { readCollectionFolder } = await import('./collection/formats/read-format.js')
  return { path, converted: await readCollectionFolder(folder) }
}

/**
 * Reads a collection of any format. Throws what {@link readCollectionInput} throws, and `not-json`, `nesting-too-deep`,
 * `not-a-collection` and `import-failed`.
 */
export async function readCollection(path: string, read: Read): Promise<LoadedCollection> {
  const input = await readCollectionInput(path, read)
  if ('converted' in input) return { ...(await collectionOf(readableDocument(input.converted))), input }
  const text = decodeDocument(input.bytes)
  await refuseForeignText(path, text)
  const document = await parseJson(path, text)
  return { ...(await naming(path, () => collectionOf(document))), input }
}

/** Parses the document of a collection; one of format v1 or v2.0 is converted. Throws `not-a-collection` and `import-failed`. */
export async function collectionOf(document: JsonValue): Promise<Omit<LoadedCollection, 'input'>> {
  const [{ parseCollection }, { olderFormat, upgradeCollection }] = await Promise.all([
    import('./collection/parse-collection.js'),
    import('./collection/upgrade.js'),
  ])
  const convertedFrom = olderFormat(document)
  const current = convertedFrom ? (await upgradeCollection(document)).document : document
  return { collection: parseCollection(current), convertedFrom }
}

/**
 * Reads the variables of an environment, in a file of Postman or of another program. Throws `not-json`,
 * `nesting-too-deep`, `not-an-environment`, and what `read` throws.
 */
export async function readVariables(path: string, read: Read): Promise<Variable[]> {
  const text = decodeDocument(await read(path))
  const [{ parseEnvironment }, document] = await Promise.all([
    import('./collection/parse-environment.js'),
    environmentIn(path, text),
  ])
  return naming(path, () => parseEnvironment(document))
}

async function environmentIn(path: string, text: string): Promise<JsonValue> {
  if (!/\.(?:bru|ya?ml)$/.test(path)) return parseJson(path, text)
  const { readEnvironmentText } = await import('./collection/formats/read-format.js')
  return readEnvironmentText(path, text)
}

/** Throws `not-a-collection` for another kind of document, such as OpenAPI in YAML. */
async function refuseForeignText(path: string, text: string): Promise<void> {
  const [{ foreignSentence }, { identifyText }] = await Promise.all([
    import('./collection/foreign-json.js'),
    import('./collection/foreign-text.js'),
  ])
  const foreign = identifyText(text)
  if (foreign) throw new VoiceError('not-a-collection', `${inputName(path)}: ${foreignSentence(foreign)}`)
}

/** The JSON of a file. Throws `not-json` and `nesting-too-deep` with the line that is wrong. */
export async function parseJson(path: string, text: string): Promise<JsonValue> {
  if (text.trim() === '') throw new VoiceError('not-json', `${inputName(path)} is empty.`)
  const { parseDocument, problemText } = await import('./collection/read-document.js')
  const parsed = parseDocument(text)
  if ('value' in parsed) return parsed.value
  const { code, message } = parsed.problem
  throw new VoiceError(
    code === 'nesting-too-deep' ? code : 'not-json',
    `${inputName(path)} ${problemText(parsed.problem)}: ${message}\n${frameOf(text, parsed.problem)}`,
  )
}

/** Runs a parser. If it throws, puts the name of the file at the beginning of the error message. */
async function naming<T>(path: string, parse: () => T | Promise<T>): Promise<T> {
  try {
    return await parse()
  } catch (error) {
    if (!(error instanceof VoiceError)) throw error
    throw new VoiceError(error.code, `${inputName(path)}: ${error.message}`, { cause: error })
  }
}

export const inputName = (path: string): string => (path === '-' ? 'Standard input' : path)

/** The line of the text with the error, and a `^` below the error. Of a long line, only the part around the error. */
function frameOf(text: string, { line, column }: { line: number; column: number }): string {
  const source = (text.split(/\r\n|\r|\n/)[line - 1] ?? '').replaceAll('\t', ' ')
  const start = Math.max(0, column - 60)
  const gutter = `${line} | `
  const shown = source.slice(start, start + 100)
  return `${gutter}${shown}\n${' '.repeat(gutter.length + column - 1 - start)}^`
}
