import { formsOf, type Lexicon } from './lexicon.js'
import type { Words } from './vocabulary.js'

/** The stem of a word; where no tool has it, that of its other number or of a translation. Undefined where no tool has any. */
export function knownStem(
  word: string,
  { lexicon, isKnown }: { lexicon: Lexicon; isKnown: (stem: string) => boolean },
): string | undefined {
  return stemsOf(word, lexicon).find(isKnown)
}

/** The stem by which a word is searched: one that a title, path or folder has before one that only a description has. */
export function searchedStem(word: string, { lexicon, vocabulary }: Words): string | undefined {
  const stems = stemsOf(word, lexicon)
  return (
    stems.find(vocabulary.isSubject) ??
    headOf(word, { lexicon, vocabulary }) ??
    stems.find(vocabulary.has) ??
    (lexicon.language.matchesBeginnings ? vocabulary.otherForm(stems[0]!) : undefined)
  )
}

function stemsOf(word: string, lexicon: Lexicon): string[] {
  const forms = word.length > 3 ? formsOf(word).map(lexicon.stem) : []
  return [lexicon.stem(word), ...forms, ...lexicon.translate(word)]
}

const shortestPart = 4

/** The last part of a compound that some tool has: "Testnutzer" is about users. */
function headOf(word: string, { lexicon, vocabulary }: Words): string | undefined {
  if (!lexicon.language.compounds) return undefined
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const tail = word.slice(at)
    const stem = [...lexicon.translate(tail), lexicon.stem(tail)].find(vocabulary.isSubject)
    if (stem !== undefined) return stem
  }
  return undefined
}
