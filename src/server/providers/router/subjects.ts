import { cutWords } from '../../../languages/cut-words.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'

/** Words in titles that do not count as nouns. */
const noNoun =
  /^([a-z]?\d+|return|returns|retrieve|retrieves|json|xml|api|example|copy|paged|paginated|ids?|do|details?|given|specified)$/

/** The subject of a tool as words: the title "List invoices of a customer" gives `["invoices"]`. */
export function subjectOf(
  tool: ModelTool | undefined,
  { name, lexicon }: { name: string; lexicon: Lexicon },
): string[] {
  const titled = titleNoun(tool?.definition?.title ?? name, lexicon)
  // "Filter by priority" is about the records of the path.
  const inputs = Object.keys(tool?.parameters.properties ?? {})
  const isSubject = titled.length <= 4 && titled.some((word) => !inputs.includes(word))
  return isSubject ? titled : pathNoun(tool, lexicon)
}

/** The noun phrase of a title, without verbs. It ends before "of" or "for", or before a clause such as "that belong". */
function titleNoun(title: string, lexicon: Lexicon): string[] {
  const parts = title.replace(/\([^()]*\)/g, ' ').split(/\s[-–|:]\s/)
  const words = parts.flatMap((part) => [...cutWords(part), '-'])
  const { prepositions, joints, isPlural, isNounForm } = lexicon.language
  const isJoint = (word: string) => word === '-' || prepositions.has(word)
  // A plural at the end of a phrase is a noun ("import requests"), and a word after an article ("a document"). "list"
  // before "of" is left out like a verb.
  const isGiven = (word: string, at: number) => isNounForm(word, words[at - 1]!) && words[at + 1] !== 'of'
  const isVerb = (word: string, at: number) =>
    lexicon.isActionWord(word) &&
    !(at > 0 && (isPlural(word) ? isJoint(words[at + 1] ?? '-') : isGiven(word, at)))
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
  return [...new Set(words.slice(start, end).filter((word, at) => isNoun(word, at + start)))]
}

/** Words that look like a plural but can describe the noun after them: "sales" in "sales channels". */
const alwaysPlural =
  /^(sales|sports|goods|funds|news|series|status|address|business|access|process|credentials|settings|details|gps|dns|sms|aws|os)$/

/** The last path segment that is no parameter, verb or file: `/rooms/list.php` gives `["rooms"]`. */
export function pathNoun(tool: ModelTool | undefined, lexicon: Lexicon): string[] {
  const { segments } = readPath(tool?.definition?.path ?? '')
  const isOther = (word: string) =>
    /^(php|aspx?|jsp|cgi|do|action|json|xml|html?)$/.test(word) ||
    (lexicon.isActionWord(word) && !lexicon.language.isPlural(word))
  return segments.findLast((words) => !words.some(isOther)) ?? []
}
