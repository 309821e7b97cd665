import type { AgentTexts } from '../../languages/agent-texts.js'
import { isObject } from '../../protocol/is-object.js'
import { fillCounted } from '../../text/fill-text.js'
import { fileText, type InputField, inputFields } from '../../text/input-fields.js'
import { shownText } from '../../text/visible.js'
import { groupBy } from '../../toolkit/model/group-by.js'
import type { JsonObject, JsonSchema } from '../../toolkit/model/json.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'
import { MASK } from '../../toolkit/secrets/mask.js'
import { maskArguments } from '../../toolkit/secrets/sensitive-arguments.js'
import { isIdName } from '../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import { nounOfPathParameter } from './approval-action.js'
import type { ToolOutput } from './history.js'
import type { PreparedCall } from './tool-calls.js'

export interface ShownField {
  name: string
  value: string
  /** What the value is the id of, such as `patient`. Absent for other values. */
  idOf?: string | undefined
}

export interface CallFields {
  /** Values of the path parameters, such as the id `17`, each with what it is the id of, such as `order`. */
  ids: ShownField[]
  declared: ShownField[]
  /** Fields that the tool does not declare as parameters. */
  unexpected: ShownField[]
  uncounted: number
}

const MAX_NAME_CHARS = 60

/**
 * The form of the text of an approval request:
 * - `shown`: with method and path, for clients that show nothing else
 * - `typed`: without method and path; what the verb does not tell of the request is put into words
 * - `spoken`: as `typed`, with fewer and shorter values, and without brackets
 */
export type QuestionForm = 'spoken' | 'typed' | 'shown'

export interface QuestionStyle {
  locale: AgentTexts
  form: QuestionForm
  /** Results of earlier calls, the latest last. They give names to the ids of records. @default none */
  outputs?: readonly ToolOutput[]
  /** IANA name of the user's time zone, in which times are said. @default times are said as they are written */
  timezone?: string | undefined
}

const MAX_VALUE_CHARS: Record<QuestionForm, number> = { spoken: 60, typed: 120, shown: 120 }

export function callFields({ tool, input: given }: PreparedCall, style: QuestionStyle): CallFields {
  const { parameters, definition } = tool
  const inPath = new Set(pathParameters(definition))
  const input = maskArguments(given, parameters)
  const ids = [...inPath].flatMap((name) => {
    const value = input[name]
    const noun = nounOfPathParameter(name, definition)
    return value === undefined ? [] : [{ name: noun, value: valueText(value, style), idOf: noun }]
  })
  const others = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))
  const { fields: single, count } = inputFields(others)
  const fields = withCurrencies(single, (path) => isDeclared(path, parameters))
  const names = namesInWords(fields)
  const shown = fields.map((field, at) => {
    const name = nameText(field.path, others)
    const declared = isDeclared(field.path, parameters)
    // A body without members has nothing to show.
    const isNothing = declared && name === '' && isEmptyObject(field.value)
    const value = isNothing ? '' : valueText(field.value, style)
    const shownName = declared && name !== '' ? (names[at] ?? name) : name
    return { isDeclared: declared, name: shownName, value, ...idNoun(field.path) }
  })
  return {
    ids,
    declared: shown.filter((field) => field.isDeclared),
    unexpected: shown.filter((field) => !field.isDeclared),
    uncounted: count - single.length,
  }
}

export function pathParameters(definition: ToolDefinition | undefined): string[] {
  return (definition?.bindings ?? []).flatMap((binding) => (binding.in === 'path' ? [binding.parameter] : []))
}

/** Orders members as the schema declares them, undeclared ones last. `fills`: also the defaults that are sent. */
export function inDeclaredOrder(
  input: JsonObject,
  { properties = {} }: JsonSchema,
  { fills = false } = {},
): JsonObject {
  const isGiven = (key: string) => Object.hasOwn(input, key)
  const declared = Object.keys(properties).filter(
    (key) => isGiven(key) || (fills && properties[key]!.default !== undefined),
  )
  const others = Object.keys(input).filter((key) => !Object.hasOwn(properties, key))
  return Object.fromEntries(
    [...declared, ...others].map((key) => {
      const schema = properties[key] ?? {}
      const value = (isGiven(key) ? input[key] : schema.default)!
      return [key, isObject(value) ? inDeclaredOrder(value, schema, { fills }) : value]
    }),
  )
}

