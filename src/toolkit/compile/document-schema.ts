import type { JsonSchema } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import { mapMembers } from '../model/map-members.js'
import type { Provenance } from '../model/tool.js'
import type { Documented } from './documented.js'
import type { DocumentedFacts } from './documented-facts.js'
import type { Inferred } from './infer-schema.js'
import { addConstraints, withDocumented } from './parameter.js'

const MAX_DESCRIPTION = 120
const NONE: Documented = new Map()

/** Adds to the schema of the body what the description and comments behind members say. */
export function documentSchema(
  { schema, provenance }: Inferred,
  { documented, comments = NONE }: { documented: Documented; comments?: Documented },
): Inferred {
  if (documented.size + comments.size === 0) return { schema, provenance }
  const added: Record<string, Provenance> = { ...provenance }
  return {
    schema: members(schema, { documented, comments, added, pointer: '', path: [] }),
    provenance: added,
  }
}

interface DocumentedPosition {
  documented: Documented
  comments: Documented
  added: Record<string, Provenance>
  pointer: string
  path: string[]
}

function members(schema: JsonSchema, place: DocumentedPosition): JsonSchema {
  if (schema.items) {
    const items = members(schema.items, { ...place, pointer: `${place.pointer}/items` })
    return { ...schema, items }
  }
  if (!schema.properties) return schema
  const required = new Set(schema.required)
  const properties = mapMembers(schema.properties, (member, key) => {
    const pointer = `${place.pointer}/properties/${escapeKey(key)}`
    const here = { ...place, pointer, path: [...place.path, key] }
    const facts = place.documented.get(here.path.join('.')) ?? place.comments.get(key)
    if (facts?.required === true) {
      required.add(key)
      place.added[`${place.pointer}/required/${escapeKey(key)}`] = 'documented'
    }
    if (facts?.required === false) required.delete(key)
    const inner = members(member, here)
    return facts ? withFacts(inner, facts, here) : inner
  })
  const { required: _, ...rest } = schema
  return { ...rest, properties, ...(required.size > 0 ? { required: [...required] } : {}) }
}

function withFacts(
  schema: JsonSchema,
  facts: DocumentedFacts,
  { added, pointer, path }: DocumentedPosition,
): JsonSchema {
  const type = typeFrom(schema, facts, added[pointer])
  if (type !== schema) added[pointer] = 'description'
  const sent = schema.examples ?? []
  const told = withDocumented(type, facts, { key: path.at(-1) ?? '', sent, longest: MAX_DESCRIPTION })
  addConstraints(added, type, told, pointer)
  return told
}

/** Sets the documented type, unless an example has another one; `number` may replace `integer`. */
function typeFrom(schema: JsonSchema, { type }: DocumentedFacts, from: Provenance | undefined): JsonSchema {
  if (!type || type.type === schema.type || type.type === 'object' || type.type === 'array') return schema
  const isWider = type.type === 'number' && schema.type === 'integer'
  if (!isWider && from === 'example') return schema
  const { format: _format, type: _type, ...rest } = schema
  return schema.properties || schema.items || schema.anyOf ? schema : { ...rest, ...type }
}
