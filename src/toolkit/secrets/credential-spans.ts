import { decodedName } from '../../text/decode-uri.js'
import { memoized } from '../../text/memoized.js'
import { trimEndOf } from '../../text/trim.js'
import { namedValues } from '../semantics/named-values.js'
import { hasVariable } from '../template/variables.js'
import { credentialsAmong, mentionsCredential } from './credential-name.js'
import { formedSpans, looksLikeCredential, sureSpans } from './credential-value.js'
import { isAmbiguousKey, isAmbiguousName, looksMachineMade } from './machine-key.js'
import { maskSpans } from './mask.js'
import type { TextSpan } from './secret-matcher.js'

/** The position of a word that may be the name of a credential, and the text that contains the word. */
interface NamedPlace {
  text: string
  start: number
  end: number
}

/** The longest name that is recognised, in characters. */
const MAX_NAME = 60
/** Maximum distance from an ambiguous name to the end of its value. Keys have at most 512 characters. */
const KEY_REACH = 600

/** The parts of any text that are credentials, by names in all notations or by form, in order. They may overlap. */
export function credentialSpans(text: string): TextSpan[] {
  if (!mentionsCredential(text) && !text.includes('%')) return formedSpans(text)
  const words = namesIn(text)
  const isNamed = credentialsAmong(words.map(({ start, end }) => text.slice(start, end)))
  const named = words.flatMap((word) => namedSpans({ text, ...word }, isNamed))
  const labelled = namedValues(text).filter(
    ({ name, value }) => !hasVariable(value) && (isNamed(name) || isAmbiguousKey(name, value)),
  )
  return [...named, ...labelled, ...fieldSpans(text, isNamed), ...formedSpans(text)].sort(
    (one, other) => one.start - other.start,
  )
}

/** The words that may have a value: a sign follows, or spaces and a sign, or they begin a tag. Most words of prose do not. */
function namesIn(text: string): TextSpan[] {
  const found: TextSpan[] = []
  WORD.lastIndex = 0
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const start = match.index
    const end = WORD.lastIndex
    const next = text[end] ?? ' '
    const isFollowed = /\s/.test(next)
      ? text[start - 1] === '<' ||
        text[start - 1] === ':' ||
        /^\s*[:=]/.test(text.slice(end, end + 8)) ||
        matchAt(text, NEXT_WORD, end) !== null
      : /["'`\\=:/>]/.test(next)
    if (isFollowed) found.push({ start, end })
  }
  return found
}

/** Masks the credentials in a text of a file for display. Every character keeps its column. */
export function maskInPlace(text: string): string {
  let shown = ''
  let from = 0
  for (const { start, end } of credentialSpans(text)) {
    if (end <= from) continue
    const first = Math.max(start, from)
    shown += text.slice(from, first) + cover(text.slice(first, end))
    from = end
  }
  return shown + text.slice(from)
}

export function cover(text: string): string {
  return '•'.repeat(text.length)
}

/** Descriptions of parameters are short and repeat in a file. */
const MAX_REMEMBERED = 300
const VALUE_LIKE = /\S{8}/

/** Masks the credentials in prose. Words such as "bearer authentication." and placeholders stay. */
export const maskProse: (text: string) => string = memoized((text) => {
  return maskSpans(text, likelySpans(text))
}, MAX_REMEMBERED)

/** The parts of any text that are credentials by a name beside them or by form, and look like one. */
export function likelySpans(text: string): TextSpan[] {
  if (!VALUE_LIKE.test(text)) return []
  const isOne = ({ start, end }: TextSpan) =>
    looksLikeCredential(trimEndOf(text.slice(start, end), '.,;:!?)'))
  return [...sureSpans(text), ...credentialSpans(text).filter(isOne)].sort(
    (one, other) => one.start - other.start,
  )
}

type IsMaskedName = (name: string) => boolean

const WORD = /[\p{L}\p{M}\w.-]+/gu

