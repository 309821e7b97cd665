import { memoized } from '../../../text/memoized.js'
import { isPlural } from '../id-names.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { effectOfTitle, effectOfWord, namesAct } from './foreign-verbs.js'

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

const DESTRUCTIVE = forms(wordList('destroyingVerbs'))
/**
 * Verbs of this kind that are nouns too. They count where a title has its verb: "Transfer money", but not "Transfer
 * status" or "Get transfer".
 */
const DESTRUCTIVE_AT_START = wordList('destroyingVerbsAtStart')
/** Nouns made from verbs of `DESTRUCTIVE`. Requests that only read may also have these words in their names. */
const DESTRUCTIVE_NOUNS = wordList('destroyingNouns')
/**
 * Words that show that a call cannot be undone, unless they describe the noun after them: "Mark as paid" and "Create
 * refund" do, "Request paid time off" and "Update payment method" do not.
 */
const DESTRUCTIVE_ENDS = wordList('destroyingEnds')
/** Last words that make a name a noun, although it begins with a verb: `status` in `/delete-status`. */
export const NOUNS_OF_VERBS = wordList('nounsOfVerbs')
const JOINING: ReadonlySet<string> = new Set(['and', 'or', 'then'])
/** Words that may follow a word of `DESTRUCTIVE_ENDS`: those that begin no noun, and orders to move the money. */
const AFTER_END = wordList('afterDestroyingEnd')
const READING = forms(wordList('readingVerbs'))
const SEARCH_VERBS = wordList('searchingVerbs')
const SEARCHING = forms(SEARCH_VERBS)
const GRAMMATICAL = wordList('grammaticalWords')
const WRITING = wordList('writingVerbs')
/**
 * Further verbs that change something where a title has its verb: "Suspend user", "Mark as read". Many are nouns or names
 * elsewhere.
 */
const WRITING_TITLES = wordList('writingVerbsInTitles')
/** Verbs of titles that are nouns before a noun: "Transfer status" is a status. */
const NOUN_VERBS = wordList('verbsAndNouns')
const AFTER_NOUN_VERBS = wordList('afterVerbAndNoun')
const WRITING_FORMS = forms(WRITING)
/** Words at the end of a path that move money or order goods. */
const OUTWARD_ACTS = wordList('outwardActs')

const PURE_VERBS = wordList('pureVerbs')
const VERBS_ALONE = new Set([...PURE_VERBS, 'send', 'logout'])

/** Verbs that make a GET request a write. The verb must be a whole path segment, as in `/users/5/delete`. */
const PATH_VERBS = new Set([
  ...forms(PURE_VERBS),
  'send',
  'logout',
  'update',
  'insert',
  'drop',
  'kill',
  'flush',
  'reboot',
])

/**
 * Verbs that are names of switches, as in `?delete=true`. At the start of a path segment, they are commands even if
 * other words follow: `clearCache`.
 */
const SWITCHES = new Set([...PURE_VERBS, ...wordList('switchVerbs')])

/** Nouns that people write together with a verb in lower case: `banuser`. */
const NOUNS_BESIDE_VERBS = wordList('nounsBesideVerbs')

/** Names of lists of changes, as in Firestore and Spanner. */
const CHANGE_LISTS = wordList('changeLists')
/** Verbs that are switches before a noun too: `delete_user=5`. */
const DELETING = wordList('deletingVerbs')
/** Words that make such a name a datum about a deletion: `delete_date`. */
const ABOUT_DELETION = wordList('aboutDeletion')

/** More verbs that change something if they are the value of an action parameter: `cmd=reboot`. */
const WRITING_ACTIONS = forms(wordList('writingActions'))

const LOSING_ACTIONS = forms(wordList('losingActions'))

/** Comparison operators and sort orders, which look like actions. */
const COMPARISONS = wordList('comparisons')

export const beginsReading = (name: string): boolean => READING.has(wordsOf(name)[0] ?? '')

/** Whether a word is a verb that changes something, and never a noun. */
export const isPureVerb = (word: string): boolean => VERBS_ALONE.has(word) || isForeignWrite(word)

const isForeignWrite = (word: string): boolean => (effectOfWord(word) ?? 'reads') !== 'reads'

/** Whether a GET request writes if one of its path segments is exactly this word. */
export const isPathVerb = (word: string): boolean => PATH_VERBS.has(word) || isOnlyVerb(word)

/** Whether a verb of titles is never a noun: `suspend`, but not `like`. */
const isOnlyVerb = (word: string) => WRITING_TITLES.has(word) && !NOUN_VERBS.has(word)

/**
 * Whether a word at the start of a path segment is a command even if other words follow it: `clear` in `clearCache`.
 */
