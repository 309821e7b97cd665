import { asObject } from '../collection/read-shape.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import type { Provenance } from '../model/tool.js'
import { credentialsAmong, isCredentialLike } from '../secrets/credential-name.js'
import { nameOfMember } from '../semantics/labels.js'
import { literalKind } from '../semantics/literal-id.js'
import { BARE } from '../semantics/loose-json.js'
import { isCodeName, isMeasureName } from '../semantics/number-names.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { hasVariable } from '../template/variables.js'
import { formatOf, isOpaque, isOwnName } from './infer-text.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import { schemaOfPlaceholder } from './placeholders.js'

/** A schema, and where the facts in it come from, by JSON pointer. */
export interface Inferred {
  schema: JsonSchema
  provenance: Record<string, Provenance>
}

const MAX_ELEMENTS = 20
const MAX_EXAMPLE_LENGTH = 40

/** One schema for all samples of the member `name`. `decimals`: members written with a decimal point, as `10.00`. */
export function inferSchema(
  samples: JsonValue[],
  filled: KnownVariables,
  { name = '', decimals = NONE }: { name?: string; decimals?: ReadonlySet<string> } = {},
): Inferred {
  const provenance: Record<string, Provenance> = {}
  const secret = isCredentialLike(name)
  const place = { filled, provenance, decimals, name, pointer: '', detail: true, secret, depth: 0 }
  return { schema: merge(samples, place), provenance }
}

const NONE: ReadonlySet<string> = new Set()

const MAX_DEPTH = 6
const MAX_MEMBERS = 80

/** Infers only types and members, to a limited depth. */
export function outlineSchema(samples: JsonValue[], filled: KnownVariables): JsonSchema {
  const place = { filled, provenance: {}, decimals: NONE, name: '', pointer: '', secret: false, depth: 0 }
  return merge(samples, { ...place, detail: false })
}

interface InferPosition {
  filled: KnownVariables
  provenance: Record<string, Provenance>
  decimals: ReadonlySet<string>
  /** The name of the member whose value or element stands here. */
  name: string
  pointer: string
  detail: boolean
  /** Whether the value is in a member that is named like a credential. Its values never become examples. */
  secret: boolean
  depth: number
}

function merge(samples: JsonValue[], place: InferPosition): JsonSchema {
  if (samples.length === 1) return schemaOfOne(samples[0]!, place)
  const objects: JsonObject[] = []
  const lists: JsonValue[][] = []
  const scalars: JsonValue[] = []
  for (const sample of samples) {
    if (sample === null) continue
    if (Array.isArray(sample)) lists.push(sample)
    else if (typeof sample === 'object') objects.push(sample)
    else scalars.push(sample)
  }
  const kinds: JsonSchema[] = []
  if (objects.length > 0) kinds.push(mergeObjects(objects, place))
  if (lists.length > 0) kinds.push(mergeLists(lists, place))
  if (scalars.length > 0) kinds.push(...mergeScalars(scalars, place))
  if (kinds.some(saysNothing)) return {}
  const nullable = objects.length + lists.length + scalars.length < samples.length
  if (kinds.length > 1) return { anyOf: nullable ? [...kinds, { type: 'null' }] : kinds }
  const [only = {}] = kinds
  return nullable && only.type ? { ...only, type: [String(only.type), 'null'] } : only
}

/** The schema of a single sample. This is the fast path, because most members have one sample. */
function schemaOfOne(sample: JsonValue, place: InferPosition): JsonSchema {
  if (sample === null) return {}
  if (Array.isArray(sample)) return mergeLists([sample], place)
  return typeof sample === 'object' ? mergeObjects([sample], place) : oneScalar(sample, place)
}

function saysNothing(schema: JsonSchema): boolean {
  for (const _ in schema) return false
  return true
}

