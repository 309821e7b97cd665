import { memoized } from '../../text/memoized.js'
import { trimEndOf } from '../../text/trim.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { schemaOfTypeName } from './placeholders.js'
import {
  BETWEEN_WORD,
  DEFAULT_WORD,
  LENGTH_UNIT,
  MAXIMUM_WORD,
  MINIMUM_WORD,
  OPTIONAL_WORD,
  RANGE_WORD,
  REQUIRED_WORD,
} from './prose-words.js'
import { listedValues } from './value-list.js'

/**
 * A description without information: a text such as `TODO`, or only the name of a type. It is dropped, because the
 * schema already has the type.
 */
const NOTHING =
  /^[^\p{L}\p{N}]*(?:(?:null|undefined|none|nil|n\/?a|todo|tbd|string|integer|int|number|boolean|bool|object|array)[^\p{L}\p{N}]*)?$/iu

export interface DocumentedFacts {
  required?: boolean
  type?: JsonSchema
  values?: string[]
  default?: string
  minimum?: number
  maximum?: number
  text: string
}

const NO_FACTS: DocumentedFacts = { text: '' }

/**
 * Words and signs that can state a fact about the parameter, such as a default. If an English description has none of
 * them, it can state only a type.
 */
const TELLING =
  /requir|mandator|option|default|one ?of|either| or |values?|enum|between|max|min|`|[([]|[^ -~\s]/i
/** Words that state a fact (required, optional, value, default, bounds), in languages other than English. */
const TELLING_TOO =
  /obliga|requer|obbliga|erforder|pflicht|verplicht|zorunlu|wajib|opcion|opsion|valor|wert|valeur|nilai|salah|defecto|defaut|padrao|standa|predef|predet|zwischen|entre |[tf]ra \d|tussen|antara|miedzy|mindest|hochst|moins|plus|massimo|hoogst|minst|najwy|najm|en (?:az|fazla)|maksi/i

/** Maximum length of a description whose facts are cached, in characters. Longer descriptions are seldom repeated. */
const MAX_REPEATED = 500

/** Reads the facts from the description of a parameter. Cached, because many parameters have the same description. */
export const parseDocumentedFacts: (description: string) => DocumentedFacts = memoized((description) => {
  if (description === '') return NO_FACTS
  if (!TELLING.test(description) && !TELLING_TOO.test(description)) {
    const type = typeIn(description)
    const text = cleaned(description)
    return type ? { type, text } : { text }
  }
  const required = requiredIn(description)
  const named = typeIn(description)
  const listed = listedValues(description)
  const isFlag = listed?.every((value) => /^(?:true|false)$/.test(value)) === true
  const values = isFlag ? undefined : listed
  const byDefault = defaultIn(description)
  return {
    ...(required === undefined ? {} : { required }),
    ...(isFlag ? { type: { type: 'boolean' } } : named ? { type: named } : {}),
    ...(values ? { values } : {}),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...boundsIn(description),
    text: cleaned(description),
  }
}, MAX_REPEATED)

/**
 * Merges two descriptions of one parameter. `own` has the facts from the entry of the request, and `elsewhere` those
 * from the description of the item. If both state a fact, the fact in `own` applies.
 */
export function mergeDocumentedFacts(
  own: DocumentedFacts,
  elsewhere: DocumentedFacts | undefined,
): DocumentedFacts {
  return elsewhere ? { ...elsewhere, ...own, text: own.text || elsewhere.text } : own
}

const REQUIRED = [
  new RegExp(
    `^\\P{L}*(?:${REQUIRED_WORD})(?!\\p{L})(?! (?:if|when|for|only|unless|si|se|wenn|pour|para))`,
    'iu',
  ),
  new RegExp(`[([](?:${REQUIRED_WORD})[)\\]]`, 'iu'),
]
const OPTIONAL = [
  new RegExp(`^\\P{L}*(?:${OPTIONAL_WORD})(?!\\p{L})`, 'iu'),
  new RegExp(`[([](?:${OPTIONAL_WORD})[)\\]]`, 'iu'),
]

function requiredIn(text: string): boolean | undefined {
  const says = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(text))
  return says(REQUIRED) ? true : says(OPTIONAL) ? false : undefined
}

/**
 * The schema of the type that a description names. The description may be only the name (`string`), begin with the name
 * (`integer - the page`), or have the name in brackets (`(boolean)`).
 */
function typeIn(text: string): JsonSchema | undefined {
  const rest = text.replace(/^\W*(required|optional)\W+/i, '')
  const names = [
    /^[\W]*([a-z][\w-]*)[`*)\]]*\s*(?:$|[-–:,.;|(\n])/i.exec(rest)?.[1],
    /(?<!\w)[([]([a-z][\w-]*)[)\]]/i.exec(rest)?.[1],
  ]
  return names.map((name) => schemaOfTypeName(name ?? '')).find((schema) => schema !== undefined)
}

const DEFAULT = new RegExp(DEFAULT_WORD, 'giu')
/** A value in quotes or in bold. */
const QUOTED = /^[`"']([^`"'\n]+)[`"']|^\*\*([^*\n]+)\*\*/
const BARE = /^-?[\w.-]*/
/**
 * Matches what may follow a default without quotes. For example, `default 7, max 9` gives the default 7, but
 * `default 7 days ago` gives no default.
 */
const CLAUSE_END = /^[.,;)\]](?!\d)|^[，、；。）]|^(?:max|min|and|if|for|items)\b/i
/** Texts that say that there is no default. */
const NO_VALUE = /^(?:null|nil|undefined)?$/i
const MAX_DEFAULT = 40
/** How many characters after the word `default` are searched for the value and the end of its clause. */
const DEFAULT_REACH = 100

