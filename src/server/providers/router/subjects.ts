import { cutWords } from '../../../languages/cut-words.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'

/**
 * Words in titles that do not count as nouns: numbers of chapters, versions such as `v2`, technical words, "given" and
 * similar words.
 */
const noNoun =
  /^([a-z]?\d+|return|returns|retrieve|retrieves|json|xml|api|example|copy|paged|paginated|ids?|do|details?|given|specified)$/

/**
 * The subject of a tool as words: the title "List invoices of a customer" gives `["invoices"]`. If the title has no
 * noun, the path decides. Empty if the path has none either.
 */
export function subjectOf(
  tool: ModelTool | undefined,
  { name, lexicon }: { name: string; lexicon: Lexicon },
): string[] {
  const titled = titleNoun(tool?.definition?.title ?? name, lexicon)
  return titled.length > 0 && titled.length <= 4 ? titled : pathNoun(tool, lexicon)
}

/**
 * The noun phrase of a title, without verbs. It ends before "of" or "for", or before a clause such as "that belong to".
 */
function titleNoun(title: string, lexicon: Lexicon): string[] {
  const parts = title.replace(/\([^()]*\)/g, ' ').split(/\s[-–|:]\s/)
  const words = parts.flatMap((part) => [...cutWords(part), '-'])
  const { prepositions, joints, isPlural, isNounForm } = lexicon.language
  const isJoint = (word: string) => word === '-' || prepositions.has(word)
  // Some words can be verbs or nouns:
  // - A plural at the end of a phrase is a noun: "lists" in "task lists in", "requests" in "import requests".
  // - A word after an article is a noun: "document" in "a document".
  // - "list" before "of" is left out like a verb, because the subject of "a list of rooms" is "rooms".
  const isNamed = (word: string, at: number) => isNounForm(word, words[at - 1]!) && words[at + 1] !== 'of'
  const isVerb = (word: string, at: number) =>
    lexicon.isActionWord(word) &&
    !(at > 0 && (isPlural(word) ? isJoint(words[at + 1] ?? '-') : isNamed(word, at)))
  const isNoun = (word: string, at: number) =>
    !isJoint(word) && !lexicon.isStopWord(word) && !noNoun.test(word) && !isVerb(word, at)
  const isClause = (word: string) => word.length > 1 && lexicon.isStopWord(word) && !joints.has(word)
  const start = words.findIndex(isNoun)
  if (start < 0) return []
  // A plural ends the phrase: "workspaces available to a user" is about workspaces.
  const isBehindPlural = (at: number) => isPlural(words[at - 1]!) && !alwaysPlural.test(words[at - 1]!)
  const end = words.findIndex(
    (word, at) => at > start && (isJoint(word) || isClause(word) || isBehindPlural(at)),
  )
  return [...new Set(words.filter((word, at) => at >= start && at < end && isNoun(word, at)))]
}

/** Words that look like a plural but can describe the noun after them: "sales" in "sales channels". */
const alwaysPlural =
  /^(sales|sports|goods|funds|news|series|status|address|business|access|process|credentials|settings|details|gps|dns|sms|aws|os)$/

/**
 * The words of the last path segment, after parameters, verbs and files are left out: `/rooms/list.php` gives
 * `["rooms"]`.
 */
export function pathNoun(tool: ModelTool | undefined, lexicon: Lexicon): string[] {
  const { segments } = readPath(tool?.definition?.path ?? '')
  // The plural of a verb is a noun: `/bookings`.
  const isVerb = (word: string) => lexicon.isActionWord(word) && !lexicon.language.isPlural(word)
  const isNoun = (words: string[]) => !words.some((word) => isVerb(word) || isProgram.test(word))
  return segments.findLast(isNoun) ?? []
}

const isProgram = /^(php|aspx?|jsp|cgi|do|action|json|xml|html?)$/
