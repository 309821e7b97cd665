import { messageOf, VoiceError } from '../../errors.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import { foreignSentence, identifyJson } from './foreign-json.js'
import { parseHeaders } from './parse-entries.js'
import { asObject, asText } from './read-shape.js'

export type CollectionFormat = 'v1' | 'v2.0' | 'v2.1'

/** A collection in format v2.1, and the format that it had before the conversion. */
export interface Upgraded {
  document: JsonValue
  from: CollectionFormat
}

/**
 * Converts a collection of format v1 or v2.0 to v2.1, and returns a v2.1 collection unchanged. Loads the converter
 * (`postman-collection-transformer`) only if it is needed. Throws a `VoiceError`:
 * - `not-a-collection` for any other document
 * - `import-failed` if the converter rejects the file
 */
export async function upgradeCollection(document: JsonValue): Promise<Upgraded> {
  const collection = unwrapped(document)
  const from = formatOf(collection)
  if (!collection || !from) throw new VoiceError('not-a-collection', whyNot(collection ?? document))
  if (from === 'v2.1') return { document: collection, from }
  const old = from === 'v2.0' ? await convert(withWholeRequests(collection), ['2.0.0', '1.0.0']) : collection
  return { document: await convert(old, ['1.0.0', '2.1.0']), from }
}

/** The format of an older collection; undefined for v2.1 and for other documents. */
export function olderFormat(document: JsonValue): Exclude<CollectionFormat, 'v2.1'> | undefined {
  const collection = unwrapped(document)
  const format = formatOf(collection)
  return format === 'v2.1' || (collection && identifyJson(collection)) ? undefined : format
}

/**
 * Returns the inner object if the document is `{ "collection": { … } }`, which is the response of Postman's API.
 * Otherwise, returns the document.
 */
function unwrapped(document: JsonValue): JsonObject | undefined {
  const outer = asObject(document)
  const inner = asObject(outer?.collection)
  return inner && !Array.isArray(outer?.item) ? inner : outer
}

function formatOf(collection: JsonObject | undefined): CollectionFormat | undefined {
  if (Array.isArray(collection?.requests)) return 'v1'
  if (!Array.isArray(collection?.item)) return undefined
  const schema = asText(asObject(collection.info)?.schema) ?? ''
  return /\/collection\/v2(\.0(\.\d+)?)?\//.test(schema) ? 'v2.0' : 'v2.1'
}

/**
 * Turns requests that are only an address into objects, and headers that are one text into lists. The converter would
 * lose these requests, and would split these headers into single characters.
 */
function withWholeRequests(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withWholeRequests)
  if (typeof value !== 'object' || value === null) return value
  return mapMembers(value, (member, key): JsonValue => {
    if (key === 'request' && typeof member === 'string') return { method: 'GET', url: member }
    if (key !== 'header' || typeof member !== 'string') return withWholeRequests(member)
    return parseHeaders(member).map((header) => ({ key: header.key, value: header.value ?? '' }))
  })
}

type Version = '1.0.0' | '2.0.0' | '2.1.0'

async function convert(collection: JsonValue, [from, to]: [from: Version, to: Version]): Promise<JsonValue> {
  const { default: transformer } = await import('postman-collection-transformer')
  const options = { inputVersion: from, outputVersion: to, retainIds: true }
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(
        new VoiceError('import-failed', `The collection cannot be converted: ${messageOf(error)}.`, {
          cause: error,
        }),
      )
    try {
      transformer.convert(collection, options, (error, converted) =>
        // The converter leaves members with the value undefined, which is not JSON. Writing and parsing removes these
        // members.
        error ? fail(error) : resolve(JSON.parse(JSON.stringify(converted)) as JsonValue),
      )
    } catch (error) {
      fail(error)
    }
  })
}

function whyNot(root: JsonValue): string {
  const foreign = identifyJson(root)
  if (foreign) return foreignSentence(foreign)
  return 'This is no Postman collection: it has neither "item" (v2) nor "requests" (v1).'
}
