import type { ExplainedCandidate, ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'

/** What a sentence asks for, as far as the tools go. */
export interface Choice {
  /** The tool that fits; undefined when none does well enough. */
  tool?: ModelTool
  /** Whether the sentence says what to do and to what, so that it is a wish of its own. */
  sure: boolean
  candidates: ExplainedCandidate[]
}

/** Tools that only another one needs are found too, and are not what is meant. */
const _searched = 25
const considered = 5

/** Below this share of the question's words no tool is meant. See test/server/providers/router for how it was found. */
const leastWords = 0.7
const leastScore = 1.0
const sureScore = 1.8

/** Picks the tool that fits a sentence, or none. */
export function choose(text: string, catalog: Catalog): Choice {
  const hits = catalog.search(text, considered)
  const candidates = hits.map((hit) => ({
    name: hit.definition.name,
    score: Math.round(hit.score * 1000) / 1000,
  }))
  const best = hits[0]
  if (!best || best.parts.words < leastWords || best.score < leastScore) return { sure: false, candidates }
  return { tool: best.definition.tool, sure: best.score >= sureScore && best.parts.action > 0, candidates }
}
