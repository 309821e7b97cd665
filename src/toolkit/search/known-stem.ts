import { formsOf, type Lexicon } from './lexicon.js'
import type { Words } from './vocabulary.js'

/** The first stem for which `isKnown` is true: the stem of the word, of its singular or plural, or of a translation. */
export function knownStem(
  word: string,
  { lexicon, isKnown }: { lexicon: Lexicon; isKnown: (stem: string) => boolean },
): string | undefined {
  return stemsOf(word, lexicon).find(isKnown)
}

/**
 * The stem with which a word is searched; undefined if no tool has the word. A stem in the title, path or folder of a
 * tool is preferred to a stem that only other texts of tools have.
 */
export function searchedStem(word: string, { lexicon, vocabulary }: Words): string | undefined {
  const stems = stemsOf(word, lexicon)
  return (
    stems.find(vocabulary.isSubject) ??
    headOf(word, { lexicon, vocabulary }) ??
    stems.find(vocabulary.has) ??
    (lexicon.language.matchesBeginnings ? vocabulary.otherForm(stems[0]!) : undefined)
  )
}

const mostStems = 6

/**
 * All stems with which a word is searched, the surest first. If the language has `matchesBeginnings`, the stems of the
 * singular, of the plurals and of the translations are added. A stem is added only if it is in the title, path or
 * folder of a tool.
 */
export function searchedStems(word: string, { lexicon, vocabulary }: Words): string[] {
  const first = searchedStem(word, { lexicon, vocabulary })
  const mixes = lexicon.language.matchesBeginnings
  const others = mixes ? stemsOf(word, lexicon).filter(vocabulary.isSubject) : []
  return [...new Set([first ?? lexicon.stem(word), ...others])].slice(0, mostStems)
}

export function stemsOf(word: string, lexicon: Lexicon): string[] {
  const forms = word.length > 3 ? formsOf(word).map(lexicon.stem) : []
  return [lexicon.stem(word), ...forms, ...lexicon.translate(word)]
}

const shortestPart = 4

/**
 * The stem of the last noun in a compound, if the title, path or folder of some tool has it: `user` for the German word
 * "Testnutzer".
 */
function headOf(word: string, { lexicon, vocabulary }: Words): string | undefined {
  if (!lexicon.language.compounds) return undefined
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const tail = word.slice(at)
    const stem = [...lexicon.translate(tail), lexicon.stem(tail)].find(vocabulary.isSubject)
    if (stem !== undefined) return stem
  }
  return undefined
}
