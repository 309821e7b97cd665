import { trimEndOf } from '../../text/trim.js'
import { JOINING, LIST_HEAD, OPEN_LIST, SEVERAL } from './prose-words.js'

/** What converters write behind a description. */
const ONLY = /\(This can only be one of ([^()]*)\)/
/** A description that begins with alternatives in backticks: `` `ASC` or `DESC` ``. */
const BEGINS = /^\W{0,2}`[^`\s]+` ?(?:,|\||\/|or\b)/
/** A rule of Go's validator. */
const ONE_OF = /\boneof=((?:[\w.'-]+ ?)+)/

const MAX_VALUES = 80
const MAX_VALUE = 60

/**
 * The values that a description says are all there are: an explicit closed list, such as "Can be one of: a, b" or "Valores válidos: …".
 * Undefined for anything weaker, such as examples, several values in one text, or words that only begin like a list.
 */
export function listedValues(text: string): string[] | undefined {
  if (SEVERAL.test(text)) return undefined
  const only = ONLY.exec(text)?.[1]
  if (only !== undefined) return closed(only.split(',').map((value) => value.trim()))
  const tag = ONE_OF.exec(text)?.[1]
  if (tag !== undefined) return closed(tag.trim().split(' '))
  if (BEGINS.test(text)) {
    const values = readList(text)
    if (values) return values
  }
  for (const { 0: head, index } of text.matchAll(LIST_HEAD)) {
    const values = readList(text.slice(index + head.length))
    if (values) return values
  }
  return undefined
}

function closed(values: string[]): string[] | undefined {
  const distinct = [...new Set(values.filter(Boolean))]
  const isList = distinct.length >= 2 && distinct.length <= MAX_VALUES
  return isList && distinct.every((value) => value.length <= MAX_VALUE) ? distinct : undefined
}

/** The values at the beginning of a text, with signs, remarks and bullets between them; undefined where the text goes on otherwise. */
function readList(text: string): string[] | undefined {
  const scanner = new ListScanner(text)
  const values: string[] = []
  for (;;) {
    const value = scanner.value()
    if (value === undefined) return undefined
    values.push(value)
    scanner.remark()
    if (!scanner.separator()) break
  }
  return scanner.isAtEnd() ? closed(values) : undefined
}

const QUOTES: Record<string, string> = { '`': '`', '"': '"', "'": "'", '“': '”', '‘': '’', '「': '」' }
/** A bare value: one word of letters, digits and the signs of names. */
const BARE = /^[\p{L}\p{N}_+<>=-][\p{L}\p{N}_.:+-]*/u
/** Words that begin a sentence, not a list. */
const NO_VALUES =
  /^(?:includes?|including|the|a|an|this|these|those|your|its?|any|all of|der|die|das|el|la|los|las|le|les|os?|as)$/i

/** A bullet, perhaps on the next line. */
const NEXT_BULLET = /^[^\S\n]*\n\s*(?:[-*•]|\d+[.)])\s|^\s[-*•] (?:\*\*|[`"'])/

/** Reads a list from left to right; nothing is looked at twice. */
class ListScanner {
  readonly #text: string
  #at = 0
  #isQuoted = false
  #isBullet = false

  constructor(text: string) {
    this.#text = text
    this.#skip(/^\s*(?:the following\s*)?[:：=]?\s*[[({]?\s*/)
  }

  /** A value in quotes, backticks or bold, else one bare word. */
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

  /** What explains a value: brackets behind it, ` = text`, or the rest of its bullet. */
  remark(): void {
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
    if (joining) {
      this.#skip(/^\s*/)
      this.#at += joining[0].length
      this.#skip(/^\s*/)
    } else if (!hasSign) {
      return /^:?[^\S\n]*\n\s*[-*•]\s/.test(this.#rest()) && this.#skip(/^:?\s*/)
    }
    return this.#rest() !== ''
  }

  /** A bullet's text goes on to the end of its line, or to a bullet on the same line that marks its value as this one does. */
  #toNextBullet(): void {
    const line = this.#text.indexOf('\n', this.#at)
    const end = line < 0 ? this.#text.length : line
    const next = /\s[-*•] (?:\*\*|[`"'])/g
    next.lastIndex = this.#at
    const found = next.exec(this.#text)
    this.#at = found && found.index < end ? found.index : end
  }

  /** Whether the list ends where a clause does, and says nothing of further values. */
  isAtEnd(): boolean {
    const rest = this.#rest()
    if (OPEN_LIST.test(rest.slice(0, 30))) return false
    return /^\s*(?:$|[.;)\]}。；）]|\n|,? ?\(?(?:default|por defecto|padrão|Standard))/.test(rest)
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
