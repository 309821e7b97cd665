import { cutAtWord, firstSentence } from '../../text/cut.js'
import type { JsonSchema } from '../model/json.js'
import { mapSchemas } from '../model/map-members.js'
import { estimateTokens } from '../semantics/tokens.js'

export interface ShownTool {
  name: string
  description: string
  parameters: JsonSchema
}

const longestDescription = 160

/**
 * Functions that make a schema smaller, the mildest first:
 * 1. Changes nothing.
 * 2. Removes examples and shortens descriptions.
 * 3. Removes examples, descriptions and defaults.
 * 4. Also removes optional members of nested objects.
 * 5. Keeps only the names of the parameters.
 */
const steps: ((schema: JsonSchema) => JsonSchema)[] = [
  (schema) => schema,
  (schema) =>
    mapSchema(schema, ({ examples: _, description, ...rest }) => ({
      ...rest,
      ...(description && { description: inBrief(description) }),
    })),
  withoutWords,
  (schema) => onlyRequired(withoutWords(schema), 2),
  (schema) => ({
    type: 'object',
    properties: Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, {}])),
  }),
]

function withoutWords(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, ({ examples: _, description: __, default: ___, ...rest }) => rest)
}

/** The tool with as much of its schema as the token limit allows; undefined if even the smallest form is too long. */
export function slimTool(
  tool: ShownTool,
  maxTokens: number,
): { tool: ShownTool; tokens: number } | undefined {
  for (const step of steps) {
    const { name, description } = tool
    const slim = { name, description, parameters: step(tool.parameters) }
    const tokens = tokensOf(slim)
    if (tokens <= maxTokens) return { tool: slim, tokens }
  }
  return undefined
}

/** The tool without its parameters, which may be too long to show. */
export const bareTool = ({ name, description }: ShownTool): ShownTool => ({
  ...{ name, description: inBrief(description), parameters: { type: 'object' } },
})

/** Estimates how many tokens a tool, or a list of tools, takes as JSON. */
export function tokensOf(shown: unknown): number {
  return estimateTokens(JSON.stringify(shown))
}

const mapSchema = (schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema =>
  mapSchemas(change(schema), (inner) => mapSchema(inner, change))

/** Without optional members of nested objects, unless all are optional. `depth` is 2 at the root; at 0, only the type stays. */
function onlyRequired(schema: JsonSchema, depth: number): JsonSchema {
  if (depth === 0) return schema.properties || schema.items ? { type: schema.type ?? 'object' } : schema
  const { properties, items, ...rest } = schema
  const required = new Set(schema.required)
  const kept = Object.entries(properties ?? {}).filter(
    ([name]) => depth === 2 || required.size === 0 || required.has(name),
  )
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(kept.map(([name, inner]) => [name, onlyRequired(inner, depth - 1)])),
    }),
    ...(items && { items: onlyRequired(items, depth - 1) }),
  }
}

function inBrief(text: string): string {
  const sentence = firstSentence(text) ?? text
  return sentence.length <= longestDescription ? sentence : `${cutAtWord(sentence, longestDescription)}...`
}
