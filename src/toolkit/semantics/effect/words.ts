import { memoized } from '../../../text/memoized.js'
import { lazy } from '../../model/lazy.js'
import { isPlural, singularOf } from '../id-names.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { effectAbroad, effectOfTitle, isActAlone, namesAct, verbsOf } from './foreign-verbs.js'

/** The lists of words, by the places of their bits. */
const lists: (() => Iterable<string>)[] = []

/** Returns the bit by which {@link is} asks for the words of a list. */
const list = (words: () => Iterable<string>) => 1 << (lists.push(words) - 1)

const named = (...names: Parameters<typeof wordList>) => list(() => wordList(...names))
const inflected = (...names: Parameters<typeof wordList>) => list(() => forms(wordList(...names)))

/** For each word the bits of the lists that have it, so that all questions about a word take one look-up. */
const known = lazy(() => {
  const found = new Map<string, number>()
  for (const [place, words] of lists.entries())
    for (const word of words()) found.set(word, (found.get(word) ?? 0) | (1 << place))
  return found
})

/** Whether a word stands in one of these lists, given by their bits. */
const is = (word: string | undefined, bits: number) => ((known().get(word!) ?? 0) & bits) !== 0

/** The verbs of a list, with their forms: `deletes`, `deleting`. */
function forms(verbs: Iterable<string>): Set<string> {
  return new Set(
    [...verbs].flatMap((verb) => {
      const stem = verb.replace(/e$/, '')
      return [
        verb,
        `${verb}s`,
        `${verb}es`,
        verb.replace(/y$/, 'ies'),
        `${stem}ing`,
        `${stem}${stem.at(-1)}ing`,
      ]
    }),
  )
}

const DESTRUCTIVE = list(() => [...forms(wordList('destroyingVerbs')), ...wordList('typedVerbs')])
/**
 * Verbs of this kind that are nouns too. They count where a title has its verb: "Transfer money", but not "Transfer
 * status" or "Get transfer".
 */
const DESTRUCTIVE_AT_START = named('destroyingVerbsAtStart')
/** Nouns made from verbs of `DESTRUCTIVE`. Requests that only read may also have these words in their names. */
const DESTRUCTIVE_NOUNS = named('destroyingNouns')
/**
 * Words that show that a call cannot be undone, unless they describe the noun after them: "Mark as paid" and "Create
 * refund" do, "Request paid time off" and "Update payment method" do not.
 */
const DESTRUCTIVE_ENDS = named('destroyingEnds')
/** Last words that make a name a noun, although it begins with a verb: `status` in `/delete-status`. */
const NOUNS_OF_VERBS = named('nounsOfVerbs')
const JOINING = list(() => ['and', 'or', 'then'])
/** Words that may follow a word of `DESTRUCTIVE_ENDS`: those that begin no noun, and orders to move the money. */
const AFTER_END = named('afterDestroyingEnd')
const READING = inflected('readingVerbs')
const SEARCH_VERBS = named('searchingVerbs')
const SEARCHING = inflected('searchingVerbs')
const GRAMMATICAL = named('grammaticalWords')
const WRITING = named('writingVerbs')
/**
 * Further verbs that change something where a title has its verb: "Suspend user", "Mark as read". Many are nouns or names
 * elsewhere.
 */
const WRITING_TITLES = named('writingVerbsInTitles')
/** Verbs of titles that are nouns before a noun: "Transfer status" is a status. */
const NOUN_VERBS = named('verbsAndNouns')
/** Verbs of titles that are never nouns: `suspend`, but not `like`. */
const ONLY_VERBS = list(() => {
  const nouns = wordList('verbsAndNouns')
  return [...wordList('writingVerbsInTitles')].filter((verb) => !nouns.has(verb))
})
/** Nouns of two words of which the first is a verb elsewhere: "purchase order". */
const NOUNS_OF_TWO_WORDS = wordList('nounsOfTwoWords')
const AFTER_NOUN_VERBS = named('afterVerbAndNoun')
const WRITING_FORMS = inflected('writingVerbs')
/** Things of which one is opened by an order: "Open gate", but not "Open incidents". */
const OPENED = named('openedThings')
/** Verbs that order goods or move money only with such an object: "Place order", but not "Place details". */
const MAKING = wordList('makingVerbs')
const MADE = wordList('madeThings')
/** Words at the end of a path that move money or order goods. */
const OUTWARD_ACTS = named('outwardActs')

