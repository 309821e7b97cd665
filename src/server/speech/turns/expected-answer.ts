import { type ExpectedAnswer, findTurnWords, type TurnWords } from '../../../languages/turn-words.js'

/**
 * For some kinds of answers, the minimum silence in milliseconds that ends the answer. In such answers, people pause
 * between the parts, for example between groups of digits.
 */
export const PAUSE_MS: Partial<Record<ExpectedAnswer, number>> = {
  number: 1_300,
  email: 1_800,
  address: 1_300,
  date: 900,
  name: 800,
}

/** The kind of answer that the agent's last sentence asks for; `undefined` if it asks for nothing. */
export function expectedAnswer(
  agentText: string,
  { asks }: TurnWords = findTurnWords(),
): ExpectedAnswer | undefined {
  const last = lastSentence(agentText.toLowerCase())
  if (!/[?？؟]$/.test(last) && !asks.requests.test(last)) return undefined
  if (asks.yesOrNo.test(last)) return 'yes-no'
  return asks.kinds.find(([, words]) => words.test(last))?.[0] ?? 'text'
}

function lastSentence(text: string): string {
  return (
    text
      .trim()
      .split(/(?<=[.?!。？！؟])\s+/)
      .at(-1) ?? ''
  )
}
