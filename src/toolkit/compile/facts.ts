import { trimEndOf } from '../../text/trim.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { schemaOfTypeName } from './placeholders.js'

/** What a description says in words that a program can trust. */
export interface Facts {
  required?: boolean
  /** `type` and `format`. */
  type?: JsonSchema
  values?: string[]
  default?: string
  minimum?: number
  maximum?: number
  /** The description without what the other members say. */
  text: string
}

const NO_FACTS: Facts = { text: '' }

/** Without one of these a description says nothing but perhaps a type. */
const TELLING = /requir|mandator|option|default|one of|value|enum|between|max|`|[([]/i

/** Reads a parameter's description. */
export function readFacts(description: string): Facts {
  if (description === '') return NO_FACTS
  if (!TELLING.test(description)) {
    const type = typeIn(description)
    return type ? { type, text: description } : { text: description }
  }
  const required = requiredIn(description)
  const type = typeIn(description)
  const values = valuesIn(description)
  const byDefault = defaultIn(description)
  return {
    ...(required === undefined ? {} : { required }),
    ...(type ? { type } : {}),
    ...(values ? { values } : {}),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...boundsIn(description),
    text: cleaned(description),
  }
}

/** The parameter's own description before what is said about it elsewhere. */
export function mergeFacts(own: Facts, elsewhere: Facts | undefined): Facts {
  return elsewhere ? { ...elsewhere, ...own, text: own.text || elsewhere.text } : own
}

const REQUIRED = [
  /^\W*(?:required|mandatory)\b(?! (?:if|when|for|only|unless))/i,
  /\((?:required|mandatory)\)|\[required\]/i,
]
const OPTIONAL = [/^\W*optional\b/i, /[([]optional[)\]]/i]

function requiredIn(text: string): boolean | undefined {
  const says = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(text))
  return says(REQUIRED) ? true : says(OPTIONAL) ? false : undefined
}

/** A description that is a type, starts with one, or names one in brackets: `string`, `integer - the page`, `(boolean)`. */
function typeIn(text: string): JsonSchema | undefined {
  const rest = text.replace(/^\W*(required|optional)\W+/i, '')
  const name =
    /^[\W]*([a-z][\w-]*)[`*)\]]*\s*(?:$|[-–:,.;|(\n])/i.exec(rest)?.[1] ??
    /[([]([a-z][\w-]*)[)\]]/i.exec(rest)?.[1]
  return name ? schemaOfTypeName(name) : undefined
}

/** What converters write behind a description. */
const ONLY = /\(This can only be one of ([^()]*)\)/
/** Values in backticks, each perhaps with a remark, that begin a clause. */
const IN_BACKTICKS =
  /(?:^|[:(]\s?|\b(?:either|be|is|are)\s)(`[^`\s]+`(?: \([^()]*\))?(?:(?:,? or |, ?| ?[|/] ?)`[^`\s]+`(?: \([^()]*\))?)+)/
/** Words that announce a list. */
const LIST_HEAD =
  /\b(?:(?<!least )(?<!most )(?<!any )(?<!either )one of|(?:allowed|possible|valid|accepted|supported|available|permitted) (?:values?|options?)(?: are| include)?|enum)\b/i

/** The values a description lists; undefined when it is not plainly a closed list. */
function valuesIn(text: string): string[] | undefined {
  for (const list of [ONLY.exec(text)?.[1], IN_BACKTICKS.exec(text)?.[1], announcedList(text)]) {
    const values = list && splitValues(list)
    if (values && values.length >= 2) return [...new Set(values)]
  }
  return undefined
}

/** What follows the words that announce a list: the rest of the line, and the bullets below it. */
function announcedList(text: string): string | undefined {
  const head = LIST_HEAD.exec(text)
  if (!head) return undefined
  const behind = text.slice(head.index + head[0].length).replace(/^\s*(?:are|is|the following)?/i, '')
  const [first = '', ...lines] = behind
    .trimStart()
    .replace(/^[:=]\s*/, '')
    .split('\n')
  const end = lines.findIndex((line) => line.trim() !== '' && !/^\s*[-*] /.test(line))
  return [first, ...(end < 0 ? lines : lines.slice(0, end))].join('\n')
}

