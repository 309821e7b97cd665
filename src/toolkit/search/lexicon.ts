import { cutWords } from '../../languages/cut-words.js'
import { foreignNouns } from '../../languages/heard-languages.js'
import type { Action, SearchLanguage } from '../../languages/search-language.js'
import { groupBy } from '../model/group-by.js'
import { lazy, oncePer } from '../model/lazy.js'
import { singularOf } from '../semantics/id-names.js'

export const readActions: ReadonlySet<Action> = new Set(['list', 'get', 'find'])

export interface Lexicon {
  language: SearchLanguage
  stem(word: string): string
  stems(words: string[]): string[]
  actionsIn(text: string): Action[]
  actionSpans(words: string[]): ActionSpan[]
  /** A word joined to the next, and to each particle within six words: `logme`, `logout` for "log me out". */
  compoundsAt(words: readonly string[], at: number): string[]
  leadOf(words: readonly string[]): number
  /** The stem of an action's main verb, such as `delete` for "get rid of". */
  verbOf(action: Action): string
  /** Stems of words with the same meaning, in English, the lexicon's language, and those that the agent understands. */
  translate(word: string): readonly string[]
  /** Stems of similar meaning, "checkout" for "buy". They are no synonyms and count less. */
  related(stem: string): readonly string[]
  isStopWord(word: string): boolean
  isWord(word: string): boolean
  /** Whether the word is an everyday verb of some action. It then says little about the subject. */
  isActionWord(word: string): boolean
}

export interface ActionSpan {
  action: Action
  start: number
  length: number
}

export const lexiconOf = oncePer(createLexicon)

function createLexicon(language: SearchLanguage): Lexicon {
  const leaders = synonymLeaders(language)
  const stem = remembering((word: string) => {
    const form = language.stem(word)
    return leaders.get(form) ?? form
  })
  const phrases = actionPhrases(language, stem)
  const related = relatedStems(language, stem)
  /** The actions that words name. A noun counts only as the first word: not "records" in "the device records". */
  const spansIn = (words: string[]) => {
    const isNoun = (word: string, at: number) =>
      at > 0 && !language.particles.has(word) && language.isNounForm(word, words[at - 1]!)
    const said = words.map((word, at) => (isNoun(word, at) ? '' : stem(word)))
    return findActions(joinParticles(said, { words, language, phrases }), phrases)
  }
  const translations = new Map(
    Object.entries(language.translations ?? {}).map(([word, english]) => [language.stem(word), english]),
  )
  // The table of these nouns has thousands of entries, so it is built only when the first word is translated. An index
  // is built without any translation, so it does not need the table.
  const foreign = lazy(() => groupBy(foreignNouns(), ([, english]) => stem(english)))
  const foreignFor = (english: string) =>
    (foreign().get(english) ?? []).flatMap(([word]) => formsOf(word).map(stem))
  const own = lazy(() => groupBy([...translations], ([, english]) => stem(english)))
  const ownFor = (english: string) => (own().get(english) ?? []).map(([word]) => word)
  // A short English word and its plural may have different stems in another language: "car", "cars" in German.
  const inEnglish = (english: string) => (language.code === 'en' ? [english] : formsOf(english)).map(stem)
  return {
    language,
    stem,
    stems: (words) => [...new Set(words.filter((word) => !language.stopWords.has(word)).map(stem))],
    actionsIn: (text) => [...new Set(spansIn(cutWords(text)).map((span) => span.action))],
    actionSpans: spansIn,
    compoundsAt: (words, at) =>
      words
        .slice(at + 1, at + 1 + longestGap)
        .filter((word, distance) => distance === 0 || language.particles.has(word))
        .map((word) => words[at]! + word),
    leadOf: (words) =>
      words.findIndex((word) => !language.beforeVerbs.has(word) && !language.joints.has(word)),
    verbOf: (action) => stem(language.actions[action][0]!),
    translate: remembering((word) => {
      const english = translations.get(language.stem(word)) ?? translations.get(singularOf(word))
      if (english === undefined) return foreignFor(stem(word))
      const form = stem(english)
      return [...new Set([...inEnglish(english), ...ownFor(form), ...foreignFor(form)])]
    }),
    related: (form) => related.get(form) ?? [],
    isWord: (word) => leaders.has(language.stem(word)) || related.has(stem(word)),
    isStopWord: (word) => language.stopWords.has(word),
    isActionWord: (word) => phrases.has(stem(word)),
  }
}

