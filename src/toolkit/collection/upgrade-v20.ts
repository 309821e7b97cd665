import type { JsonObject, JsonValue } from '../model/json.js'
import { parseAddress } from '../semantics/parse-address.js'
import { parseHeaders } from './parse-entries.js'
import { asObject, asText, objectsIn } from './read-shape.js'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Converts a collection of format v2.0 to v2.1. The formats differ in auth, addresses and the names of variables. */
export function upgradeV20(collection: JsonObject): JsonObject {
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

function urlOf(raw: string): JsonObject {
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
