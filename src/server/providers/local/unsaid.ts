import { wordsOf } from '../../../toolkit/meaning/words.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelMessage, ModelTool } from '../../model/language-model.js'
import { packs } from '../router/language/packs.js'
import { isObject } from '../router/results.js'

const NUMBER_WORDS = new Set(packs.flatMap(({ numbers }) => Object.keys(numbers)))

/** What is left of an input. */
export interface SaidInput {
  input: JsonObject
  /** Required ids that nobody named, as words: they were made up. */
  madeUp: string[]
}

/**
 * An input without the members that may be left out and that nobody spoke of: small models fill in whatever a schema has room for, and a write would
 * carry it out. What was said is what stands in the words of the user or in results, as a value or, of a yes or no, by name. Dates are worked out from
 * words, so they stay; so do choices of a tool that only reads.
 */
export function withoutUnsaid(
  input: JsonObject,
  { tool, history }: { tool: ModelTool; history: readonly ModelMessage[] },
): SaidInput {
  const isRead = tool.definition?.annotations.readOnlyHint === true
  const isSaid = spokenOf(history)
  const madeUp: string[] = []
  const kept = strip(input, tool.parameters, (name, { value, schema, isRequired }) => {
    const stays = (schema.enum !== undefined && isRead) || schema.format?.startsWith('date') === true
    if (stays || isSaid(name, value)) return true
    if (isRequired && isId(name)) madeUp.push(wordsOf(name).join(' '))
    return isRequired
  })
  return { input: kept, madeUp }
}

/** Whether a value came up in a conversation. */
function spokenOf(history: readonly ModelMessage[]): (name: string, value: JsonValue) => boolean {
  const text = history
    .map((message) =>
      message.role === 'tool' ? message.output : message.role === 'user' ? message.text : '',
    )
    .join('\n')
    .toLowerCase()
  const words = new Set(text.match(/[\p{L}\p{N}]+/gu))
  const saidNumber = [...words].some((word) => NUMBER_WORDS.has(word))
  return (name, value) => {
    if (typeof value === 'number') return saidNumber || text.includes(String(value))
    if (typeof value === 'string')
      return text.includes(value.toLowerCase()) || wordsOf(value).some((part) => words.has(part))
    return wordsOf(name).some((part) => words.has(part))
  }
}

const isId = (name: string) => /^(id|uuid|guid)$/.test(wordsOf(name).at(-1) ?? '')

interface Member {
  value: JsonValue
  schema: JsonSchema
  isRequired: boolean
}

function strip(
  input: JsonObject,
  { properties = {}, required = [] }: JsonSchema,
  stays: (name: string, member: Member) => boolean,
): JsonObject {
  const members = Object.entries(input).flatMap(([name, value]): [string, JsonValue][] => {
    const schema = properties[name] ?? {}
    const isRequired = required.includes(name)
    if (isObject(value) && schema.properties) {
      const inner = strip(value, schema, stays)
      return isRequired || Object.keys(inner).length > 0 ? [[name, inner]] : []
    }
    return stays(name, { value, schema, isRequired }) ? [[name, value]] : []
  })
  return Object.fromEntries(members)
}
