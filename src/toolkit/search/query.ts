import { beginningOf } from '../meaning/words.js'
import type { Clause } from './clause.js'
import { readClause } from './clause.js'
import type { Lexicon } from './lexicon.js'
import type { Piece } from './pieces.js'
import { splitPieces } from './pieces.js'
import type { Vocabulary } from './vocabulary.js'

const quoted = /"([^"]+)"|“([^“”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|«([^«»]+)»|„([^„“]+)“/gu

/** Nobody wants more things at once. Each is a search of its own. */
const mostWishes = 12

/** Pieces of a sentence that belong together, and whether they say what they are about. */
interface Wish {
  pieces: Piece[]
  hasSubject: boolean
}

/**
 * Reads a sentence into its wishes. Quoted text and names are values, never words to search by; of a pasted
 * text the beginning counts.
 */
export function readQuery(text: string, tools: { lexicon: Lexicon; vocabulary: Vocabulary }): Clause[] {
  const clauses = splitPieces(beginningOf(text).replace(quoted, ' "" '), tools)
  return distinct(joinWishes(clauses, tools))
    .slice(0, mostWishes)
    .map(({ pieces }) => readClause(pieces, tools))
    .filter((clause) => clause.terms.length > 0)
}

/** Puts clauses together of which only one says what it is about. */
function joinWishes(clauses: Piece[][], tools: { lexicon: Lexicon; vocabulary: Vocabulary }): Wish[] {
  const wishes: Wish[] = []
  for (const pieces of clauses) {
    if (pieces.length === 0) continue
    const wish = { pieces: [...pieces], hasSubject: hasSubject(pieces, tools) }
    const last = wishes.at(-1)
    if (!last || (last.hasSubject && wish.hasSubject)) wishes.push(wish)
    else {
      last.pieces.push(...wish.pieces)
      last.hasSubject ||= wish.hasSubject
    }
  }
  return wishes
}

/** What is said twice is wanted once. */
function distinct(wishes: Wish[]): Wish[] {
  return [...new Map(wishes.map((wish) => [wish.pieces.map(({ text }) => text).join(' '), wish])).values()]
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
