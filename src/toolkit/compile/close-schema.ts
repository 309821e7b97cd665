import type { JsonSchema } from '../model/json.js'
import { mapMembers, saysType } from '../model/map-members.js'
import type { Effect } from '../semantics/effect.js'
import type { Endpoint } from './endpoint.js'

const VALUES: JsonSchema[] = ['string', 'number', 'boolean', 'null'].map((type) => ({ type }))

interface Closing {
  /** Whether the configuration makes a member of the body an input. `path` lists the names that lead to it. */
  isOpened: (path: string[]) => boolean
  /** Whether objects refuse additional members, and members without a type accept only scalars. */
  valuesOnly: boolean
  isRead: boolean
  /** Whether the request has a specification. A map that it describes accepts any keys, also in a tool that reads. */
  hasMaps: boolean
  path: string[]
}

/**
 * Closes the schema of a tool's arguments: it then refuses members that the collection does not have. An example is
 * assumed to show all members of its object. Objects that the configuration makes inputs stay open.
 * - In a read, every object is closed, except a map (an object with free keys) that a specification describes. A
 *   parameter without a type accepts only scalars, because an object or list could change what a search does. The
 *   variables of a fixed GraphQL document are only data, so those without a type or members stay open.
 * - In a write, maps and objects without members stay open. Other objects are closed, but their schemas omit
 *   `additionalProperties`: the check of a call's arguments refuses unknown members by default. The whole body stays
 *   open if the description documents names that the request lacks.
 */
export function closeParameters(schema: JsonSchema, endpoint: Endpoint, effect: Effect): JsonSchema {
  const isRead = effect.annotations.readOnlyHint
  const hasDocument = effect.kept.some(({ kind, place }) => kind === 'graphql' && place.in === 'body')
  const { modes, request } = endpoint
  const isOpened = (path: string[]) =>
    modes.ofBody(path) === 'input' ||
    (request.body?.mode === 'graphql' && modes.ofBody(['variables', ...path]) === 'input')
  const hasMaps = endpoint.item.operation !== undefined
  const values: Closing = { isOpened: () => false, valuesOnly: isRead, isRead, hasMaps, path: [] }
  const body: Closing = { isOpened, valuesOnly: isRead && !hasDocument, isRead, hasMaps, path: [] }
  const isKnown = isRead || hasMaps || showsAll(schema, endpoint)
  const properties = mapMembers(schema.properties ?? {}, (member, name) => {
    if (name !== 'body') return isRead ? close(member, values) : member
    return isKnown ? close(member, body) : opened(member)
  })
  return { ...schema, properties, additionalProperties: false }
}

function showsAll({ properties = {} }: JsonSchema, { facts: { documented }, request }: Endpoint): boolean {
  if (documented.size === 0) return true
  const known = new Set([...Object.keys(properties), ...Object.keys(properties.body?.properties ?? {})])
  const unknown = [...documented.keys()]
    .map((name) => name.replace(/^body\./, '').split(/[.[]/, 1)[0] ?? '')
    .filter((name) => !known.has(name))
  if (unknown.length === 0) return true
  const written = JSON.stringify(request)
  return unknown.every((name) => written.includes(name))
}

function close(schema: JsonSchema, closing: Closing): JsonSchema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((one) => close(one, closing)) }
  if (closing.isOpened(closing.path)) return opened(schema)
  if (saysType(schema, 'object') || schema.properties) return closedObject(schema, closing)
  const { items } = schema
  if (items || saysType(schema, 'array')) {
    const inner = items ? close(items, closing) : closing.valuesOnly ? { anyOf: VALUES } : undefined
    return { ...schema, ...(inner ? { items: inner } : {}) }
  }
  const isFree = schema.type === undefined && !schema.enum && schema.const === undefined
  return isFree && closing.valuesOnly ? { ...schema, anyOf: VALUES } : schema
}

function closedObject(schema: JsonSchema, closing: Closing): JsonSchema {
  const { properties, items, additionalProperties, ...rest } = schema
  const closed: JsonSchema = rest
  const additional = closedRest(schema, closing)
  const inside = (key: string): Closing => ({ ...closing, path: [...closing.path, key] })
  if (properties) closed.properties = mapMembers(properties, (member, key) => close(member, inside(key)))
  if (additional !== undefined) closed.additionalProperties = additional
  return closed
}

/** `additionalProperties` of an object; undefined if the keyword is omitted. */
function closedRest(
  { properties = {}, additionalProperties: more }: JsonSchema,
  closing: Closing,
): boolean | JsonSchema | undefined {
  if (closing.valuesOnly && !(closing.hasMaps && typeof more === 'object')) return false
  if (typeof more === 'object') return close(more, closing)
  return more ?? (closing.isRead && Object.keys(properties).length > 0 ? false : undefined)
}

/** Copies a schema and allows additional members in each object, unless it says otherwise. */
function opened(schema: JsonSchema): JsonSchema {
  const { properties = {}, items, anyOf, additionalProperties = true } = schema
  return {
    ...schema,
    ...(anyOf ? { anyOf: anyOf.map(opened) } : {}),
    ...(Object.keys(properties).length > 0
      ? { properties: mapMembers(properties, opened), additionalProperties }
      : {}),
    ...(items ? { items: opened(items) } : {}),
  }
}
