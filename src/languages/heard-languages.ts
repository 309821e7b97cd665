import { oncePer } from '../toolkit/model/lazy.js'
import { singularOf } from '../toolkit/semantics/id-names.js'
import { cutWords } from './cut-words.js'
import type { Language } from './language.js'
import { findLanguage } from './languages.js'
import { type OwnWords, otherLanguages } from './own-words.js'
import { writeNumbers } from './write-numbers.js'

/** How many nouns and number words show another language, if function words do not: "paga factura 8". */
const fewestNouns = 2

/** The language with the most function words, else `likely` or the most nouns; in doubt the session's. */
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

/** How many words are nouns or number words of `other`, without the session's nouns and `other`'s function words. */
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
