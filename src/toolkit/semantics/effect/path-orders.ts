import { decodeUri } from '../../../text/decode-uri.js'
import { memoized } from '../../../text/memoized.js'
import { isPlural, singularOf } from '../id-names.js'
import { literalKind } from '../literal-id.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { effectAbroad } from './foreign-verbs.js'
import {
  beginsReading,
  isNounOfVerb,
  isOpened,
  isOrder,
  isOrderOfTitle,
  isOutwardAct,
  isPathVerb,
  isPureVerb,
  isSwitchVerb,
  ordersByName,
  saysDestruction,
  tellsOfAct,
  wordsOfAct,
} from './words.js'

/** File extensions. They say nothing about an action. */
const FILE_ENDING = /\.(?:json|xml|html?|php|aspx?|ashx|jsp|do|cgi|pl|action)$/i

/**
 * The words of all path segments that are commands. Examples are `/users/5/delete`, `/removeUser`,
 * `/tickets/:id/cancel`, `/chat.delete` and `/users:purge`. A word that is also a noun is not a command if the name of
 * the request begins with a reading verb and contains this word. For example, `refund` in `/payments/:id/refund` is not
 * a command in the request "Get refund". At the end of a path, words such as `withdraw` are commands too, unless the name
 * says something else: `/wallet/withdraw`.
 */
export function ordersInPath(path: readonly string[], name = ''): string[] {
  if (!path.some(mayOrder)) return []
  const segments = path.filter((segment) => segment !== '')
  const said = beginsReading(name) ? wordsOf(name) : []
  return segments.flatMap((segment, at) => {
    const words = wordsOfSegment(segment)
    const isLast = at === segments.length - 1
    if (isLast && switchesMachine(words, segments.slice(0, at))) return words
    if (isLast && isAct(words) && name !== '' && !tellsOfAct(name, words[0]!)) return words
    const isBehindRecord = isLast && isRecord(segments[at - 1])
    return orders(words, { segment, said, isBehindRecord }) ? words : []
  })
}

/** Whether a segment can be a command at all. Whether it is one depends on its position and the name of the request. */
const mayOrder: (segment: string) => boolean = memoized((segment) => {
  const words = wordsOfSegment(segment)
  return (
    isAct(words) ||
    MACHINE_WORDS.test(words.join(' ')) ||
    orders(words, { segment, said: [], isBehindRecord: true })
  )
})

const MACHINE_WORDS = /^(?:on|off|open|close)$/

/** Whether a path ends in an order to one thing: `/lights/1/off`, `/door/open`, but not `/orders/open`. */
function switchesMachine(words: readonly string[], before: readonly string[]): boolean {
  if (words.length !== 1 || !MACHINE_WORDS.test(words[0]!)) return false
  const isBehindRecord = isRecord(before.at(-1))
  if (words[0]!.startsWith('o') && words[0] !== 'open') return isBehindRecord
  const thing = before.findLast((segment) => !isRecord(segment)) ?? ''
  return (isBehindRecord || !isPlural(thing)) && isOpened(wordsOf(thing).at(-1) ?? '')
}

/**
 * The orders in a path that an API has chosen by a redirect, and for which no title speaks: a verb that no page is named
 * by in any position, and the last words before the ids: `/x/void/17`, `/orders/17/capture`.
 */
export function ordersInRedirect(path: readonly string[]): string[] {
  const named = path.filter((segment) => segment !== '' && segment !== 'now' && !isRecord(segment))
  return named.flatMap((segment, at) => {
    const words = wordsOfSegment(segment)
    const [word = '', next] = words
    const isAlone = next === undefined && !PAGES.has(word)
    const isAct = isAlone && (isPathVerb(word) || isOutwardAct(word))
    const isEnd = isAlone && at === named.length - 1 && (isOrder(word) || isOrderOfTitle(word))
    return isAct || isEnd ? words : []
  })
}

/** Verbs by which sites name pages too: `/login`, `/post/17`. */
const PAGES = wordList('verbsOfPages')

