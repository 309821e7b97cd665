import { wordsOf } from '../meaning/words.js'
import type { Action, SearchLanguage } from './language/language.js'

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
  /** The plainest verb of an action: "delete" for "get rid of". */
  verbOf(action: Action): string
  /** Words that are as good as another one, but weaker: "buy" may mean "checkout". */
  related(stem: string): readonly string[]
  isStopWord(word: string): boolean
  /** Whether the word is an everyday verb of some action, so that it says little about the subject. */
  isActionWord(word: string): boolean
}

/** Some words that name an action. */
export interface ActionSpan {
  action: Action
  start: number
  length: number
}

const ready = new WeakMap<SearchLanguage, Lexicon>()

/** The lookups of a language, made once. */
export function lexiconOf(language: SearchLanguage): Lexicon {
  const known = ready.get(language)
  if (known) return known
  const lexicon = createLexicon(language)
  ready.set(language, lexicon)
  return lexicon
}

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
  const spansIn = (words: string[]) =>
    findActions(
      words.map((word, at) => (at > 0 && language.isNounForm(word) ? '' : stem(word))),
      phrases,
    )
  return {
    language,
    stem,
    stems: (words) => [...new Set(words.filter((word) => !language.stopWords.has(word)).map(stem))],
    actionsIn: (text) => [...new Set(spansIn(wordsOf(text)).map((span) => span.action))],
    actionSpans: spansIn,
    verbOf: (action) => stem(language.actions[action][0]!),
    related: (form) => related.get(form) ?? [],
    isStopWord: (word) => language.stopWords.has(word),
    isActionWord: (word) => phrases.has(stem(word)),
  }
}

const mostRemembered = 50_000
const longestRemembered = 40

/** The same few thousand words come again in every tool. */
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
    for (const text of texts) phrases.set(wordsOf(text).map(stem).join(' '), action)
  return phrases
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
