import { decodeUri } from '../../text/decode-uri.js'
import { isCredentialLike, isPathKey } from '../secrets/credential-name.js'
import { hasVariable, onlyVariable } from '../template/variables.js'
import { lastIndexOf } from './address.js'
import { isOrder } from './effect/words.js'
import {
  idName,
  isIdName,
  isPlural,
  joinWords,
  nounBefore,
  nounWords,
  singularOf,
  VERBS,
} from './id-names.js'
import { abbreviates, type LiteralKind, lettersOfCode, literalKind, VERSION } from './literal-id.js'
import { isValue, type LiteralConventions } from './path-conventions.js'
import { placeholderName } from './placeholder-text.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/** A text in a path that is not a variable but varies from call to call: `50` in `/users/50`. */
export interface PathLiteral {
  index: number
  /** The text in the segment, which may be longer: `50` in `50.json`, `5` in `Users(5)`. */
  text: string
  /** The text with its percent escapes decoded. Absent if the text is a placeholder: `YOUR_ID`, `<id>`. */
  value?: string
  name: string
  kind: LiteralKind | 'name'
}

export interface PathContext {
  method: string
  /** The name of the item. "Get user by username" shows that `john` in `/users/john` is a value. */
  title: string
  conventions: LiteralConventions
}

export const recordKey = (path: readonly string[]): string => path.join('/').toLowerCase()

/** A date without separators. At the start of a path, such a date is a version: `/20180904/announcements`. */
const DAY = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** Segments that show that the number after them is a version: `/api/2`. */
const VERSIONED = /^(api|apis|rest|v|ver|version|odata|ws|rpc|svc|services?|agile)$/i

/** A segment with a file extension: `50.json`. */
const SUFFIX = /^(.+?)(\.(?:json|xml|html?|csv|pdf|png|jpe?g|gif|svg|txt|php|aspx?))$/i

/** A segment with a method behind an id: `42:hold`. */
const METHOD = /^([^:]+):([a-z][a-z_-]*)$/i

