import { languages } from '../../../languages/languages.js'
import { writeNumbers } from '../../../languages/write-numbers.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { ModelRequest, ModelTool } from '../../model/language-model.js'
import { isObject } from '../router/results.js'

/**
 * Words are compared by their stems. A stem is a word without its last three letters, but has at least this many
 * letters: "close" and "closed" both give "clos".
 */
const STEM_CHARS = 4

/** The arguments of a call, without the optional values that the model has invented. */
export interface GroundedArguments {
  input: JsonObject
  /** Names of required ids whose values the conversation does not mention. The model has invented these values. */
  madeUp: string[]
}

/**
 * Removes optional arguments whose value the conversation does not mention. Small models give a value for every
 * parameter, and a tool that writes would store the invented values.
 * - A number or a text counts as mentioned if it is in the conversation or in the instructions.
 * - A boolean counts as mentioned if the name of its parameter is.
 * - Dates always stay. Enum values stay if the tool only reads.
 */
export function dropUngroundedArguments(
  input: JsonObject,
  { tool, request }: { tool: ModelTool; request: Pick<ModelRequest, 'instructions' | 'history'> },
): GroundedArguments {
  const isRead = tool.definition?.annotations.readOnlyHint === true
  const isSaid = spokenOf(request)
  const madeUp: string[] = []
  const kept = strip(input, tool.parameters, (name, { value, schema, isRequired }) => {
    const stays = (schema.enum !== undefined && isRead) || schema.format?.startsWith('date') === true
    if (stays || isSaid(name, value)) return true
    if (isRequired && isId(name)) madeUp.push(wordsOf(name).join(' '))
    return isRequired
  })
  return { input: kept, madeUp }
}

/** Returns a function that tests whether the conversation mentions the value of a parameter. */
function spokenOf({
  instructions,
  history,
}: Pick<ModelRequest, 'instructions' | 'history'>): (name: string, value: JsonValue) => boolean {
  const text = history
    .map((message) => (message.role === 'tool' ? message.output : message.text))
    .join('\n')
    .toLowerCase()
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const stems = new Set(words.map(stemOf))
  const numbers = numbersIn(`${text}\n${instructions}`)
  const hasWord = (said: string) => wordsOf(said).some((part) => stems.has(stemOf(part)))
  const isSaid = (name: string, value: JsonValue): boolean => {
    if (typeof value === 'number') return numbers.has(value)
    if (typeof value === 'string')
      return (
        text.includes(value.toLowerCase()) || instructions.includes(value) || (!isId(name) && hasWord(value))
      )
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).some(([key, part]) => isSaid(key, part))
    return hasWord(name)
  }
  return isSaid
}

const stemOf = (word: string) => word.slice(0, Math.max(STEM_CHARS, word.length - 3))

/** The numbers in a text, written as digits or as words of any supported language. */
function numbersIn(text: string): Set<number> {
  const written = [text, ...languages.map(({ numbers }) => writeNumbers(text, numbers))]
  return new Set(written.flatMap((one) => one.match(/\d+(?:\.\d+)?/g) ?? []).map(Number))
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
      const isEmptied = Object.keys(inner).length === 0 && Object.keys(value).length > 0
      // The conversation mentions no member of this object. A required object then stays unchanged, so that no write
      // gets an empty object.
      if (isEmptied) return isRequired ? [[name, value]] : []
      return [[name, inner]]
    }
    return stays(name, { value, schema, isRequired }) ? [[name, value]] : []
  })
  return Object.fromEntries(members)
}