const VERBS_ALONE = list(() => [...wordList('pureVerbs'), ...wordList('typedVerbs'), 'send', 'logout'])

/** Verbs that make a GET request a write. The verb must be a whole path segment, as in `/users/5/delete`. */
const PATH_VERBS = list(() => [...forms(wordList('pureVerbs')), ...wordList('segmentVerbs')])

/**
 * Verbs that are names of switches, as in `?delete=true`. At the start of a path segment, they are commands even if
 * other words follow: `clearCache`.
 */
const SWITCHES = list(() => [...wordList('pureVerbs'), ...wordList('switchVerbs')])

/** Verbs that are switches and nothing else, also of two words: `mark_read`. */
const ONLY_SWITCHES = named('onlySwitches')
/** Further switches beside a single record: `archive`. */
const SWITCHES_OF_RECORDS = wordList('switchesOfRecords')
/** Names that are orders with any value: `set_status=paid`. */
const ORDERS_WITH_VALUES = wordList('ordersWithValues')

/** Nouns that people write together with a verb in lower case: `banuser`. */
const NOUNS_BESIDE_VERBS = [...wordList('nounsBesideVerbs')]

/** Names of lists of changes, as in Firestore and Spanner. */
const CHANGE_LISTS = named('changeLists')
/** Verbs that are switches before a noun too: `delete_user=5`. */
const DELETING = named('deletingVerbs')
/** Words that make such a name a datum about a deletion: `delete_date`. */
const ABOUT_DELETION = named('aboutDeletion')

/** More verbs that change something if they are the value of an action parameter: `cmd=reboot`. */
const WRITING_ACTIONS = inflected('writingActions')

const LOSING_ACTIONS = inflected('losingActions')

/** Comparison operators and sort orders, which look like actions. */
const COMPARISONS = named('comparisons')

/** Verbs of other languages than English. */
const FOREIGN_WRITES = list(() => verbsOf('writes'))
const FOREIGN_DESTROYS = list(() => verbsOf('destroys'))
const FOREIGN = FOREIGN_WRITES | FOREIGN_DESTROYS

const WRITING_WORDS = DESTRUCTIVE | WRITING | FOREIGN
const ORDERS = WRITING_WORDS | WRITING_ACTIONS | ONLY_VERBS | OUTWARD_ACTS
/** Words of names that order something, also in forms that are nouns too: `posts`. */
const WRITING_NAMES = WRITING_WORDS | WRITING_ACTIONS | WRITING_FORMS | CHANGE_LISTS
const DELETIONS = DELETING | FOREIGN_DESTROYS

export const beginsReading = (name: string): boolean => is(wordsOf(name)[0], READING)

/** Whether a title says that it reads, in any language. */
export const saysReading = (name: string): boolean => beginsReading(name) || effectOfTitle(name) === 'reads'

/** Whether a word is a verb that changes something, and never a noun. */
export const isPureVerb = (word: string): boolean => is(word, VERBS_ALONE | FOREIGN)

/** Whether a GET request writes if one of its path segments is exactly this word. */
export const isPathVerb = (word: string): boolean => is(word, PATH_VERBS | ONLY_VERBS)

/**
 * Whether a word at the start of a path segment is a command even if other words follow it: `clear` in `clearCache`.
 */
export const isSwitchVerb = (word: string): boolean => is(word, SWITCHES | ONLY_VERBS)

/**
 * Whether a word is a command at a position where commands occur: as the value of an action, or after a record in a
 * path.
 */
export const isOrder = (word: string): boolean => is(word, ORDERS)

/**
 * The words of a name in a program, as a server may read them: `delete` for `delete1` and `DeLeTe`, `checkout` for
 * `check-out`, `ban` and `user` for `banuser`.
 */
export const wordsOfAct: (name: string) => readonly string[] = memoized((name) => {
  const words = wordsOf(name).map((word) => word.replace(/(?<=\D)\d+$/, ''))
  const joined = words.join('')
  if (words.length !== 1) return words.length > 1 && isOrder(joined) ? [joined] : words
  return besideNoun(joined) ?? words
})