function mergeObjects(objects: JsonObject[], place: InferPosition): JsonSchema {
  const keys = keysOf(objects, place)
  if (keys.length === 0) return { type: 'object', properties: {} }
  if (isMap(keys, objects)) {
    return {
      type: 'object',
      additionalProperties: merge(
        objects.flatMap((object) => keys.flatMap((key) => valuesOf([object], key))),
        inside(place, 'additionalProperties'),
      ),
    }
  }
  const properties: Record<string, JsonSchema> = {}
  const isNamed = credentialsAmong(keys)
  for (const key of keys) {
    const member = inside(place, place.detail ? `properties/${escapeKey(key)}` : '', key)
    member.secret ||= place.detail && objects.some((object) => isNamed(nameOfMember(object, key)))
    const schema = merge(valuesOf(objects, key), member)
    properties[key] = place.detail && schema.type === 'integer' ? asNamed(key, schema, member) : schema
  }
  // Only for the outermost object. A call may omit a member of an inner object even if all samples have this member.
  const required = place.detail && place.pointer === '' ? requiredOf(objects, keys) : []
  return required.length > 0 ? { type: 'object', properties, required } : { type: 'object', properties }
}

function asNamed(key: string, schema: JsonSchema, { provenance, pointer }: InferPosition): JsonSchema {
  if (isCodeName(key)) return ofDigits(schema)
  // Without an example, the number is so large that it is exact only as an integer.
  if (!isMeasureName(key) || !schema.examples) return schema
  provenance[pointer] = 'guess'
  return { ...schema, type: 'number' }
}

/** The schema of a code whose example is a number: other codes may begin with a zero, which only a text can have. */
function ofDigits({ type, ...rest }: JsonSchema): JsonSchema {
  return { anyOf: [{ type }, { type: 'string' }], ...rest }
}

/** A name that no parameter can have, because it sets the prototype of a JavaScript object. */
export const RESERVED_NAME = '__proto__'

/** Whether the keys are ids, as in `{ "ut879": { … } }`. Such an object is a map: it may have any other keys too. */
function isMap(keys: string[], objects: JsonObject[]): boolean {
  if (keys.every((key) => /^key_\d+$/.test(key))) return true
  if (keys.some((key) => literalKind(key) === undefined)) return false
  return keys.length > 1 || objects.every((object) => Object.values(object).every((value) => asObject(value)))
}

function keysOf(objects: JsonObject[], { detail, depth }: InferPosition): string[] {
  if (!detail && depth > MAX_DEPTH) return []
  const all = objects.length === 1 ? Object.keys(objects[0]!) : [...new Set(objects.flatMap(Object.keys))]
  const keys = all.includes(RESERVED_NAME) ? all.filter((key) => key !== RESERVED_NAME) : all
  return detail ? keys : keys.slice(0, MAX_MEMBERS)
}

/** The members that all objects have; `[]` if all have the same ones, which does not show what is optional. */
function requiredOf(objects: JsonObject[], keys: string[]): string[] {
  if (objects.length < 2) return []
  const shapes = new Set(objects.map((object) => Object.keys(object).sort().join('\n')))
  if (shapes.size < 2) return []
  return keys.filter((key) => objects.every((object) => Object.hasOwn(object, key)))
}

function valuesOf(objects: JsonObject[], key: string): JsonValue[] {
  return objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key]!)
}

function mergeLists(lists: JsonValue[][], place: InferPosition): JsonSchema {
  const elements = lists.flat().slice(0, MAX_ELEMENTS)
  return { type: 'array', items: merge(elements, inside(place, 'items')) }
}

function oneScalar(sample: JsonValue, place: InferPosition): JsonSchema {
  const draft = schemaOfScalar(sample, place)
  if (place.secret) draft.example = undefined
  if (place.detail) return single(draft, place)
  const { type } = draft.schema
  return type ? { type } : {}
}

function mergeScalars(samples: JsonValue[], place: InferPosition): JsonSchema[] {
  if (samples.length === 1) return [oneScalar(samples[0]!, place)]
  const drafts = samples.map((sample) => schemaOfScalar(sample, place))
  if (place.secret) for (const draft of drafts) draft.example = undefined
  if (!place.detail) return outlineScalars(drafts)
  const known = drafts.filter((draft) => draft.from === 'example')
  const chosen = known.length > 0 ? known : drafts
  place.provenance[place.pointer] = chosen[0]!.from
  const types = [...new Set(chosen.map((draft) => String(draft.schema.type ?? '')))]
  const merged = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  return merged.map((type) => schemaOfType(type, chosen))
}