export const isSwitchVerb = (word: string): boolean => SWITCHES.has(word) || isOnlyVerb(word)

/**
 * Whether a word is a command at a position where commands occur: as the value of an action, or after a record in a
 * path.
 */
export const isOrder = (word: string): boolean =>
  isWritingWord(word) || WRITING_ACTIONS.has(word) || isOnlyVerb(word) || OUTWARD_ACTS.has(word)

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

/** The verb and the noun of a word in lower case that joins them. */
function besideNoun(word: string): string[] | undefined {
  for (const noun of NOUNS_BESIDE_VERBS) {
    const [before, after] = [word.slice(0, -noun.length), word.slice(noun.length)]
    if (word.endsWith(noun) && isVerbAlone(before)) return [before, noun]
    if (word.startsWith(noun) && isVerbAlone(after)) return [noun, after]
  }
  return undefined
}

const isVerbAlone = (word: string) => isPureVerb(word) || isOnlyVerb(word)

/**
 * Whether the name of an action, a method, an operation or a path segment orders something, at its beginning or at its
 * end: `ban`, `userDelete`, `users.suspend`, `mark-as-read`. The name of a record orders something only if it begins
 * with a verb of changes or is one verb.
 */
export function ordersByName(name: string, { isRecord = false } = {}): boolean {
  return name.split(/[.:/#,;=&\s]/).some((part) => {
    const [first = '', next = '', ...more] = wordsOfAct(part)
    const verb = first === 'do' ? next : first
    if (next === '' || isRecord)
      return next === '' ? isOrder(verb) : isWritingWord(verb) || WRITING_ACTIONS.has(verb)
    if (READING.has(first)) return false
    return isOrder(verb) || isVerbAlone(more.at(-1) ?? next) || (first === 'mark' && next === 'as')
  })
}

const isWritingWord = (word: string): boolean =>
  DESTRUCTIVE.has(word) || WRITING.has(word) || isForeignWrite(word)

/**
 * Whether one of the words shows that a call cannot be undone: `delete`, `send`, `pay`, also as a noun or an adjective.
 */
export function saysDestruction(words: readonly string[]): boolean {
  return (
    namesAct(words) ||
    words.some(
      (word, at) =>
        DESTRUCTIVE.has(word) ||
        DESTRUCTIVE_NOUNS.has(word) ||
        effectOfWord(word) === 'destroys' ||
        (DESTRUCTIVE_AT_START.has(word) && isVerbAt(words, at)) ||
        (DESTRUCTIVE_ENDS.has(word) && isEnd(words[at + 1])),
    )
  )
}

/** Whether a word that is a verb and a noun is the verb: it comes first or joins another verb, and the last word does not make it a noun. */
const isVerbAt = (words: readonly string[], at: number) =>
  (at === 0 || JOINING.has(words[at - 1]!)) && !isNounAtStart(words)

const isEnd = (next: string | undefined) => next === undefined || AFTER_END.has(next) || /^\d/.test(next)

/** Whether the value of an action shows that the call cannot be undone: `delete`, `wipe_all`. */
export function losesData(action: string): boolean {
  const words = wordsOf(action)
  return saysDestruction(words) || words.some((word) => LOSING_ACTIONS.has(word))
}

/**
 * Whether a request reads, judged by its name. If the name begins with a reading verb, it means a read: "Get reset
 * status". Otherwise, it means a read if its first word does not write and no word is destructive. In both cases, no
 * second verb may write. For example, "Get and delete" does not mean a read.
 */
export function isSafeName(name: string): boolean {
  const words = wordsOf(name)
  const [verb = ''] = words
  if (joined(name).some(isWritingWord)) return false
  if (READING.has(verb)) return true
  const foreign = effectOfTitle(name)
  if (foreign !== undefined) return foreign === 'reads'
  if (isNounAtStart(words)) return true
  return !isOrderOfTitle(verb) && !words.some((word) => DESTRUCTIVE.has(word))
}

/** Whether a verb changes something where a title has its verb, or behind a record in a path. */
export const isOrderOfTitle = (verb: string): boolean =>
  WRITING.has(verb) || WRITING_TITLES.has(verb) || DESTRUCTIVE_AT_START.has(verb)

/** Whether a word moves money or orders goods if it ends a path: `/wallet/withdraw`, `/checkout`. */
export const isOutwardAct = (word: string): boolean => OUTWARD_ACTS.has(word)

/**
 * Whether the name of a request shows that such a word is a noun: the name reads ("Get transfer"), tells about the act
 * ("Transfer status") or lists it ("Transfers").
 */
export function tellsOfAct(name: string, word: string): boolean {
  const words = wordsOf(name)
  const isListed = words.some((one) => one !== word && one.startsWith(word))
  return isListed || beginsReading(name) || effectOfTitle(name) === 'reads' || isAboutNoun(words.at(-1) ?? '')
}

