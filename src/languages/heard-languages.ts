import { cutWords } from './cut-words.js'
import { german as germanPack } from './de/german.js'
import { spanish } from './es/spanish.js'
import { french } from './fr/french.js'
import { type HeardLanguage, withWordsOf } from './heard-language.js'
import { indonesian } from './id/indonesian.js'
import type { Language } from './language.js'
import { polish } from './pl/polish.js'
import { portuguese } from './pt/portuguese.js'
import { russian } from './ru/russian.js'
import { turkish } from './tr/turkish.js'
import { vietnamese } from './vi/vietnamese.js'
import { chinese } from './zh/chinese.js'

/** Languages that are heard only. To add one, write its folder and put it here. */
const heardLanguages: readonly HeardLanguage[] = [
  spanish,
  portuguese,
  french,
  indonesian,
  turkish,
  russian,
  chinese,
  polish,
  vietnamese,
]

const known = new WeakMap<Language, Map<string, Language>>()

/**
 * The language of a sentence: another one that sentences are said in, or the session's extended by the one that is only heard, whichever
 * most of the function words come from.
 */
export function languageOf(text: string, session: Language): Language {
  const said = cutWords(text)
  const own = functionWords(session)
  const ownShare = said.filter((word) => own.has(word)).length
  const shares = heardLanguages.map((heard) => said.filter((word) => wordsIn(heard).has(word)).length)
  const most = Math.max(...shares)
  // German lists hold the English words too: only what is German alone speaks for it.
  const german = said.filter((word) => functionWords(germanPack).has(word) && !own.has(word)).length
  if (session !== germanPack && german >= most && (german > ownShare || (german > 1 && german === ownShare)))
    return germanPack
  const heard = heardLanguages[shares.indexOf(most)]!
  if (most === 0 || most <= ownShare) return session
  const extended = known.get(session) ?? new Map<string, Language>()
  known.set(session, extended)
  const language = extended.get(heard.code) ?? withWordsOf(session, heard)
  extended.set(heard.code, language)
  return language
}

const functions = new WeakMap<Language, ReadonlySet<string>>()

/** Words of a language that say little by themselves. */
function functionWords(language: Language): ReadonlySet<string> {
  const { stopWords, pointers, actions } = language.search
  const made =
    functions.get(language) ?? new Set([...stopWords, ...pointers, ...Object.values(actions).flat()])
  functions.set(language, made)
  return made
}

/** The common nouns of all heard languages, each with the English word for it. */
export function foreignNouns(): [word: string, english: string][] {
  return heardLanguages.flatMap(({ translations }) => Object.entries(translations))
}

const lists = new WeakMap<HeardLanguage, ReadonlySet<string>>()

function wordsIn(heard: HeardLanguage): ReadonlySet<string> {
  const made =
    lists.get(heard) ??
    new Set([
      ...heard.stopWords,
      ...heard.questions,
      ...heard.pointers,
      ...Object.values(heard.actions).flat(),
    ])
  lists.set(heard, made)
  return made
}
