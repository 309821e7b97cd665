import { isCredentialLike } from '../secrets/credential-name.js'
import {
  idName,
  isPlural,
  joinWords,
  type NameStyle,
  nounBefore,
  nounWords,
  ownNounBefore,
  singularOf,
} from './id-names.js'
import { type LiteralKind, literalKind } from './literal-id.js'
import { placeholderName } from './placeholder-text.js'
import { wordsOf } from './words.js'

/** A text in a path that stands where the value of one call belongs: `50` in `/users/50`. */
export interface PathLiteral {
  /** Which segment. */
  index: number
  /** The text as it stands in the segment, which may hold more: `50` of `50.json`, `5` of `Users(5)`. */
  text: string
  /** The value without percent-encoding; absent where the text only holds its place: `YOUR_ID`, `<id>`. */
  value?: string
  /** The name of its parameter, made of what stands before it. */
  name: string
  kind: LiteralKind | 'name'
}

/** What the path is part of. */
export interface PathContext {
  method: string
  /** The name of the item: "Get user by username" says what `john` is in `/users/john`. */
  title: string
  style: NameStyle
  /** Names that the collection gives to what follows a segment: `userId` for `users`. */
  namesAfter: ReadonlyMap<string, string>
}

/** Segments that name the caller or a view, wherever ids stand. */
const WORDS = /^(me|self|mine|my|current|whoami|all|new|latest|default|-|~|\*|index|count)$/i

/** Words before a number that say it is a version. */
const VERSIONED = /^(api|apis|rest|v|ver|version|odata|ws|rpc|svc|services?|agile)$/i

/** An end of a segment that belongs to the address: `50.json`. */
const SUFFIX = /^(.+?)(\.(?:json|xml|html?|csv|pdf|png|jpe?g|gif|svg|txt|php|aspx?))$/i

/** The literal values of a path that change from call to call. Versions, constants and words stay what they are. */
export function literalsInPath(path: string[], context: PathContext): PathLiteral[] {
  return path.flatMap((segment, index) => {
    if (segment === '' || segment.startsWith(':') || segment.includes('{{')) return []
    const place = { path, index, context }
    const braces = literalsInBraces(segment, place)
    if (braces.length > 0) return braces
    return literalsInCall(segment, place) ?? wholeLiteral(segment, place)
  })
}

interface Place {
  path: string[]
  index: number
  context: PathContext
}

/** A segment that is a value as a whole, an ending aside. */
function wholeLiteral(segment: string, place: Place): PathLiteral[] {
  const [, stem = segment] = SUFFIX.exec(segment) ?? []
  const value = decoded(stem)
  const kind = literalKind(value) ?? nameKind(value, place)
  if (!kind || WORDS.test(value) || !isRecordPlace(value, { kind, place })) return []
  return [literalOf({ text: stem, value, kind }, place)]
}

