import { trimEndOf } from '../../../text/trim.js'
import type { Catalog } from './catalog.js'
import { choose } from './choose.js'

const most = 4
/** What stands in quotes stays whole. */
const pieces = /(?:"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|\S)+/gu

/**
 * The wishes of a sentence, when it holds several that each stand on their own: "mark invoice 3 as paid and then show me the
 * customers". A sentence of which some part is no wish is one wish as a whole.
 */
export function splitWishes(text: string, catalog: Catalog): string[] {
  const parts = splitAtJoints(text, catalog)
  if (parts.length < 2 || parts.length > most) return [text]
  const choices = parts.map((part) => choose(part, catalog))
  const sound = choices.every(({ sure, tool }, at) => sure && tool && says(parts[at]!, catalog))
  const different = new Set(choices.map(({ tool }) => tool)).size === choices.length
  return sound && different ? parts : [text]
}

/** A wish of its own says what to do. */
function says(part: string, { lexicon }: Catalog): boolean {
  return lexicon.actionsIn(part).length > 0
}

function splitAtJoints(text: string, { lexicon }: Catalog): string[] {
  const parts: string[][] = [[]]
  for (const [piece] of text.matchAll(pieces)) {
    const bare = trimEndOf(piece.toLowerCase(), '.,;:!?')
    if (lexicon.language.joints.has(bare)) parts.push([])
    else parts.at(-1)!.push(piece)
    if (/[.,;!?]$/.test(piece)) parts.push([])
  }
  return parts.map((words) => words.join(' ').replace(/[,;]$/, '')).filter((part) => part !== '')
}
