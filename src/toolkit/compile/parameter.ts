import type { JsonSchema, JsonValue } from '../model/json.js'
import type { Binding, Provenance } from '../model/tool.js'
import { cutAtSentence, plainText } from './describe.js'
import { closedValues, type Facts, mergeFacts, readFacts, typed } from './facts.js'
import { type Filled, holesIn } from './filled.js'
import { formatOf, guessFromName, inferText, valueOfText } from './infer-text.js'
import { schemaOfPlaceholder } from './placeholders.js'
import { LIST_HEAD } from './prose-words.js'

/** A parameter before it has its name in the input. */
export interface Parameter {
  /** The name as written in the request. */
  key: string
  schema: JsonSchema
  required: boolean
  /** What makes it required. @default 'example': the request as it is written */
  requiredBy?: Provenance
  /** By JSON pointer into `schema`. */
  provenance: Record<string, Provenance>
  /** Where its value goes, once it has its name. */
  bind(parameter: string): Binding[]
}

/** What is known about a value that is sent as text: in a path, a query, a header or a form. */
export interface TextEvidence {
  key: string
  /** Values as written, in the request and in its examples. */
  samples: (JsonValue | undefined)[]
  description: string
  /** What the description of the whole request says about it. */
  documented: Facts | undefined
}

/** Decides the schema of a value that is sent as text: what the description says, else a placeholder, else the examples. */
export function decideText(
  evidence: TextEvidence,
  filled: Filled,
): Pick<Parameter, 'schema' | 'provenance'> & { facts: Facts } {
  const facts = mergeFacts(readFacts(evidence.description), evidence.documented)
  const texts = evidence.samples.flatMap((sample) => textOf(sample, filled))
  const placeholders = texts.map(schemaOfPlaceholder)
  const placeholder = placeholders.find((schema) => schema !== undefined)
  const values = texts.filter((text, index) => text !== '' && !placeholders[index])
  const [schema, from] = typeOf({ facts, placeholder, values, key: evidence.key })
  const chosen = withFacts(schema, facts, { values, key: evidence.key })
  const example = chosen.enum || from === 'placeholder' ? undefined : values[0]
  const decided = { ...chosen }
  const description = describe(facts, chosen)
  if (description) decided.description = description
  if (example !== undefined && example.length <= 60) decided.examples = [valueOfText(example, chosen)]
  const provenance: Record<string, Provenance> = { '': from }
  for (const keyword of CONSTRAINTS)
    if (chosen[keyword] !== undefined) provenance[`/${keyword}`] = 'documented'
  return { schema: decided, provenance, facts }
}

/** What refuses a value, and comes from an explicit list or rule of the description alone. */
const CONSTRAINTS = ['enum', 'minimum', 'maximum'] as const

/** The description's first sentences; those with the values that `enum` says already are left out. */
function describe(facts: Facts, schema: JsonSchema): string {
  return cutAtSentence(plainText(schema.enum ? withoutList(facts.text) : facts.text), MAX_DESCRIPTION)
}

/** The sentences before the one that announces a list; all of them where it is the first. */
function withoutList(text: string): string {
  const before = text.slice(0, text.search(LIST_HEAD)).trimEnd()
  if (before === '') return ''
  const end = before.search(/[.:;!?][^.:;!?]*$/)
  return end < 0 ? text : before.slice(0, end + 1).replace(/;$/, '')
}

const MAX_DESCRIPTION = 200

/** A sample as text, its own variables replaced by the collection's values; nothing where one has none. */
function textOf(sample: JsonValue | undefined, filled: Filled): string[] {
  if (sample === undefined || sample === null) return []
  const text = String(sample)
  if (!text.includes('{{')) return [text]
  if (holesIn(text, filled).length > 0) return []
  const name = /^\{\{([^{}]*)\}\}$/.exec(text)?.[1]
  const value = name === undefined ? undefined : filled.own.get(name)
  return value === undefined ? [] : [String(value)]
}

function typeOf(known: {
  facts: Facts
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

/** Whether a value that was really sent is of the type a description names. */
function fits(value: string, schema: JsonSchema): boolean {
  if (schema.type === 'string')
    return schema.format === undefined || formatOf([value]).format === schema.format
  return schema.type === 'number' ? Number.isFinite(Number(value)) : inferText([value]).type === schema.type
}

/** Names whose maximum is their own, not that of something the description mentions. */
const COUNTS = /limit|size|count|top|take|page|max|width|height|rate|num/i

/** Adds what the description says, unless a value that was really sent says otherwise. */
function withFacts(
  schema: JsonSchema,
  facts: Facts,
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