/** The singular of a noun, and its possible plurals with "s" and "es". Other plurals are not formed. */
export const formsOf = (word: string) => [singularOf(word), `${singularOf(word)}s`, `${singularOf(word)}es`]

const mostRemembered = 50_000
const longestRemembered = 40

/** Returns a function that keeps its result for each word, because tools repeat the same few thousand words. */
function remembering<Value extends string | readonly string[]>(
  make: (word: string) => Value,
): (word: string) => Value {
  const known = new Map<string, Value>()
  return (word) => {
    const value = known.get(word) ?? make(word)
    if (known.size < mostRemembered && word.length <= longestRemembered) known.set(word, value)
    return value
  }
}

function synonymLeaders(language: SearchLanguage): Map<string, string> {
  const leaders = new Map<string, string>()
  for (const [first, ...others] of language.synonyms)
    for (const word of others)
      if (!word.includes(' ')) leaders.set(language.stem(word), language.stem(first!))
  return leaders
}

/** The related words of each stem. Words with the same stem, such as "run" and "running", share their related words. */
function relatedStems(language: SearchLanguage, stem: (word: string) => string): Map<string, string[]> {
  const related = new Map<string, string[]>()
  for (const [word, others] of Object.entries(language.related))
    related.set(stem(word), [
      ...new Set([...(related.get(stem(word)) ?? []), ...others.flatMap(formsOf).map(stem)]),
    ])
  return related
}

function actionPhrases(language: SearchLanguage, stem: (word: string) => string): Map<string, Action> {
  const phrases = new Map<string, Action>()
  for (const [action, texts] of Object.entries(language.actions) as [Action, readonly string[]][])
    for (const text of texts) phrases.set(cutWords(text).map(stem).join(' '), action)
  return phrases
}

const longestGap = 6

/** Joins a particle to the verb before it: `anleg` for "leg eine Gruppe an", `take out` for "take it out". */
function joinParticles(
  stems: string[],
  { words, language, phrases }: { words: string[]; language: SearchLanguage; phrases: Map<string, Action> },
): string[] {
  const joined = [...stems]
  for (const [end, particle] of words.entries()) {
    if (!language.particles.has(particle)) continue
    // In German, a particle belongs to the verb only at the end of a clause: "sag den Termin ab" cancels an
    // appointment, but "sag mir die Termine ab Montag" asks for appointments from Monday.
    const mayEnd = !language.compounds || end === words.length - 1 || language.joints.has(words[end + 1]!)
    for (let at = Math.max(0, end - longestGap); at < end; at++) {
      const whole = [particle + stems[at]!, `${stems[at]} ${stems[end]}`].find((one) => phrases.has(one))
      if (whole === undefined || at === end - 1) continue
      if (!mayEnd && /^(delete|cancel)$/.test(phrases.get(whole)!)) continue
      joined[at] = whole
      joined[end] = ''
      break
    }
  }
  return joined
}

/** The phrases that name actions, the longest at each word: "look for", not "look". */
function findActions(stems: string[], phrases: Map<string, Action>): ActionSpan[] {
  const found: ActionSpan[] = []
  for (let start = 0; start < stems.length; start++) {
    for (let length = Math.min(3, stems.length - start); length > 0; length--) {
      const action = phrases.get(stems.slice(start, start + length).join(' '))
      if (!action) continue
      found.push({ action, start, length })
      start += length - 1
      break
    }
  }
  return found
}
