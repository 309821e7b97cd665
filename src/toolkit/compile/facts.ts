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

function requiredIn(text: string): boolean | undefined {
  if (
    /^\W*(required|mandatory)\b(?! (if|when|for|only|unless))|\((required|mandatory)\)|\[required\]/i.test(
      text,
    )
  )
    return true
  return /^\W*optional\b|[([]optional[)\]]/i.test(text) ? false : undefined
}

/** A description that is a type, starts with one, or names one in brackets: `string`, `integer - the page`, `(boolean)`. */
function typeIn(text: string): JsonSchema | undefined {
  const rest = text.replace(/^\W*(required|optional)\W+/i, '')
  const name =
    /^[\W]*([a-z][\w-]*)[`*)\]]*\s*(?:$|[-–:,.;|(\n])/i.exec(rest)?.[1] ??
    /[([]([a-z][\w-]*)[)\]]/i.exec(rest)?.[1]
  return name ? schemaOfTypeName(name) : undefined
}

const LISTS = [
  /\(This can only be one of ([^)]*)\)/,
  /(?:^|[:(]\s*|\b(?:either|be|is|are)\s+)(`[^`\s]+`(?: \([^)]*\))?(?:(?:,? or |, ?| ?[|/] ?)`[^`\s]+`(?: \([^)]*\))?)+)/,
  /\b(?:(?<!least )(?<!most )(?<!any )(?<!either )one of|(?:allowed|possible|valid|accepted|supported|available|permitted) (?:values?|options?)(?: are| include)?|enum)\s*(?:are|is|the following)?\s*[:=]?\s*([^\n]*(?:\n\s*[-*] .*)*(?:\n+\s*[-*] .*)*)/i,
]

/** The values a description lists; undefined when it is not plainly a closed list. */
function valuesIn(text: string): string[] | undefined {
  for (const pattern of LISTS) {
    const found = pattern.exec(text)?.[1]
    const values = found && splitValues(found)
    if (values && values.length >= 2) return [...new Set(values)]
  }
  return undefined
}

/** What stands first in bullets, else words in quotes, else plain words between commas. */
function splitValues(list: string): string[] | undefined {
  const sentence = list.split(/\.(?:\s|$)/)[0] ?? ''
  const bullets = [...list.matchAll(/^\s*[-*] +[`"'*]*([\w.:-]*\w)/gm)].map((match) => match[1]!)
  if (bullets.length >= 2) return bullets
  for (const pattern of [/`([^`\s]+)`/g, /"([^"]+)"/g, /'([^']+)'/g, /\*\*([^*\s]+)\*\*/g]) {
    const quoted = [...list.matchAll(pattern)].map((match) => match[1]!)
    if (quoted.length >= 2) return quoted
  }
  const words = sentence.replace(/[[\](){}]/g, '').split(/\s*(?:,|\||\/|\bor\b|\band\b)\s*/)
  const values = words.map((word) => word.trim()).filter(Boolean)
  return values.every((value) => /^[\w.:+-]{1,40}$/.test(value)) ? values : undefined
}

/** A value in quotes after `default`, or a bare one with nothing but the end of a clause after it: not `default 7 days ago`. */
const DEFAULT =
  /\bdefault(?:s to|(?: value)?(?: is| of)?)?(?: set)?(?: to)?\s*[:=]?\s*(?:[`"']([^`"'\n]{1,40})[`"']|\*\*([^*\n]{1,40})\*\*|(-?[\w.-]*\w)(?=\s*(?:$|[.,;)\]\n]|(?:max|min|and|if|for|items)\b)))/i

function defaultIn(text: string): string | undefined {
  const found = DEFAULT.exec(text)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

function boundsIn(text: string): { minimum?: number; maximum?: number } {
  const between = /\bbetween `?(-?\d+)`? (?:and|to) `?(-?\d+)`?(?!\d| ?(?:char|digit|byte))/i.exec(text)
  if (between) return { minimum: Number(between[1]), maximum: Number(between[2]) }
  const maximum = /\bmax(?:imum)?(?: value)?(?: is| of|:)? `?(\d+)`?(?! ?(?:char|digit|byte))\b/i.exec(text)
  return maximum ? { maximum: Number(maximum[1]) } : {}
}

function cleaned(text: string): string {
  return text
    .replace(/^\s*\((required|optional)\)\s*/i, '')
    .replace(/\s*\(This can only be one of [^)]*\)/, '')
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