/** The shortest verb has two letters, as in `douser`. */
const SHORTEST_JOINED = 2 + Math.min(...NOUNS_BESIDE_VERBS.map((noun) => noun.length))

/** The verb and the noun of a word in lower case that joins them. */
function besideNoun(word: string): string[] | undefined {
  if (word.length < SHORTEST_JOINED) return undefined
  for (const noun of NOUNS_BESIDE_VERBS) {
    if (word.endsWith(noun) && isVerbAlone(word.slice(0, -noun.length)))
      return [word.slice(0, -noun.length), noun]
    if (word.startsWith(noun) && isVerbAlone(word.slice(noun.length))) return [noun, word.slice(noun.length)]
  }
  return undefined
}

const isVerbAlone = (word: string) => is(word, VERBS_ALONE | FOREIGN | ONLY_VERBS)

/**
 * Whether the name of an action, a method, an operation or a path segment orders something, at its beginning or at its
 * end: `ban`, `userDelete`, `users.suspend`, `mark-as-read`. The name of a record orders something only if it begins
 * with a verb of changes or is one verb.
 */
export function ordersByName(name: string, { isRecord = false } = {}): boolean {
  return name.split(/[.:/#,;=&\s]/).some((part) => {
    const abroad = effectAbroad(part)
    if (abroad !== undefined) return abroad !== 'reads'
    const [first = '', next = '', ...more] = wordsOfAct(part)
    const verb = first === 'do' ? next : first
    if (next === '' || isRecord) return is(verb, next === '' ? ORDERS : WRITING_WORDS | WRITING_ACTIONS)
    if (is(first, READING)) return false
    return (
      isOrder(verb) ||
      isVerbAlone(more.at(-1) ?? next) ||
      (first === 'mark' && /^(?:as|read|unread)$/.test(next))
    )
  })
}

/**
 * Whether one of the words shows that a call cannot be undone: `delete`, `send`, `pay`, also as a noun or an adjective.
 */
export function saysDestruction(words: readonly string[]): boolean {
  return (
    namesAct(words) ||
    words.some(
      (word, at) =>
        is(word, DESTRUCTIVE | DESTRUCTIVE_NOUNS | FOREIGN_DESTROYS) ||
        effectAbroad(word) === 'destroys' ||
        (is(word, DESTRUCTIVE_AT_START) && isVerbAt(words, at)) ||
        (is(word, DESTRUCTIVE_ENDS) && isEnd(words[at + 1])),
    )
  )
}

/** Whether a word that is a verb and a noun is the verb: it comes first or joins another verb, and the last word does not make it a noun. */
const isVerbAt = (words: readonly string[], at: number) =>
  (at === 0 || is(words[at - 1], JOINING)) && !isNounAtStart(words)

const isEnd = (next: string | undefined) => next === undefined || is(next, AFTER_END) || /^\d/.test(next)

/** Whether the value of an action shows that the call cannot be undone: `delete`, `wipe_all`. */
export function losesData(action: string): boolean {
  const words = wordsOf(action)
  return saysDestruction(words) || words.some((word) => is(word, LOSING_ACTIONS))
}

/**
 * Whether a request reads, judged by its name. If the name begins with a reading verb, it means a read: "Get reset
 * status". Otherwise, it means a read if its first word does not write and no word is destructive. In both cases, no
 * second verb may write. For example, "Get and delete" does not mean a read.
 */
export function isSafeName(name: string): boolean {
  const words = spelled(wordsOf(name))
  const [verb = '', next = ''] = words
  if (joined(name).some((word) => is(word, WRITING_WORDS))) return false
  if (is(verb, READING)) return true
  const foreign = effectOfTitle(name)
  if (foreign !== undefined) return foreign === 'reads'
  if (isNounAtStart(words) || NOUNS_OF_TWO_WORDS.has(verb + singularOf(next))) return true
  if (verb === 'open' && words.some(isOpened)) return false
  if (MAKING.has(verb) && words.some((word) => MADE.has(word)) && !isAboutNoun(words.at(-1)!)) return false
  // In Latin letters, the noun of an act is as often the record that the act has left, which the path then names.
  if (!/\p{Script=Latin}/u.test(name) && isActAlone(words)) return false
  if (next === '' && is(verb, OUTWARD_ACTS)) return false
  return !isOrderOfTitle(verb) && !isOrderOfTitle(verb + next) && !words.some((word) => is(word, DESTRUCTIVE))
}

