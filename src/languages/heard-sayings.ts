import type { Language, Meaning } from './language.js'
import { withoutAccents } from './word-lists.js'

/** The meanings of the session's language, extended by the sayings of another language. */
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

/** The phrases of a saying, also as they are typed without accents. */
export function phrasesOf(text: string): string[] {
  const phrases = text.split(',').map((phrase) => phrase.replaceAll('’', '').trim())
  return [...new Set(phrases.flatMap((phrase) => [phrase, withoutAccents(phrase)]))]
}

/** A whole sentence of these phrases; of a correction or a follow-up, only its beginning. */
function formOf(meaning: Meaning, text: string): RegExp {
  const phrases = `(?:${phrasesOf(text).join('|')})`
  const isBeginning = meaning === 'correction' || meaning === 'followUp'
  return new RegExp(isBeginning ? `^${phrases}(?!\\p{L})` : `^${phrases}(?: ${phrases})*$`, 'u')
}
