import { cutWords } from '../../languages/cut-words.js'
import { beginningOf } from '../semantics/words.js'
import type { Clause } from './clause.js'
import { readClause } from './clause.js'
import type { Lexicon } from './lexicon.js'
import type { WordPiece } from './pieces.js'
import { splitPieces } from './pieces.js'
import type { Words } from './vocabulary.js'

const quoted = /"([^"]+)"|“([^“”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|«([^«»]+)»|„([^„“]+)“/gu

/** Maximum subqueries of a query; each is a search of its own. */
const mostClauses = 12

/** Pieces of a sentence that belong together, and whether they say what they are about. */
interface Draft {
  pieces: WordPiece[]
  hasSubject: boolean
}

/**
 * Reads a sentence into clauses. Quoted text and names are values, never words to search by; of a pasted
 * text the beginning counts.
 */
export function readQuery(text: string, tools: Words & { asks?: boolean | undefined }): Clause[] {
  if (asksForSelf(text, tools.lexicon)) return [SELF]
  const clauses = splitPieces(beginningOf(text).replace(quoted, ' "" '), tools)
  return distinct(joinClauses(clauses, tools))
    .slice(0, mostClauses)
    .map(({ pieces }) => readClause(pieces, tools))
    .filter((clause) => clause.terms.length > 0)
}

/** The question who the speaker is: none of its words is one of a tool, and "logged in" least of all asks to log out. */
const SELF: Clause = { terms: [], actions: ['get'], own: true, asksForSelf: true, names: false, pointed: [] }

function asksForSelf(text: string, { language }: Lexicon): boolean {
  const said = `${cutWords(beginningOf(text)).join(' ')} `
  return language.selfQuestions.some((question) => said.startsWith(`${cutWords(question).join(' ')} `))
}

/** Puts clauses together of which only one says what it is about. */
function joinClauses(clauses: WordPiece[][], tools: Words): Draft[] {
  const drafts: Draft[] = []
  for (const pieces of clauses) {
    if (pieces.length === 0) continue
    const draft = { pieces: [...pieces], hasSubject: hasSubject(pieces, tools) }
    const last = drafts.at(-1)
    if (!last || (last.hasSubject && draft.hasSubject)) drafts.push(draft)
    else {
      last.pieces.push(...draft.pieces)
      last.hasSubject ||= draft.hasSubject
    }
  }
  return drafts
}

/** What is said twice is wanted once. */
function distinct(drafts: Draft[]): Draft[] {
  return [...new Map(drafts.map((draft) => [draft.pieces.map(({ text }) => text).join(' '), draft])).values()]
}

/** "cancel it" says nothing about what: it belongs to the words before it. */
function hasSubject(pieces: WordPiece[], { lexicon, vocabulary }: Words): boolean {
  const words = pieces.filter((piece) => !piece.value).flatMap((piece) => piece.words)
  const verbs = new Set(
    lexicon.actionSpans(words).flatMap(({ start, length }) => words.slice(start, start + length)),
  )
  return words.some(
    (word) => !lexicon.isStopWord(word) && !verbs.has(word) && vocabulary.isSubject(lexicon.stem(word)),
  )
}
