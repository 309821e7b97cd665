import { cutWords } from '../../../languages/cut-words.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'

/** Numbers of chapters and versions, words of technique, and words that only point, as they stand in titles. */
const noNoun =
  /^([a-z]?\d+|return|returns|retrieve|retrieves|json|xml|api|example|copy|paged|paginated|ids?|do|details?|given|specified)$/

/** The words of what a tool works on, as they are written; none where neither its title nor its path has a noun. */
export function subjectOf(
  tool: ModelTool | undefined,
  { name, lexicon }: { name: string; lexicon: Lexicon },
): string[] {
  const titled = titleNoun(tool?.definition?.title ?? name, lexicon)
  return titled.length > 0 && titled.length <= 4 ? titled : pathNoun(tool, lexicon)
}

/** What a title is about: the words that are no verbs, up to "of", "for" or a clause ("that belong to"). */
function titleNoun(title: string, lexicon: Lexicon): string[] {
  const parts = title.replace(/\([^()]*\)/g, ' ').split(/\s[-–|:]\s/)
  const words = parts.flatMap((part) => [...cutWords(part), '-'])
  const { prepositions, joints, isPlural, isNounForm } = lexicon.language
  const isJoint = (word: string) => word === '-' || prepositions.has(word)
  // "task lists in", "import requests": a plural that ends a phrase is no verb.
  // "a document" is none either, though to document is to record; "a list of rooms" is about rooms.
  const isNamed = (word: string, at: number) => isNounForm(word, words[at - 1]!) && words[at + 1] !== 'of'
  const isVerb = (word: string, at: number) =>
    lexicon.isActionWord(word) &&
    !(at > 0 && (isPlural(word) ? isJoint(words[at + 1] ?? '-') : isNamed(word, at)))
  const isNoun = (word: string, at: number) =>
    !isJoint(word) && !lexicon.isStopWord(word) && !noNoun.test(word) && !isVerb(word, at)
  const isClause = (word: string) => word.length > 1 && lexicon.isStopWord(word) && !joints.has(word)
  const start = words.findIndex(isNoun)
  if (start < 0) return []
  // "workspaces available to a user" is about workspaces.
  const isBehindPlural = (at: number) => isPlural(words[at - 1]!) && !alwaysPlural.test(words[at - 1]!)
  const end = words.findIndex(
    (word, at) => at > start && (isJoint(word) || isClause(word) || isBehindPlural(at)),
  )
  return [...new Set(words.filter((word, at) => at >= start && at < end && isNoun(word, at)))]
}

/** Words that end like a plural and stand before the noun that they describe: "sales channels". */
const alwaysPlural =
  /^(sales|sports|goods|funds|news|series|status|address|business|access|process|credentials|settings|details|gps|dns|sms|aws|os)$/

/** The last fixed part of a path that says no verb: a file name of a program says nothing either. */
export function pathNoun(tool: ModelTool | undefined, lexicon: Lexicon): string[] {
  const { segments } = readPath(tool?.definition?.path ?? '')
  const isNoun = (words: string[]) =>
    !words.some((word) => lexicon.isActionWord(word) || isProgram.test(word))
  return segments.findLast(isNoun) ?? []
}

const isProgram = /^(php|aspx?|jsp|cgi|do|action|json|xml|html?)$/