/** The texts in a path that may differ in each call, such as ids. Versions, constants and words are left out. */
export function literalsInPath(path: string[], context: PathContext): PathLiteral[] {
  const found: PathLiteral[] = []
  path.forEach((segment, index) => {
    if (segment === '' || segment.startsWith(':') || hasVariable(segment)) return
    if (isPathKey(segment, path[index - 1])) return
    const place = { path, index, context }
    const several = /[{%(]/.test(segment) ? literalsInside(segment, place) : undefined
    if (several) found.push(...several)
    else {
      const literal = wholeLiteral(segment, place)
      if (literal) found.push(literal)
    }
  })
  return found
}

function literalsInside(segment: string, place: SegmentPosition): PathLiteral[] | undefined {
  const braces = literalsInBraces(segment, place)
  return braces.length > 0 ? braces : literalsInCall(segment, place)
}

interface SegmentPosition {
  path: string[]
  index: number
  context: PathContext
}

function wholeLiteral(segment: string, place: SegmentPosition): PathLiteral | undefined {
  const [, called = '', verb = ''] = (segment.includes(':') && METHOD.exec(segment)) || []
  const isCalled =
    called !== '' &&
    (literalKind(called) !== undefined || (isOrder(wordsOf(verb)[0]!) && isOneOf(called, place)))
  const stem = isCalled ? called : (segment.includes('.') && SUFFIX.exec(segment)?.[1]) || segment
  const value = decodeUri(stem)
  const kind = literalKind(value) ?? (isCalled ? 'name' : nameKind(value, place))
  if (!kind || WORDS.test(value) || !isRecordPlace(value, kind, place)) return undefined
  return literalOf({ text: stem, value, kind }, place)
}

/** Whether the text before a verb follows a plural and is none: `alpha` in `/projects/alpha:archive`. */
const isOneOf = (called: string, { path, index }: SegmentPosition) =>
  isPlural(nounWords(path[index - 1] ?? '').at(-1) ?? '') && !isPlural(wordsOf(called).at(-1) ?? '')

/** The literals of a segment with names in braces, as in OpenAPI: `{id}`, `report-{date}.pdf`, `lists('{title}')`. */
function literalsInBraces(segment: string, place: SegmentPosition): PathLiteral[] {
  return [...decodeUri(segment).matchAll(/\{([^{}]+)\}/g)].flatMap(([text, inner = '']) =>
    literalKind(inner) === 'uuid'
      ? []
      : [
          {
            index: place.index,
            text: segment.includes(text) ? text : segment,
            kind: 'placeholder' as const,
            name: nameAsWritten(inner.trim(), place),
          },
        ],
  )
}

/** The literals of a segment with OData keys: `Users(5)`, `lists('Tasks')`, `people(id='x')`. */
function literalsInCall(segment: string, place: SegmentPosition): PathLiteral[] | undefined {
  const [, , list] = /^([\w.$-]+)\((.*)\)$/.exec(segment) ?? []
  if (list === undefined) return undefined
  return list.split(',').flatMap((argument) => {
    const { key, value } = argumentIn(argument)
    const quoted = /^'([^']*)'$/.exec(value)?.[1]
    const text = quoted ?? (/^[^'(),]+$/.test(value) ? value : undefined)
    if (!text) return []
    const kind = literalKind(text) ?? (quoted === undefined ? undefined : 'name')
    if (!kind) return []
    const noun = nounWords(segment)
    const named = key ?? (kind === 'name' ? namedBy(segment) : undefined)
    const literal = literalOf({ text, value: text, kind }, place)
    return [{ ...literal, name: named ?? (literal.value === undefined ? literal.name : idOf(noun, place)) }]
  })
}

function argumentIn(argument: string): { key?: string; value: string } {
  const equals = argument.indexOf('=')
  const key = argument.slice(0, Math.max(equals, 0)).trim()
  return /^\w+$/.test(key) ? { key, value: argument.slice(equals + 1).trim() } : { value: argument.trim() }
}

/** The property by which a function in an address finds a record: `title` for `getByTitle` and `getbytitle`. */
function namedBy(segment: string): string | undefined {
  const name = segment.split('(', 1).join().toLowerCase()
  const by = name.indexOf('by')
  const thing = by < 0 ? '' : name.slice(by + 2).replace(/^_/, '')
  return /^[a-z]+$/.test(thing) ? thing : undefined
}

function literalOf(
  { text, value, kind }: { text: string; value: string; kind: PathLiteral['kind'] },
  place: SegmentPosition,
): PathLiteral {
  const { index } = place
  if (kind === 'placeholder') {
    const inner = placeholderName(value) ?? value
    const isTelling = !TYPES.test(wordsOf(inner).join('_'))
    return { index, text, kind, name: isTelling ? nameAsWritten(inner, place) : idOf(undefined, place) }
  }
  if (kind === 'name')
    return {
      index,
      text,
      value,
      kind,
      name: propertyBefore(place) ?? byWord(place) ?? idOf(undefined, place),
    }
  if (kind === 'email' || kind === 'date') return { index, text, value, kind, name: kind }
  const property = propertyOf(place) ?? idByTitle(place)
  if (property !== undefined) return { index, text, value, kind, name: property }
  const noun = kind === 'code' ? abbreviatedNoun(value, place) : undefined
  return { index, text, value, kind, name: idOf(noun === undefined ? undefined : [noun], place) }
}

const TYPES = /^(|id|string|integer|int|number|long|uuid|guid|value|text|x+)$/

/** The name inside brackets; one in capitals gets the style of the collection: `userId` for `{USER_ID}`. */
function nameAsWritten(inner: string, { context }: SegmentPosition): string {
  if (/^[A-Za-z_][\w-]*$/.test(inner) && inner !== inner.toUpperCase()) return inner
  return joinWords(wordsOf(inner), context.conventions.style)
}

const COUNTED = wordList('countedSegments')

function idOf(noun: readonly string[] | undefined, { path, index, context }: SegmentPosition): string {
  const before = path[index - 1] ?? ''
  const known = context.conventions.namesAfter.get(before.toLowerCase())
  if (known !== undefined && noun === undefined && !isCredentialLike(known)) return known
  if (COUNTED.has(before.toLowerCase())) return singularOf(before.toLowerCase())
  return idName(noun ?? nounBefore(path, index, isValue), context.conventions.style)
}

/**
 * Whether a literal can be an id at this position. It follows a noun or is the first segment; a number may also follow
 * a verb or a version. A placeholder can always be an id. These are not ids:
 * - a number of at most three digits after `api` or a similar segment, because it is a version
 * - a date, a code, or a text of one or two characters at the start of a longer path
 * - a code that is the only segment of the path
 */
function isRecordPlace(value: string, kind: PathLiteral['kind'], { path, index }: SegmentPosition): boolean {
  const before = path[index - 1] ?? ''
  if (kind === 'placeholder') return true
  if (VERSIONED.test(before) && /^\d{1,3}$/.test(value)) return false
  if (index === 0 && path.length === 1) return kind !== 'code'
  if (index === 0) return kind !== 'code' && kind !== 'date' && value.length > 2 && !DAY.test(value)
  if (kind === 'code' && /^[A-Za-z]{5,}\d+$/.test(value)) return follows(before, value)
  // A number after a verb or a version can be an id although it follows no noun: `/follow/3`, `/v1/7/boards`.
  const isBare = kind === 'number' && (VERBS.has(before.toLowerCase()) || /^v\d+$/i.test(before))
  return isBare || nounBefore(path, index).length > 0 || isBehindCollection(path, index)
}

/** Whether a segment ends a path behind a variable with the address of a collection: `1` in `{{TEAMS}}/1`. */
function isBehindCollection(path: readonly string[], index: number): boolean {
  const name = index === lastIndexOf(path) ? onlyVariable(path[index - 1]) : undefined
  return name !== undefined && isPlural(wordsOf(name).at(-1) ?? '')
}

/** Nouns for people. Their names may contain digits: `/users/ann77`. */
const PEOPLE = wordList('people')

/** Whether a code fits the noun before it: `/products/product123`, not `/connectors/office365`; any code after people. */
function follows(before: string, value: string): boolean {
  const noun = singularOf(nounWords(before).at(-1) ?? '')
  return PEOPLE.has(noun) || (noun !== '' && value.toLowerCase().startsWith(noun.slice(0, 4)))
}

/**
 * Whether a word in a path is a literal, and of which kind. Undefined if it is an ordinary part of the path. A literal
 * can be:
 * - a placeholder (`/users/userId`, `/users/id`)
 * - a short code
 * - the name of a record (`/users/john` with the title "Get user by username")
 */
function nameKind(value: string, place: SegmentPosition): PathLiteral['kind'] | undefined {
  const { path, index } = place
  const next = path[index + 1]
  const noun = nounBefore(path, index).at(-1)
  if (noun === undefined) return undefined
  const words = wordsOf(value)
  const isFollowed = () => next !== undefined && isValue(next)
  const isId =
    words.at(-1) === 'id' && words.length <= 2 && (words.length === 1 || words[0] === singularOf(noun))
  if (isId && isPlural(noun) && !isFollowed()) return 'placeholder'
  if (
    /^[A-Za-z]{1,3}[-_]?\d+$/.test(value) &&
    !VERSION.test(value) &&
    isPlural(nounWords(path[index - 1]!).at(-1) ?? '')
  )
    return 'code'
  if (abbreviatedNoun(value, place) !== undefined) return 'code'
  const { records } = place.context.conventions
  const isRecord =
    records !== undefined && records.size > 0 && records.has(recordKey(path.slice(0, index + 1)))
  const isName = isRecord || byWord(place) !== undefined || isDeletedName(place)
  return isName || propertyBefore(place) !== undefined || isShoutedCode(value, place) ? 'name' : undefined
}

/** Segments that name the property by which the next segment finds a record: `/users/username/johndoe`. */
const PROPERTY =
  /^(?:user_?name|login|handle|nick_?name|e?-?mail|name|nome|nombre|slug|document|documento|code|codigo|symbol|sku|isbn|phone|tele(?:phone|fone|fono)|cpf|cnpj|dni|rut|tckn)$/i

/** Those that are never the noun of a record: `tckn` in `/customer/tckn/64243125142`. */
const NUMBERS = /^(?:sku|isbn|cpf|cnpj|dni|tckn)$/i

/** The property of one of several records that the segment before a value names: `sku` in `/products/sku/A1`. */
function propertyOf({ path, index }: SegmentPosition): string | undefined {
  const property = path[index - 1] ?? ''
  if (!PROPERTY.test(property)) return undefined
  const isOfMany = () => isPlural(nounWords(path[index - 2] ?? '').at(-1) ?? '')
  return NUMBERS.test(property) || isOfMany() ? property : undefined
}

/** The property by which the last segment of a GET or DELETE finds a record, unless the title says the segment. */
function propertyBefore(place: SegmentPosition): string | undefined {
  const { path, index, context } = place
  if (!/^(?:GET|DELETE)$/.test(context.method) || index !== lastIndexOf(path)) return undefined
  const property = propertyOf(place)
  if (property === undefined) return undefined
  const own = wordsOf(decodeUri(path[index]!))
  const title = wordsOf(context.title)
  const isTold = own.some((word) => VERBS.has(word) || isPlural(word) || title.includes(word))
  return isTold ? undefined : property
}

/** Whether a segment in capitals ends a path behind a plural: `/airports/JFK`, `/coupons/WINTER20`. */
function isShoutedCode(value: string, { path, index, context }: SegmentPosition): boolean {
  if (!/^[A-Z][A-Z\d]{1,9}(?:[-_][A-Z\d]{2,9})?$/.test(value) || index !== lastIndexOf(path)) return false
  const before = path[index - 1]!
  if (before === before.toUpperCase() || !isPlural(nounWords(before).at(-1) ?? '')) return false
  const title = wordsOf(context.title)
  return !VERSION.test(value) && !wordsOf(value).some((word) => title.includes(word))
}

/** The noun in the path that a code abbreviates: `collection` for `c1` in `/collection/subscribe/c1`. */
function abbreviatedNoun(value: string, { path, index }: SegmentPosition): string | undefined {
  const letters = lettersOfCode(value)
  if (letters === undefined) return undefined
  for (let place = index - 1; place >= 0; place--) {
    const noun = nounWords(path[place]!).at(-1)
    if (noun !== undefined && abbreviates(letters, noun)) return noun
  }
  return undefined
}

const BY = /^(by|por|pelo|pela|nach|par|per|selon)$/

/** What the title says after "by" of the only id of a path, at its end: `user_id` for "Orders by user", `/orders/5`. */
function idByTitle({ path, index, context }: SegmentPosition): string | undefined {
  const { method, title, conventions } = context
  if (!/^(?:GET|DELETE)$/.test(method) || index !== lastIndexOf(path)) return undefined
  const words = wordsOf(title)
  const at = words.findLastIndex((word) => BY.test(word))
  const named = at > 0 ? words.slice(at + 1) : []
  const [noun = '', last = PEOPLE.has(noun) ? 'id' : '', ...more] = named
  const isNoun = !isIdName(noun) && !isPlural(noun) && !PROPERTY.test(noun)
  const isName = last === 'id' || PROPERTY.test(last)
  if (!isNoun || !isName || more.length > 0 || path.slice(0, index).some(isValue)) return undefined
  return joinWords([noun, last], conventions.style)
}

/** The word after "by" in the title, for the last segment of a GET that the title does not mention. */
function byWord({ path, index, context: { method, title } }: SegmentPosition): string | undefined {
  if (method !== 'GET' || index < lastIndexOf(path)) return undefined
  // After a value, a word is a part of its record: `users` in `/versions/:id/users`.
  if (isValue(path[index - 1] ?? '')) return undefined
  const words = wordsOf(title)
  const at = words.findIndex((word) => BY.test(word))
  const named = at > 0 ? words[at + 1] : undefined
  if (named === undefined) return undefined
  const own = wordsOf(decodeUri(path[index]!))
  const before = wordsOf(decodeUri(path[index - 1] ?? ''))
  const noun = (
    before.length === 1 && VERBS.has(before[0]!) ? nounBefore(path, index) : nounWords(before.join('-'))
  ).at(-1)
  const isName = /^[\p{L}\d]/u.test(path[index]!) && nounWords(path[index]!).length > 0
  if (!isName || noun === undefined) return undefined
  // The noun before a name must be a plural, and the name must not be a plural. Neither is required if the title has
  // this noun after "by": `category` in `/products/category/books` with the title "Get products by category".
  if (noun !== named && (isPlural(own.at(-1)!) || !isPlural(noun))) return undefined
  return own.some((word) => mentions(words, word)) ? undefined : named
}

/** Segments in the place of an id that are none: the user (`me`), or a selection (`latest`). */
const WORDS = /^(me|self|mine|my|current|whoami|all|new|latest|default|-|~|\*|index|count)$/i

/**
 * Whether the last segment of a DELETE path is the name of a record. It is such a name if the title of the request does
 * not contain it. For example, `chair` in `DELETE /item/chair` is a name if the title is "Delete article".
 *
 * If other requests have a variable at this position, the title must also mention the noun before the segment. For
 * example, the title "Delete target" does not mention an archive, so `storage` in `DELETE /archive/storage` is not the
 * name of a record. Nor is a word that follows a record, here or in another path: `access` in `/albums/:id/access`.
 */
function isDeletedName({ path, index, context }: SegmentPosition): boolean {
  const { method, title, conventions } = context
  if (method !== 'DELETE' || index < lastIndexOf(path)) return false
  const own = wordsOf(decodeUri(path[index]!))
  const words = wordsOf(title)
  const before = path[index - 1] ?? ''
  if (words.length < 2 || isValue(before) || conventions.parts?.has(path[index]!.toLowerCase())) return false
  if (own.length > 1) return isSlug(own, { noun: nounWords(before).at(-1) ?? '', words })
  const isVariable = conventions.namesAfter.has(before.toLowerCase())
  if (isVariable && !nounWords(before).some((noun) => mentions(words, singularOf(noun)))) return false
  const isAfterNoun = nounWords(before).length > 0 && !WORDS.test(before)
  if (!isAfterNoun || nounWords(path[index]!).length === 0 || isPlural(own[0]!)) return false
  return !mentions(words, own[0]!)
}

/** Whether a title has a word or a related word: "Unblock user" mentions `block` and `blocked`. */
const mentions = (title: readonly string[], word: string) =>
  title.some((one) => {
    const stem = word.slice(0, 4)
    return stem.length < 4 ? one.startsWith(stem) : one.includes(stem)
  }) || title.some((one) => one.endsWith(word) || word.startsWith(one))

/**
 * Whether a segment of several words is the name of a record. For example, `demo-shirt` in `/products/demo-shirt` is
 * such a name if the title is "Delete product". The noun before the segment must be a plural, and the title must
 * contain this noun. False if a word of the segment is a verb or a word of `OF_MANY`, or if the title contains all
 * words of the segment.
 */
function isSlug(
  own: readonly string[],
  { noun, words }: { noun: string; words: readonly string[] },
): boolean {
  const isOfNoun = isPlural(noun) && words.some((word) => singularOf(word) === singularOf(noun))
  return (
    isOfNoun &&
    !own.some((word) => VERBS.has(word) || OF_MANY.has(word)) &&
    !own.every((word) => words.includes(word))
  )
}

/** Words that show that a segment is about several records or a part, and no name. */
const OF_MANY = wordList('segmentsOfMany')
