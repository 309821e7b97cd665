import { messageOf, VoiceError } from '../../errors.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { foreignSentence, identifyJson } from './foreign-json.js'
import { asObject, asText } from './read-shape.js'
import { upgradeV20 } from './upgrade-v20.js'

export type CollectionFormat = 'v1' | 'v2.0' | 'v2.1'

/** A collection in format v2.1, and the format that it had before the conversion. */
export interface Upgraded {
  document: JsonValue
  from: CollectionFormat
}

/**
 * Converts a collection of format v1 or v2.0 to v2.1, and returns a v2.1 collection unchanged. Loads the converter for
 * v1 (`postman-collection-transformer`) only if it is needed. Throws a `VoiceError`:
 * - `not-a-collection` for any other document
 * - `import-failed` if the converter rejects the file
 */
export async function upgradeCollection(document: JsonValue): Promise<Upgraded> {
  const collection = unwrapped(document)
  const from = formatOf(collection)
  if (!collection || !from) throw new VoiceError('not-a-collection', whyNot(collection ?? document))
  if (from === 'v2.1') return { document: collection, from }
  return { document: from === 'v2.0' ? upgradeV20(collection) : await convertV1(collection), from }
}

/** The format of an older collection; undefined for v2.1 and for other documents. */
export function olderFormat(document: JsonValue): Exclude<CollectionFormat, 'v2.1'> | undefined {
  const collection = unwrapped(document)
  const format = formatOf(collection)
  return format === 'v2.1' || (collection && identifyJson(collection)) ? undefined : format
}

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

async function convertV1(collection: JsonValue): Promise<JsonValue> {
  const { default: transformer } = await import('postman-collection-transformer')
  // Newer files have the auth twice. Only `auth` has a `noauth`, the older members are then null.
  const options = {
    inputVersion: '1.0.0',
    outputVersion: '2.1.0',
    retainIds: true,
    prioritizeV2: true,
  } as const
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
