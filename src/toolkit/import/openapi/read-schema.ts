import { asArray, asObject, asText } from '../../collection/read-shape.js'
import { distinctBy } from '../../model/group-by.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.js'
import { mapSchemas } from '../../model/map-members.js'
import type { Located, References, Remarks } from './references.js'

/** The depths to try when a schema is read. The first depth at which the schema has few enough parts is used. */
const DEPTHS = [60, 24, 16, 12, 9, 7, 5, 4, 3, 2, 1]

/**
 * `MAX_PARTS` is the maximum number of parts (inner schemas) of one schema. When more than `MAX_ALL_PARTS` parts of a
 * document have been read, each further schema may have only `FEW_PARTS`.
 */
const MAX_PARTS = 20_000
const MAX_ALL_PARTS = 1_000_000
const FEW_PARTS = 200

class TooLarge extends Error {}

interface SchemaPlace {
  file: string
  depth: number
  /** The referenced schemas that contain this one, as `file#pointer`. */
  around: readonly string[]
}

/** The limits for reading one schema, the number of parts that were read, and whether a part was cut. */
interface Reading {
  maxDepth: number
  maxParts: number
  parts: number
  isCut: boolean
}

/**
 * Converts the schemas of OpenAPI to JSON Schema with the keywords that tools know. Every reference is replaced by its
 * target. If a schema contains itself, the inner schema allows any members. The targets of references can make a schema
 * very large. In this case, all parts of the schema below a certain depth allow any value.
 */
export class SchemaReader {
  readonly #references: References
  readonly #remarks: Remarks
  /** The members that are left out: `readOnly` for the schemas of requests, `writeOnly` for those of responses. */
  readonly #left: 'readOnly' | 'writeOnly'
  readonly #keepsSiblings: boolean
  #all = 0
  #reading: Reading = { maxDepth: 0, maxParts: 0, parts: 0, isCut: false }

  constructor(
    { references, remarks }: { references: References; remarks: Remarks },
    { left, keepsSiblings }: { left: 'readOnly' | 'writeOnly'; keepsSiblings: boolean },
  ) {
    this.#references = references
    this.#remarks = remarks
    this.#left = left
    this.#keepsSiblings = keepsSiblings
  }

  /** Converts the schema `value` of a file. `most` is the maximum number of parts (inner schemas). */
  read({ value, file }: Located, most = MAX_PARTS): JsonSchema {
    const maxParts = this.#all > MAX_ALL_PARTS ? Math.min(FEW_PARTS, most) : most
    for (const maxDepth of DEPTHS) {
      this.#reading = { maxDepth, maxParts, parts: 0, isCut: false }
      try {
        const draft = this.#convert(value, { file, depth: 0, around: [] })
        if (this.#reading.isCut && this.#isRequest) this.#remarks.count('deep', isTooLarge)
        return finished(draft)
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error
      } finally {
        this.#all += this.#reading.parts
      }
    }
    return {}
  }

  get #isRequest(): boolean {
    return this.#left === 'readOnly'
  }

