import type { JsonObject, JsonValue } from '../model/json.js'
import { foreignSentence, identifyJson } from './foreign-json.js'
import { asObject, asText } from './read-shape.js'

/** Postman's formats of a collection in one JSON document. */
export type CollectionFormat = 'v1' | 'v2.0' | 'v2.1'

/** The collection in a document: the document, or its member `collection`, as Postman's API wraps it. */
export function collectionIn(document: unknown): { collection: JsonObject | undefined; isWrapped: boolean } {
  const outer = asObject(document)
  const inner = asObject(outer?.collection)
  const isWrapped = inner !== undefined && !Array.isArray(outer?.item)
  return { collection: isWrapped ? inner : outer, isWrapped }
}

/** The version in `info.schema`, such as `2.1.0`; `''` if the schema address has none. */
export function schemaVersion({ info }: JsonObject): string {
  return /\/collection\/v(\d+(?:\.\d+)*)/.exec(asText(asObject(info)?.schema) ?? '')?.[1] ?? ''
}

/** Whether `info.schema` is the URL of format v2.0 or of its pre-release. */
export const isV20 = (collection: JsonObject): boolean => /^2(\.0(\.\d+)?)?$/.test(schemaVersion(collection))

/** The format of a collection; undefined for what has neither the requests of v1 nor the items of v2. */
export function formatOf(collection: JsonObject | undefined): CollectionFormat | undefined {
  if (Array.isArray(collection?.requests)) return 'v1'
  if (!Array.isArray(collection?.item)) return undefined
  return isV20(collection) ? 'v2.0' : 'v2.1'
}

/** Why a document is no collection of format v2.1, as a sentence with what to do. */
export function whyNotV21(document: JsonValue): string {
  const foreign = identifyJson(document)
  if (foreign) return foreignSentence(foreign)
  const format = formatOf(asObject(document))
  return format === undefined
    ? 'This is not a Postman collection: it has no list named "item". Export one from Postman as "Collection v2.1".'
    : `This is a Postman collection of format ${format}. Export it from Postman as "Collection v2.1", or convert it with "voice import FILE".`
}
