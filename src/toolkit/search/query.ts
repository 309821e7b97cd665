import type { Action } from './language/language.js'
import type { Lexicon } from './lexicon.js'
import { splitWords } from './words.js'

/** One wish out of a sentence. "Pause it and turn the volume down" holds two. */
export interface Clause {
  terms: QueryTerm[]
  actions: Action[]
  /** Whether it speaks of the speaker's own things. */
  own: boolean
  /** Whether something existing is called by its name, which then has to be found. */
  names: boolean
  /** Whether a number or code stands for one thing. */
  points: boolean
}

/** A word that a tool may be found by. */
export interface QueryTerm {
  stem: string
  weight: number
  plural: boolean
}

/** What is known of the words in an index. */
export interface Vocabulary {
  has(stem: string): boolean
}

const quoted = /"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|«([^»]+)»|„([^“]+)“/gu
const code = /^(?=.*\d)[\p{L}\p{N}_-]+$/u

/** Reads a sentence into its wishes. Quoted text and names are values, never words to search by. */
export function readQuery(text: string, tools: { lexicon: Lexicon; vocabulary: Vocabulary }): Clause[] {
  const clauses = splitClauses(text.replace(quoted, ' "" '), tools.lexicon)
    .map((tokens) => readClause(tokens, tools))
    .filter((clause) => clause.terms.length > 0)
  return clauses
}

function splitClauses(text: string, { language }: Lexicon): string[][] {
  const clauses: string[][] = [[]]
  for (const token of text.split(/\s+/).filter(Boolean)) {
    const bare = token.toLowerCase().replace(/[.,;:!?]+$/, '')
    if (language.joints.has(bare)) clauses.push([])
    else clauses.at(-1)!.push(token)
    if (/[.,;!?]$/.test(token)) clauses.push([])
  }
  return clauses
}

function readClause(tokens: string[], tools: { lexicon: Lexicon; vocabulary: Vocabulary }): Clause {
  const { lexicon, vocabulary } = tools
  const clause: Clause = { terms: [], actions: [], own: false, names: false, points: false }
  const plain: string[] = []
  let naming = false
  tokens.forEach((token, position) => {
    const word = token.replace(/[.,;:!?]+$/, '')
    const isName = word === '""' || (position > 0 && looksLikeName(word, tools))
    if (isName) {
      clause.names ||= !naming
      return
    }
    naming =
      lexicon.language.naming.has(word.toLowerCase()) || (naming && lexicon.isStopWord(word.toLowerCase()))
    if (code.test(word.replace(/^#/, '')) && !vocabulary.has(lexicon.stem(word.toLowerCase())))
      clause.points = true
    else plain.push(word)
  })
  const words = plain.flatMap(splitWords)
  clause.actions = lexicon.actionsIn(words.join(' '))
  clause.own = words.some((word) => lexicon.language.own.has(word))
  clause.terms = readTerms(words, tools)
  return clause
}

function looksLikeName(
  word: string,
  { lexicon, vocabulary }: { lexicon: Lexicon; vocabulary: Vocabulary },
): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  return splitWords(word).every(
    (part) => !lexicon.isStopWord(part) && !lexicon.isActionWord(part) && !vocabulary.has(lexicon.stem(part)),
  )
}

function readTerms(
  words: string[],
  { lexicon, vocabulary }: { lexicon: Lexicon; vocabulary: Vocabulary },
): QueryTerm[] {
  const terms: QueryTerm[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (lexicon.isStopWord(word) || /^\d+$/.test(word)) continue
    const next = words[at + 1]
    const joined = next === undefined ? '' : lexicon.stem(word + next)
    if (joined !== '' && vocabulary.has(joined)) {
      terms.push({ stem: joined, weight: 2, plural: lexicon.language.isPlural(next!) })
    }
    const weight = lexicon.isActionWord(word) ? 0.3 : 1
    terms.push({ stem: lexicon.stem(word), weight, plural: lexicon.language.isPlural(word) })
  }
  return [...new Map(terms.map((term) => [term.stem, term])).values()]
}