/** Whether a schema declares a field. Every field of an object without declared properties counts as declared. */
function isDeclared(path: readonly string[], schema: JsonSchema): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const { properties, additionalProperties: more, anyOf } = schema
  if (anyOf) return anyOf.some((one) => isDeclared(path, one))
  if (properties && Object.hasOwn(properties, name)) return isDeclared(rest, properties[name]!)
  if (typeof more === 'object') return isDeclared(rest, more)
  return Object.keys(properties ?? {}).length === 0
}

/** The name of a field, such as `name` or `address.city`. The prefix `body.` is left out if the name stays unique. */
function nameText(path: readonly string[], input: JsonObject): string {
  const [first, ...rest] = path
  const isOwn = first === 'body' && !Object.hasOwn(input, rest[0] ?? '')
  const shown = isOwn ? rest : path
  if (shown.length === 0) return ''
  const name = shownText(shown.join('.'), { max: MAX_NAME_CHARS, length: () => '…' })
  return /^[\p{L}\p{N}_.$@-]+$/u.test(name) ? name : quoted(name)
}

/** What the value of a field is the id of: `patient` for `patient_id` and `patient.id`. */
function idNoun(path: readonly string[]): { idOf?: string } {
  const [parent = '', name = ''] = ['', ...path].slice(-2)
  if (!isIdName(name)) return {}
  return { idOf: nounOfPathParameter(name, undefined) || wordsOf(parent).join(' ') }
}

const isAmount = ({ path, value }: InputField) =>
  typeof value === 'number' && /^(?:amount|value|price|total|sum)$/i.test(path.at(-1) ?? '')
const isCurrency = ({ path, value }: InputField) =>
  /^currency(?:_?code)?$/i.test(path.at(-1) ?? '') && /^[a-z]{3}$/i.test(String(value))

/** An amount and its currency as one field: "price 80.5 EUR". An object that has only these two gives it its name. */
function withCurrencies(
  fields: readonly InputField[],
  isDeclared: (path: readonly string[]) => boolean = () => true,
): InputField[] {
  const parentOf = ({ path }: InputField) => JSON.stringify(path.slice(0, -1))
  const siblings = groupBy(fields, parentOf)
  return fields.flatMap((field) => {
    const own = siblings.get(parentOf(field))!
    const [amount, ...more] = own.filter(isAmount)
    const currency = own.find(isCurrency)
    const isPair =
      amount && currency && more.length === 0 && isDeclared(amount.path) === isDeclared(currency.path)
    if (!isPair || (field !== amount && field !== currency)) return [field]
    if (field === currency) return []
    const parent = field.path.slice(0, -1)
    const isNamed = own.length === 2 && parent.length > 0 && parent.join() !== 'body'
    return [
      { path: isNamed ? parent : field.path, value: `${String(amount.value)} ${String(currency.value)}` },
    ]
  })
}

/** Names that say nothing without their parent: `insurance.kind` is "insurance kind", but `address.city` is "city". */
const AMBIGUOUS =
  /^(?:id|key|code|no|number|kind|type|name|title|label|text|value|status|state|level|size|unit|amount|total|count|currency|date|time|start|end|from|to|until|first|last|min|max|note|method|description|enabled|active)$/

/**
 * `bank.holderCity` gives "holder city", and "bank holder city" if another field has the same name. `undefined` for a name
 * that is long, has no letter or is still that of several fields.
 */
function namesInWords(fields: readonly InputField[]): (string | undefined)[] {
  const own = fields.map(({ path }) => wordsOf(path.at(-1) ?? '').join(' '))
  const twice = repeated(own)
  const names = own.map((name, at) => {
    const [parent = 'body'] = fields[at]!.path.slice(0, -1).slice(-1)
    const needsParent = parent !== 'body' && (twice.has(name) || AMBIGUOUS.test(name))
    return needsParent ? [...wordsOf(parent).filter((word) => word !== name), name].join(' ') : name
  })
  const unclear = repeated(names)
  const isClear = (name: string) => !unclear.has(name) && name.length <= MAX_NAME_CHARS && /\p{L}/u.test(name)
  return names.map((name) => (isClear(name) ? name : undefined))
}

function repeated(names: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>()
  return new Set(names.filter((name) => known.size === known.add(name).size))
}

