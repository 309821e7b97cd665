import { formsOf, type Lexicon } from './lexicon.js'
import type { Words } from './vocabulary.js'

/** The first stem for which `isKnown` is true: the stem of the word, of its singular or plural, or of a translation. */
export function knownStem(
  word: string,
  { lexicon, isKnown }: { lexicon: Lexicon; isKnown: (stem: string) => boolean },
): string | undefined {
  return stemsOf(word, lexicon).find(isKnown)
}

/** The stem with which a word is searched, first in titles, paths and folders; undefined if no tool has it. */
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

/** All stems of a word, the surest first, with plurals and translations if the language has `matchesBeginnings`. */
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

/** The stem of the last noun in a compound, if some tool has it: `user` for "Testnutzer". */
function headOf(word: string, { lexicon, vocabulary }: Words): string | undefined {
  if (!lexicon.language.compounds) return undefined
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const tail = word.slice(at)
    const stem = [...lexicon.translate(tail), lexicon.stem(tail)].find(vocabulary.isSubject)
    if (stem !== undefined) return stem
  }
  return undefined
}
