import type { JsonSchema, JsonValue } from '../model/json.js'
import type { Binding, BodyBinding, Provenance } from '../model/tool.js'
import { isIdName } from '../semantics/id-names.js'
import { isCodeName, isMeasureName } from '../semantics/number-names.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { hasVariable, onlyVariable } from '../template/variables.js'
import { cutAtSentence, plainText } from './describe.js'
import {
  closedValues,
  type DocumentedFacts,
  mergeDocumentedFacts,
  parseDocumentedFacts,
  typed,
} from './documented-facts.js'
import type { Endpoint } from './endpoint.js'
import { formatOf, guessFromName, inferText, isOpaque, valueOfText } from './infer-text.js'
import { holesIn, type KnownVariables } from './known-variables.js'
import { isPlaceholderList, schemaOfPlaceholder } from './placeholders.js'
import { LIST_HEAD } from './prose-words.js'

export interface ParameterSource {
  endpoint: Endpoint
  filled: KnownVariables
}

export interface Parameter {
  key: string
  schema: JsonSchema
  required: boolean
  /**
   * The source of the fact that the parameter is required. `example` means the request of the item. @default 'example'
   */
  requiredBy?: Provenance
  /** Where each fact in `schema` comes from, by JSON pointer. */
  provenance: Record<string, Provenance>
  bind(parameter: string): Binding[]
}

/** The facts about a value that is sent as text: in a path, a query, a header or a form. */
export interface TextEvidence {
  key: string
  samples?: (JsonValue | undefined)[]
  description?: string
}

/**
 * Decides the schema of a value that is sent as text: by its description, else by a placeholder, else by the examples.
 */
export function decideText(
  evidence: TextEvidence,
  { endpoint, filled }: ParameterSource,
): Pick<Parameter, 'schema' | 'provenance'> & { facts: DocumentedFacts } {
  const { key, description: own = '' } = evidence
  const facts = mergeDocumentedFacts(parseDocumentedFacts(own), endpoint.facts.documented.get(key))
  const { placeholder, values } = readSamples(evidence, filled)
  const { schema, from } = typeOf({ facts, placeholder, values, key })
  const chosen = withDocumented(schema, facts, {
    key,
    sent: values.map((value) => valueOfText(value, schema)),
  })
  const example = chosen.enum || from === 'placeholder' ? undefined : values.find(isExample)
  const decided = { ...chosen }
  const description = describe(facts, chosen)
  if (description) decided.description = description
  if (example !== undefined) decided.examples = [valueOfText(example, chosen)]
  const provenance: Record<string, Provenance> = { '': from }
  for (const keyword of CONSTRAINTS)
    if (chosen[keyword] !== undefined) provenance[`/${keyword}`] = 'documented'
  return { schema: decided, provenance, facts }
}

/**
 * Splits the samples. `placeholder` is the schema of the first sample that is a placeholder. `values` has the samples
 * that are real values: they are not empty and do not only repeat the name of the parameter.
 */
function readSamples({ samples = [], key }: TextEvidence, filled: KnownVariables) {
  const values: string[] = []
  let placeholder: JsonSchema | undefined
  for (const sample of samples) {
    const text = textOf(sample, filled)
    const schema = schemaOfPlaceholder(text)
    if (schema) placeholder ??= schema
    else if (text !== '' && !isOwnName(text, key)) values.push(text)
  }
  return { placeholder, values }
}

/**
 * Whether a value only repeats the name of its parameter. Documentation generators write such values: for example,
 * `sort_example` is the value of the parameter `sort`.
 */
const isOwnName = (text: string, key: string) =>
  text.replace(/_example$/, '').toLowerCase() === key.toLowerCase()

const isExample = (text: string) =>
  text.length <= 60 && !isOpaque(text) && !isPlaceholderText(text) && !isPlaceholderList(text)

/** Keywords that refuse values. They are set only from a list or rule in a description, never from examples. */
export const CONSTRAINTS = ['enum', 'minimum', 'maximum'] as const

function describe(facts: DocumentedFacts, schema: JsonSchema): string {
  return cutAtSentence(plainText(schema.enum ? withoutList(facts.text) : facts.text), MAX_DESCRIPTION)
}

/**
 * Returns the part of a description before the sentence that introduces a list of values. In two cases, the result is
 * different:
 * - If the text begins with the list, returns `''`.
 * - If no words introduce a list, or if the text has only one sentence, returns the whole text.
 */
function withoutList(text: string): string {
  const start = text.search(LIST_HEAD)
  if (start < 0) return text
  const before = text.slice(0, start).trimEnd()
  if (before === '') return ''
  const end = before.search(/[.:;!?][^.:;!?]*$/)
  return end < 0 ? text : before.slice(0, end + 1).replace(/;$/, '')
}

