import type { AgentTexts } from '../../languages/agent-texts.js'
import { countText, fillText } from '../../languages/fill-text.js'
import { isObject } from '../../protocol/is-object.js'
import { type InputField, inputFields } from '../../text/input-fields.js'
import { showHidden, shownText } from '../../text/visible.js'
import type { JsonObject, JsonSchema } from '../../toolkit/model/json.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'
import { MASK } from '../../toolkit/secrets/mask.js'
import { maskArguments } from '../../toolkit/secrets/sensitive-arguments.js'
import { withoutNumber } from '../../toolkit/semantics/request-title.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import type { PreparedCall } from './tool-calls.js'

export interface ShownField {
  name: string
  value: string
}

export interface CallFields {
  /**
   * Values of the path parameters, such as the id `17`. If the call gives no value, the default in the collection is
   * used.
   */
  record: string[]
  declared: ShownField[]
  /** Fields that the tool does not declare as parameters. */
  unexpected: ShownField[]
  /** Number of further fields, which are not listed. */
  uncounted: number
}

const MAX_NAME_CHARS = 60

export interface FieldStyle {
  locale: AgentTexts
  maxChars: number
  /**
   * Whether the text is spoken. Then words replace names such as `ownerName`, and lists have no brackets. @default
   * false
   */
  isSpoken?: boolean
}

/** The fields of a call. Declared fields come first, in the order of the tool's parameters. */
export function callFields({ tool, input: given }: PreparedCall, style: FieldStyle): CallFields {
  const { parameters, definition } = tool
  const inPath = new Set(pathParameters(definition))
  const input = maskArguments(given, parameters)
  const record = [...inPath].flatMap((name) => {
    const value = input[name] ?? parameters.properties?.[name]?.default
    return value === undefined ? [] : [valueText({ value }, style)]
  })
  const others = Object.fromEntries(
    Object.entries(inDeclaredOrder(input, parameters)).filter(([name]) => !inPath.has(name)),
  )
  const { fields, count } = inputFields(others)
  const names = style.isSpoken ? spokenNames(fields) : []
  const shown = fields.map((field, at) => {
    const name = nameText(field.path, others)
    const declared = isDeclared(field.path, parameters)
    const value = valueText(field, style)
    return { isDeclared: declared, name: declared && name !== '' ? (names[at] ?? name) : name, value }
  })
  return {
    record,
    declared: shown.filter((field) => field.isDeclared),
    unexpected: shown.filter((field) => !field.isDeclared),
    uncounted: count - fields.length,
  }
}

function pathParameters(definition: ToolDefinition | undefined): string[] {
  return (definition?.bindings ?? []).flatMap((binding) => (binding.in === 'path' ? [binding.parameter] : []))
}

/** Orders the members of an input as the schema declares them. Undeclared members come last. */
export function inDeclaredOrder(input: JsonObject, schema: JsonSchema): JsonObject {
  const { properties = {} } = schema
  const declared = Object.keys(properties).filter((key) => Object.hasOwn(input, key))
  const others = Object.keys(input).filter((key) => !Object.hasOwn(properties, key))
  return Object.fromEntries(
    [...declared, ...others].map((key) => {
      const value = input[key]!
      return [key, isObject(value) ? inDeclaredOrder(value, properties[key] ?? {}) : value]
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
  const name = shownText((isOwn ? rest : path).join('.'), { max: MAX_NAME_CHARS, length: () => '…' })
  return name === '' || /^[\p{L}\p{N}_.$@-]+$/u.test(name) ? name : quoted(name)
}

/**
 * The name of each field for a voice: the last part of its path in words. `bank.ownerName` gives "owner name".
 * `undefined` if two fields have the same name, or if a name is too long or has no letter.
 */
function spokenNames(fields: readonly InputField[]): (string | undefined)[] {
  const names = fields.map(({ path }) => wordsOf(path.at(-1) ?? '').join(' '))
  const known = new Set<string>()
  const twice = new Set(names.filter((name) => known.size === known.add(name).size))
  const isClear = (name: string) => !twice.has(name) && name.length <= MAX_NAME_CHARS && /\p{L}/u.test(name)
  return names.map((name) => (isClear(name) ? name : undefined))
}

/** A value as text for the user: credentials are masked, and the middle of a long value is left out. */
function valueText({ value }: Pick<InputField, 'value'>, { locale, maxChars, isSpoken }: FieldStyle): string {
  const { approval, tag } = locale
  const cut = { max: maxChars, length: lengthIn(locale) }
  if (value === MASK) return MASK
  if (typeof value === 'string') {
    const text = shownText(value, cut)
    return isPlain(text) ? text : quoted(text)
  }
  const json = JSON.stringify(value) ?? ''
  const text = shownText(isSpoken ? withoutMarks(json) : json, cut).replaceAll('`', "'")
  if (!Array.isArray(value)) return text
  const words = value.length === 1 ? approval.entries.one : approval.entries.many
  return `${fillText(words, { count: countText(value.length, tag) })}${isSpoken ? ':' : ''} ${text}`
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
    fillText(approval.length, { count: countText(count, tag) })

/**
 * Whether a text needs no quotes, because its end is clear without them. It has only letters, digits and a few signs,
 * and no word in it ends with a full stop or a colon.
 */
function isPlain(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _@/+%#&'’.:-]*$/u.test(text) && !/[.:] |[.:'’ -]$/.test(text)
}

/** A text in quotes, so that the user hears or sees where it ends. Characters that a synthesizer reads as markup are replaced. */
export function quoted(text: string): string {
  return `“${text
    .replace(/[“”„"]/g, "'")
    .replaceAll('`', "'")
    .replaceAll('](', '] (')}”`
}

/**
 * The title of a tool for the user: without a step number, and with a space between joined words, so `createOrder`
 * gives `create Order`. Titles come from the collection, so invisible characters are made visible.
 */
export function titleText(text: string): string {
  const title = withoutNumber(showHidden(text).replaceAll('`', "'")).replace(/\.$/, '')
  return /\s/.test(title) ? title : title.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
}
