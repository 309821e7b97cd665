import { cutWords } from '../../languages/cut-words.js'
import { findLanguage } from '../../languages/languages.js'
import type { SearchLanguage } from '../../languages/search-language.js'
import { beginningOf } from '../semantics/words.js'
import { type Clause, readClause } from './clause.js'
import { bringAlong } from './dependencies.js'
import type { SearchableTool } from './facts.js'
import { type Lexicon, lexiconOf } from './lexicon.js'
import { splitPieces } from './pieces.js'
import { createRanking } from './rank.js'
import type { ScoreParts } from './score.js'
import type { Vocabulary, Words } from './vocabulary.js'

/** A found tool with its score, which is the sum of `parts`. */
export interface SearchHit<Tool extends SearchableTool = SearchableTool> {
  definition: Tool
  /** From 0 (nothing in common) upwards. A tool that has all words of the user and the right action scores about 3. */
  score: number
  parts: ScoreParts
  /** How many of the words the tool has; verbs need title and path. */
  things: number
}

/** Options of a search. */
export interface SearchOptions {
  /** Maximum number of tools in the result. @default no limit */
  limit?: number
  /** The language of the text, if not the index's; both must have the same stems. */
  language?: SearchLanguage
  /** Whether the text only asks, so that "how did run 7 end?" ends nothing. */
  asks?: boolean
  /** Whether to rank tools higher if they find an id that one of the best tools needs. @default true */
  helpers?: boolean
}

/** An index of tools, prepared for searches. */
export interface ToolIndex<Tool extends SearchableTool = SearchableTool> {
  search(text: string, options?: SearchOptions): SearchHit<Tool>[]
  /** The words of all tools, and where the tools use them. */
  vocabulary: Vocabulary
}

/** Builds an index of tools. A search needs no network, and the same text always gives the same result. */
export function createToolIndex<Tool extends SearchableTool>(
  definitions: readonly Tool[],
  options: { language?: SearchLanguage } = {},
): ToolIndex<Tool> {
  const lexicon = lexiconOf(options.language ?? findLanguage('en').search)
  const ranking = createRanking(definitions, lexicon)
  return {
    vocabulary: ranking.vocabulary,
    search(text, { limit = definitions.length, language = lexicon.language, asks, helpers = true } = {}) {
      const { vocabulary } = ranking
      const clause = readQuery(text, { lexicon: lexiconOf(language), vocabulary, asks })
      if (!clause) return []
      const found = ranking.rank(clause)
      return (helpers ? bringAlong(found, { clause, facts: ranking.facts }) : found)
        .slice(0, limit)
        .map(({ at, ...hit }) => ({ definition: definitions[at]!, ...hit }))
    },
  }
}

const quoted = /"([^"]+)"|“([^“”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|«([^«»]+)»|„([^„“]+)“/gu

/** Parses a search text; undefined without a search word. Quoted texts and names are values of arguments. */
export function readQuery(text: string, tools: Words & { asks?: boolean | undefined }): Clause | undefined {
  if (asksForSelf(text, tools.lexicon)) return SELF
  const clause = readClause(splitPieces(beginningOf(text).replace(quoted, ' "" '), tools), tools)
  return clause.terms.length > 0 ? clause : undefined
}

/** The clause for "who am I (logged in as)", without words, which would find a tool that logs out. */
const SELF: Clause = { terms: [], actions: ['get'], own: true, asksForSelf: true, names: false, pointed: [] }

function asksForSelf(text: string, { language }: Lexicon): boolean {
  const words = cutWords(beginningOf(text))
  const start = words.findIndex((word) => !language.beforeVerbs.has(word))
  const said = `${words.slice(Math.max(0, start)).join(' ')} `
  return language.selfQuestions.some((question) => said.startsWith(`${cutWords(question).join(' ')} `))
}
