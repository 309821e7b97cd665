import type { JsonSchema, JsonValue } from '../model/json.js'
import type { BodyTemplate } from '../model/request-template.js'
import { type GraphqlOperation, operationSent, readGraphql } from '../semantics/effect/graphql-document.js'
import { VARIABLE } from '../template/variables.js'

export interface DeclaredVariable {
  name: string
  schema: JsonSchema
  required: boolean
}

/** The variables that a GraphQL operation declares. */
export function graphqlVariables(query: string, operationName?: JsonValue): DeclaredVariable[] {
  const { variables = [] } = operationIn(query, operationName) ?? {}
  return variables.map(({ name, type, lists, isRequired }) => ({
    name,
    schema: schemaOfType(type, lists),
    required: isRequired,
  }))
}

/** The operation that a request sends; the first one if the request does not say which. */
function operationIn(query: string, operationName: JsonValue | undefined): GraphqlOperation | undefined {
  const operations = readGraphql(query.replace(VARIABLE, 'x')) ?? []
  const sent = operationSent(operations, typeof operationName === 'string' ? operationName : undefined)
  return sent ?? operations[0]
}

const MAX_FIELDS = 8

/** A sentence that says which fields a GraphQL document selects, for tools without a description. */
export function graphqlSentence(body: BodyTemplate | undefined): string {
  if (body?.mode !== 'graphql') return ''
  const operation = operationIn(body.query, body.operationName)
  if (!operation || operation.fields.length === 0) return ''
  const members = operation.members.slice(0, MAX_FIELDS).join(', ')
  return ` Selects ${operation.fields.slice(0, MAX_FIELDS).join(', ')}${members ? `: ${members}` : ''}.`
}

const SCALARS: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
}

/**
 * The schema of a GraphQL type. `lists` is the number of lists around the type: 1 for `[Int]`, 2 for `[[Int]]`. If the
 * type is not in `SCALARS`, its name becomes the description, because nothing else is known about it.
 */
function schemaOfType(name: string, lists: number): JsonSchema {
  if (lists > 0) return { type: 'array', items: schemaOfType(name, lists - 1) }
  return {
    ...(SCALARS[name] ?? { ...(name.endsWith('Input') ? { type: 'object' } : {}), description: name }),
  }
}