/** Whether a thing is opened by an order. */
export const isOpened = (word: string): boolean => is(word, OPENED)

/** Maximum number of letters that stand apart and are one word. */
const MAX_SPELLED = 40

/** The words of a title, with letters that stand apart joined: "D-e-l-e-t-e user". */
function spelled(words: readonly string[]): readonly string[] {
  if (words.every((word) => word.length > 1)) return words
  const found: string[] = []
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at, at + MAX_SPELLED)
    const end = rest.findIndex((word) => word.length > 1)
    const letters = end < 0 ? rest : rest.slice(0, end)
    const isWord = letters.length > 3
    found.push(isWord ? letters.join('') : words[at]!)
    at += isWord ? letters.length : 1
  }
  return found
}

/** Whether a verb changes something where a title has its verb, or behind a record in a path. */
export const isOrderOfTitle = (verb: string): boolean =>
  is(verb, WRITING | WRITING_TITLES | DESTRUCTIVE_AT_START)

/** Whether a word moves money or orders goods if it ends a path: `/wallet/withdraw`, `/checkout`. */
export const isOutwardAct = (word: string): boolean => is(word, OUTWARD_ACTS)

/**
 * Whether the name of a request shows that such a word is a noun: the name reads ("Get transfer"), tells about the act
 * ("Transfer status") or lists it ("Transfers").
 */
export function tellsOfAct(name: string, word: string): boolean {
  const words = wordsOf(name)
  const isListed = words.some((one) => one !== word && one.startsWith(word))
  return isListed || saysReading(name) || isAboutNoun(words.at(-1) ?? '')
}

/** Whether the first word is a noun, as the noun after it shows: "Transfer status" and "Deposit history of a user". */
const isNounAtStart = ([verb = '', next = '', ...more]: readonly string[]) =>
  is(verb, NOUN_VERBS | DESTRUCTIVE_AT_START) && (isAboutNoun(next) || isAboutNoun(more.at(-1) ?? ''))

/** Whether a last word makes a name a noun, although it begins with a verb: `status` in `/delete-status`. */
export const isNounOfVerb = (word: string): boolean => is(word, NOUNS_OF_VERBS)

const isAboutNoun = (word: string) => is(word, NOUNS_OF_VERBS | AFTER_NOUN_VERBS)

/** What an address says of a search. */
export interface SearchAddress {
  /** The words of its last segment. */
  last: readonly string[]
  /** The words of all its fixed segments. */
  all: readonly string[]
  /** Whether a value says what runs in place of the address: a remote method that reads, or a stored document. */
  hasMethod: boolean
}

/**
 * Whether a POST only searches: its name and its address agree that it does, and no word orders anything else. The
 * address ends in a search verb (`/users/search`, `/findTerminal`) and the name reads or only names what is searched; or
 * the address ends in the collection that the name searches, in the plural ("Search orders" at `/orders`). "List item for
 * sale" at `/listings` and "Find my phone" at `/devices/5/ring` are orders.
 */
export function isSearch(name: string, { last, all, hasMethod }: SearchAddress): boolean {
  const words = wordsOf(name)
  if ([...words, ...last].some((word) => is(word, WRITING_WORDS | ONLY_VERBS))) return false
  if (joined(name).some((word) => isOrderOfTitle(word) || is(word, WRITING_FORMS))) return false
  const [first = '', end = ''] = [last[0], last.at(-1)]
  if (is(words[0], SEARCHING))
    return (
      hasMethod || is(first, SEARCH_VERBS) || is(end, SEARCH_VERBS) || (isPlural(end) && words.includes(end))
    )
  const isNamed = (word: string) => is(word, GRAMMATICAL) || all.includes(word)
  const isAbout = beginsReading(name) || words.some((word) => is(word, SEARCH_VERBS)) || words.every(isNamed)
  return last.length === 1 && is(first, SEARCH_VERBS) && isAbout && !is(words[0], WRITING_FORMS)
}

function joined(name: string): string[] {
  if (!/and|or|then|[&+,;/]/i.test(name)) return []
  const words = wordsOf(name.replace(/[&+,;/]/g, ' and '))
  return words.filter((_, index) => is(words[index - 1], JOINING))
}

