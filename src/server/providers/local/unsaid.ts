import { wordsOf } from '../../../toolkit/meaning/words.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelRequest, ModelTool } from '../../model/language-model.js'
import { packs } from '../router/language/packs.js'
import { isObject } from '../router/results.js'

const NUMBER_WORDS = new Map(packs.flatMap(({ numbers }) => Object.entries(numbers)))

/** Beginnings of words that are as long are taken for the same word: "close" and "closed". */
const STEM_CHARS = 4

/** What is left of an input. */
export interface SaidInput {
  input: JsonObject
  /** Required ids that nobody named, as words: they were made up. */
  madeUp: string[]
}

/**
 * An input without the members that may be left out and that nobody spoke of: small models fill in whatever a schema has room for, and a write would
 * carry it out. What was said is what stands in the conversation, as a value or, of a yes or no, by name; an id may also stand in the instructions.
 * Dates are worked out from words, so they stay; so do choices of a tool that only reads, and whatever would leave nothing to write.
 */
export function withoutUnsaid(
  input: JsonObject,
  { tool, request }: { tool: ModelTool; request: Pick<ModelRequest, 'instructions' | 'history'> },
): SaidInput {
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

/** Whether a value came up in a conversation. */
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
  const numbers = numbersIn(`${text}\n${instructions}`, words)
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

/** The numbers of a text, also those in words: "twenty three". */
function numbersIn(text: string, words: readonly string[]): Set<number> {
  const numbers = new Set((text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number))
  let sum = 0
  for (const word of words) {
    const value = NUMBER_WORDS.get(word)
    if (value === undefined) sum = 0
    else {
      sum = value >= 100 ? Math.max(1, sum) * value : sum + value
      numbers.add(value).add(sum)
    }
  }
  return numbers
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
      // Nothing of a required object was recognised: then the model understood something that this does not.
      if (isEmptied) return isRequired ? [[name, value]] : []
      return [[name, inner]]
    }
    return stays(name, { value, schema, isRequired }) ? [[name, value]] : []
  })
  return Object.fromEntries(members)
}
