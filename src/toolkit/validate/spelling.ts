import { names, schema } from '../../../build/schemas/collection.js'
import postman from '../../../templates/postman-keys.json'
import type { JsonValue } from '../model/json.js'
import { AUTH_KINDS } from '../secrets/auth-kinds.js'
import { compileShape, type SchemaNode } from './schema-node.js'

/** Members that `voice` reads beside those of the schema, by kind of object; their misspellings are reported. */
const ALSO_KNOWN: Record<string, readonly string[]> = {
  response: ['name', '_postman_previewlanguage'],
}

let shape: SchemaNode | undefined

/** The collection schema for `walkShape`, compiled when needed: a valid collection does not. */
export function collectionShape(): SchemaNode {
  shape ??= compileShape(schema)
  return shape
}

/** Every key that a collection may have, also those that Postman and its tools write beside the schema. A document with only these keys has no typo in a key. */
export const expectedKeys: ReadonlySet<string> = new Set([
  ...names,
  ...Object.keys(AUTH_KINDS),
  ...postman.names.split(' '),
])

export function memberNames(shape: SchemaNode): string[] {
  return [...shape.properties.keys(), ...(ALSO_KNOWN[shape.owner] ?? [])]
}

/** Whether a key is no typo: Postman's, empty, or with an underscore first, except `_postman_preview`. */
export function isNoTypo(key: string, value: JsonValue): boolean {
  if (expectedKeys.has(key)) return true
  if (key.startsWith('_') && !key.startsWith('_postman_preview')) return true
  return isEmpty(value)
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
