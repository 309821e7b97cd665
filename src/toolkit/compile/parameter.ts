import type { JsonSchema, JsonValue } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
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
import { RESERVED_NAME } from './infer-schema.js'
import { formatOf, guessFromName, inferText, isOpaque, isOwnName, valueOfText } from './infer-text.js'
import { holesIn, type KnownVariables } from './known-variables.js'
import { isPlaceholderList, schemaOfPlaceholder } from './placeholders.js'
import { LIST_HEAD } from './prose-words.js'

export interface ParameterSource {
  endpoint: Endpoint
  filled: KnownVariables
}

export interface Decided {
  schema: JsonSchema
  /** Where each fact in `schema` comes from, by JSON pointer. */
  provenance: Record<string, Provenance>
  /** Who says that calls must give the value; `example` means the request of the item. Absent if they need not. */
  requiredBy?: Provenance | undefined
}

/** A parameter outside of the body. */
export interface Parameter extends Decided {
  key: string
  bind(parameter: string): Binding[]
}

export interface TextEvidence {
  key: string
  samples?: (JsonValue | undefined)[]
  description?: string
}

/** The schema of a value that is sent as text: by its description, else by a placeholder, else by the examples. */
export function decideText(
  evidence: TextEvidence,
  { endpoint, filled }: ParameterSource,
): Decided & { facts: DocumentedFacts } {
  const { key, description: own = '' } = evidence
  const facts = mergeDocumentedFacts(parseDocumentedFacts(own), endpoint.facts.documented.get(key))
  const { placeholder, values } = readSamples(evidence, filled)
  const { schema, from } = typeOf({ facts, placeholder, values, key })
  const example = from === 'placeholder' ? undefined : values.find(isExample)
  const shown = example === undefined ? schema : { ...schema, examples: [valueOfText(example, schema)] }
  const sent = values.map((value) => valueOfText(value, schema))
  const told = withDocumented(shown, facts, { key, sent, longest: MAX_DESCRIPTION })
  const provenance = { '': from }
  addConstraints(provenance, shown, told)
  return { schema: told, provenance, facts }
}

/** The schema of the first sample that is a placeholder, and the samples that are real values. */
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

const isExample = (text: string) =>
  text.length <= 60 && !isOpaque(text) && !isPlaceholderText(text) && !isPlaceholderList(text)

const CONSTRAINTS = ['enum', 'minimum', 'maximum'] as const

/** Notes that a description states the constraints of a schema that it had not before. */
export function addConstraints(
  provenance: Record<string, Provenance>,
  before: JsonSchema,
  after: JsonSchema,
  pointer = '',
): void {
  for (const keyword of CONSTRAINTS)
    if (after[keyword] !== before[keyword]) provenance[`${pointer}/${keyword}`] = 'documented'
}

/** A text of only values and separators, which `enum` says already. */
const ONLY_VALUES = /^(?:`[^`]*`|,|\s|\bor\b|\|)+$/

/** The part of a description before the sentence with a list of values; `''` if the list begins it, all if nothing introduces it. */
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

/** Names of parameters that are numbers, for which `max 50` is the highest value. */
const COUNTS = /limit|size|count|top|take|page|max|width|height|rate|num/i

/** Adds what the description says: words, values, default and bounds, unless a sent value contradicts them. */
export function withDocumented(
  { examples, ...told }: JsonSchema,
  facts: DocumentedFacts,
  { key, sent, longest }: { key: string; sent: JsonValue[]; longest: number },
): JsonSchema {
  const { default: preset, minimum: least, maximum: most } = facts
  const list = closedValues(facts, told, { key, sent })
  const byDefault = preset === undefined ? undefined : typed(preset, told)
  const isNumber = told.type === 'integer' || told.type === 'number'
  // A single bound of another parameter may be the length of its value.
  const isBound = isNumber && (COUNTS.test(key) || (least !== undefined && most !== undefined))
  const isAbove = isBound && least !== undefined && sent.every((value) => Number(value) >= least)
  const isBelow = isBound && most !== undefined && sent.every((value) => Number(value) <= most)
  const text = list ? withoutList(facts.text.replace(ONLY_VALUES, '')) : facts.text
  const description = cutAtSentence(plainText(text), longest)
  if (list) told.enum = list
  if (byDefault !== undefined && (!list || list.includes(byDefault))) told.default = byDefault
  if (isAbove) told.minimum = least!
  if (isBelow) told.maximum = most!
  if (description) told.description = description
  return examples && !list ? { ...told, examples } : told
}

/** A parameter inside the body, beside others: a field of a form, a variable of GraphQL, an XML element. */
export interface BodyMember {
  key: string
  state: 'fixed' | 'default' | 'input'
  /** Not called for a member that is no parameter. */
  describe(): Decided
}

/** The member for a variable without a value in a text. Each call must give it. */
export const openMember = (key: string, source: ParameterSource): BodyMember => ({
  key,
  state: 'input',
  describe: () => ({ ...decideText({ key }, source), requiredBy: 'example' }),
})

export function objectOf(members: readonly BodyMember[]): {
  schema: JsonSchema & Required<Pick<JsonSchema, 'properties'>>
  provenance: Record<string, Provenance>
  fixed: string[]
  locked: string[]
} {
  const properties: Record<string, JsonSchema> = {}
  const provenance: Record<string, Provenance> = {}
  const required: string[] = []
  const fixed: string[] = []
  const locked: string[] = []
  for (const { key, state, describe } of members) {
    if (state === 'fixed' || key === RESERVED_NAME) {
      locked.push(key)
      continue
    }
    const { schema, provenance: own, requiredBy } = describe()
    properties[key] = schema
    if (state === 'default') fixed.push(key)
    else if (requiredBy) {
      required.push(key)
      provenance[`/required/${escapeKey(key)}`] = requiredBy
    }
    addProvenance(provenance, own, `/properties/${escapeKey(key)}`)
  }
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  return { schema, provenance, fixed, locked }
}

export function addProvenance(
  all: Record<string, Provenance>,
  own: Readonly<Record<string, Provenance>>,
  place: string,
): void {
  for (const pointer in own) all[place + pointer] = own[pointer]!
}

export interface BodyParameter {
  schema: JsonSchema
  required: boolean
  provenance: Record<string, Provenance>
  binding: BodyBinding
  /** The credential variables of the body that users give with each call. All others are settings. */
  opened?: string[]
}

/** Marks a schema as sensitive, so that programs do not display its value; without examples and default. */
export function sensitive({ examples: _examples, default: _default, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, format: 'password', writeOnly: true }
}

export function fileSchema(): JsonSchema {
  return {
    type: 'object',
    description:
      'A file: its content as base64, and a name. You cannot read files of the user: without the content, say so.',
    properties: { base64: { type: 'string' }, name: { type: 'string' } },
  }
}

/** Adds a default in place of examples, unless the `enum` lacks the value. */
export function withDefault(schema: JsonSchema, text: string): JsonSchema {
  const value = valueOfText(text, schema.anyOf?.[0] ?? schema)
  if (schema.enum && !schema.enum.includes(value)) return schema
  const { examples: _, ...rest } = schema
  return { ...rest, default: value }
}

/** The schema of an id that is sent as text: also if the example is a number, other ids may be texts. */
export function idSchema(name: string, { schema, provenance }: Decided): JsonSchema {
  if (schema.type !== 'integer' || provenance[''] !== 'example' || !isIdName(name)) return schema
  const { type, ...rest } = schema
  return { anyOf: [{ type }, { type: 'string' }], ...rest }
}