/** A value as text for the user: credentials are masked, and the middle of a long value is left out. */
function valueText(value: unknown, style: QuestionStyle): string {
  const { locale, form } = style
  const isSpoken = form === 'spoken'
  const cut = { max: MAX_VALUE_CHARS[form], length: lengthIn(locale) }
  if (value === MASK) return MASK
  if (typeof value === 'string') {
    const date = dateText(value, style)
    if (date !== undefined) return date
    const text = shownText(value, cut)
    return isPlain(text) ? text : quoted(text)
  }
  if (isEmptyObject(value)) return quoted('')
  const entries = Array.isArray(value) ? entriesText(value, style) : undefined
  const json = entries ?? JSON.stringify(value) ?? ''
  const text = shownText(isSpoken && !entries ? withoutMarks(json) : json, cut).replaceAll('`', "'")
  if (!Array.isArray(value)) return text
  const counted = fillCounted(locale.approval.entries, value.length, locale.tag)
  if (isSpoken) return [counted, ...(text ? [text] : [])].join(': ')
  return entries ? `${counted} (${text})` : `${counted} ${text}`
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0

/** A longer list, or one with longer entries, is shown as JSON. */
const MAX_ENTRIES = 20

/** A list in words: "SLP-L, qty 1; BTL-750, qty 3", or "red, blue". `undefined` for a list of lists. */
function entriesText(list: readonly unknown[], style: QuestionStyle): string | undefined {
  if (list.length === 0 || list.length > MAX_ENTRIES) return undefined
  const entries = list.map((entry) => entryText(entry, style))
  return entries.includes(undefined) ? undefined : entries.join(list.some(isObject) ? '; ' : ', ')
}

/** A plain value, or the members of an object. The first one, which says what it is, needs no name if it is a text. */
function entryText(entry: unknown, style: QuestionStyle): string | undefined {
  const file = fileText(entry)
  if (file !== undefined || !isObject(entry))
    return Array.isArray(entry) ? undefined : valueText(file ?? entry, style)
  const { fields: single, count } = inputFields(entry)
  if (count === 0 || count > MAX_ENTRIES) return undefined
  const fields = withCurrencies(single)
  const names = namesInWords(fields)
  return fields
    .map((field, at) => {
      const value = valueText(field.value, style)
      const isSubject = at === 0 && fields.length > 1 && typeof field.value === 'string'
      return isSubject ? value : `${names[at] ?? nameText(field.path, {})} ${value}`
    })
    .join(', ')
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::00(?:\.0+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * A date of ISO 8601 as people say it: "Tuesday, March 3, 2026, 3:00 PM". A time with an offset is said in the user's time
 * zone; if that is not known, as it is written, with its offset.
 */
function dateText(text: string, { locale: { tag }, timezone }: QuestionStyle): string | undefined {
  const [, day, time, offset = ''] = DATE.exec(text) ?? []
  if (day === undefined) return undefined
  const isOfUser = offset !== '' && timezone !== undefined
  const at = new Date(isOfUser ? text.replace(' ', 'T') : `${day}T${time ?? '00:00'}:00Z`)
  if (Number.isNaN(at.getTime())) return undefined
  const timeStyle = time === undefined ? undefined : 'short'
  const timeZone = isOfUser ? timezone : 'UTC'
  const said = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle, timeZone })
    .format(at)
    .replaceAll(/[\u202f\u00a0]/g, ' ')
  return offset === '' || isOfUser ? said : `${said} ${offset === 'Z' ? 'UTC' : `UTC${offset}`}`
}

/** JSON for a voice, without brackets and quotes: `{"price":[1,2]}` gives `price : 1, 2`. */
function withoutMarks(json: string): string {
  return json
    .replaceAll(/[[\]{}"]/g, ' ')
    .replaceAll(/[:,]/g, '$& ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns a function that puts a length into words of the agent's language: 12 gives "12 characters". */
export const lengthIn =
  ({ approval, tag }: AgentTexts) =>
  (count: number): string =>
    fillCounted(approval.length, count, tag)

/** Whether the end of a text is clear without quotes: few signs, no word that ends with a full stop or colon. */
function isPlain(text: string): boolean {
  return /^\+?[\p{L}\p{N}][\p{L}\p{N}\p{M} _@/+%#&'’.:-]*$/u.test(text) && !/[.:] |[.:'’ -]$/.test(text)
}

/** A text in quotes, so that the user hears or sees where it ends. Characters that a synthesizer reads as markup are replaced. */
export function quoted(text: string): string {
  return `“${text
    .replace(/[“”„"]/g, "'")
    .replaceAll('`', "'")
    .replaceAll('](', '] (')}”`
}
