import { formsOf, type Lexicon } from './lexicon.js'
import type { Words } from './vocabulary.js'

/** The first known stem of a word, of its singular or plural, or of a translation; undefined if none is known. */
export function knownStem(
  word: string,
  { lexicon, isKnown }: { lexicon: Lexicon; isKnown: (stem: string) => boolean },
): string | undefined {
  return stemsOf(word, lexicon).find(isKnown)
}

/**
 * The stem with which a word is searched; undefined if no tool has the word. A stem in a title, path or folder is
 * preferred to a stem that is only in other texts.
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

/** How many stems of a word are searched. */
const mostStems = 6

/**
 * All stems with which a word is searched, the surest first. If the user speaks a language that the agent only
 * understands, these are also the singular, the plural and the translations, as far as they are subjects of tools.
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

/** The stem of the last part of a compound, if it is a subject of some tool: `user` for "Testnutzer". */
function headOf(word: string, { lexicon, vocabulary }: Words): string | undefined {
  if (!lexicon.language.compounds) return undefined
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const tail = word.slice(at)
    const stem = [...lexicon.translate(tail), lexicon.stem(tail)].find(vocabulary.isSubject)
    if (stem !== undefined) return stem
  }
  return undefined
}
