import { oncePer } from '../toolkit/model/lazy.js'
import { cutWords } from './cut-words.js'
import { type OwnWords, otherLanguages } from './own-words.js'
import type { Action, SearchLanguage } from './search-language.js'

export interface TitledIn {
  /** ISO 639-1. Undefined if the titles are in the session's language, or if their language was not found. */
  code?: string
  /**
   * The language of the session. If another language was found, it is extended by the verbs, plurals, prepositions and
   * stop words of that language.
   */
  search: SearchLanguage
}

/** The least share of titles with a verb of a language that counts as theirs. */
const leastShare = 0.2
/** If a larger share of the titles has a verb of the session's language, no other language is sought. */
const ownShare = 0.7
const fewestTitles = 2

/** Finds the language of the titles by their verbs: "Kategori Sil" is Turkish, "Modifica Autore" is Italian. */
export function titledIn(titles: readonly string[], search: SearchLanguage): TitledIn {
  const cut = titles.map(cutWords)
  const own = ownWords(search)
  const withVerb = (verbs: ReadonlySet<string>) =>
    cut.filter((words) => words.some((word) => verbs.has(word))).length
  if (withVerb(ownVerbs(search)) > ownShare * titles.length) return { search }
  const found = otherLanguages().map((heard) => {
    const verbs = new Set([...verbsOf(heard)].filter((word) => !own.has(word)))
    return { heard, count: withVerb(verbs) }
  })
  const [best] = found.sort((a, b) => b.count - a.count)
  if (!best || best.count < Math.max(fewestTitles, leastShare * titles.length)) return { search }
  return { code: best.heard.code, search: extended(search)(best.heard) }
}

/** The verbs of a language without stop words and question words, such as the Spanish "de". */
const verbsOf = oncePer(({ actions, list }: OwnWords): ReadonlySet<string> => {
  const others = new Set([...(list('stopWords') ?? []), ...(list('questions') ?? [])])
  return new Set(
    Object.values(actions)
      .flat()
      .filter((word) => !others.has(word)),
  )
})

const ownVerbs = oncePer(
  ({ actions, stopWords }: SearchLanguage): ReadonlySet<string> =>
    new Set(
      Object.values(actions)
        .flat()
        .filter((word) => !stopWords.has(word)),
    ),
)

const ownWords = oncePer(
  ({ actions, stopWords, synonyms }: SearchLanguage): ReadonlySet<string> =>
    new Set([...stopWords, ...synonyms.flat(), ...Object.values(actions).flat()]),
)

const extended = oncePer((search: SearchLanguage) =>
  oncePer((heard: OwnWords): SearchLanguage => {
    const verbs = verbsOf(heard)
    const actions = Object.entries(search.actions).map(([action, own]) => [
      action,
      [...own, ...heard.actions[action as Action].filter((word) => verbs.has(word))],
    ])
    return {
      ...search,
      actions: Object.fromEntries(actions) as SearchLanguage['actions'],
      stopWords: new Set([...search.stopWords, ...(heard.list('stopWords') ?? [])]),
      prepositions: new Set([...search.prepositions, ...(heard.list('prepositions') ?? [])]),
      isPlural: (word) => search.isPlural(word) || heard.isPlural(word),
    }
  }),
)
