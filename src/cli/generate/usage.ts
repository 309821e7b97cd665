import type { Complete } from '../../prompt/write-part.js'
import { estimateTokens } from '../../toolkit/semantics/tokens.js'

/** The token usage of a run so far. */
export interface TokenUsage {
  requests: number
  inputTokens: number
  outputTokens: number
  /** Whether some counts are estimates, because the provider reported none. */
  isEstimate: boolean
}

/** Known list prices in dollars per million tokens, input and output. */
const PRICES: Record<string, [input: number, output: number]> = {
  'openai/gpt-4.1': [2, 8],
  'openai/gpt-4.1-mini': [0.4, 1.6],
  'openai/gpt-4.1-nano': [0.1, 0.4],
  'openai/gpt-4o': [2.5, 10],
  'openai/gpt-4o-mini': [0.15, 0.6],
}

/** Counts the tokens of a model. Estimates from the texts if the provider reports none. */
export function counting(complete: Complete): { complete: Complete; usage: TokenUsage } {
  const usage: TokenUsage = { requests: 0, inputTokens: 0, outputTokens: 0, isEstimate: false }
  return {
    usage,
    async complete(messages) {
      const answer = await complete(messages)
      const isCounted = answer.inputTokens > 0
      usage.requests++
      usage.isEstimate ||= !isCounted
      usage.inputTokens += isCounted
        ? answer.inputTokens
        : estimateTokens(messages.map(({ text }) => text).join('\n'))
      usage.outputTokens += isCounted ? answer.outputTokens : estimateTokens(answer.text)
      return answer
    },
  }
}

/** One sentence about tokens and, if the price is known, cost. */
export function usageSentence(
  model: string,
  { requests, inputTokens, outputTokens, isEstimate }: TokenUsage,
): string {
  const count = (tokens: number) => tokens.toLocaleString('en')
  const price = PRICES[model]
  const dollars = price ? (inputTokens * price[0] + outputTokens * price[1]) / 1e6 : undefined
  const cost =
    dollars === undefined
      ? '; the price of this model is not known here'
      : `, about $${dollars.toFixed(dollars < 1 ? 3 : 2)} at list price`
  const about = isEstimate ? 'about ' : ''
  return `${model}: ${requests} ${requests === 1 ? 'request' : 'requests'}, ${about}${count(inputTokens)} tokens in, ${count(outputTokens)} out${cost}.`
}
