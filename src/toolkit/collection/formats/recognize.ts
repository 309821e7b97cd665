import { basename, dirname } from 'node:path'
import { VoiceError } from '../../../errors.js'
import type { JsonObject } from '../../model/json.js'
import type { ConvertedCollection } from './converted-collection.js'

/** How many characters at the start of a file tell its format. */
export const LOOKED_AT = 20_000

const INSOMNIA = /"?__export_format"?:|^type: *["']?collection\.insomnia\.rest/m
const OPEN_COLLECTION = /^opencollection:/m

/** The format of a file that may be a whole collection of another format than v2.1, by the start of its text. */
export function formatOfText(text: string): 'insomnia' | 'opencollection' | undefined {
  const start = text.slice(0, LOOKED_AT)
  if (INSOMNIA.test(start)) return 'insomnia'
  return OPEN_COLLECTION.test(start) ? 'opencollection' : undefined
}

/** The folder of a collection, if `path` is a file of it that stands for the folder, such as `bruno.json`. */
export function folderOfFile(path: string): string | undefined {
  return /^(?:opencollection\.ya?ml|bruno\.json|collection\.bru)$/.test(basename(path))
    ? dirname(path)
    : undefined
}

/** A sentence about the first file of a collection that cannot be read. */
export function problemSentence(
  { path, line, column, message }: { path: string; line: number; column: number; message: string },
  more = 0,
): string {
  const others = more > 0 ? ` ${more} more cannot be read either.` : ''
  return `${path}:${line}:${column} cannot be read: ${message}.${others}`
}

/** The document of a collection. Throws `not-a-collection` if one of its files cannot be read. */
export function readableDocument({ document, problems }: ConvertedCollection): JsonObject {
  const [first] = problems
  if (first) throw new VoiceError('not-a-collection', problemSentence(first, problems.length - 1))
  return document
}