const isAct = ([word = '', ...rest]: readonly string[]) => rest.length === 0 && isOutwardAct(word)

function orders(
  words: readonly string[],
  { segment, said, isBehindRecord }: { segment: string; said: readonly string[]; isBehindRecord: boolean },
): boolean {
  const [verb = '', ...rest] = words
  const abroad = effectAbroad(decodeUri(segment))
  if (abroad !== undefined) return abroad !== 'reads'
  // A request such as "Get user form" only returns a form, even if its path is `/users/create`. Its path has no
  // command. The path of a deletion has one all the same.
  if (said.includes('form') && !saysDestruction(words)) return false
  if (isPureVerb(verb)) return !namesThing(segment, rest)
  if (isPureVerb(words.at(-1) ?? '')) return true
  if (said.some((word) => word.startsWith(verb))) return false
  if (verb === 'mark' && rest[0] === 'as') return true
  if (rest.length > 0) return isSwitchVerb(verb) && !namesThing(segment, rest)
  return isPathVerb(verb) || (isBehindRecord && (isOrder(verb) || isOrderOfTitle(verb)))
}

/** Whether a name of one word only says the records of its path, although the word is a verb too: "Post" at `/posts/:id`. */
export function namesRecords(name: string, path: readonly string[]): boolean {
  const words = wordsOf(name)
  const isNamed = (segment: string) => isPlural(segment) && singularOf(segment.toLowerCase()) === words[0]
  // "Reset history" at `/resets`.
  if (words.length > 1) return isNounOfVerb(words.at(-1)!) && path.some(isNamed) && !isPureVerb(words[0]!)
  if (words.length !== 1 || isPureVerb(words[0]!) || saysDestruction(words)) return false
  return path.some(isNamed)
}

/**
 * The words of a segment. A segment may join a record and a method, such as `5:cancel` or `{id}:cancel`. The result
 * then has only the words of the method.
 */
function wordsOfSegment(segment: string): readonly string[] {
  const text = decodeUri(segment)
  const method = /^[^:]+:([a-z][\w.-]*)$/i.exec(text)?.[1] ?? text
  return /[:{]/.test(method) ? [] : wordsOfAct(method.replace(FILE_ENDING, ''))
}

/**
 * Whether a segment with a hyphen is a noun, although it begins with a verb: it ends in a plural (`/delete-requests`)
 * or in a noun such as `status`.
 */
function namesThing(segment: string, rest: readonly string[]): boolean {
  const last = rest.at(-1)
  return last !== undefined && segment.includes('-') && (last.endsWith('s') || isNounOfVerb(last))
}

/** Whether a segment identifies a record: a variable, a number or another id. */
export const isRecord = (segment: string | undefined) =>
  segment !== undefined && (/^[:{]/.test(segment) || literalKind(segment) !== undefined)

/**
 * Whether a value becomes a command if it is put into a path segment. A command begins or ends with a verb that writes,
 * or has such a verb after `.`, `:` or `/`: `delete`, `removeUser`, `userBan`, `chat.delete`. If `isAmongRecords` is true, the segment
 * identifies a record. A value with a hyphen or a dot is then a name: `send-mail`. A text with spaces is not a command.
 */
export function ordersAsSegment(value: string, isAmongRecords: boolean): boolean {
  const text = decodeUri(value)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (/\s/.test(text)) return false
  const parts = text.split(/[/;:=,]/).map((part) => part.replace(FILE_ENDING, ''))
  const named = isAmongRecords ? parts.filter((part) => !/[-.@]/.test(part)) : parts
  return named.some((part) => ordersByName(part, { isRecord: isAmongRecords }))
}

/**
 * Whether a variable follows the plural of its own name, as `:event` in `/events/:event`. Such a variable identifies a
 * record and is not an action.
 */
export function isMemberOf(owner: string, name: string): boolean {
  const [last = '', plural = ''] = [wordsOf(name).at(-1), wordsOf(owner).at(-1)]
  return last !== '' && isPlural(plural) && singularOf(plural) === last
}