/** What stands first in bullets, else words in quotes, else plain words between commas. */
function splitValues(list: string): string[] | undefined {
  const sentence = list.split(/\.(?:\s|$)/)[0] ?? ''
  const bullets = [...list.matchAll(/^[ \t]*[-*] +[`"'*]*([\w.:-]*\w)/gm)].map((match) => match[1]!)
  if (bullets.length >= 2) return bullets
  for (const pattern of [/`([^`\s]+)`/g, /"([^"]+)"/g, /'([^']+)'/g, /\*\*([^*\s]+)\*\*/g]) {
    const quoted = [...list.matchAll(pattern)].map((match) => match[1]!)
    if (quoted.length >= 2) return quoted
  }
  const words = sentence.replace(/[[\](){}]/g, '').split(/[,|/]|\b(?:or|and)\b/)
  const values = words.map((word) => word.trim()).filter(Boolean)
  return values.every((value) => /^[\w.:+-]{1,40}$/.test(value)) ? values : undefined
}

const DEFAULT = /\bdefault(?:s to|(?: value)?(?: is| of)?)?(?: set)?(?: to)?/gi
/** A value in quotes or bold, or a bare one. */
const QUOTED = /^[`"']([^`"'\n]+)[`"']|^\*\*([^*\n]+)\*\*/
const BARE = /^-?[\w.-]*/
/** What ends the clause of a bare value: not `default 7 days ago`. */
const CLAUSE_END = /^[.,;)\]]|^(?:max|min|and|if|for|items)\b/i
const MAX_DEFAULT = 40
/** A default and the end of its clause stand within so many characters. */
const DEFAULT_REACH = 100

/** The value behind the word `default`. */
function defaultIn(text: string): string | undefined {
  for (const { 0: head, index } of text.matchAll(DEFAULT)) {
    const start = index + head.length
    const behind = text
      .slice(start, start + DEFAULT_REACH)
      .trimStart()
      .replace(/^[:=]\s*/, '')
    const value = defaultAt(behind)
    if (value !== undefined && value.length <= MAX_DEFAULT) return value
  }
  return undefined
}

function defaultAt(text: string): string | undefined {
  const quoted = QUOTED.exec(text)
  if (quoted) return quoted[1] ?? quoted[2]
  const bare = trimEndOf(BARE.exec(text)?.[0] ?? '', '.-')
  const behind = text.slice(bare.length)
  const isEnd = /^\s*$|^[^\S\n]*\n/.test(behind) || CLAUSE_END.test(behind.trimStart())
  return bare !== '' && isEnd ? bare : undefined
}

const BETWEEN = /\bbetween `?(-?\d+)`? (?:and|to) `?(-?\d+)`?/gi
const MAXIMUM = /\bmax(?:imum)?(?: value)?(?: is| of|:)? `?(\d+)\b`?/gi
/** Lengths, not values. */
const LENGTH_UNIT = /^ ?(?:char|digit|byte)/i

function boundsIn(text: string): { minimum?: number; maximum?: number } {
  const [, least, most] = firstOfValue(text, BETWEEN) ?? []
  if (least !== undefined) return { minimum: Number(least), maximum: Number(most) }
  const [, maximum] = firstOfValue(text, MAXIMUM) ?? []
  return maximum === undefined ? {} : { maximum: Number(maximum) }
}

/** The first match that speaks of a value and not of a length. */
function firstOfValue(text: string, pattern: RegExp): RegExpMatchArray | undefined {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length
    if (!LENGTH_UNIT.test(text.slice(end, end + 10))) return match
  }
  return undefined
}

function cleaned(text: string): string {
  return text
    .replace(/^\s*\((required|optional)\)\s*/i, '')
    .replace(/ ?\(This can only be one of [^()]*\)/, '')
    .trim()
}

/** The fact's default or a listed value as the schema's type would have it. */
export function typed(text: string, schema: JsonSchema): JsonValue | undefined {
  if (schema.type === 'integer' || schema.type === 'number')
    return Number.isFinite(Number(text)) ? Number(text) : undefined
  if (schema.type === 'boolean')
    return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined
  return schema.type === 'string' ? text : undefined
}
