import type { ModelTool } from '../../model/language-model.js'
import type { BoundModel } from './llama-binding.js'

/** For each token, the probability that the model writes it next. */
export type Likelihoods = ReadonlyMap<number, number>

/** The tool search puts the best tool first. Each further tool has this share of the weight of the tool before it. */
const NEXT_WEIGHT = 0.7

/** Maximum number of tools in a list from the tool search. In a longer list, the order of the tools means nothing. */
const MAX_RANKED = 8

export interface Choices {
  /** The tools. If there are at most `MAX_RANKED`, the best one is first. */
  tools: readonly ModelTool[]
  /** Choices that are not from the tool search. They have the same weight as the first tool. */
  beside: readonly ModelTool[]
}

interface ToolCandidate {
  tool: ModelTool
  tokens: number[]
  weight: number
}

/**
 * Chooses the tool whose name the model would most likely write, token by token. A tool that the search ranks higher
 * has more weight. `tools` must not be empty.
 */
export async function chooseTool(
  { tools, beside }: Choices,
  { model, next }: { model: Tokenizer; next: (written: readonly number[]) => Promise<Likelihoods> },
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

type Tokenizer = Pick<BoundModel, 'tokenize' | 'isEogToken'>

/**
 * The most likely token that continues one of the names. `undefined` if it is more likely that the model ends after a
 * complete name.
 */
function likeliest(
  candidates: readonly ToolCandidate[],
  { at, likelihoods, model }: { at: number; likelihoods: Likelihoods; model: Tokenizer },
): number | undefined {
  const ends = [...likelihoods].reduce((sum, [token, one]) => sum + (model.isEogToken(token) ? one : 0), 0)
  const scoreOf = ({ tokens, weight }: ToolCandidate) => {
    const token = tokens[at]
    return weight * (token === undefined ? ends : (likelihoods.get(token) ?? 0))
  }
  const [best] = [...candidates].sort((one, other) => scoreOf(other) - scoreOf(one))
  return best?.tokens[at]
}