const MAX_DESCRIPTION = 200

function textOf(sample: JsonValue | undefined, filled: KnownVariables): string {
  if (sample === undefined || sample === null) return ''
  const text = String(sample)
  if (!hasVariable(text)) return text
  if (holesIn(text, filled).length > 0) return ''
  const name = onlyVariable(text)
  return name === undefined || filled.given.has(name) ? '' : String(filled.own.get(name) ?? '')
}

function typeOf(known: {
  facts: DocumentedFacts
  placeholder: JsonSchema | undefined
  values: string[]
  key: string
}): { schema: JsonSchema; from: Provenance } {
  const { facts, placeholder, values, key } = known
  if (facts.type && values.every((value) => fits(value, facts.type!)))
    return { schema: facts.type, from: 'description' }
  const isTyped = placeholder && (placeholder.type !== 'string' || placeholder.format)
  if (isTyped && values.every((value) => fits(value, placeholder)))
    return { schema: placeholder, from: 'placeholder' }
  if (values.length > 0) {
    const schema = inferText(values)
    if (schema.type === 'integer' && isCodeName(key)) return { schema: { type: 'string' }, from: 'example' }
    if (schema.type === 'integer' && isMeasureName(key)) return { schema: { type: 'number' }, from: 'guess' }
    return { schema, from: 'example' }
  }
  return placeholder
    ? { schema: placeholder, from: 'placeholder' }
    : { schema: guessFromName(key), from: 'guess' }
}

function fits(value: string, schema: JsonSchema): boolean {
  if (schema.type === 'string')
    return schema.format === undefined || formatOf([value]).format === schema.format
  return schema.type === 'number' ? Number.isFinite(Number(value)) : inferText([value]).type === schema.type
}

/**
 * Names of parameters that are numbers. If the description of such a parameter has `max 50`, the highest value is 50.
 * For other parameters, `max 50` may mean the length of the value.
 */
const COUNTS = /limit|size|count|top|take|page|max|width|height|rate|num/i

/** Adds the documented values, default and bounds to a schema, unless a value that the collection sends contradicts them. */
export function withDocumented(
  schema: JsonSchema,
  facts: DocumentedFacts,
  { key, sent }: { key: string; sent: JsonValue[] },
): JsonSchema {
  const { values: listed, default: preset, minimum: least, maximum: most } = facts
  if ((listed ?? preset ?? least ?? most) === undefined) return schema
  const list = closedValues(facts, schema, { key, sent })
  const byDefault = preset === undefined ? undefined : typed(preset, schema)
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const numbers = sent.map(Number)
  const maximum = least !== undefined || COUNTS.test(key) ? most : undefined
  return {
    ...schema,
    ...(list ? { enum: list } : {}),
    ...(byDefault !== undefined && (!list || list.includes(byDefault)) ? { default: byDefault } : {}),
    ...(isNumber && least !== undefined && numbers.every((value) => value >= least)
      ? { minimum: least }
      : {}),
    ...(isNumber && maximum !== undefined && numbers.every((value) => value <= maximum) ? { maximum } : {}),
  }
}

export interface BodyParameter {
  schema: JsonSchema
  required: boolean
  provenance: Record<string, Provenance>
  binding: BodyBinding
  /**
   * The credential variables of the body whose values the user gives with each call. All other credential variables are
   * settings: the program gives their values.
   */
  opened?: string[]
}

/**
 * Marks the schema of a sensitive member, such as the user's password: programs must not display its value. Removes the
 * examples and the default.
 */
export function sensitive({ examples: _examples, default: _default, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, format: 'password', writeOnly: true }
}

export function fileSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'A file: its path, or its content as base64 with a name.',
    properties: { path: { type: 'string' }, base64: { type: 'string' }, name: { type: 'string' } },
  }
}

/**
 * Adds a default to a schema, and removes its examples. Returns the schema unchanged if its `enum` does not have this
 * value.
 */
export function withDefault(schema: JsonSchema, text: string): JsonSchema {
  const value = valueOfText(text, schema.anyOf?.[0] ?? schema)
  if (schema.enum && !schema.enum.includes(value)) return schema
  const { examples: _, ...rest } = schema
  return { ...rest, default: value }
}

/**
 * The schema of an id that is sent as text. If the example is a number, the ids of other records may still be texts, so
 * the schema accepts both. A documented type has precedence.
 */
export function idSchema(
  name: string,
  { schema, provenance }: Pick<Parameter, 'schema' | 'provenance'>,
): JsonSchema {
  if (schema.type !== 'integer' || provenance[''] !== 'example' || !isIdName(name)) return schema
  const { type, ...rest } = schema
  return { anyOf: [{ type }, { type: 'string' }], ...rest }
}