function outlineScalars(drafts: SchemaDraft[]): JsonSchema[] {
  const types = [...new Set(drafts.map(({ schema }) => schema.type))]
  return (types.includes('number') ? types.filter((type) => type !== 'integer') : types).map((type) =>
    type ? { type } : {},
  )
}

function single({ schema, from, example }: SchemaDraft, { provenance, pointer }: InferPosition): JsonSchema {
  provenance[pointer] = from
  if (example !== undefined) return { ...schema, examples: [example] }
  return schema.type === 'array' ? { ...schema, items: {} } : schema
}

function schemaOfType(type: string, drafts: SchemaDraft[]): JsonSchema {
  if (type === '') return {}
  const own = drafts.filter(
    ({ schema }) => schema.type === type || (type === 'number' && schema.type === 'integer'),
  )
  const formats = new Set(own.map(({ schema }) => schema.format))
  const [format] = formats
  const example = own.find(({ example }) => example !== undefined)?.example
  return {
    type,
    ...(formats.size === 1 && format ? { format } : {}),
    ...(type === 'array' ? { items: {} } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

interface SchemaDraft {
  schema: JsonSchema
  from: Provenance
  example?: JsonValue | undefined
}

function schemaOfScalar(sample: JsonValue, place: InferPosition): SchemaDraft {
  if (typeof sample === 'boolean') return { schema: { type: 'boolean' }, from: 'example' }
  if (typeof sample === 'number') {
    return {
      schema: { type: Number.isInteger(sample) && !place.decimals.has(place.name) ? 'integer' : 'number' },
      from: 'example',
      // A larger integer was rounded, so it is the id of another record.
      example: Math.abs(sample) > Number.MAX_SAFE_INTEGER ? undefined : sample,
    }
  }
  const text = String(sample)
  const placeholder = schemaOfPlaceholder(text)
  if (placeholder) return { schema: placeholder, from: 'placeholder' }
  const variable = /^(\ue000?)\{\{([^{}]*)\}\}$/.exec(text)
  if (variable) return schemaOfVariable(variable[2]!, variable[1] === BARE, place)
  if (text === '' || (place.detail && isOwnName(text, place.name)))
    return { schema: { type: 'string' }, from: 'guess' }
  if (!place.detail) return { schema: { type: 'string' }, from: 'example' }
  const isShown =
    text.length <= MAX_EXAMPLE_LENGTH && !hasVariable(text) && !isOpaque(text) && !isPlaceholderText(text)
  const example = isShown ? { example: text } : {}
  return { schema: { type: 'string', ...formatOf([text]) }, from: 'example', ...example }
}

/** The schema of a member that is one variable: a text if quoted; if `bare`, the type comes from its value. */
function schemaOfVariable(name: string, bare: boolean, place: InferPosition): SchemaDraft {
  if (!bare) return { schema: { type: 'string' }, from: 'guess' }
  const value = isFilled(name, place.filled) ? place.filled.own.get(name) : undefined
  return { schema: value === undefined ? {} : schemaOfBare(value), from: 'guess' }
}

function schemaOfBare(value: JsonValue): JsonSchema {
  if (typeof value === 'boolean' || value === 'true' || value === 'false') return { type: 'boolean' }
  return Number.isFinite(Number(value))
    ? { type: Number.isInteger(Number(value)) ? 'integer' : 'number' }
    : {}
}

function inside(place: InferPosition, step: string, name = place.name): InferPosition {
  const { filled, provenance, decimals, detail, secret, depth } = place
  return {
    filled,
    provenance,
    decimals,
    name,
    detail,
    secret,
    depth: depth + 1,
    pointer: detail ? `${place.pointer}/${step}` : '',
  }
}
