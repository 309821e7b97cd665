import type { JsonSchema } from '../model/json.js'
import type { Provenance } from '../model/tool.js'
import { cutAtSentence, plainText } from './describe.js'
import type { Documented } from './documented.js'
import { closedValues, type Facts } from './facts.js'
import { escapeKey, type Inferred } from './infer-schema.js'

const MAX_DESCRIPTION = 120

/** Adds to the members of a body what the item's description says about them. */
export function documentSchema({ schema, provenance }: Inferred, documented: Documented): Inferred {
  if (documented.size === 0) return { schema, provenance }
  const added: Record<string, Provenance> = { ...provenance }
  return { schema: members(schema, { documented, added, pointer: '', path: [] }), provenance: added }
}

interface Place {
  documented: Documented
  added: Record<string, Provenance>
  pointer: string
  path: string[]
}

function members(schema: JsonSchema, place: Place): JsonSchema {
  if (schema.items) {
    const items = members(schema.items, { ...place, pointer: `${place.pointer}/items` })
    return { ...schema, items }
  }
  if (!schema.properties) return schema
  const required = new Set(schema.required)
  const entries = Object.entries(schema.properties).map(([key, member]): [string, JsonSchema] => {
    const pointer = `${place.pointer}/properties/${escapeKey(key)}`
    const here = { ...place, pointer, path: [...place.path, key] }
    const facts = factsFor(here.path, place.documented)
    if (facts?.required === true) {
      required.add(key)
      place.added[`${place.pointer}/required/${escapeKey(key)}`] = 'documented'
    }
    if (facts?.required === false) required.delete(key)
    const inner = members(member, here)
    return [key, facts ? withFacts(inner, facts, here) : inner]
  })
  const { required: _, ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(entries),
    ...(required.size > 0 ? { required: [...required] } : {}),
  }
}

/** By the whole path, written with dots or brackets; a member of the body itself also by its name alone. */
function factsFor(path: string[], documented: Documented): Facts | undefined {
  const dotted = path.join('.')
  for (const [name, facts] of documented) {
    if (name.replace(/^body\./, '').replace(/\[\w*\]/g, '') === dotted) return facts
  }
  return undefined
}

/** Values in a row and nothing else, which `enum` says too. */
const ONLY_VALUES = /^(?:`[^`]*`|,|\s|\bor\b|\|)+$/

function withFacts(schema: JsonSchema, facts: Facts, { added, pointer, path }: Place): JsonSchema {
  const type = typeFrom(schema, facts, added[pointer])
  if (type !== schema) added[pointer] = 'description'
  const sent = schema.examples ?? []
  const values = closedValues(facts, type, { key: path.at(-1) ?? '', sent })
  if (values) added[`${pointer}/enum`] = 'documented'
  const text = values ? facts.text.replace(ONLY_VALUES, '') : facts.text
  const description = cutAtSentence(plainText(text), MAX_DESCRIPTION)
  const { examples: _, ...bare } = type
  return {
    ...(values ? bare : type),
    ...(description ? { description } : {}),
    ...(values ? { enum: values } : {}),
  }
}

/** The type in words counts where no value was really sent, and where it is the wider one. */
function typeFrom(schema: JsonSchema, { type }: Facts, from: Provenance | undefined): JsonSchema {
  if (!type || type.type === schema.type || type.type === 'object' || type.type === 'array') return schema
  const isWider = type.type === 'number' && schema.type === 'integer'
  if (!isWider && from === 'example') return schema
  const { format: _format, type: _type, ...rest } = schema
  return schema.properties || schema.items || schema.anyOf ? schema : { ...rest, ...type }
}
