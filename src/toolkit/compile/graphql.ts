import { operationSent, readGraphql } from '../meaning/effect/graphql-document.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { VARIABLE } from '../template/variables.js'

/** A variable of a GraphQL operation. */
export interface GraphqlVariable {
  name: string
  schema: JsonSchema
  required: boolean
}

/** The variables that the operation that is sent declares; none where the document cannot be read. */
export function graphqlVariables(query: string, operationName?: JsonValue): GraphqlVariable[] {
  const operations = readGraphql(query.replace(VARIABLE, 'x')) ?? []
  const sent = operationSent(operations, typeof operationName === 'string' ? operationName : undefined)
  const { variables = [] } = sent ?? operations[0] ?? {}
  return variables.map(({ name, type, lists, isRequired }) => ({
    name,
    schema: schemaOfType(type, lists),
    required: isRequired,
  }))
}

const SCALARS: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
}

/** Of an input object, an enum or an API's own scalar only the name is known. */
function schemaOfType(name: string, lists: number): JsonSchema {
  if (lists > 0) return { type: 'array', items: schemaOfType(name, lists - 1) }
  return {
    ...(SCALARS[name] ?? { ...(name.endsWith('Input') ? { type: 'object' } : {}), description: name }),
  }
}
