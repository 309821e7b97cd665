import type { JsonSchema, JsonValue } from '../model/json.js'
import type { Binding, Provenance } from '../model/tool.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { cutAtSentence, plainText } from './describe.js'
import {
  closedValues,
  type DocumentedFacts,
  mergeDocumentedFacts,
  parseDocumentedFacts,
  typed,
} from './documented-facts.js'
import { formatOf, guessFromName, inferText, isOpaque, valueOfText } from './infer-text.js'
import { holesIn, type KnownVariables } from './known-variables.js'
import { schemaOfPlaceholder } from './placeholders.js'
import { LIST_HEAD } from './prose-words.js'

/** A parameter without its name in the input. */
export interface Parameter {
  /** The name as written in the request. */
  key: string
  schema: JsonSchema
  required: boolean
  /** Why it is required. @default 'example': the original request */
  requiredBy?: Provenance
  /** By JSON pointer into `schema`. */
  provenance: Record<string, Provenance>
  /** Returns the bindings of its value for its final name. */
  bind(parameter: string): Binding[]
}

/** What is known about a value that is sent as text: in a path, a query, a header or a form. */
export interface TextEvidence {
  key: string
  /** Original values of the request and its examples. */
  samples: (JsonValue | undefined)[]
  description: string
  /** Facts about it from the description of the whole request. */
  documented: DocumentedFacts | undefined
}

/** Decides the schema of a value that is sent as text: by the description, else a placeholder, else the examples. */
export function decideText(
  evidence: TextEvidence,
  filled: KnownVariables,
): Pick<Parameter, 'schema' | 'provenance'> & { facts: DocumentedFacts } {
  const facts = mergeDocumentedFacts(parseDocumentedFacts(evidence.description), evidence.documented)
  const texts = evidence.samples.flatMap((sample) => textOf(sample, filled))
  const placeholders = texts.map(schemaOfPlaceholder)
  const placeholder = placeholders.find((schema) => schema !== undefined)
  const values = texts.filter(
    (text, index) => text !== '' && !placeholders[index] && !isOwnName(text, evidence.key),
  )
  const [schema, from] = typeOf({ facts, placeholder, values, key: evidence.key })
  const chosen = withFacts(schema, facts, { values, key: evidence.key })
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

/** Whether a value is the parameter's own name, as generators write it: `sort_example` for `sort`. */
const isOwnName = (text: string, key: string) =>
  text.replace(/_example$/, '').toLowerCase() === key.toLowerCase()

/** Whether a value shows what others look like. */
const isExample = (text: string) => text.length <= 60 && !isOpaque(text) && !isPlaceholderText(text)

/** Constraints that reject a value; they come only from an explicit list or rule of the description. */
const CONSTRAINTS = ['enum', 'minimum', 'maximum'] as const

/** The first sentences of the description, without those that only list the values of `enum`. */
function describe(facts: DocumentedFacts, schema: JsonSchema): string {
  return cutAtSentence(plainText(schema.enum ? withoutList(facts.text) : facts.text), MAX_DESCRIPTION)
}

/** The sentences before the one that introduces a list; all of them if it is the first. */
function withoutList(text: string): string {
  const before = text.slice(0, text.search(LIST_HEAD)).trimEnd()
  if (before === '') return ''
  const end = before.search(/[.:;!?][^.:;!?]*$/)
  return end < 0 ? text : before.slice(0, end + 1).replace(/;$/, '')
}

const MAX_DESCRIPTION = 200

/** A sample as text, with its variables replaced by the collection's values; empty if one has no value. */
function textOf(sample: JsonValue | undefined, filled: KnownVariables): string[] {
  if (sample === undefined || sample === null) return []
  const text = String(sample)
  if (!text.includes('{{')) return [text]
  if (holesIn(text, filled).length > 0) return []
  const name = /^\{\{([^{}]*)\}\}$/.exec(text)?.[1]
  const value = name === undefined ? undefined : filled.own.get(name)
  return value === undefined ? [] : [String(value)]
}

function typeOf(known: {
  facts: DocumentedFacts
  placeholder: JsonSchema | undefined
  values: string[]
  key: string
}): [JsonSchema, Provenance] {
  const { facts, placeholder, values, key } = known
  if (facts.type && values.every((value) => fits(value, facts.type!))) return [facts.type, 'description']
  const isTyped = placeholder && (placeholder.type !== 'string' || placeholder.format)
  if (isTyped && values.every((value) => fits(value, placeholder))) return [placeholder, 'placeholder']
  if (values.length > 0) return [inferText(values), 'example']
  return placeholder ? [placeholder, 'placeholder'] : [guessFromName(key), 'guess']
}

/** Whether an actual value has the documented type. */
function fits(value: string, schema: JsonSchema): boolean {
  if (schema.type === 'string')
    return schema.format === undefined || formatOf([value]).format === schema.format
  return schema.type === 'number' ? Number.isFinite(Number(value)) : inferText([value]).type === schema.type
}

/** Names for which a maximum in the description applies to the parameter itself. */
const COUNTS = /limit|size|count|top|take|page|max|width|height|rate|num/i

/** Adds documented facts, unless an actual value contradicts them. */
function withFacts(
  schema: JsonSchema,
  facts: DocumentedFacts,
  { values, key }: { values: string[]; key: string },
): JsonSchema {
  const { values: listed, default: preset, minimum: least, maximum: most } = facts
  if ((listed ?? preset ?? least ?? most) === undefined) return schema
  const list = closedValues(facts, schema, { key, sent: values.map((value) => valueOfText(value, schema)) })
  const byDefault = facts.default === undefined ? undefined : typed(facts.default, schema)
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const numbers = values.map(Number)
  const { minimum } = facts
  const maximum = minimum !== undefined || COUNTS.test(key) ? facts.maximum : undefined
  return {
    ...schema,
    ...(list ? { enum: list } : {}),
    ...(byDefault !== undefined && (!list || list.includes(byDefault)) ? { default: byDefault } : {}),
    ...(isNumber && minimum !== undefined && numbers.every((value) => value >= minimum) ? { minimum } : {}),
    ...(isNumber && maximum !== undefined && numbers.every((value) => value <= maximum) ? { maximum } : {}),
  }
}
