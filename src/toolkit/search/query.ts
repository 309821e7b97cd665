import { wordsOf } from '../meaning/words.js'
import type { Clause, Vocabulary } from './clause.js'
import { readClause } from './clause.js'
import type { Lexicon } from './lexicon.js'

/** A piece of a sentence between two spaces. */
export interface Piece {
  /** Without punctuation around it; '' where something in quotes stood. */
  text: string
  words: string[]
  /** Whether it can only be a value: a number, a code, something in quotes, a name. */
  value?: 'code' | 'number' | 'name'
}

const quoted = /"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|«([^»]+)»|„([^“]+)“/gu

/** Reads a sentence into its wishes. Quoted text and names are values, never words to search by. */
export function readQuery(text: string, tools: { lexicon: Lexicon; vocabulary: Vocabulary }): Clause[] {
  const clauses: Piece[][] = []
  for (const pieces of splitPieces(text.replace(quoted, ' "" '), tools)) {
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

function splitPieces(text: string, tools: { lexicon: Lexicon; vocabulary: Vocabulary }): Piece[][] {
  const clauses: Piece[][] = [[]]
  for (const token of text.split(/\s+/).filter(Boolean)) {
    const bare = token.replace(/^[([#]+|(?:['’]s)?[.,;:!?)\]]*$/g, '')
    if (tools.lexicon.language.joints.has(bare.toLowerCase())) clauses.push([])
    else clauses.at(-1)!.push(readPiece(bare, { ...tools, first: clauses.at(-1)!.length === 0 }))
    if (/[.,;!?]$/.test(token)) clauses.push([])
  }
  return clauses
}

function readPiece(
  text: string,
  { lexicon, vocabulary, first }: { lexicon: Lexicon; vocabulary: Vocabulary; first: boolean },
): Piece {
  if (text === '""') return { text: '', words: [], value: 'name' }
  const words = wordsOf(text)
  const known = words.some((word) => vocabulary.has(lexicon.stem(word)))
  if (/^[-+]?\d+([.,]\d+)*%?$/.test(text)) return { text, words, value: 'number' }
  if (/\d/.test(text) && !known) return { text, words, value: 'code' }
  if (!/^\p{Lu}/u.test(text) || first || known || text === 'I') return { text, words }
  const isName = words.every((word) => !lexicon.isStopWord(word) && !lexicon.isActionWord(word))
  if (!isName) return { text, words }
  return { text, words, value: 'name' }
}