/** Whether the first word is a noun, as the noun after it shows: "Transfer status" and "Deposit history of a user". */
const isNounAtStart = ([verb = '', next = '', ...more]: readonly string[]) =>
  (NOUN_VERBS.has(verb) || DESTRUCTIVE_AT_START.has(verb)) &&
  (isAboutNoun(next) || isAboutNoun(more.at(-1) ?? ''))

const isAboutNoun = (word: string) => NOUNS_OF_VERBS.has(word) || AFTER_NOUN_VERBS.has(word)

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
  if ([...words, ...last].some((word) => isWritingWord(word) || isOnlyVerb(word))) return false
  if (joined(name).some((word) => isOrderOfTitle(word) || WRITING_FORMS.has(word))) return false
  const [first = '', end = ''] = [last[0], last.at(-1)]
  if (SEARCHING.has(words[0] ?? ''))
    return (
      hasMethod || SEARCH_VERBS.has(first) || SEARCH_VERBS.has(end) || (isPlural(end) && words.includes(end))
    )
  const isNamed = (word: string) => GRAMMATICAL.has(word) || all.includes(word)
  const isAbout = beginsReading(name) || words.some((word) => SEARCH_VERBS.has(word)) || words.every(isNamed)
  return last.length === 1 && SEARCH_VERBS.has(first) && isAbout && !WRITING_FORMS.has(words[0] ?? '')
}

function joined(name: string): string[] {
  if (!/and|or|then|[&+,;/]/i.test(name)) return []
  const words = wordsOf(name.replace(/[&+,;/]/g, ' and '))
  return words.filter((_, index) => JOINING.has(words[index - 1] ?? ''))
}

/**
 * Whether a member is a switch that writes: its name is a verb, and its value is on, off or empty. If the verb deletes,
 * or the name is a list of changes, the value may be anything: `delete=5`, `mutations: [...]`.
 */
export function isWritingSwitch(name: string, text: string): boolean {
  const [verb = ''] = wordsOf(name)
  const isAnyValue = isDeleting(verb) || LOSING_ACTIONS.has(verb) || CHANGE_LISTS.has(verb)
  return namesSwitch(name) && (isAnyValue || /^(?:|true|false|on|off|yes|no|0|1|\{\})$/i.test(text.trim()))
}

/** Whether a name is a verb that may be a switch: `delete`, `send`, also `delete_user` for verbs that only delete. */
export function namesSwitch(name: string): boolean {
  const [verb = '', noun, ...more] = wordsOf(name)
  if (noun === undefined) return SWITCHES.has(verb) || CHANGE_LISTS.has(verb) || isForeignWrite(verb)
  return more.length === 0 && isDeleting(verb) && !ABOUT_DELETION.has(noun)
}

const isDeleting = (verb: string) => DELETING.has(verb) || effectOfWord(verb) === 'destroys'

/** The effect of an action or a remote method, judged by its words; `unknown` if no word shows the effect. */
export function effectOfAction(value: string): 'read' | 'write' | 'unknown' {
  const words = wordsOf(value)
  if (ordersByName(value) || words.some(isWritingAction)) return 'write'
  if (words.length > 0 && words.every((word) => COMPARISONS.has(word))) return 'read'
  return words.some((word) => READING.has(word)) ? 'read' : 'unknown'
}

const isWritingAction = (word: string) =>
  isWritingWord(word) || WRITING_ACTIONS.has(word) || WRITING_FORMS.has(word) || CHANGE_LISTS.has(word)

/** Whether a text without spaces is the name of a command: `deleteUser`, `user/ban`. */
export function isCommand(text: string): boolean {
  const words = wordsOfAct(text)
  if (beginsReading(text) || !/^[\p{L}\p{N}_.:/#-]+$/u.test(text.trim())) return false
  return [words[0] ?? '', words.at(-1) ?? ''].some(words.length > 1 ? isVerbAlone : isPureVerb)
}

/** Whether a value is a comparison operator or a sort order. Such a value is no action: `op: "eq"`. */
export function isComparison(value: string): boolean {
  const words = wordsOf(value)
  if (words.length === 0) return /^[=<>!~]{1,3}$/.test(value.trim())
  return words.every((word) => COMPARISONS.has(word))
}

/**
 * Whether a text is the method of a remote call: `flickr.photos.search`, `users/list`, `getUser`. A member `method` may
 * also have another meaning, such as a payment method. The result is then false.
 */
export const isRemoteMethod = (text: string): boolean =>
  /^\w+(?:[./:]+\w+)+$/.test(text) || effectOfAction(text) !== 'unknown'
