import { wordsOf } from '../../../toolkit/meaning/words.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelMessage, ModelTool } from '../../model/language-model.js'
import { packs } from '../router/language/packs.js'
import { isObject } from '../router/results.js'

const NUMBER_WORDS = new Set(packs.flatMap(({ numbers }) => Object.keys(numbers)))

/**
 * An input without the members that may be left out and that nobody spoke of: small models fill in whatever a schema has room for, and a write would
 * carry it out. What was said is what stands in the words of the user or in results, as a value or, of a member, by name. Dates are worked out from
 * words, so they stay; so do choices of a tool that only reads.
 */
export function withoutUnsaid(
  input: JsonObject,
  { tool, history }: { tool: ModelTool; history: readonly ModelMessage[] },
): JsonObject {
  const text = history
    .map((message) =>
      message.role === 'tool' ? message.output : message.role === 'user' ? message.text : '',
    )
    .join('\n')
    .toLowerCase()
  const words = new Set(text.match(/[\p{L}\p{N}]+/gu))
  const saidNumber = [...words].some((word) => NUMBER_WORDS.has(word))
  const isRead = tool.definition?.annotations.readOnlyHint === true
  const isSaid = (name: string, value: JsonValue, schema: JsonSchema): boolean => {
    if (schema.enum && isRead) return true
    if (schema.format?.startsWith('date')) return true
    if (typeof value === 'number')
      return saidNumber || words.has(String(value)) || text.includes(String(value))
    if (typeof value === 'string') return wordsOf(value).some((part) => words.has(part))
    return wordsOf(name).some((part) => words.has(part))
  }
  return strip(input, { schema: tool.parameters, isSaid })
}

function strip(
  input: JsonObject,
  {
    schema,
    isSaid,
  }: { schema: JsonSchema; isSaid: (name: string, value: JsonValue, schema: JsonSchema) => boolean },
): JsonObject {
  const { properties = {}, required = [] } = schema
  const members = Object.entries(input).flatMap(([name, given]): [string, JsonValue][] => {
    const own = properties[name] ?? {}
    const isRequired = required.includes(name)
    if (isObject(given) && own.properties) {
      const inner = strip(given, { schema: own, isSaid })
      return isRequired || Object.keys(inner).length > 0 ? [[name, inner]] : []
    }
    return isRequired || isSaid(name, given, own) ? [[name, given]] : []
  })
  return Object.fromEntries(members)
}
