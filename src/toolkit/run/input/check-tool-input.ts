import type { JsonObject, JsonSchema } from '../../model/json.js'
import { escapeKey } from '../../model/json-pointer.js'
import { mapMembers } from '../../model/map-members.js'
import type { Provenance, ToolDefinition } from '../../model/tool.js'
import { type CheckedInput, checkInput } from './check-input.js'

/**
 * Checks the input of a tool. An input is refused only if it breaks a constraint that is documented or follows from the
 * structure of the request. The problems of a refused input also name constraints that examples only suggest.
 */
export function checkToolInput(definition: ToolDefinition, input: JsonObject): CheckedInput {
  const strict = checkInput(input, definition.parameters)
  if ('input' in strict) return strict
  const loose = checkInput(input, refusingSchema(definition, input))
  return 'input' in loose ? loose : strict
}

/**
 * Returns the schema of the parameters without constraints that examples only suggest:
 * - Some members of the body are required only because of a guess. If the input has one of these members, the other
 *   guessed members are optional.
 * - A number may have decimals, even if the examples have none.
 */
function refusingSchema({ parameters, provenance }: ToolDefinition, input: JsonObject): JsonSchema {
  const loose = withDecimals(parameters, { provenance, pointer: '' })
  const body = loose.properties?.body
  const required = body?.required ?? []
  const isGuess = (key: string) => provenance[`/properties/body/required/${escapeKey(key)}`] === 'guess'
  const given = Object.keys(input.body ?? {})
  if (!body || !required.some((key) => given.includes(key) && isGuess(key))) return loose
  const checked = { ...body, required: required.filter((key) => !isGuess(key)) }
  return { ...loose, properties: { ...loose.properties, body: checked } }
}

interface SchemaPosition {
  provenance: Record<string, Provenance>
  pointer: string
}

function withDecimals(schema: JsonSchema, { provenance, pointer }: SchemaPosition): JsonSchema {
  const inside = (step: string, one: JsonSchema) =>
    withDecimals(one, { provenance, pointer: `${pointer}/${step}` })
  const { properties, items } = schema
  return {
    ...schema,
    ...(schema.type === 'integer' && provenance[pointer] === 'example'
      ? { type: ['integer', 'number'] }
      : {}),
    ...(properties && {
      properties: mapMembers(properties, (one, key) => inside(`properties/${escapeKey(key)}`, one)),
    }),
    ...(items && { items: inside('items', items) }),
  }
}
