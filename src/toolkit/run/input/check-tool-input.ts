import type { JsonObject, JsonSchema } from '../../model/json.js'
import type { Provenance, ToolDefinition } from '../../model/tool.js'
import { type CheckedInput, checkInput } from './check-input.js'

/**
 * Checks the input of a tool. Only what is documented, or follows from the structure of the request, refuses it; a
 * refusal then also names what examples suggest.
 */
export function checkToolInput(definition: ToolDefinition, input: JsonObject): CheckedInput {
  const strict = checkInput(input, definition.parameters)
  if ('input' in strict) return strict
  const loose = checkInput(input, refusingSchema(definition, input))
  return 'input' in loose ? loose : strict
}

/**
 * The parameters without what only examples suggest. Members of the body that an example happens to have may be left
 * out once one of them is given, and a number may have decimals although the examples have none: the API decides.
 */
function refusingSchema({ parameters, provenance }: ToolDefinition, input: JsonObject): JsonSchema {
  const loose = withDecimals(parameters, { provenance, pointer: '' })
  const body = loose.properties?.body
  const required = body?.required ?? []
  const isGuess = (key: string) => provenance[`/properties/body/required/${escaped(key)}`] === 'guess'
  const given = Object.keys(input.body ?? {})
  if (!body || !required.some((key) => given.includes(key) && isGuess(key))) return loose
  const checked = { ...body, required: required.filter((key) => !isGuess(key)) }
  return { ...loose, properties: { ...loose.properties, body: checked } }
}

interface SchemaPosition {
  provenance: Record<string, Provenance>
  pointer: string
}

/** The schema with numbers in the place of whole numbers that are not documented. */
function withDecimals(schema: JsonSchema, { provenance, pointer }: SchemaPosition): JsonSchema {
  const inside = (step: string, one: JsonSchema) =>
    withDecimals(one, { provenance, pointer: `${pointer}/${step}` })
  const members = Object.entries(schema.properties ?? {}).map(([key, one]): [string, JsonSchema] => [
    key,
    inside(`properties/${escaped(key)}`, one),
  ])
  return {
    ...schema,
    ...(schema.type === 'integer' && provenance[pointer] === 'example' ? { type: 'number' } : {}),
    ...(schema.properties ? { properties: Object.fromEntries(members) } : {}),
    ...(schema.items ? { items: inside('items', schema.items) } : {}),
  }
}

/** A key as a token of a JSON pointer. */
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
