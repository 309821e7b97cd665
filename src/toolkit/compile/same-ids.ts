import { groupBy } from '../model/group-by.js'
import type { JsonSchema } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import { isIdName, nounBefore, singularOf } from '../semantics/id-names.js'
import { ID_WORDS } from '../semantics/placeholder-text.js'
import { wordsOf } from '../semantics/words.js'
import type { Derivation } from './derivation.js'

/** A parameter that is an id and whose type comes only from an example. */
interface IdPlace {
  resource: string
  properties: Record<string, JsonSchema>
  name: string
  isText: boolean
}

/**
 * Gives all ids of a resource the same type. If one example is a number and another a text, all these ids accept both.
 * Ids in JSON bodies and ids that are sent as text are compared separately.
 */
export function alignIds(tools: readonly Derivation[]): void {
  const ids = tools.flatMap(idsOf)
  for (const places of groupBy(ids, ({ resource }) => resource).values()) {
    alignAll(places.filter(({ isText }) => isText))
    alignAll(places.filter(({ isText }) => !isText))
  }
}

function alignAll(places: IdPlace[]): void {
  const types = new Set(places.flatMap(({ properties, name }) => typesOf(properties[name]!)))
  if (types.size < 2) return
  for (const { properties, name } of places) properties[name] = ofBoth(properties[name]!)
}

const typesOf = ({ type, anyOf }: JsonSchema): string[] =>
  anyOf ? anyOf.flatMap(typesOf) : type === 'integer' || type === 'string' ? [type] : []

function ofBoth(schema: JsonSchema): JsonSchema {
  const isOne = schema.type === 'integer' || (schema.type === 'string' && !schema.enum)
  if (!isOne) return schema
  const { type: _, format: _format, ...rest } = schema
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], ...rest }
}

function idsOf(tool: Derivation): IdPlace[] {
  const { bindings, provenance } = tool.layout()
  const { path } = tool.endpoint().request.url
  const properties = tool.parameters().properties ?? {}
  const isJson = bindings.some((one) => one.in === 'body' && one.body.kind === 'json')
  const inBody = properties.body?.properties ?? {}
  const groups = [
    { properties, pointer: '/properties', isText: true },
    { properties: inBody, pointer: '/properties/body/properties', isText: !isJson },
  ]
  const ids: IdPlace[] = []
  for (const { properties: group, pointer, isText } of groups) {
    for (const name of Object.keys(group)) {
      if (!isIdName(name) || provenance[`${pointer}/${escapeKey(name)}`] !== 'example') continue
      ids.push({ resource: resourceOf(name, path), properties: group, name, isText })
    }
  }
  return ids
}

function resourceOf(name: string, path: string[]): string {
  const own = wordsOf(name).filter((word) => !ID_WORDS.has(word))
  const noun = own.length > 0 ? own : nounBefore(path, path.length)
  return [...noun.slice(0, -1), singularOf(noun.at(-1) ?? '')].join('_')
}
