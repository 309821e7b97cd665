import { cutWords } from '../../languages/cut-words.js'
import { beginningOf } from '../semantics/words.js'
import type { Clause } from './clause.js'
import { readClause } from './clause.js'
import type { Lexicon } from './lexicon.js'
import { splitPieces } from './pieces.js'
import type { Words } from './vocabulary.js'

const quoted = /"([^"]+)"|“([^“”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|«([^«»]+)»|„([^„“]+)“/gu

/**
 * Parses a search text; undefined if it has no search word. Quoted texts and names are values of arguments, so they are
 * not used as search words. Only the beginning of a long text is read (see {@link beginningOf}).
 */
export function readQuery(text: string, tools: Words & { asks?: boolean | undefined }): Clause | undefined {
  if (asksForSelf(text, tools.lexicon)) return SELF
  const clause = readClause(splitPieces(beginningOf(text).replace(quoted, ' "" '), tools), tools)
  return clause.terms.length > 0 ? clause : undefined
}

/**
 * The clause for a question such as "who am I". It has no search words. Otherwise, the words "logged in" in "who am I
 * logged in as" would find a tool that logs out.
 */
const SELF: Clause = { terms: [], actions: ['get'], own: true, asksForSelf: true, names: false, pointed: [] }

function asksForSelf(text: string, { language }: Lexicon): boolean {
  const words = cutWords(beginningOf(text))
  const start = words.findIndex((word) => !language.beforeVerbs.has(word))
  const said = `${words.slice(Math.max(0, start)).join(' ')} `
  return language.selfQuestions.some((question) => said.startsWith(`${cutWords(question).join(' ')} `))
}
