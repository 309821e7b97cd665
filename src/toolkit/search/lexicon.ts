import { cutWords } from '../../languages/cut-words.js'
import { foreignNouns } from '../../languages/heard-languages.js'
import type { Action, SearchLanguage } from '../../languages/search-language.js'
import { oncePer } from '../model/lazy.js'
import { singularOf } from '../semantics/id-names.js'

/** Actions that change nothing. */
export const readActions: ReadonlySet<Action> = new Set(['list', 'get', 'find'])

/** A language made ready for lookups. */
export interface Lexicon {
  language: SearchLanguage
  /** One form for all words that mean the same. */
  stem(word: string): string
  stems(words: string[]): string[]
  /** Actions named in a text, in the sequence of their appearance. */
  actionsIn(text: string): Action[]
  /** Where the actions are named. */
  actionSpans(words: string[]): ActionSpan[]
  /** The word at a place together with the next one, or with a particle behind it: "log me out" is "logout". */
  compoundsAt(words: readonly string[], at: number): string[]
  /** Where a verb stands if the words are a request: the first place after "please" and the like; -1 without any. */
  leadOf(words: readonly string[]): number
  /** The plainest verb of an action: "delete" for "get rid of". */
  verbOf(action: Action): string
  /** Stems of the translations of a noun: in English, and in the languages that users speak but the agent does not. */
  translate(word: string): readonly string[]
  /** Words that may mean the same but count less: "buy" may mean "checkout". */
  related(stem: string): readonly string[]
  isStopWord(word: string): boolean
  /** Whether the language's lists of synonyms have the word. */
  isWord(word: string): boolean
  /** Whether the word is an everyday verb of some action. It then says little about the subject. */
  isActionWord(word: string): boolean
}

/** Some words that name an action. */
export interface ActionSpan {
  action: Action
  start: number
  length: number
}

/** The lexicon of a language, made once. */
export const lexiconOf = oncePer(createLexicon)

function createLexicon(language: SearchLanguage): Lexicon {
  const leaders = synonymLeaders(language)
  const stem = remembering((word: string) => {
    const form = language.stem(word)
    return leaders.get(form) ?? form
  })
  const phrases = actionPhrases(language, stem)
  const related = new Map(
    Object.entries(language.related).map(([word, others]) => [stem(word), others.map(stem)]),
  )
  /** After the first word a plural is a noun: "the device records". */
  const spansIn = (words: string[]) => {
    const said = words.map((word, at) =>
      at > 0 && language.isNounForm(word, words[at - 1]!) ? '' : stem(word),
    )
    return findActions(joinParticles(said, { words, language, phrases }), phrases)
  }
  const translations = new Map(
    Object.entries(language.translations ?? {}).map(([word, english]) => [
      language.stem(word),
      stem(english),
    ]),
  )
  const foreign = new Map<string, string[]>()
  for (const [word, english] of foreignNouns())
    foreign.set(stem(english), [...(foreign.get(stem(english)) ?? []), ...formsOf(word).map(stem)])
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
    translate: (word) => {
      const english = translations.get(language.stem(word)) ?? translations.get(singularOf(word))
      return english === undefined
        ? (foreign.get(stem(word)) ?? [])
        : [english, ...(foreign.get(english) ?? [])]
    },
    related: (form) => related.get(form) ?? [],
    isWord: (word) => leaders.has(language.stem(word)) || related.has(stem(word)),
    isStopWord: (word) => language.stopWords.has(word),
    isActionWord: (word) => phrases.has(stem(word)),
  }
}

/** A noun of another language for one and for many, as far as it is made with an "s". */
export const formsOf = (word: string) => [singularOf(word), `${singularOf(word)}s`, `${singularOf(word)}es`]

const mostRemembered = 50_000
const longestRemembered = 40

/** Keeps the result for each word, because tools repeat the same few thousand words. */
function remembering(make: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>()
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

function actionPhrases(language: SearchLanguage, stem: (word: string) => string): Map<string, Action> {
  const phrases = new Map<string, Action>()
  for (const [action, texts] of Object.entries(language.actions) as [Action, readonly string[]][])
    for (const text of texts) phrases.set(cutWords(text).map(stem).join(' '), action)
  return phrases
}

/** How many words may part a verb from its particle. */
const longestGap = 6

/** "leg eine Gruppe an" and "take it out of the pool": the particle belongs to the verb before it. */
function joinParticles(
  stems: string[],
  { words, language, phrases }: { words: string[]; language: SearchLanguage; phrases: Map<string, Action> },
): string[] {
  const joined = [...stems]
  for (const [end, particle] of words.entries()) {
    if (!language.particles.has(particle)) continue
    for (let at = Math.max(0, end - longestGap); at < end; at++) {
      const whole = [particle + stems[at]!, `${stems[at]} ${stems[end]}`].find((one) => phrases.has(one))
      if (whole === undefined || at === end - 1) continue
      joined[at] = whole
      joined[end] = ''
      break
    }
  }
  return joined
}

/** The longest phrase at each place wins: "look for" is not "look". */
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