/** `{id}`, `report-{date}.pdf`, `lists('{title}')`: names as OpenAPI writes them, alone or inside a segment. */
function literalsInBraces(segment: string, place: Place): PathLiteral[] {
  return [...decoded(segment).matchAll(/\{([^{}]+)\}/g)].flatMap(([text, inner = '']) =>
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

/** `Users(5)`, `lists('Tasks')`, `people(id='x')`: keys as OData writes them. Undefined for any other segment. */
function literalsInCall(segment: string, place: Place): PathLiteral[] | undefined {
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

/** `id='x'` in its two parts; a value alone has no key. */
function argumentIn(argument: string): { key?: string; value: string } {
  const equals = argument.indexOf('=')
  const key = argument.slice(0, Math.max(equals, 0)).trim()
  return /^\w+$/.test(key) ? { key, value: argument.slice(equals + 1).trim() } : { value: argument.trim() }
}

/** What a function finds things by: `title` of `getByTitle`, `title` of `getbytitle`. */
function namedBy(segment: string): string | undefined {
  const name = segment.split('(', 1).join().toLowerCase()
  const by = name.indexOf('by')
  const thing = by < 0 ? '' : name.slice(by + 2).replace(/^_/, '')
  return /^[a-z]+$/.test(thing) ? thing : undefined
}

function literalOf(
  { text, value, kind }: { text: string; value: string; kind: PathLiteral['kind'] },
  place: Place,
): PathLiteral {
  const { index } = place
  if (kind === 'placeholder') {
    const inner = placeholderName(value) ?? value
    const isTelling = !TYPES.test(wordsOf(inner).join('_'))
    return { index, text, kind, name: isTelling ? nameAsWritten(inner, place) : idOf(undefined, place) }
  }
  if (kind === 'name') return { index, text, value, kind, name: byWord(place) ?? idOf(undefined, place) }
  if (kind === 'email' || kind === 'date') return { index, text, value, kind, name: kind }
  return { index, text, value, kind, name: idOf(undefined, place) }
}

const TYPES = /^(|id|string|integer|int|number|long|uuid|guid|value|text|x+)$/

/** A name in signs stays as its author wrote it; a shouted one takes the collection's style. */
function nameAsWritten(inner: string, { context }: Place): string {
  if (/^[A-Za-z_][\w-]*$/.test(inner) && inner !== inner.toUpperCase()) return inner
  return joinWords(wordsOf(inner), context.style)
}

/** Nouns after which a number is a place in a list, not a record. */
const COUNTED = /^(page|pages|pagina|limit|offset|size|skip|top|take|start|from|to|year|month|day)$/i

function idOf(noun: string[] | undefined, { path, index, context }: Place): string {
  const before = path[index - 1] ?? ''
  const known = context.namesAfter.get(before.toLowerCase())
  if (known !== undefined && noun === undefined && !isCredentialLike(known)) return known
  if (COUNTED.test(before)) return singularOf(before.toLowerCase())
  return idName(noun ?? ownNounBefore(path, index, isValue), context.style)
}

/** Whether a segment is a value, so that what stands before it is named already. */
const isValue = (segment: string) => /^[:{]/.test(segment) || literalKind(decoded(segment)) !== undefined

/** Whether an id may stand here: after a noun or another id, or alone; a small number first of all is a version. */
function isRecordPlace(
  value: string,
  { kind, place: { path, index } }: { kind: PathLiteral['kind']; place: Place },
): boolean {
  const before = path[index - 1] ?? ''
  if (kind === 'placeholder') return true
  if (VERSIONED.test(before) && /^\d{1,3}$/.test(value)) return false
  if (index === 0)
    return path.length === 1 ? kind !== 'code' : kind !== 'code' && value.length > 2 && kind !== 'date'
  if (kind === 'code' && /^[A-Za-z]{5,}\d+$/.test(value)) return follows(before, value)
  return nounBefore(path, index).length > 0
}

/** People, whose names have digits: `/users/ann77`. */
const PEOPLE =
  /^(user|usuario|username|profile|perfil|account|member|author|player|customer|cliente|client|employee|student)$/

/** `product123` is one of the products, `office365` is no connector's id. */
function follows(before: string, value: string): boolean {
  const noun = singularOf(nounWords(before).at(-1) ?? '')
  return PEOPLE.test(noun) || (noun !== '' && value.toLowerCase().startsWith(noun.slice(0, 4)))
}

/** `/users/userId`, `/users/id`, or a word that the item's name explains: `/users/john` of "Get user by username". */
function nameKind(value: string, place: Place): PathLiteral['kind'] | undefined {
  const { path, index } = place
  const next = path[index + 1]
  const noun = nounBefore(path, index).at(-1)
  if (noun === undefined) return undefined
  const words = wordsOf(value)
  const isFollowed = next !== undefined && (/^[:{]/.test(next) || literalKind(decoded(next)) !== undefined)
  const isId =
    words.at(-1) === 'id' && words.length <= 2 && (words.length === 1 || words[0] === singularOf(noun))
  if (isId && !isFollowed && isPlural(noun)) return 'placeholder'
  if (/^[A-Za-z]{1,3}[-_]?\d+$/.test(value) && isPlural(nounWords(path[index - 1]!).at(-1) ?? ''))
    return 'code'
  return byWord(place) === undefined ? undefined : 'name'
}

/** The word after "by" in the item's name, for the last word of a path that the name does not mention. */
function byWord({ path, index, context: { method, title } }: Place): string | undefined {
  if (method !== 'GET' || path.slice(index + 1).some((segment) => segment !== '')) return undefined
  const words = wordsOf(title)
  const at = words.findIndex((word) => /^(by|por|pelo|pela|nach|par|per|selon)$/.test(word))
  const named = at > 0 ? words.slice(at + 1).at(0) : undefined
  const own = wordsOf(decoded(path[index]!))
  const noun = nounWords(path[index - 1] ?? '').at(-1) ?? ''
  const isName = /^[\p{L}\d]/u.test(path[index]!) && nounWords(path[index]!).length > 0
  if (!isName || isPlural(own.at(-1)!) || !isPlural(noun)) return undefined
  const isMentioned = own.some((word) =>
    words.some((one) => one.startsWith(word.slice(0, 4)) || word.startsWith(one)),
  )
  return named === undefined || isMentioned ? undefined : named
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
