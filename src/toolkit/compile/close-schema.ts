import type { JsonSchema } from '../model/json.js'
import type { Effect } from '../semantics/effect.js'
import type { Endpoint } from './endpoint.js'

/** Scalar types. */
const VALUES: JsonSchema[] = ['string', 'number', 'boolean', 'null'].map((type) => ({ type }))

interface Closing {
  /** Whether the owner opened a member of the body, by its path of names. */
  isOpened: (path: string[]) => boolean
  /** Whether every value must be a scalar of a known member. */
  valuesOnly: boolean
  isRead: boolean
  /** Whether a specification describes the values of a map; then the map is also open in reads. */
  hasMaps: boolean
  path: string[]
}

/**
 * Closes the parameters of a tool: members that the collection does not show are not accepted. The structure of an
 * example is complete, except for maps, objects without members, and what the owner opened. In a read every object is
 * closed and values of any type must be scalars, so that the call stays a search; variables of a GraphQL document are
 * always data. In a write an object with members is closed unless `additionalProperties` says otherwise, so that
 * definitions need not repeat it.
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
  const members = Object.entries(schema.properties ?? {}).map(([name, member]): [string, JsonSchema] => {
    if (name !== 'body') return [name, isRead ? close(member, values) : member]
    return [name, isKnown ? close(member, body) : opened(member)]
  })
  return { ...schema, properties: Object.fromEntries(members), additionalProperties: false }
}

/** Whether the request contains every documented name; if not, its body is incomplete. */
function showsAll({ properties = {} }: JsonSchema, { documented, request }: Endpoint): boolean {
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
  const { properties, items, additionalProperties: more, ...rest } = schema
  if (has(schema, 'object') || properties) {
    const members = closedMembers(properties ?? {}, closing)
    const additional = closedRest(schema, closing)
    return {
      ...rest,
      ...(properties ? { properties: members } : {}),
      ...(additional === undefined ? {} : { additionalProperties: additional }),
    }
  }
  if (items || has(schema, 'array')) {
    const inner = items ? close(items, closing) : closing.valuesOnly ? { anyOf: VALUES } : undefined
    return { ...schema, ...(inner ? { items: inner } : {}) }
  }
  const isFree = schema.type === undefined && !schema.enum && schema.const === undefined
  return isFree && closing.valuesOnly ? { ...schema, anyOf: VALUES } : schema
}

function closedMembers(properties: Record<string, JsonSchema>, closing: Closing): Record<string, JsonSchema> {
  const entries = Object.entries(properties).map(([key, member]): [string, JsonSchema] => [
    key,
    close(member, { ...closing, path: [...closing.path, key] }),
  ])
  return Object.fromEntries(entries)
}

/** What an object may contain beside its members: nothing if it shows some; a map keeps its values. */
function closedRest(
  { properties = {}, additionalProperties: more }: JsonSchema,
  closing: Closing,
): boolean | JsonSchema | undefined {
  if (closing.valuesOnly && !(closing.hasMaps && typeof more === 'object')) return false
  if (typeof more === 'object') return close(more, closing)
  return more ?? (closing.isRead && Object.keys(properties).length > 0 ? false : undefined)
}

/** The schema with additional members allowed, at any depth. */
function opened(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema
  const entries = Object.entries(properties ?? {}).map(([key, member]) => [key, opened(member)] as const)
  return {
    ...schema,
    ...(anyOf ? { anyOf: anyOf.map(opened) } : {}),
    ...(entries.length > 0
      ? { properties: Object.fromEntries(entries), additionalProperties: schema.additionalProperties ?? true }
      : {}),
    ...(items ? { items: opened(items) } : {}),
  }
}

const has = ({ type }: JsonSchema, name: string): boolean =>
  type === name || (Array.isArray(type) && type.includes(name))
