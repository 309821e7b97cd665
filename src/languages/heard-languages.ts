import { oncePer } from '../toolkit/model/lazy.js'
import { singularOf } from '../toolkit/semantics/id-names.js'
import { cutWords } from './cut-words.js'
import type { Language } from './language.js'
import { findLanguage } from './languages.js'
import { type OwnWords, otherLanguages } from './own-words.js'
import { writeNumbers } from './write-numbers.js'

/**
 * Minimum number of nouns and number words that show another language. It is used if a sentence has as many function
 * words of that language as of the session's language: "paga factura 8".
 */
const fewestNouns = 2

/**
 * The language of a sentence: the one with the most function words in it, such as articles and pronouns. If several
 * languages have the same number of these words, `likely` (ISO 639-1) is chosen, else the language with the most nouns and
 * number words. In doubt, it is the language of the session.
 */
export function languageOf(text: string, session: Language, likely?: string): Language {
  // Joins a spelled id first: "L Y two zero" becomes "LY20". Otherwise "l" and "y" would count as words of a language.
  const said = cutWords(writeNumbers(text, session.numbers))
  const own = functionWords(session)
  const ownShare = said.filter((word) => own.has(word)).length
  const others = otherLanguages().filter(({ code }) => code !== session.search.code)
  const shares = others.map((other) => {
    const share = said.filter((word) => other.telling().has(word)).length
    return share > 0 && other.code === likely ? share + 0.5 : share
  })
  const most = Math.max(...shares)
  if (most < ownShare) return session
  const closest = others.filter((_, at) => shares[at] === most)
  const nouns = closest.map((other) => nounsIn(said, { other, session }))
  if (most === ownShare && Math.max(...nouns) < fewestNouns) return session
  return findLanguage(closest[nouns.indexOf(Math.max(...nouns))]!.code)
}

/**
 * How many words of a sentence are nouns or number words of `other`. Two kinds of words do not count: nouns of the
 * session's language, and function words of `other`.
 */
function nounsIn(
  said: readonly string[],
  { other, session }: { other: OwnWords; session: Language },
): number {
  const nouns = other.translations().said()
  const isNoun = (word: string) => Object.hasOwn(nouns, word)
  return said.filter(
    (word) =>
      !ownNouns(session).has(word) &&
      !other.telling().has(word) &&
      (other.numbers.valueOf(word) !== undefined || isNoun(word) || isNoun(singularOf(word))),
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

/** The common nouns of all languages but English, each with its English word. */
export function foreignNouns(): [word: string, english: string][] {
  return otherLanguages().flatMap(({ translations }) => Object.entries(translations().titles))
}