/** The values of a name in all notations, if it is that of a credential; of an ambiguous name, only those like keys. */
function namedSpans({ text, start, end }: NamedPlace, isNamed: IsMaskedName): TextSpan[] {
  const place = { text, start: Math.max(start, end - MAX_NAME), end }
  const name = text.slice(place.start, end)
  if (name.length < 2) return []
  if (isNamed(name)) return NOTATIONS.flatMap((find) => find(place))
  if (!isAmbiguousName(name)) return []
  // A key is short, so only the beginning of the text after the name is searched.
  const near = { ...place, text: text.slice(0, end + KEY_REACH) }
  const spans = NOTATIONS.flatMap((find) => find(near))
  return spans.filter((span) => isAmbiguousKey(name, text.slice(span.start, span.end)))
}

/** A field of a query. Its name may contain characters that `WORD` does not match, such as `%`. */
const FIELD = /[?&]([^=&?#"'`\\{}<>\r\n]+)(?:=([^&#\s"'`\\{}]+))?/g

function fieldSpans(text: string, isNamed: IsMaskedName): TextSpan[] {
  return [...text.matchAll(FIELD)].flatMap(({ 0: field, 1: name = '', 2: value, index }) => {
    if (value === undefined || name.length > MAX_NAME) return []
    const plain = decodedName(name)
    if (!isNamed(plain) && !isAmbiguousKey(plain, value)) return []
    const end = index + field.length
    return [{ start: end - value.length, end }]
  })
}

function matchAt(text: string, pattern: RegExp, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const VALUE_OF_PAIR = /=([^&#\s"'`\\{}]+)/y

/** Finds the value of `key=value` in an address or a form. */
function inPair({ text, end }: NamedPlace): TextSpan[] {
  const value = matchAt(text, VALUE_OF_PAIR, end)?.[1]
  return value === undefined ? [] : [{ start: end + 1, end: end + 1 + value.length }]
}

/** The quote before a position with its backslashes: JSON inside a JSON string writes `\"`. */
function quoteBefore(text: string, place: number): string {
  if (text[place - 1] !== '"') return ''
  let start = place - 1
  while (start > 0 && text[start - 1] === '\\') start--
  return text.slice(start, place)
}

const COLON = /\s*:\s*/y

/** Finds the values of `"password": "value"` and `"tokens": ["value", "value"]`. */
function inMember({ text, start, end }: NamedPlace): TextSpan[] {
  const quote = quoteBefore(text, start)
  if (quote === '' || !text.startsWith(quote, end)) return []
  const colon = matchAt(text, COLON, end + quote.length)
  if (!colon) return []
  const at = COLON.lastIndex
  if (text[at] === '[') return textsIn(text, { start: at + 1, end: endOfList(text, at + 1) })
  return text.startsWith(quote, at) ? valueBehind(text, { quote, start: at + quote.length }) : []
}

const LIST = /[^[\]{}]*/y

function endOfList(text: string, start: number): number {
  matchAt(text, LIST, start)
  return LIST.lastIndex
}

function textsIn(text: string, { start, end }: TextSpan): TextSpan[] {
  return [...text.slice(start, end).matchAll(/[^\s,"\\]+/g)].map(({ 0: element, index }) => ({
    start: start + index,
    end: start + index + element.length,
  }))
}

function valueBehind(text: string, { quote, start }: { quote: string; start: number }): TextSpan[] {
  const end = endOfQuoted(text, { quote, start })
  const variable = text.slice(start, end).indexOf('{{')
  return variable === 0 ? [] : [{ start, end: variable < 0 ? end : start + variable }]
}

/** Where a value ends: at the first quote with as many backslashes as the opening `quote`, or fewer, or at the end. */
function endOfQuoted(text: string, { quote, start }: { quote: string; start: number }): number {
  const sign = quote.at(-1)!
  for (let at = text.indexOf(sign, start); at >= 0; at = text.indexOf(sign, at + 1)) {
    let from = at
    while (from > start && text[from - 1] === '\\') from--
    if (at - from < quote.length) return from
  }
  return text.length
}

const SIGN = /\s*[:=]\s*(\\*["'])/y

/** Finds the value of `password: "value"` (GraphQL) and `password="value"` (XML). */
function inArgument({ text, start, end }: NamedPlace): TextSpan[] {
  if (/[$"?&]/.test(text[start - 1] ?? '')) return []
  const quote = matchAt(text, SIGN, end)?.[1]
  if (quote === undefined) return []
  return valueBehind(text, { quote, start: SIGN.lastIndex })
}

const COMMA = /,\s*(\\*["'`])/y

/** Finds the value of `set("password", "value")` in a script. */
function inCall({ text, start, end }: NamedPlace): TextSpan[] {
  const opening = /\(\s{0,9}(\\{0,9}["'`])$/.exec(text.slice(Math.max(0, start - 20), start))?.[1]
  if (opening === undefined || !text.startsWith(opening, end)) return []
  const quote = matchAt(text, COMMA, end + opening.length)?.[1]
  return quote === undefined ? [] : valueBehind(text, { quote, start: COMMA.lastIndex })
}

const START_OF_TAG = /<(?:[\p{L}\p{M}\w.-]+:)?$/u
const REST_OF_TAG = /(?:\s[^<>]*)?>([^<>{}]+)<\//y

/** Finds the value of `<password>value</password>`, also with a namespace prefix: `<ns:password>`. */
function inElement({ text, start, end }: NamedPlace): TextSpan[] {
  if (!START_OF_TAG.test(text.slice(Math.max(0, start - MAX_NAME), start))) return []
  const value = matchAt(text, REST_OF_TAG, end)?.[1]
  if (value === undefined) return []
  const last = REST_OF_TAG.lastIndex - 2
  return [{ start: last - value.length, end: last }]
}

const NEXT_IN_PATH = /(?:\/|"\s*,\s*")([\w+=-]+)/y

/** Finds a machine-made key after its name in an address or in the list of its segments: `/token/5f0c…`. */
function inPath({ text, end }: NamedPlace): TextSpan[] {
  const value = matchAt(text, NEXT_IN_PATH, end)?.[1]
  const last = NEXT_IN_PATH.lastIndex
  return value !== undefined && looksMachineMade(value) ? [{ start: last - value.length, end: last }] : []
}

const HEADER_LINE = /:[ \t]+([^\s"'`,;<>{}[\]\\]+)/y

/** Finds the value of a header or of a line of text: `X-Api-Key: value`. A word, as in `token: required`, is none. */
function inLine({ text, end }: NamedPlace): TextSpan[] {
  const value = matchAt(text, HEADER_LINE, end)?.[1]
  const last = HEADER_LINE.lastIndex
  return looksLikeCredential(value) ? [{ start: last - value.length, end: last }] : []
}

/** A word with a digit, as after "the token" in prose. */
const NEXT_WORD = /[ \t]+(?:is[ \t]+)?["'`]?([A-Za-z_-]*\d[\w.+/=-]{8,})/y
const LETTER_BESIDE_DIGIT = /[a-z](?=\d)|\d(?=[a-z])/gi
/** A date and a name such as `v2-authentication` have fewer places where letters and digits meet. */
const LEAST_MIXED = 5

/** Finds a key after its name in prose: "Use the token ab12cd34…". */
function inProse({ text, end }: NamedPlace): TextSpan[] {
  const value = matchAt(text, NEXT_WORD, end)?.[1]
  const last = NEXT_WORD.lastIndex
  const isMixed = value !== undefined && (value.match(LETTER_BESIDE_DIGIT)?.length ?? 0) >= LEAST_MIXED
  return isMixed && looksLikeCredential(value) ? [{ start: last - value.length, end: last }] : []
}

const NOTATIONS = [inProse, inPath, inLine, inPair, inMember, inArgument, inCall, inElement]
