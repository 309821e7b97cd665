import type { JsonValue } from '../model/json.js'

/** The JSON types of JSON Schema. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** One place of a schema made ready for walking: references followed, keywords as fields. May lead back to itself. */
export interface Shape {
  /** Name of the part of the schema it belongs to, such as `header`. */
  owner: string
  types?: readonly JsonType[]
  required: readonly string[]
  /** At least one of these members must be there. */
  requiredAny?: readonly string[]
  properties: ReadonlyMap<string, Shape>
  /** What members of any other name must be; false when there may be none. */
  additional?: Shape | false
  items?: Shape
  /** From `enum` or `const`. */
  allowed?: readonly JsonValue[]
  minimum?: number
  maxLength?: number
  branches?: readonly Shape[]
  /** Whether exactly one branch may fit (`oneOf`) and not just any (`anyOf`). */
  exclusive: boolean
  /** Branches by the type they take, remembered: a document asks the same thousands of times. */
  byType: Map<JsonType, readonly Shape[] | undefined>
  /** Types of which it takes every value, remembered likewise. */
  takesAny: Map<JsonType, boolean>
}

type Schema = { readonly [keyword: string]: unknown }

/** The keywords that are read. A schema with another one is refused, so that none is silently ignored. */
const KEYWORDS = new Set([
  ...['$ref', 'type', 'required', 'properties', 'items', 'enum', 'const', 'oneOf', 'anyOf'],
  ...['minimum', 'maxLength', 'title', 'definitions', 'additionalProperties', 'propertyNames'],
])

/** Makes a joined schema (all references of the form `#/definitions/NAME...`) ready for walking. */
export function compileShape(root: Schema): Shape {
  const known = new Map<unknown, Shape>()

  function shapeOf(schema: Schema, owner: string): Shape {
    if (typeof schema.$ref === 'string') {
      const steps = schema.$ref.slice(2).split('/')
      return shapeOf(follow(root, steps), steps[1] ?? owner)
    }
    const seen = known.get(schema)
    if (seen) return seen
    const strange = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword))
    if (strange) throw new Error(`the schema of ${owner} uses "${strange}", which the walker does not read`)
    const shape: Shape = {
      ...{ owner, required: [], properties: new Map(), exclusive: false },
      ...{ byType: new Map(), takesAny: new Map() },
    }
    known.set(schema, shape)
    return Object.assign(
      shape,
      fieldsOf(schema, (inner) => shapeOf(inner as Schema, owner)),
    )
  }

  return shapeOf(root, '')
}

function fieldsOf(schema: Schema, shapeOf: (schema: unknown) => Shape): Partial<Shape> {
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []) as Schema[]
  const requiredAny = alternatives.filter(isRequiredOnly).flatMap((part) => part.required as string[])
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  return {
    ...(schema.type ? { types: [schema.type].flat() as JsonType[] } : {}),
    required: (schema.required ?? []) as string[],
    ...(requiredAny.length > 0 ? { requiredAny } : {}),
    properties: new Map(members.map(([key, member]) => [key, shapeOf(member)])),
    ...(schema.additionalProperties === undefined ? {} : { additional: additionalOf(schema, shapeOf) }),
    ...(schema.items ? { items: shapeOf(schema.items) } : {}),
    ...(schema.enum || 'const' in schema ? { allowed: (schema.enum ?? [schema.const]) as JsonValue[] } : {}),
    ...(typeof schema.minimum === 'number' ? { minimum: schema.minimum } : {}),
    ...(typeof schema.maxLength === 'number' ? { maxLength: schema.maxLength } : {}),
    ...(alternatives.length > 0 && requiredAny.length === 0 ? { branches: alternatives.map(shapeOf) } : {}),
    exclusive: schema.oneOf !== undefined,
  }
}

function additionalOf({ additionalProperties }: Schema, shapeOf: (schema: unknown) => Shape): Shape | false {
  return additionalProperties === false ? false : shapeOf(additionalProperties)
}

/** An alternative that only asks for members, as in "one of `key` and `id`". */
function isRequiredOnly(schema: Schema): boolean {
  return Object.keys(schema).length === 1 && Array.isArray(schema.required)
}

function follow(root: Schema, steps: string[]): Schema {
  return steps.reduce((schema, step) => schema[step] as Schema, root)
}

/** The names of all members a shape and those it leads to know. */
export function allNames(root: Shape): string[] {
  const seen = new Set<Shape>()
  const names = new Set<string>()
  const visit = (shape: Shape | false | undefined): void => {
    if (!shape || seen.has(shape)) return
    seen.add(shape)
    for (const [name, member] of shape.properties) {
      names.add(name)
      visit(member)
    }
    visit(shape.items)
    visit(shape.additional)
    shape.branches?.forEach(visit)
  }
  visit(root)
  return [...names]
}

/** The JSON type of a value; whole numbers are `integer`. */
export function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return value % 1 === 0 || !Number.isFinite(value) ? 'integer' : 'number'
  return typeof value as 'object' | 'string' | 'boolean'
}

/** The branches of a shape that take a type, none where it has no branches; undefined where the shape does not take it. */
export function branchesTaking(shape: Shape, type: JsonType): readonly Shape[] | undefined {
  const known = shape.byType.get(type)
  if (known || shape.byType.has(type)) return known
  const branches = (shape.branches ?? []).filter((branch) => takes(branch, type))
  const answer = takes(shape, type) ? branches : undefined
  shape.byType.set(type, answer)
  return answer
}

/** Whether whatever is of a type fits a shape: most strings and numbers of a document need no further look. Not for objects and lists. */
export function takesAny(shape: Shape, type: JsonType): boolean {
  const known = shape.takesAny.get(type)
  if (known !== undefined) return known
  const branches = branchesTaking(shape, type)
  const only = branches?.[0]
  const isFree = !shape.allowed && shape.minimum === undefined && shape.maxLength === undefined
  const answer = isFree && branches !== undefined && (!only || isSettledBy(only, branches, type))
  shape.takesAny.set(type, answer)
  return answer
}

/** One branch without demands on members decides alone. */
function isSettledBy(only: Shape, branches: readonly Shape[], type: JsonType): boolean {
  return branches.length === 1 && only.required.length === 0 && takesAny(only, type)
}

/** Whether a shape takes a type. */
function takes(shape: Shape, type: JsonType): boolean {
  if (!shape.types) return !shape.branches || shape.branches.some((branch) => takes(branch, type))
  return shape.types.includes(type) || (type === 'integer' && shape.types.includes('number'))
}

/** All types a shape takes, its branches' included. */
export function typesOf(shape: Shape): JsonType[] {
  return [...new Set(shape.types ?? (shape.branches ?? []).flatMap(typesOf))]
}
