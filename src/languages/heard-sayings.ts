import type { Language, Meaning } from './language.js'
import { withoutAccents } from './word-lists.js'

/**
 * Adds the sayings of another language to the meanings of the session's language. A saying is a sentence that is not a
 * request, such as "muchas gracias".
 */
export function withSayings(
  meanings: Language['meanings'],
  sayings: Readonly<Partial<Record<Meaning, string>>>,
): Language['meanings'] {
  const more = Object.entries(sayings).map(([meaning, phrases]) => [
    meaning,
    [...meanings[meaning as Meaning], formOf(meaning as Meaning, phrases)],
  ])
  return { ...meanings, ...Object.fromEntries(more) }
}

/** Splits sayings at their commas. Returns each with its accents, and also without them, as users may type it. */
export function phrasesOf(text: string): string[] {
  const phrases = text.split(',').map((phrase) => phrase.replaceAll('’', '').trim())
  return [...new Set(phrases.flatMap((phrase) => [phrase, withoutAccents(phrase)]))]
}

/**
 * Matches a sentence that consists only of these phrases. A correction or a follow-up only has to begin with one of
 * them.
 */
function formOf(meaning: Meaning, text: string): Pick<RegExp, 'test'> {
  const phrases = phrasesOf(text)
  const isBeginning = meaning === 'correction' || meaning === 'followUp'
  return {
    test: isBeginning ? (said) => beginsWith(said, phrases) : (said) => consistsOf(said, new Set(phrases)),
  }
}

function beginsWith(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => text.startsWith(phrase) && !/^\p{L}/u.test(text.slice(phrase.length)))
}

/** Maximum number of words in a phrase. */
const longestPhrase = 8

/** Whether a text consists only of these phrases, one after the other. */
function consistsOf(text: string, phrases: ReadonlySet<string>): boolean {
  const words = text.split(' ')
  const ends = new Set([0])
  for (let at = 0; at < words.length; at++)
    for (let length = 1; ends.has(at) && length <= longestPhrase; length++)
      if (phrases.has(words.slice(at, at + length).join(' '))) ends.add(Math.min(words.length, at + length))
  return ends.has(words.length)
}
