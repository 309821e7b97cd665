import { beginningOf } from '../meaning/words.js'
import type { Clause } from './clause.js'
import { readClause } from './clause.js'
import type { Lexicon } from './lexicon.js'
import type { Piece } from './pieces.js'
import { splitPieces } from './pieces.js'
import type { Vocabulary } from './vocabulary.js'

const quoted = /"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|«([^»]+)»|„([^“]+)“/gu

/**
 * Reads a sentence into its wishes. Quoted text and names are values, never words to search by; of a pasted
 * text the beginning counts.
 */
export function readQuery(text: string, tools: { lexicon: Lexicon; vocabulary: Vocabulary }): Clause[] {
  const clauses: Piece[][] = []
  for (const pieces of splitPieces(beginningOf(text).replace(quoted, ' "" '), tools)) {
    const last = clauses.at(-1)
    if (last && (!hasSubject(pieces, tools) || !hasSubject(last, tools))) last.push(...pieces)
    else if (pieces.length > 0) clauses.push([...pieces])
  }
  return clauses.map((pieces) => readClause(pieces, tools)).filter((clause) => clause.terms.length > 0)
}

/** "cancel it" says nothing about what: it belongs to the words before it. */
function hasSubject(
  pieces: Piece[],
  { lexicon, vocabulary }: { lexicon: Lexicon; vocabulary: Vocabulary },
): boolean {
  const words = pieces.filter((piece) => !piece.value).flatMap((piece) => piece.words)
  const verbs = new Set(
    lexicon.actionSpans(words).flatMap(({ start, length }) => words.slice(start, start + length)),
  )
  return words.some(
    (word) => !lexicon.isStopWord(word) && !verbs.has(word) && vocabulary.isSubject(lexicon.stem(word)),
  )
}
