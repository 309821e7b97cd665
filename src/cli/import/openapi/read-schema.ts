import { asArray, asObject } from '../../../toolkit/collection/read-shape.js'
import { distinctBy } from '../../../toolkit/model/group-by.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { finished, keywordsOf } from './keywords.js'
import { mergeSchemas, notesOf, type SchemaDraft, withoutNotes } from './merge-schema.js'
import type { Located, References } from './references.js'
import type { Remarks } from './remarks.js'

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
