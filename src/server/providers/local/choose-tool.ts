import type { ModelTool } from '../../model/language-model.js'
import type { BoundModel } from './llama-binding.js'

/** How likely a model takes each token for the next one. */
export type Likelihoods = ReadonlyMap<number, number>

/** A tool comes before the next one because search took it for the better one. */
const NEXT_WEIGHT = 0.7

/** Search finds no more at a time: where there are more, they come in no order. */
const MAX_RANKED = 8

/** What a choice is made from. */
export interface Choices {
  /** The best one first where search found them, else in any order. */
  tools: readonly ModelTool[]
  /** What may be chosen beside them, at no disadvantage. */
  beside: readonly ModelTool[]
}

interface Candidate {
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
  { model, next }: { model: Names; next: (written: readonly number[]) => Promise<Likelihoods> },
): Promise<ModelTool> {
  const candidate = (tool: ModelTool, weight: number) => ({ tool, weight, tokens: model.tokenize(tool.name) })
  const isRanked = tools.length <= MAX_RANKED
  let left: Candidate[] = [
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

type Names = Pick<BoundModel, 'tokenize' | 'isEogToken'>

/** The token that goes on best with one of the names; `undefined` where one of them is best taken for whole. */
function likeliest(
  candidates: readonly Candidate[],
  { at, likelihoods, model }: { at: number; likelihoods: Likelihoods; model: Names },
): number | undefined {
  const ends = [...likelihoods].reduce((sum, [token, one]) => sum + (model.isEogToken(token) ? one : 0), 0)
  const scoreOf = ({ tokens, weight }: Candidate) => {
    const token = tokens[at]
    return weight * (token === undefined ? ends : (likelihoods.get(token) ?? 0))
  }
  const [best] = [...candidates].sort((one, other) => scoreOf(other) - scoreOf(one))
  return best?.tokens[at]
}
