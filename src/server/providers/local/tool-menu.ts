import type { JsonSchema } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'

const HEAD = 'For what the user just said, these functions were found, the one that fits best first:'

const MAX_ABOUT = 160
const MAX_MEMBERS = 8

/**
 * The tools as a menu with one line for each: name, parameters, first sentence of the description. The menu has a fifth
 * of the tokens of the full schemas. It is short because a model processes a prompt slowly without a graphics card.
 */
export function menuOf(tools: readonly ModelTool[]): string {
  const lines = tools.map(
    ({ name, description, parameters }) =>
      `- ${name}(${membersOf(parameters)}): ${firstSentence(description)}`,
  )
  return [HEAD, ...lines].join('\n')
}

/** Text for the prompt that asks the model for the arguments of the chosen tool, with their JSON Schema. */
export function formOf({ name, parameters }: ModelTool): string {
  const { properties = {}, required = [] } = withoutExamples(parameters)
  return `The input of ${name} has this JSON Schema: ${JSON.stringify({ properties, required })}\nTake the values from what the user said last, and from results before. Leave out what is not required and was not mentioned. Answer with this JSON only.`
}

/** A schema without `examples` at any depth, because small models copy examples as values. */
function withoutExamples({ examples: _, ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    keyword === 'properties' ? mapped(value as Record<string, JsonSchema>) : withoutInner(value),
  ])
  return Object.fromEntries(members)
}

const mapped = (schemas: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutExamples(schema)]))

/** The value of a JSON Schema keyword, such as `anyOf`, with `examples` removed from the schemas inside it. */
function withoutInner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInner)
  return typeof value === 'object' && value !== null ? withoutExamples(value) : value
}

/**
 * The names of the parameters. A parameter with inner members, such as `body`, is replaced by the names of these
 * members. The name of an optional parameter or member ends with `?`.
 */
function membersOf(schema: JsonSchema): string {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    member.properties
      ? Object.keys(member.properties).map((inner) => shown(inner, member))
      : [shown(name, schema)],
  )
  return members.length > MAX_MEMBERS
    ? [...members.slice(0, MAX_MEMBERS), '...'].join(', ')
    : members.join(', ')
}

const shown = (name: string, { required = [] }: JsonSchema) => (required.includes(name) ? name : `${name}?`)

function firstSentence(text: string): string {
  const [sentence = ''] = text.trim().split(/(?<=[.!?])\s|\n/)
  return sentence.length > MAX_ABOUT ? `${sentence.slice(0, MAX_ABOUT)}...` : sentence
}
