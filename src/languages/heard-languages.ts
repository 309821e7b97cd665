import { lazy, oncePer } from '../toolkit/model/lazy.js'
import { singularOf } from '../toolkit/semantics/id-names.js'
import { cutWords } from './cut-words.js'
import { german as germanPack } from './de/german.js'
import { spanish } from './es/spanish.js'
import { french } from './fr/french.js'
import { type HeardLanguage, withWordsOf } from './heard-language.js'
import { indonesian } from './id/indonesian.js'
import { italian } from './it/italian.js'
import type { Language } from './language.js'
import { dutch } from './nl/dutch.js'
import { polish } from './pl/polish.js'
import { portuguese } from './pt/portuguese.js'
import { russian } from './ru/russian.js'
import { turkish } from './tr/turkish.js'
import { vietnamese } from './vi/vietnamese.js'
import { words } from './word-lists.js'
import { writeNumbers } from './write-numbers.js'
import { chinese } from './zh/chinese.js'

/** Languages that the agent understands but does not speak. To add one, write its folder and list it here. */
export const heardLanguages = lazy((): readonly HeardLanguage[] => [
  spanish(),
  portuguese(),
  french(),
  italian(),
  dutch(),
  indonesian(),
  turkish(),
  russian(),
  chinese(),
  polish(),
  vietnamese(),
])

const known = new WeakMap<Language, Map<string, Language>>()

/**
 * Minimum number of nouns and number words that show another language. It is used if a sentence has as many function
 * words of that language as of the session's language: "paga factura 8".
 */
const fewestNouns = 2

/**
 * Finds the language of a sentence: the language with the most function words in it, such as articles and pronouns. If
 * several languages have the same number of these words, `likely` (ISO 639-1) is chosen, else the language with the
 * most nouns and number words. The result is one of:
 * - the language of the session
 * - another language that the agent speaks
 * - the language of the session, extended by a language that the agent only understands
 */
export function languageOf(text: string, session: Language, likely?: string): Language {
  // Joins a spelled id first: "L Y two zero" becomes "LY20". Otherwise "l" and "y" would count as words of a language.
  const said = cutWords(writeNumbers(text, session.numbers))
  const own = functionWords(session)
  const ownShare = said.filter((word) => own.has(word)).length
  const shares = heardLanguages().map((heard) => {
    const share = said.filter((word) => wordsIn(heard).has(word)).length
    return share > 0 && heard.code === likely ? share + 0.5 : share
  })
  const most = Math.max(...shares)
  const closest = heardLanguages().filter((_, at) => shares[at] === most)
  // The German lists also contain English words. So a word counts as German only if the lists of the session's language
  // do not contain it.
  const german = said.filter((word) => functionWords(germanPack).has(word) && !own.has(word)).length
  if (session !== germanPack && german >= most && (german > ownShare || (german > 1 && german === ownShare)))
    return germanPack
  if (most < ownShare) return session
  const nouns = closest.map((heard) => nounsIn(said, { heard, session }))
  if (most === ownShare && Math.max(...nouns) < fewestNouns) return session
  const heard = closest[nouns.indexOf(Math.max(...nouns))]!
  const extended = known.get(session) ?? new Map<string, Language>()
  known.set(session, extended)
  const language = extended.get(heard.code) ?? withWordsOf(session, heard)
  extended.set(heard.code, language)
  return language
}

/**
 * How many words of a sentence are nouns or number words of `heard`. Two kinds of words do not count: nouns of the
 * session's language, and words in other lists of `heard`, such as its stop words.
 */
function nounsIn(
  said: readonly string[],
  { heard, session }: { heard: HeardLanguage; session: Language },
): number {
  const [translations, forms = {}] = [heard.translations(), heard.forms?.()]
  const isNoun = (word: string) => Object.hasOwn(translations, word) || Object.hasOwn(forms, word)
  return said.filter(
    (word) =>
      !ownNouns(session).has(word) &&
      !wordsIn(heard).has(word) &&
      (heard.numbers.valueOf(word) !== undefined || isNoun(word) || isNoun(singularOf(word))),
  ).length
}

/** The words of a language that have synonyms or related words. They are used as the list of its nouns. */
const ownNouns = oncePer(
  ({ search: { synonyms, related } }: Language): ReadonlySet<string> =>
    new Set([...synonyms.flat(), ...Object.entries(related).flat(2)]),
)

/** The common words that show the language of a sentence: stop words, words before ids, and words for actions. */
const functionWords = oncePer(({ search }: Language): ReadonlySet<string> => {
  const { stopWords, pointers, actions } = search
  return new Set([...stopWords, ...pointers, ...Object.values(actions).flat()])
})

/** The common nouns of all languages that the agent understands but does not speak, each with its English word. */
export function foreignNouns(): [word: string, english: string][] {
  return heardLanguages().flatMap(({ translations }) => Object.entries(translations()))
}

const wordsIn = oncePer(
  ({ stopWords, questions, pointers, actions, ordinals, sayings }: HeardLanguage): ReadonlySet<string> =>
    new Set([
      ...[...stopWords, ...questions, ...pointers, ...Object.values(actions).flat()],
      ...Object.keys(ordinals),
      // Only phrases of one word are used. A word of a longer phrase may be a noun or a number: "mil" (1000) in "mil
      // gracias".
      ...Object.values(sayings)
        .flatMap((phrases) => phrases.split(',').map(words))
        .flatMap((phrase) => (phrase.length === 1 ? phrase : [])),
    ]),
)
