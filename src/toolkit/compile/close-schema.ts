import type { Effect } from '../meaning/effect.js'
import type { JsonSchema } from '../model/json.js'
import type { Endpoint } from './endpoint.js'

/** What is no structure. */
const VALUES: JsonSchema[] = ['string', 'number', 'boolean', 'null'].map((type) => ({ type }))

interface Closing {
  /** Whether the owner opened a member of the body, by the names that lead to it. */
  isOpened: (path: string[]) => boolean
  /** Whether everything must be a plain value of a known place. */
  valuesOnly: boolean
  path: string[]
}

/**
 * Closes the parameters of a tool: no member is taken that the collection does not show. The structure of an example is all there is, but for
 * maps, for objects without a member, and for what the owner opened. In a read every object is closed, and what may be of any type is a plain
 * value, so that the call stays the search that it is; the variables of a GraphQL document are data, whatever they hold.
 */
export function closeParameters(schema: JsonSchema, endpoint: Endpoint, effect: Effect): JsonSchema {
  const isRead = effect.annotations.readOnlyHint
  const hasDocument = effect.kept.some(({ kind, place }) => kind === 'graphql' && place.in === 'body')
  const { modes, request } = endpoint
  const isOpened = (path: string[]) =>
    modes.ofBody(path) === 'input' ||
    (request.body?.mode === 'graphql' && modes.ofBody(['variables', ...path]) === 'input')
  const values: Closing = { isOpened: () => false, valuesOnly: isRead, path: [] }
  const body: Closing = { isOpened, valuesOnly: isRead && !hasDocument, path: [] }
  const isKnown = isRead || showsAll(schema, endpoint)
  const members = Object.entries(schema.properties ?? {}).map(([name, member]): [string, JsonSchema] => {
    if (name !== 'body') return [name, isRead ? close(member, values) : member]
    return [name, isKnown ? close(member, body) : member]
  })
  return { ...schema, properties: Object.fromEntries(members), additionalProperties: false }
}

/** Whether every name that the description documents stands in the request: else its body is not all of what the API takes. */
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
  if (closing.isOpened(closing.path)) return schema
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

/** What an object may hold beside its members: nothing, where it shows some; a map keeps its values. */
function closedRest(
  { properties = {}, additionalProperties: more }: JsonSchema,
  closing: Closing,
): boolean | JsonSchema | undefined {
  if (closing.valuesOnly) return false
  if (typeof more === 'object') return close(more, closing)
  return more ?? (Object.keys(properties).length > 0 ? false : undefined)
}

const has = ({ type }: JsonSchema, name: string): boolean => [type].flat().includes(name)