function defaultIn(text: string): string | undefined {
  for (const { 0: head, index } of text.matchAll(DEFAULT)) {
    const start = index + head.length
    const behind = text
      .slice(start, start + DEFAULT_REACH)
      .trimStart()
      .replace(/^[:：=]\s*/, '')
    const value = defaultAt(behind)
    if (value !== undefined && value.length <= MAX_DEFAULT) return NO_VALUE.test(value) ? undefined : value
  }
  return undefined
}

function defaultAt(text: string): string | undefined {
  const quoted = QUOTED.exec(text)
  if (quoted) return trimEndOf(quoted[1] ?? quoted[2] ?? '', '.')
  const [number] = GROUPED.exec(text) ?? []
  const bare = number ?? trimEndOf(BARE.exec(text)?.[0] ?? '', '.-')
  const behind = text.slice(bare.length)
  const isEnd = /^\s*$|^[^\S\n]*\n/.test(behind) || CLAUSE_END.test(behind.trimStart())
  return bare !== '' && isEnd ? bare.replaceAll(number === undefined ? '' : ',', '') : undefined
}

/** Matches a number with commas between thousands, such as `10,000`. */
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?!\w|[,.-]\w)/
/**
 * A number in a text: `100`, `0.5`, `1,000`. Not a part of another text with digits, such as `1,5`, `1.000.000`,
 * `2020-01-01`, `100k` or `1 000`.
 */
const NUMBER = '-?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?!\\w|[ .,-]\\d)'
const BEFORE = '(?<![\\p{L}\\d])'
const RANGE = new RegExp(
  `${BEFORE}(?:${BETWEEN_WORD}) ?\`?(${NUMBER})\`? ?(?:${RANGE_WORD}) ?\`?(${NUMBER})\`?`,
  'giu',
)
/** What may stand between the word for a bound and the number. */
const IS = '(?: is| of| ist| es|:)? `?(?=\\d)'
const MAXIMUM = new RegExp(
  `(?:${BEFORE}(?:${MAXIMUM_WORD})${IS}|最大值?[为是:：]? ?|最多 ?)(${NUMBER})\`?`,
  'giu',
)
const MINIMUM = new RegExp(
  `(?:${BEFORE}(?:${MINIMUM_WORD})${IS}|最小值?[为是:：]? ?|最少 ?)(${NUMBER})\`?`,
  'giu',
)
/** Matches a number such as `1.000`, which is one thousand in some languages and one in others. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$/
/**
 * Matches the unit of a length. For example, `max 50 characters` limits the length of a text; 50 is not the maximum of
 * a number.
 */
const OF_LENGTH = new RegExp(`^ ?(?:${LENGTH_UNIT})`, 'iu')

function boundsIn(text: string): { minimum?: number; maximum?: number } {
  const range = firstOfValue(text, RANGE)
  const [minimum, maximum] = range
    ? range.slice(1).map(numberOf)
    : [MINIMUM, MAXIMUM].map((pattern) => numberOf(firstOfValue(text, pattern)?.[1]))
  if (range && (minimum === undefined || maximum === undefined)) return {}
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) return {}
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || AMBIGUOUS.test(text) ? undefined : Number(text.replaceAll(',', ''))
}

/** The first match that limits the value and not the length of the value. */
function firstOfValue(text: string, pattern: RegExp): RegExpMatchArray | undefined {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length
    if (!OF_LENGTH.test(text.slice(end, end + 10))) return match
  }
  return undefined
}

function cleaned(description: string): string {
  const text = NOTHING.test(description) ? '' : description
  return text
    .replace(/^\s*(?:\((?:required|optional)\)|(?:required|optional)\.(?=\s|$))\s*/i, '')
    .replace(/ ?\(This can only be one of [^()]*\)/, '')
    .trim()
}

/** Converts a documented default, or one value of a documented list, to the type of the schema. */
export function typed(text: string, schema: JsonSchema): JsonValue | undefined {
  if (schema.type === 'integer' || schema.type === 'number')
    return Number.isFinite(Number(text)) ? Number(text) : undefined
  if (schema.type === 'boolean')
    return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined
  return schema.type === 'string' ? text : undefined
}

/**
 * Names of parameters that accept several values in one argument. For example, `fields` accepts `name,email`. If the
 * description lists values for such a parameter, arguments that combine these values are valid too.
 */
const SEVERAL_AT_ONCE =
  /^\$?(?:fields?|includes?|expand|embed|select|columns|populate|relations|projection|with|\w*selector)$/i

/**
 * The listed values, converted to the type of the schema, if no other value is valid. Undefined if other values may be
 * valid, for example because a saved request sends a value that is not in the list.
 */
export function closedValues(
  { values, text }: DocumentedFacts,
  schema: JsonSchema,
  { key, sent }: { key: string; sent: JsonValue[] },
): JsonValue[] | undefined {
  if (!values || schema.format || schema.type === 'boolean' || values.includes(key)) return undefined
  if (SEVERAL_AT_ONCE.test(key) || (/sort|order/i.test(key) && /prefix|minus|hyphen|[`"']-[`"']/i.test(text)))
    return undefined
  const list = values.flatMap((value) => typed(value, schema) ?? [])
  const isWhole = list.length === values.length && sent.every((value) => list.includes(value))
  return isWhole ? list : undefined
}
