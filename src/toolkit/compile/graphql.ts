import type { JsonSchema } from '../model/json.js'

/** A variable of a GraphQL operation. */
export interface GraphqlVariable {
  name: string
  schema: JsonSchema
  required: boolean
}

/** The variables that the operation declares: `query ($id: ID!, $tags: [String!] = [])`. */
export function graphqlVariables(query: string): GraphqlVariable[] {
  const head = /\b(?:query|mutation|subscription)\b[^({]*\(([^)]*)\)/.exec(query)?.[1] ?? ''
  return [...head.matchAll(/\$(\w+)\s*:\s*([[\]\w!]+)\s*(=)?/g)].map(
    ([, name = '', type = '', hasDefault]) => ({
      name,
      schema: schemaOfType(type),
      required: type.endsWith('!') && !hasDefault,
    }),
  )
}

const SCALARS: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
}

/** A type in GraphQL's notation. Of an input object, an enum or an API's own scalar only the name is known. */
function schemaOfType(type: string): JsonSchema {
  const bare = type.replace(/!$/, '')
  const inner = /^\[(.*)\]$/.exec(bare)?.[1]
  if (inner !== undefined) return { type: 'array', items: schemaOfType(inner) }
  return {
    ...(SCALARS[bare] ?? { ...(bare.endsWith('Input') ? { type: 'object' } : {}), description: bare }),
  }
}
