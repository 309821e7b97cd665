import { wordsOf } from '../words.js'

const list = (words: string) => new Set(words.trim().split(/\s+/))

/** The verbs as orders, in the third person and as gerunds: delete, deletes, deleting. */
function forms(verbs: string): Set<string> {
  return new Set(
    [...list(verbs)].flatMap((verb) => {
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

const DESTRUCTIVE = forms('delete remove cancel purge revoke reset send pay')
/** Other words of the same verbs; as adjectives and nouns they also stand in the names of reads. */
const DESTRUCTIVE_NOUNS = list(
  `deleted deletion deletions removed removal removals cancelled canceled cancellation cancellations cancelation purged
  revoked revocation revocations sent paid payment payments payout payouts`,
)
const READING = forms(
  'get list search find query lookup look show read fetch view retrieve count filter browse check describe',
)
const SEARCHING = forms('search find query lookup look list filter count browse')
const WRITES = `create add update set put post patch edit insert upsert save store write replace modify start stop restart enable disable
  activate deactivate trigger run execute approve reject logout register unregister subscribe unsubscribe upload submit move copy rename
  assign unassign lock unlock publish archive restore import destroy clear drop kill close abort terminate void refund transfer charge buy`
const WRITING = list(WRITES)
const WRITING_FORMS = forms(WRITES)

/** Verbs that are no nouns beside: as a segment of a path they say what a GET does. */
const PATH_VERBS =
  forms(`delete remove purge revoke create add update insert upsert destroy drop kill enable disable activate
  deactivate approve reject unregister unsubscribe terminate`)

/** Further values of actions that write: `cmd=reboot`. */
const WRITING_ACTIONS =
  forms(`reboot shutdown wipe erase truncate flush format toggle switch rollback deploy apply commit merge
  pause resume mute unmute launch restart login transfer withdraw`)

/** Values that are no actions but say how values are compared, in which order, or which unit is meant. */
const COMPARISONS =
  list(`eq ne neq gt gte ge lt lte le in nin not and or nor like ilike contains startswith endswith starts ends with
  between is equals equal exists any all none regex match prefix suffix asc desc greater less than notin`)

/** Whether a name begins as that of a read does: "Get", "List". */
export const beginsReading = (name: string): boolean => READING.has(wordsOf(name)[0] ?? '')

/** Whether some word, alone, says that something is changed. */
export const isWritingWord = (word: string): boolean => DESTRUCTIVE.has(word) || WRITING.has(word)

/** Whether some word says that something is lost, also as a noun or an adjective. */
export function saysDestruction(words: readonly string[]): boolean {
  return words.some((word) => DESTRUCTIVE.has(word) || DESTRUCTIVE_NOUNS.has(word))
}

/** A name that starts by reading ("Get reset status") is unsafe only for a second verb: "Get and delete". */
export function isSafeName(name: string): boolean {
  const words = wordsOf(name)
  const [verb = ''] = words
  if (joined(name).some(isWritingWord)) return false
  return READING.has(verb) || (!WRITING.has(verb) && !words.some((word) => DESTRUCTIVE.has(word)))
}

/** A name that only searches, or a path that ends so, with no word beside that changes something. */
export function isSearch(name: string, lastWord: string): boolean {
  const words = wordsOf(name)
  if (!SEARCHING.has(words[0] ?? '') && !SEARCHING.has(lastWord)) return false
  return ![...words, lastWord].some(isWritingWord) && !joined(name).some((word) => WRITING_FORMS.has(word))
}

/** The words that follow an "and", "or" or "then", where a name's second verb stands. */
function joined(name: string): string[] {
  if (!/and|or|then|[&+,;/]/i.test(name)) return []
  const words = wordsOf(name.replace(/[&+,;/]/g, ' and '))
  return words.filter((_, index) => /^(and|or|then)$/.test(words[index - 1] ?? ''))
}

/** Whether a path has a segment that orders something: `/users/5/delete`. */
export function ordersInPath(words: readonly string[]): boolean {
  return words.some((word) => PATH_VERBS.has(word))
}

/** What the value of an action or the method of a remote call does: by its words, as far as they are known. */
export function effectOfAction(value: string): 'read' | 'write' | 'unknown' {
  const words = wordsOf(value)
  if (words.some((word) => isWritingWord(word) || WRITING_ACTIONS.has(word) || WRITING_FORMS.has(word)))
    return 'write'
  if (words.length > 0 && words.every((word) => COMPARISONS.has(word))) return 'read'
  return words.some((word) => READING.has(word)) ? 'read' : 'unknown'
}

/** Whether a value compares or sorts, so that its name means no action: `op: "eq"`. */
export function isComparison(value: string): boolean {
  const words = wordsOf(value)
  if (words.length === 0) return /^[=<>!~]{1,3}$/.test(value.trim())
  return words.every((word) => COMPARISONS.has(word))
}
