import type { ModelTool } from '../../model/language-model.js'
import type { BoundModel } from './llama-binding.js'

/** The probability of each token to be the next one. */
export type Likelihoods = ReadonlyMap<number, number>

/** Weight of each rank: search placed a tool higher because it fits better. */
const NEXT_WEIGHT = 0.7

/** Search returns at most this many tools. A longer list has no order. */
const MAX_RANKED = 8

/** Options of `chooseTool`. */
export interface Choices {
  /** Best first if search found them, else in any order. */
  tools: readonly ModelTool[]
  /** Other choices, which have the weight of the first rank. */
  beside: readonly ModelTool[]
}

interface ToolCandidate {
  tool: ModelTool
  tokens: number[]
  weight: number
}

/**
 * The tool whose name the model most likely writes, piece by piece of the names, weighed with the place at which search found it. `next` tells what
 * may come behind the pieces that were written. Needs at least one tool.
 */
export async function chooseTool(
  { tools, beside }: Choices,
  { model, next }: { model: ToolNames; next: (written: readonly number[]) => Promise<Likelihoods> },
): Promise<ModelTool> {
  const candidate = (tool: ModelTool, weight: number) => ({ tool, weight, tokens: model.tokenize(tool.name) })
  const isRanked = tools.length <= MAX_RANKED
  let left: ToolCandidate[] = [
    ...tools.map((tool, rank) => candidate(tool, isRanked ? NEXT_WEIGHT ** rank : 1)),
    ...beside.map((tool) => candidate(tool, 1)),
  ]
  const written: number[] = []
  while (left.length > 1) {
    const likelihoods = await next(written)
    const at = written.length
    const best = likeliest(left, { at, likelihoods, model })
    if (best === undefined) break
    left = left.filter(({ tokens }) => tokens[at] === best)
    written.push(best)
  }
  return left.find(({ tokens }) => tokens.length === written.length)?.tool ?? left[0]!.tool
}

type ToolNames = Pick<BoundModel, 'tokenize' | 'isEogToken'>

/** The best token that continues one of the names; `undefined` when a complete name is the best choice. */
function likeliest(
  candidates: readonly ToolCandidate[],
  { at, likelihoods, model }: { at: number; likelihoods: Likelihoods; model: ToolNames },
): number | undefined {
  const ends = [...likelihoods].reduce((sum, [token, one]) => sum + (model.isEogToken(token) ? one : 0), 0)
  const scoreOf = ({ tokens, weight }: ToolCandidate) => {
    const token = tokens[at]
    return weight * (token === undefined ? ends : (likelihoods.get(token) ?? 0))
  }
  const [best] = [...candidates].sort((one, other) => scoreOf(other) - scoreOf(one))
  return best?.tokens[at]
}
