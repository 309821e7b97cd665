import { schema } from '../../../build/schemas/collection.js'
import type { JsonValue } from '../model/json.js'
import { allNames, compileShape, type Shape } from './shape.js'

/** Keys that Postman and its tools write beside those of the schema. None of them is a typo, wherever it stands. */
const EXTRAS = `id uid owner order folders requests timestamp name type createdAt updatedAt lastUpdatedBy fork isFolder folder children
  dataMode data params equals protocolVersion anchor update contentType size fileName warning uuid enabled sent time mime language
  previewType rawDataType text sameSite creation creationIndex jwt asap akamai packages in required schema style explode default secret
  _postman_id _postman_isSubFolder _postman_previewlanguage _postman_previewtype _exporter_id _collection_link _type
  _postman_variable_scope _postman_exported_at _postman_exported_using operationName followRedirects followOriginalHttpMethod
  followAuthorizationHeader removeRefererHeaderOnRedirect strictSSL maxRedirects disableBodyPruning disableUrlEncoding disableCookies
  protocolProfileBehavior tlsPreferServerCiphers tlsDisabledProtocols tlsCipherSelection headerLanguage`

/** Members the product reads though the schema does not name them; a misspelling of one matters too. */
const ALSO_KNOWN: Record<string, readonly string[]> = {
  response: ['name', '_postman_previewlanguage'],
}

/** The collection schema, ready for walking. */
export const collectionShape = compileShape(schema)

/** Every key that is right somewhere in a collection. A document with no other key has no typo in a key. */
export const expectedKeys: ReadonlySet<string> = new Set([
  ...allNames(collectionShape),
  ...EXTRAS.split(/\s+/),
])

/** The names a key of this object may have been meant to be. */
export function memberNames(shape: Shape): string[] {
  return [...shape.properties.keys(), ...(ALSO_KNOWN[shape.owner] ?? [])]
}

/** Whether an unnamed key is a word of Postman's, private by its underscore, or says nothing because it is empty. */
export function isNoTypo(key: string, value: JsonValue): boolean {
  if (expectedKeys.has(key)) return true
  if (key.startsWith('_') && !key.startsWith('_postman_preview')) return true
  return isEmpty(value)
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
