import { messageOf, VoiceError } from '../../errors.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { parseAddress } from '../semantics/parse-address.js'
import { identifyJson } from './foreign-json.js'
import { parseHeaders } from './parse-request.js'
import { type CollectionFormat, collectionIn, formatOf, whyNotV21 } from './postman-format.js'
import { asObject, asText, objectsIn } from './read-shape.js'

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
  const { collection } = collectionIn(document)
  const from = formatOf(collection)
  if (!collection || !from) throw new VoiceError('not-a-collection', whyNotV21(collection ?? document))
  if (from === 'v2.1') return { document: collection, from }
  return { document: from === 'v2.0' ? upgradeV20(collection) : await convertV1(collection), from }
}

export function olderFormat(document: JsonValue): Exclude<CollectionFormat, 'v2.1'> | undefined {
  const { collection } = collectionIn(document)
  const format = formatOf(collection)
  return format === 'v2.1' || (collection && identifyJson(collection)) ? undefined : format
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

/** The address that a collection of format v2.1 names in `info.schema`. */
export const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Converts a collection of format v2.0 to v2.1. The formats differ in auth, addresses and the names of variables. */
function upgradeV20(collection: JsonObject): JsonObject {
  return { ...owner(collection), info: { ...asObject(collection.info), schema: SCHEMA } }
}

function owner(entry: JsonObject): JsonObject {
  const { item, request, response } = entry
  return {
    ...entry,
    ...auth(entry),
    ...(Array.isArray(entry.variable) && { variable: entry.variable.map(variable) }),
    ...(Array.isArray(item) && { item: objectsIn(item).map(owner) }),
    ...(request !== undefined && { request: requestOf(request) }),
    ...(Array.isArray(response) && { response: objectsIn(response).map(example) }),
  }
}

function requestOf(written: JsonValue): JsonValue {
  const request = typeof written === 'string' ? { method: 'GET', url: written } : asObject(written)
  if (!request) return written
  return { ...request, ...auth(request), ...header(request), ...(request.url && { url: url(request.url) }) }
}

function example(response: JsonObject): JsonObject {
  const { originalRequest } = response
  return {
    ...response,
    ...header(response),
    ...(originalRequest && { originalRequest: requestOf(originalRequest) }),
  }
}

function auth({ auth: written }: JsonObject): JsonObject {
  const types = asObject(written)
  if (!types) return {}
  const entries = Object.entries(types).map(([type, value]): [string, JsonValue] => {
    const parameters = asObject(value)
    return [type, parameters ? Object.entries(parameters).map(([key, one]) => parameter(key, one)) : value]
  })
  return { auth: Object.fromEntries(entries) }
}

function parameter(key: string, value: JsonValue): JsonObject {
  const type =
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
      ? typeof value
      : 'any'
  return { key, value, type }
}

function header({ header: written }: JsonObject): JsonObject {
  if (typeof written !== 'string') return {}
  return { header: parseHeaders(written).map(({ key, value }) => ({ key, value: value ?? '' })) }
}

/** An address in its parts. The name of a path variable is `id` in format v2.0. */
function url(written: JsonValue): JsonValue {
  if (typeof written === 'string') return urlOf(written)
  const parts = asObject(written)
  return parts && Array.isArray(parts.variable)
    ? { ...parts, variable: parts.variable.map(variable) }
    : written
}

/** An address as an object with its parts. */
export function urlOf(raw: string): JsonObject {
  const { protocol, user, password, host, port, path, query } = parseAddress(raw)
  return {
    raw,
    ...(protocol && { protocol }),
    ...(user !== undefined && { auth: { user, password: password ?? '' } }),
    host,
    ...(port && { port }),
    path,
    ...(query.length > 0 && { query: query.map(({ key, value }) => ({ key, value: value ?? null })) }),
  }
}

function variable(written: JsonValue): JsonValue {
  const entry = asObject(written)
  if (!entry || entry.key !== undefined || asText(entry.id) === undefined) return written
  const { id, ...rest } = entry
  return { key: id!, ...rest }
}
