import { trimEndOf } from '../../text/trim.js'
import { JOINING, LIST_HEAD, OPEN_LIST, SEVERAL } from './prose-words.js'

/** Matches the text that converters add to a description to list the allowed values. */
const ONLY = /\(This can only be one of ([^()]*)\)/
/** A description that begins with values in backticks: `` `ASC` or `DESC` ``. */
const BEGINS = /^\W{0,2}`[^`\s]+` ?(?:,|\||\/|or\b)/
/** A rule of Go's validator: `oneof=open closed`. */
const ONE_OF = /\boneof=((?:[\w.'-]+ ?)+)/

/** Text that gives the list behind it to another parameter, whose name is in backticks. */
const OTHER_SUBJECT = /`[^`]{1,30}`(?: (?:must|can|should|may|has to|needs to))?(?: be)? $/

/** The length of a description that has only codes, the number of values, and the length of a value, in characters. */
const MAX_CODES = 200
const MAX_VALUES = 80
const MAX_VALUE = 60

/**
 * The values of a description that has an explicit closed list, such as "Can be one of: a, b" or "Valores válidos: …".
 * Undefined in three cases:
 * - The values are only examples.
 * - One argument may combine several values (`a,b`).
 * - The words only look like a list.
 */
export function listedValues(text: string): string[] | undefined {
  if (SEVERAL.test(text)) return undefined
  const only = ONLY.exec(text)?.[1]
  if (only !== undefined) return closed(only.split(',').map((value) => value.trim()))
  const tag = ONE_OF.exec(text)?.[1]
  if (tag !== undefined) return closed(tag.trim().split(' '))
  const codes = codesIn(text)
  if (codes) return codes
  if (BEGINS.test(text)) {
    const values = readList(text)
    if (values) return values
  }
  for (const { 0: head, index } of text.matchAll(LIST_HEAD)) {
    if (OTHER_SUBJECT.test(text.slice(Math.max(0, index - 40), index))) continue
    const behind = text.slice(index + head.length)
    const values = readList(behind)
    if (values) return namesAnother(behind, values) ? undefined : values
  }
  return undefined
}

/** The values of a text of codes in capitals only: `BUY` and `SELL` for `BUY or SELL`. */
function codesIn(text: string): string[] | undefined {
  if (!text.includes(' or ') || text.length > MAX_CODES) return undefined
  const words = text.split(/,| or /).map((word) => trimEndOf(word.trim(), '.'))
  return words.every((word) => /^[A-Z][A-Z\d_]+$/.test(word)) ? closed(words) : undefined
}

/** Whether a text mentions a value that is not in its list: `a value of "all" reads …`. */
function namesAnother(text: string, values: string[]): boolean {
  const [, value] = /\bvalue (?:of |is )?[`"']([^`"'\n]{1,60})[`"']/i.exec(text) ?? []
  return value !== undefined && !values.includes(value)
}

function closed(values: string[]): string[] | undefined {
  const distinct = [...new Set(values.map((value) => trimEndOf(value, '.')).filter(Boolean))]
  const isList = distinct.length >= 2 && distinct.length <= MAX_VALUES
  return isList && distinct.every((value) => value.length <= MAX_VALUE) ? distinct : undefined
}

function readList(text: string): string[] | undefined {
  const scanner = new ListScanner(text)
  const values: string[] = []
  for (;;) {
    const value = scanner.value()
    // A new scan starts at each phrase that introduces a list. The limit bounds the work for a text with many such
    // phrases.
    if (value === undefined || values.length === MAX_VALUES) return undefined
    values.push(value)
    scanner.skipExplanation()
    if (!scanner.separator()) break
  }
  return scanner.isAtEnd() ? closed(values) : undefined
}

const QUOTES: Record<string, string> = { '`': '`', '"': '"', "'": "'", '“': '”', '‘': '’', '「': '」' }
/** A value without quotes: one word of letters, digits and signs that names may have. */
const BARE = /^[\p{L}\p{N}_+<>=-][\p{L}\p{N}_.:+-]*/u
const NO_VALUES =
  /^(?:includes?|including|the|a|an|this|these|those|your|its?|any|all of|der|die|das|el|la|los|las|le|les|os?|as)$/i

/** A default after a list: `, default`, `and the default is`. */
const AND_DEFAULT = /^,? ?(?:and )?\(?(?:the )?(?:default|por defecto|padrão|Standard)/

/** The next bullet after a value, on the same line only if its value is in quotes or bold. */
const NEXT_BULLET = /^[^\S\n]*\n\s*(?:[-*•]|\d+[.)])\s|^\s[-*•] (?:\*\*|[`"'])/

class ListScanner {
  readonly #text: string
  #at = 0
  #isQuoted = false
  #isBullet = false

  constructor(text: string) {
    this.#text = text
    this.#skip(/^\s*(?:the following\s*)?[:：=]?\s*[[({]?\s*/)
  }

  /** Reads a value in quotes, backticks or bold; else one word. */
  value(): string | undefined {
    this.#isBullet = this.#skip(/^\s*(?:[-*•]|\d+[.)])\s+/)
    const open = this.#skip(/^\*\*/) ? '**' : (this.#rest()[0] ?? '')
    const end = open === '**' ? '**' : QUOTES[open]
    this.#isQuoted = end !== undefined
    if (end === undefined) return this.#bare()
    if (open !== '**') this.#at += 1
    const close = this.#text.indexOf(end, this.#at)
    const value = this.#text.slice(this.#at, close)
    if (close < 0 || value.length > MAX_VALUE || value === '' || value.includes('\n')) return undefined
    this.#at = close + end.length
    return value
  }

  skipExplanation(): void {
    this.#skip(/^ ?\([^()]{0,80}\)/)
    if (this.#isBullet && this.#isQuoted) this.#toNextBullet()
    else if (this.#isBullet && /^\s*(?:$|[:：–—=-]|\n)/.test(this.#rest())) this.#skip(/^[^\n]*/)
    else if (this.#isQuoted)
      this.#skip(/^ (?:to|for|if|when|means|returns?|shows?) [^,;.\n"'`]{1,80}(?=[,;.\n]|$)/)
    else this.#skip(/^ ?(?:=|:(?= )|–|-(?= )) ?[^,;|\n.)]{1,60}(?=[,;|\n.)]|$)/)
  }

  separator(): boolean {
    if (this.#isBullet) return NEXT_BULLET.test(this.#rest()) && this.#skip(/^\s+/)
    const hasSign = this.#skip(/^\s*[,;|/、，](?!\s*(?:\(?default|por defecto|padrão|Standard|etc))\s*/)
    const joining = JOINING.exec(this.#rest().trimStart())
    if (joining && !AND_DEFAULT.test(this.#rest())) {
      this.#skip(/^\s*/)
      this.#at += joining[0].length
      this.#skip(/^\s*/)
    } else if (!hasSign) {
      return /^:?[^\S\n]*\n\s*[-*•]\s/.test(this.#rest()) && this.#skip(/^:?\s*/)
    }
    return this.#rest() !== ''
  }

  #toNextBullet(): void {
    const line = this.#text.indexOf('\n', this.#at)
    const end = line < 0 ? this.#text.length : line
    const next = /\s[-*•] (?:\*\*|[`"'])/g
    next.lastIndex = this.#at
    const found = next.exec(this.#text)
    this.#at = found && found.index < end ? found.index : end
  }

  isAtEnd(): boolean {
    const rest = this.#rest()
    if (OPEN_LIST.test(rest.slice(0, 30))) return false
    return AND_DEFAULT.test(rest) || /^\s*(?:$|[.;)\]}。；）]|\n)/.test(rest)
  }

  #bare(): string | undefined {
    const value = trimEndOf(BARE.exec(this.#rest())?.[0] ?? '', '.:')
    if (!value || value.length > 40) return undefined
    this.#at += value.length
    if (NO_VALUES.test(value) && /^:?\s+\S/.test(this.#rest())) return undefined
    return value
  }

  #skip(pattern: RegExp): boolean {
    const found = pattern.exec(this.#rest())?.[0]
    if (found === undefined) return false
    this.#at += found.length
    return true
  }

  #rest(): string {
    return this.#text.slice(this.#at, this.#at + 400)
  }
}