  #convert(value: JsonValue | undefined, place: SchemaPlace): SchemaDraft {
    const written = asObject(value)
    if (!written) return {}
    if (place.depth > this.#reading.maxDepth) {
      this.#reading.isCut = true
      return {}
    }
    this.#reading.parts += 1
    if (this.#reading.parts > this.#reading.maxParts) throw new TooLarge()
    if (typeof written.$ref === 'string') return this.#referred(written, place)
    const inside = { ...place, depth: place.depth + 1 }
    const parts = asArray(written.allOf).map((part) => this.#convert(part, inside))
    const whole = parts.reduce(mergeSchemas, this.#own(written, inside))
    return [written.oneOf, written.anyOf].reduce<SchemaDraft>((draft, list) => {
      const choices = asArray(list).map((one) => this.#convert(one, inside))
      return choices.length > 0 ? withChoices(draft, choices) : draft
    }, whole)
  }

  /**
   * Returns the schema that the `$ref` of a schema points to. In OpenAPI 3.1, the members beside `$ref` are merged into
   * it. In older versions, they are ignored.
   */
  #referred({ $ref, ...siblings }: JsonObject, place: SchemaPlace): SchemaDraft {
    const target = this.#references.target(String($ref), place.file)
    const inside = { ...place, depth: place.depth + 1 }
    const beside =
      this.#keepsSiblings && Object.keys(siblings).length > 0 ? this.#convert(siblings, inside) : {}
    if (!target) return beside
    if (place.around.includes(target.id)) return mergeSchemas(beside, this.#repeated(target))
    const around = [...place.around, target.id]
    return mergeSchemas(beside, this.#convert(target.value, { ...inside, file: target.file, around }))
  }

  /** The schema to write where a schema contains itself: only its type and a description. */
  #repeated({ id, value }: { id: string; value: JsonValue | undefined }): SchemaDraft {
    const name = id.split('/').at(-1) ?? id
    this.#remarks.name('Schemas that hold themselves are told once, and left open inside of themselves', name)
    const { type } = keywordsOf(asObject(value) ?? {})
    return {
      ...(type ? { type } : {}),
      description: `Another ${name}, with the same members as the one around it.`,
    }
  }

  #own(written: JsonObject, inside: SchemaPlace): SchemaDraft {
    const draft = keywordsOf(written)
    const { properties, items, additionalProperties: more, required } = written
    if (asObject(items)) draft.items = this.#convert(items, inside)
    if (asObject(properties)) this.#addMembers(draft, asObject(properties) ?? {}, inside)
    const names = asArray(required).filter((name) => typeof name === 'string')
    if (names.length > 0) draft.required = names
    if (typeof more === 'boolean') draft.additionalProperties = more
    else if (asObject(more)) draft.additionalProperties = finished(this.#convert(more, inside))
    else if (written.unevaluatedProperties === false) draft.additionalProperties = false
    // A `discriminator` without alternatives means that other schemas add members, so further members are allowed.
    else if (written.discriminator !== undefined && !written.oneOf && !written.anyOf)
      draft.additionalProperties = true
    return draft
  }

  #addMembers(draft: SchemaDraft, properties: JsonObject, inside: SchemaPlace): void {
    const members: [string, SchemaDraft][] = []
    const dropped: string[] = []
    for (const [key, value] of Object.entries(properties)) {
      const member = this.#convert(value, inside)
      const isLeft = this.#left === 'readOnly' ? member.readOnly : asObject(value)?.writeOnly === true
      if (isLeft || value === false) dropped.push(key)
      else members.push([key, member])
    }
    draft.properties = Object.fromEntries(members)
    if (dropped.length > 0) draft.dropped = dropped
  }
}

const isTooLarge = (count: number) =>
  `${count} ${count === 1 ? 'schema is' : 'schemas are'} too large to be told in full; what lies deeper is left open.`

/** Adds alternatives to a schema. `oneOf` is treated as `anyOf`, so that no valid value is rejected. */
function withChoices(base: SchemaDraft, alternatives: SchemaDraft[]): SchemaDraft {
  const isNullable = alternatives.some(isNull)
  const branches = distinctBy(
    alternatives.filter((one) => !isNull(one)),
    (one) => JSON.stringify(one),
  )
  if (branches.length === 0) return base
  if (branches.every(namesMembers)) return withSentence(base, branches)
  const [only] = branches
  const open =
    branches.length === 1 && only ? mergeSchemas(base, only) : mergeSchemas(base, { anyOf: branches })
  return isNullable ? nullable(open) : open
}

const isNull = ({ type, enum: values, const: value }: SchemaDraft) =>
  type === 'null' || value === null || values?.every((one) => one === null) === true

/**
 * Whether an alternative of `oneOf` or `anyOf` only lists required members. If this is true for all alternatives of a
 * schema, a sentence in the description replaces the alternatives. Otherwise, each merged alternative would repeat the
 * whole schema.
 */
function namesMembers({ required, ...rest }: SchemaDraft): boolean {
  const { type, ...more } = withoutNotes(rest)
  delete more.dropped
  return (
    (required ?? []).length > 0 && (type === undefined || type === 'object') && Object.keys(more).length === 0
  )
}

function withSentence(base: SchemaDraft, branches: SchemaDraft[]): SchemaDraft {
  const groups = branches.map(({ required = [] }) => required.join(' and '))
  const sentence = `It needs ${groups.join(', or ')}.`
  return { ...base, description: base.description ? `${base.description} ${sentence}` : sentence }
}

/** The schema, changed so that it also accepts null. */
function nullable(schema: SchemaDraft): SchemaDraft {
  if (schema.anyOf) return { ...notesOf(schema), anyOf: [...schema.anyOf, { type: 'null' }] }
  const types = [schema.type ?? []].flat()
  const values: JsonValue[] | undefined =
    schema.enum?.includes(null) === false ? [...schema.enum, null] : schema.enum
  return {
    ...schema,
    ...(types.length > 0 ? { type: [...new Set([...types, 'null'])] } : {}),
    ...(values ? { enum: values } : {}),
  }
}

const NUMBERS = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

/**
 * Maximum length of an example as JSON, in characters. Longer examples are left out, because they do not help a model
 * to understand a parameter.
 */
const MAX_EXAMPLE = 500

/**
 * Converts the keywords of an OpenAPI 2.0, 3.0 or 3.1 schema that describe the value itself, such as `type` and
 * `enum`. Keywords that contain other schemas, such as `properties`, are left out.
 */
function keywordsOf(written: JsonObject): SchemaDraft {
  const draft: SchemaDraft = {}
  const type = typeOf(written)
  if (type !== undefined) draft.type = type
  const format = formatOf(written)
  if (format) draft.format = format
  for (const key of NUMBERS) if (typeof written[key] === 'number') draft[key] = written[key]
  exclusiveBounds(written, draft)
  if (typeof written.pattern === 'string') draft.pattern = written.pattern
  if (typeof written.description === 'string' && written.description.trim() !== '')
    draft.description = written.description.trim()
  if (Array.isArray(written.enum) && written.enum.length > 0) draft.enum = written.enum
  if (written.const !== undefined) draft.const = written.const
  if (written.default !== undefined) draft.default = written.default
  const examples = examplesOf(written)
  if (examples.length > 0) draft.examples = examples
  if (written.deprecated === true) draft.deprecated = true
  if (written.readOnly === true) draft.readOnly = true
  return draft
}

/** The type of a schema. `nullable` becomes the type `null`; a schema with members is an object even without `type`. */
function typeOf(written: JsonObject): string | string[] | undefined {
  const named = [written.type ?? impliedType(written) ?? []].flat()
  const types = named.flatMap((type) => (type === 'file' ? 'string' : typeof type === 'string' ? type : []))
  const isNullable = written.nullable === true || written['x-nullable'] === true
  if (isNullable && types.length > 0 && !types.includes('null')) types.push('null')
  return types.length > 1 ? types : types[0]
}

function impliedType({ properties, additionalProperties, items }: JsonObject): string | undefined {
  if (asObject(properties) || asObject(additionalProperties)) return 'object'
  return asObject(items) ? 'array' : undefined
}

function formatOf({ type, format, contentEncoding, contentMediaType }: JsonObject): string | undefined {
  if (typeof format === 'string') return format
  if (type === 'file') return 'binary'
  if (contentEncoding === 'base64') return 'byte'
  return BINARY.test(asText(contentMediaType) ?? '') ? 'binary' : undefined
}

const BINARY = /^(?:image|audio|video|font)\/(?!svg)|^application\/(?:octet-stream|pdf|zip|gzip)/i

/** Sets `exclusiveMinimum` and `exclusiveMaximum`. OpenAPI 3.0 has a flag beside the bound, 3.1 has a number. */
function exclusiveBounds(written: JsonObject, draft: SchemaDraft): void {
  for (const [key, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = written[key]
    if (typeof value === 'number') draft[key] = value
    if (value !== true || draft[bound] === undefined) continue
    draft[key] = draft[bound]
    delete draft[bound]
  }
}

/** Up to three short examples: `example`, else the list `examples` of OpenAPI 3.1. */
function examplesOf({ example, examples }: JsonObject): JsonValue[] {
  const all = example === undefined ? asArray(examples) : [example]
  return all.filter((one) => JSON.stringify(one).length <= MAX_EXAMPLE).slice(0, 3)
}

/**
 * Removes the members `readOnly` and `dropped`, which only the import needs, from a schema and from all schemas inside
 * it. `dropped` has the names of properties that were left out; these names are also removed from `required`.
 */
function finished({ readOnly: _, dropped = [], ...draft }: SchemaDraft): JsonSchema {
  const required = [...new Set(draft.required)].filter((name) => !dropped.includes(name))
  const { required: _names, ...rest } = draft
  return { ...mapSchemas(rest, (inner) => finished(inner)), ...(required.length > 0 ? { required } : {}) }
}

/** A schema that is still being read. */
interface SchemaDraft extends JsonSchema {
  properties?: Record<string, SchemaDraft>
  items?: SchemaDraft
  anyOf?: SchemaDraft[]
  /** Whether only the server sets the value, so that requests omit it. */
  readOnly?: boolean
  /** The names of members that are left out: read-only in a request, write-only in a response. */
  dropped?: string[]
}

/** Maximum number of combined alternatives. If there would be more, the alternatives of only one schema are kept. */
const MAX_CHOICES = 32

/**
 * Merges two schemas into one with the requirements of both, as in `allOf`. If both have a keyword that cannot be
 * combined, such as `description`, the keyword of the first schema is kept.
 */
function mergeSchemas(first: SchemaDraft, second: SchemaDraft): SchemaDraft {
  if (isEmpty(second)) return first
  if (isEmpty(first)) return second
  if (first.anyOf || second.anyOf) return mergeChoices(first, second)
  const merged: SchemaDraft = { ...second, ...first }
  const types = sharedTypes(first.type, second.type)
  if (types !== undefined) merged.type = types
  const values = sharedValues(first.enum, second.enum)
  if (values) merged.enum = values
  bound(merged, [first, second])
  if (first.items && second.items) merged.items = mergeSchemas(first.items, second.items)
  mergeMembers(merged, first, second)
  return merged
}

const isEmpty = (schema: SchemaDraft) => Object.keys(schema).length === 0

/** Merges each alternative of one schema with each alternative of the other schema. */
function mergeChoices(first: SchemaDraft, second: SchemaDraft): SchemaDraft {
  const [lefts, rights] = [first.anyOf ?? [withoutNotes(first)], second.anyOf ?? [withoutNotes(second)]]
  const notes = { ...notesOf(second), ...notesOf(first) }
  if (lefts.length * rights.length > MAX_CHOICES)
    return { ...notes, ...(first.anyOf ? { anyOf: lefts } : { anyOf: rights }) }
  return { ...notes, anyOf: lefts.flatMap((left) => rights.map((right) => mergeSchemas(left, right))) }
}

const NOTES = ['description', 'default', 'examples', 'deprecated', 'readOnly'] as const

/** The annotations of a schema: keywords such as `description`, which reject no value. */
function notesOf(schema: SchemaDraft): SchemaDraft {
  return Object.fromEntries(
    NOTES.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])),
  ) as SchemaDraft
}

