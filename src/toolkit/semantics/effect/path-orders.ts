import { decodeUri } from '../../../text/decode-uri.js'
import { literalKind } from '../literal-id.js'
import { wordsOf } from '../words.js'
import { beginsReading, isOrder, isPathVerb, isPureVerb, isSwitchVerb } from './words.js'

/** File extensions, which do not indicate an action. */
const FILE_ENDING = /\.(?:json|xml|html?|php|aspx?|ashx|jsp|do|cgi|pl|action)$/i

/** Nouns after a verb in record names: `/delete-status`. */
const NOUNS_OF_VERBS = new Set(
  'status state history log request form result count date time policy reason token url link'.split(' '),
)

/**
 * The words of path segments that are commands: `/users/5/delete`, `/removePet`, `/orders/:id/cancel`,
 * `/chat.delete`, `/pets:purge`. A verb that is also a noun is not a command if the request's name reads and contains
 * it: "Get refund" of `/orders/:id/refund`.
 */
export function ordersInPath(path: readonly string[], name = ''): string[] {
  const segments = path.filter((segment) => segment !== '')
  const said = beginsReading(name) ? wordsOf(name) : []
  return segments.flatMap((segment, at) => {
    const words = wordsOfSegment(segment)
    const isBehindRecord = at === segments.length - 1 && isRecord(segments[at - 1])
    return orders(words, { segment, said, isBehindRecord }) ? words : []
  })
}

function orders(
  words: readonly string[],
  { segment, said, isBehindRecord }: { segment: string; said: readonly string[]; isBehindRecord: boolean },
): boolean {
  const [verb = '', ...rest] = words
  // `/pets/create` returns a form if the name says so.
  if (said.includes('form')) return false
  if (isPureVerb(verb)) return !namesThing(segment, rest)
  if (isPureVerb(words.at(-1) ?? '')) return true
  if (said.some((word) => word.startsWith(verb))) return false
  if (rest.length > 0) return isSwitchVerb(verb) && !namesThing(segment, rest)
  return isPathVerb(verb) || (isBehindRecord && isOrder(verb))
}

/** The words of a segment, or of the method after its record: `5:cancel`, `{id}:cancel`. */
function wordsOfSegment(segment: string): readonly string[] {
  const text = decodeUri(segment)
  const method = /^[^:]+:([a-z][\w.-]*)$/i.exec(text)?.[1] ?? text
  return /[:{]/.test(method) ? [] : wordsOf(method.replace(FILE_ENDING, ''))
}

/** A hyphenated plural after a verb names the changed or added records: `/delete-requests`. */
function namesThing(segment: string, rest: readonly string[]): boolean {
  const last = rest.at(-1)
  return last !== undefined && segment.includes('-') && (last.endsWith('s') || NOUNS_OF_VERBS.has(last))
}

const isRecord = (segment: string | undefined) =>
  segment !== undefined && (/^[:{]/.test(segment) || literalKind(segment) !== undefined)

/**
 * Whether a value is a command as a path segment: it begins with a verb that writes, alone or after `.`, `:`, `/`
 * (`delete`, `removePet`, `chat.delete`). Among records, a value with a hyphen or a dot is a record's name
 * (`send-mail`); a text with spaces is not a segment.
 */
export function ordersAsSegment(value: string, isAmongRecords: boolean): boolean {
  const text = decodeUri(value)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (/\s/.test(text)) return false
  const parts = text.split(/[/;:=,]/).map((part) => part.replace(FILE_ENDING, ''))
  const named = isAmongRecords
    ? parts.filter((part) => !/[-.@]/.test(part))
    : parts.flatMap((part) => part.split('.'))
  return named.some((part) => {
    const [verb = '', next = ''] = wordsOf(part)
    return isOrder(verb === 'do' ? next : verb)
  })
}

/** Whether a variable follows a segment with its plural, `/events/:event`: then it is a record, not an action. */
export function isMemberOf(owner: string, name: string): boolean {
  const last = wordsOf(name).at(-1) ?? ''
  const plural = wordsOf(owner).at(-1) ?? ''
  return last !== '' && plural !== last && (plural === `${last}s` || plural === last.replace(/y$/, 'ies'))
}
