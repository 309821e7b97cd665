import { readFile } from 'node:fs/promises'
import { messageOf, VoiceError } from '../errors.js'
import { parseCollection } from './collection/parse-collection.js'
import { parseEnvironment } from './collection/parse-environment.js'
import { decodeDocument, parseDocument, problemText } from './collection/read-document.js'
import type { Collection, Variable } from './model/collection.js'
import type { JsonValue } from './model/json.js'

/** Reads a collection from disk. Throws `collection-not-found`, `file-unreadable`, `not-json`, `nesting-too-deep` or `not-a-collection`. */
export async function loadCollection(path: string): Promise<Collection> {
  return parseCollection(await readJson(path, 'collection'))
}

/** Reads an environment or globals file. Throws `environment-not-found`, `file-unreadable`, `not-json`, `nesting-too-deep` or `not-an-environment`. */
export async function loadEnvironment(path: string): Promise<Variable[]> {
  return parseEnvironment(await readJson(path, 'environment'))
}

const NOT_FOUND = { collection: 'collection-not-found', environment: 'environment-not-found' } as const

async function readJson(path: string, kind: 'collection' | 'environment'): Promise<JsonValue> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new VoiceError(NOT_FOUND[kind], `There is no file ${path}.`)
    throw new VoiceError('file-unreadable', `The file ${path} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    })
  })
  const parsed = parseDocument(decodeDocument(bytes))
  if ('value' in parsed) return parsed.value
  const { code } = parsed.problem
  throw new VoiceError(
    code === 'nesting-too-deep' ? code : 'not-json',
    `The file ${path} ${problemText(parsed.problem)}: ${parsed.problem.message}`,
  )
}