function withoutNotes(schema: SchemaDraft): SchemaDraft {
  const rest = { ...schema }
  for (const key of NOTES) delete rest[key]
  return rest
}

function sharedTypes(first: SchemaDraft['type'], second: SchemaDraft['type']): string | string[] | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const [own, others] = [[first].flat(), [second].flat()]
  const shared = own.flatMap((type) => {
    if (others.includes(type)) return [type]
    if (type === 'number' && others.includes('integer')) return ['integer']
    return type === 'integer' && others.includes('number') ? ['integer'] : []
  })
  if (shared.length === 0) return first
  return shared.length === 1 ? shared[0] : shared
}

function sharedValues(first?: JsonValue[], second?: JsonValue[]): JsonValue[] | undefined {
  if (!first || !second) return first ?? second
  const known = new Set(second.map((value) => JSON.stringify(value)))
  const shared = first.filter((value) => known.has(JSON.stringify(value)))
  return shared.length > 0 ? shared : first
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const

/** Sets each bound of `merged` to the narrower one of the schemas: the larger minimum, the smaller maximum. */
function bound(merged: SchemaDraft, schemas: SchemaDraft[]): void {
  const narrow = (
    keys: readonly (typeof LOWER | typeof UPPER)[number][],
    pick: (...values: number[]) => number,
  ) => {
    for (const key of keys) {
      const values = schemas.flatMap((schema) => schema[key] ?? [])
      if (values.length > 1) merged[key] = pick(...values)
    }
  }
  narrow(LOWER, Math.max)
  narrow(UPPER, Math.min)
}

function mergeMembers(merged: SchemaDraft, first: SchemaDraft, second: SchemaDraft): void {
  const dropped = [...new Set([...(first.dropped ?? []), ...(second.dropped ?? [])])]
  if (dropped.length > 0) merged.dropped = dropped
  const required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])]
  if (required.length > 0) merged.required = required
  if (first.properties || second.properties) {
    const members = { ...second.properties, ...first.properties }
    for (const [key, member] of Object.entries(first.properties ?? {})) {
      const other =
        second.properties && Object.hasOwn(second.properties, key) ? second.properties[key] : undefined
      if (other) members[key] = mergeSchemas(member, other)
    }
    merged.properties = members
  }
  const more = sharedRest(first, second)
  if (more === undefined) delete merged.additionalProperties
  else merged.additionalProperties = more
}

/**
 * `additionalProperties` of the merged schema. A schema for further members is preferred to `true` and `false`. `false`
 * in one schema would forbid the members of the other schema. So `false` is kept only if the other schema has `false`
 * too, or has no members.
 */
function sharedRest(first: SchemaDraft, second: SchemaDraft): SchemaDraft['additionalProperties'] {
  const [own, other] = [first.additionalProperties, second.additionalProperties]
  if (typeof own === 'object') return own
  if (typeof other === 'object') return other
  if (own === false && (other === false || !second.properties)) return false
  if (other === false && !first.properties) return false
  return own === true || other === true ? true : undefined
}
