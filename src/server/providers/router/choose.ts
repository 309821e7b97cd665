import type { ScoreParts } from '../../../toolkit/search/score-parts.js'
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

/** Enough to see past the tools that were found only because another one needs them. */
const searched = 25
const considered = 5

/** Below these no tool is meant: too few of the question's words are the tool's. Found with test/fixtures/eval. */
const leastWords = 0.7
const leastWordsElsewhere = 1.3
const leastScore = 1
/** A tool that does the opposite of what was asked for is never meant, however well its words fit. */
const leastAction = -0.3
const sureScore = 1.8

/** Picks the tool that fits a sentence, or none. */
export function choose(text: string, catalog: Catalog): Choice {
  const hits = catalog
    .search(text, searched)
    .map(({ definition, score, parts }) => ({
      tool: definition.tool,
      score: score - parts.dependency,
      parts,
    }))
    .filter(({ parts }) => parts.action > leastAction)
    .sort((a, b) => b.score - a.score)
    .slice(0, considered)
  const candidates = hits.map(({ tool, score }) => ({
    name: tool.name,
    score: Math.round(score * 1000) / 1000,
  }))
  const best = hits[0]
  if (!best || !fits(best)) return { sure: false, candidates }
  return { tool: best.tool, sure: best.score >= sureScore && best.parts.action > 0, candidates }
}

/** A tool whose name and path have nothing of the question must be described in its very words. */
function fits({ score, parts }: { score: number; parts: ScoreParts }): boolean {
  return score >= leastScore && parts.words >= (parts.path > 0 ? leastWords : leastWordsElsewhere)
}