/**
 * Whether a member is a switch that writes: its name is a verb, and its value is on, off or empty. If the verb deletes,
 * or the name is a list of changes, the value may be anything: `delete=5`, `mutations: [...]`. In a query, it may be an id.
 */
export function isWritingSwitch(
  name: string,
  text: string,
  { isInQuery = false, isOfRecord = false } = {},
): boolean {
  if (!namesSwitch(name, { isOfRecord })) return false
  const words = wordsOf(name)
  const [verb = ''] = words
  if (is(verb, DELETIONS | LOSING_ACTIONS | CHANGE_LISTS) || isOrderWithValue(name)) return true
  return effectAbroad(name) === 'destroys' || (isInQuery && /^\d+$/.test(text)) || SWITCH_VALUES.test(text)
}

/** Whether a name is an order with any value: `set_price=0`. */
export const isOrderWithValue = (name: string): boolean => ORDERS_WITH_VALUES.has(wordsOf(name).join(''))

const SWITCH_VALUES = /^(?:|true|false|on|off|yes|no|now|0|1|\{\})$/i

/**
 * Whether a name is a verb that may be a switch: `delete`, `send`, also `delete_user` for verbs that only delete. Beside a
 * single record, words such as `archive` are verbs too, because they cannot select records.
 */
export function namesSwitch(name: string, { isOfRecord = false } = {}): boolean {
  const words = wordsOf(name)
  const [verb = '', noun, ...more] = words
  if (noun === undefined && is(verb, SWITCHES | ONLY_SWITCHES | CHANGE_LISTS | FOREIGN)) return true
  if (is(words.join(''), ONLY_SWITCHES) || isOrderWithValue(name)) return true
  if (isOfRecord && noun === undefined && SWITCHES_OF_RECORDS.has(verb)) return true
  const abroad = effectAbroad(name)
  if (noun === undefined || abroad !== undefined) return abroad === 'writes' || abroad === 'destroys'
  return more.length === 0 && is(verb, DELETIONS) && !is(noun, ABOUT_DELETION)
}

/** Whether a text is one verb that changes something, and that no datum is: `delete`. */
export const isLoneVerb = (text: string): boolean =>
  text.length <= MAX_VERB && is(text.trim().toLowerCase(), VERBS_ALONE)

/** The characters of the longest verb, and some around it. */
const MAX_VERB = 24

/** The effect of an action or a remote method, judged by its words; `unknown` if no word shows the effect. */
export function effectOfAction(value: string): 'read' | 'write' | 'unknown' {
  const words = wordsOf(value)
  if (ordersByName(value)) return 'write'
  // In `posts.search` and `getUpdates`, the word beside the verb that reads is a noun.
  const reads = is(words[0], READING) || is(words.at(-1), READING)
  const isNoun = (word: string) => reads && word.endsWith('s')
  if (words.some((word) => is(word, isNoun(word) ? WRITING_WORDS : WRITING_NAMES))) return 'write'
  if (words.length > 0 && words.every((word) => is(word, COMPARISONS))) return 'read'
  return words.some((word) => is(word, READING)) ? 'read' : 'unknown'
}

/** Whether a text without spaces is the name of a command: `deleteUser`, `user/ban`. */
export function isCommand(text: string): boolean {
  const words = wordsOfAct(text)
  if (beginsReading(text) || !/^[\p{L}\p{N}_.:/#-]+$/u.test(text.trim())) return false
  return [words[0] ?? '', words.at(-1) ?? ''].some(isVerbAlone)
}

/** Whether a value is a comparison operator or a sort order. Such a value is no action: `op: "eq"`. */
export function isComparison(value: string): boolean {
  const words = wordsOf(value)
  if (words.length === 0) return /^[=<>!~]{1,3}$/.test(value.trim())
  return words.every((word) => is(word, COMPARISONS))
}

/**
 * Whether a text is the method of a remote call: `flickr.photos.search`, `users/list`, `getUser`. A member `method` may
 * also have another meaning, such as a payment method. The result is then false.
 */
export const isRemoteMethod = (text: string): boolean =>
  /^\w+(?:[./:]+\w+)+$/.test(text) || effectOfAction(text) !== 'unknown'
