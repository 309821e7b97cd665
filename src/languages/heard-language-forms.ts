import { lazy } from '../toolkit/model/lazy.js'
import { pairs } from './heard-language.js'
import { words } from './word-lists.js'

/** The endings of nouns that are declined in the same way, separated by spaces. "-" stands for no ending. */
interface Declension {
  /** The ending of the form in a dictionary. */
  ending: string
  singular: string
  plural: string
}

/** Nouns and all their forms, with the English word for each. */
export interface DeclinedNouns {
  translations: Record<string, string>
  forms: () => Record<string, string>
  plurals: () => string[]
}

/** The forms of nouns of one declension, each with its English word: `declined('faktura invoice', feminine)`. */
export function declined(nouns: string, { ending, singular, plural }: Declension): DeclinedNouns {
  const translations = pairs(nouns)
  const [last] = endingsOf(ending)
  const formsWith = (endings: string) =>
    Object.entries(translations).flatMap(([noun, english]) => {
      const stem = noun.slice(0, noun.length - last!.length)
      return endingsOf(endings).map((end): [string, string] => [stem + end, english])
    })
  const many = lazy(() => formsWith(plural))
  return {
    translations,
    forms: () => Object.fromEntries([...formsWith(singular), ...many()]),
    plurals: () => many().map(([noun]) => noun),
  }
}

/** Joins several lists of declined nouns. */
export function allOf(...lists: DeclinedNouns[]): DeclinedNouns {
  return {
    translations: Object.assign({}, ...lists.map(({ translations }) => translations)),
    forms: () => Object.assign({}, ...lists.map(({ forms }) => forms())),
    plurals: () => lists.flatMap(({ plurals }) => plurals()),
  }
}

const endingsOf = (text: string) => words(text).map((end) => end.replace('-', ''))
