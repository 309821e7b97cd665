import type { JsonValue } from '../model/json.js'

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** A node of a compiled schema: references are resolved, and keywords are fields. Nodes may form cycles. */
export interface SchemaNode {
  /** The name of the schema part that contains the node, such as `header`. */
  owner: string
  types?: readonly JsonType[]
  required: readonly string[]
  requiredAny?: readonly string[]
  properties: ReadonlyMap<string, SchemaNode>
  additional?: SchemaNode | false
  items?: SchemaNode
  allowed?: readonly JsonValue[]
  minimum?: number
  maxLength?: number
  branches?: readonly SchemaNode[]
  /** Whether exactly one branch must match (`oneOf`) rather than at least one (`anyOf`). */
  exclusive: boolean
  /** For each type, the branches that accept it: the same lookups repeat thousands of times. */
  byType: Map<JsonType, readonly SchemaNode[] | undefined>
  /** A cache: for each type, whether the node accepts every value of the type. */
  takesAny: Map<JsonType, boolean>
}

export type Schema = { readonly [keyword: string]: unknown }

/** The supported keywords. A schema with another keyword is rejected, so that no keyword is silently ignored. */
const KEYWORDS = new Set([
  ...['$ref', 'type', 'required', 'properties', 'items', 'enum', 'const', 'oneOf', 'anyOf'],
  ...['minimum', 'maxLength', 'title', 'definitions', 'additionalProperties', 'propertyNames'],
])

export function compileShape(root: Schema): SchemaNode {
  const known = new Map<unknown, SchemaNode>()

  function shapeOf(schema: Schema, owner: string): SchemaNode {
    if (typeof schema.$ref === 'string') {
      const steps = schema.$ref.slice(2).split('/')
      return shapeOf(follow(root, steps), steps[1] ?? owner)
    }
    const seen = known.get(schema)
    if (seen) return seen
    const strange = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword))
    if (strange) throw new Error(`the schema of ${owner} uses "${strange}", which the walker does not read`)
    const shape: SchemaNode = {
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

function fieldsOf(schema: Schema, shapeOf: (schema: unknown) => SchemaNode): Partial<SchemaNode> {
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

function additionalOf(
  { additionalProperties }: Schema,
  shapeOf: (schema: unknown) => SchemaNode,
): SchemaNode | false {
  return additionalProperties === false ? false : shapeOf(additionalProperties)
}

/** Whether an alternative is only `required`: "at least one of `key` and `id`". */
function isRequiredOnly(schema: Schema): boolean {
  return Object.keys(schema).length === 1 && Array.isArray(schema.required)
}

function follow(root: Schema, steps: string[]): Schema {
  return steps.reduce((schema, step) => schema[step] as Schema, root)
}

export function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return value % 1 === 0 || !Number.isFinite(value) ? 'integer' : 'number'
  return typeof value as 'object' | 'string' | 'boolean'
}

export function branchesTaking(shape: SchemaNode, type: JsonType): readonly SchemaNode[] | undefined {
  const known = shape.byType.get(type)
  if (known || shape.byType.has(type)) return known
  const branches = (shape.branches ?? []).filter((branch) => takes(branch, type))
  const answer = takes(shape, type) ? branches : undefined
  shape.byType.set(type, answer)
  return answer
}

/** Whether a shape accepts every value of a type, as for most strings and numbers. */
export function takesAny(shape: SchemaNode, type: JsonType): boolean {
  const known = shape.takesAny.get(type)
  if (known !== undefined) return known
  const branches = branchesTaking(shape, type)
  const only = branches?.[0]
  const isFree = !shape.allowed && shape.minimum === undefined && shape.maxLength === undefined
  const answer = isFree && branches !== undefined && (!only || isSettledBy(only, branches, type))
  shape.takesAny.set(type, answer)
  return answer
}

function isSettledBy(only: SchemaNode, branches: readonly SchemaNode[], type: JsonType): boolean {
  return branches.length === 1 && only.required.length === 0 && takesAny(only, type)
}

function takes(shape: SchemaNode, type: JsonType): boolean {
  if (!shape.types) return !shape.branches || shape.branches.some((branch) => takes(branch, type))
  return shape.types.includes(type) || (type === 'integer' && shape.types.includes('number'))
}

export function typesOf(shape: SchemaNode): JsonType[] {
  return [...new Set(shape.types ?? (shape.branches ?? []).flatMap(typesOf))]
}
