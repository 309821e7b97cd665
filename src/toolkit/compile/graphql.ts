import type { JsonSchema } from '../model/json.js'

/** A variable of a GraphQL operation. */
export interface GraphqlVariable {
  name: string
  schema: JsonSchema
  required: boolean
}

/** The variables that the operation declares: `query ($id: ID!, $tags: [String!] = [])`. */
export function graphqlVariables(query: string): GraphqlVariable[] {
  const head = headOf(query)
  return [...head.matchAll(/\$(\w+)\s*:\s*([[\]\w!]+)\s*(=)?/g)].map(
    ([, name = '', type = '', hasDefault]) => ({
      name,
      schema: schemaOfType(type),
      required: type.endsWith('!') && !hasDefault,
    }),
  )
}

/** What stands in the brackets behind the word of the first operation that has some. */
function headOf(query: string): string {
  for (const { 0: before, index } of query.matchAll(/\b(?:query|mutation|subscription)\b[^({]*/g)) {
    const start = index + before.length
    const end = query[start] === '(' ? query.indexOf(')', start) : -1
    if (end >= 0) return query.slice(start + 1, end)
  }
  return ''
}

/** Longer names of types are no names, and deeper lists no lists. */
const MAX_TYPE = 200

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
  const inner = type.length <= MAX_TYPE ? /^\[(.*)\]$/.exec(bare)?.[1] : undefined
  if (inner !== undefined) return { type: 'array', items: schemaOfType(inner) }
  return {
    ...(SCALARS[bare] ?? { ...(bare.endsWith('Input') ? { type: 'object' } : {}), description: bare }),
  }
}
