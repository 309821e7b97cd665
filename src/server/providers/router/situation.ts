import type { Sentence } from '../../../languages/language.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ExplainedCandidate } from '../../model/language-model.js'
import type { Choice } from './candidates.js'
import type { Goal } from './fill.js'
import type { CallResult } from './results.js'
import type { Reading } from './tokens.js'

/**
 * The state of the conversation. The router computes it from the history at every step and stores nothing.
 * - `idle`: the user wants nothing
 * - `wanting`: `goal` is what the user wants; the router may still have to ask for values
 * - `choosing`: the agent asks which of two tools the user means, or whether the user means a certain tool
 * - `saying`: the answer to the last utterance is a fixed sentence
 * - `lost`: no tool matches
 */
export interface RouterConversation {
  /** The user's last utterance, or the part of it that is handled now. References such as "it" are usually resolved. */
  text: string
  state: 'idle' | 'wanting' | 'choosing' | 'saying' | 'lost'
  goal?: Goal
  /** Goals from which the agent asked the user to choose. If there is only one, the agent asked whether it is right. */
  options?: Goal[]
  /** The further intents of the user's sentence, as text. The router handles them when the goal is reached. */
  queue: string[]
  /** Whether the agent has told already that it has nothing for an utterance, and why. */
  wasLost?: boolean
  /** The last text that the agent said. */
  said?: string
  say?: { sentence: Sentence; values?: Record<string, string | number> }
  /** The last tool call that reached a goal. Corrections and questions such as "and number 5?" repeat it. */
  last?: { name: string; input: JsonObject }
  /** The results of the tool calls, the latest first. */
  results: CallResult[]
  /** The results that the agent has not told the user yet. */
  fresh: CallResult[]
  /** The earlier result that answers the last utterance. If one record answers it, `content` has only this record. */
  recalled?: CallResult
  candidates: ExplainedCandidate[]
}

/** The tools, the language and the current time, which are needed to understand a conversation. */
export type Listening = Omit<Reading, 'text'>

/** The conversation in the state `saying`: the agent answers with this fixed sentence. */
export function saying(before: RouterConversation, sentence: Sentence): RouterConversation {
  const { goal: _, options: __, ...rest } = before
  return { ...rest, queue: [], state: 'saying', say: { sentence }, candidates: [] }
}

/** The conversation after a choice: `wanting` with a goal, `choosing` if the agent must ask, `lost` without a goal. */
export function wanting(before: RouterConversation, choice: Choice): RouterConversation {
  const { goal: _, ...rest } = before
  const { goal, rival, isUncertain, candidates } = choice
  if (!goal) return { ...rest, state: 'lost', candidates }
  if (rival) return { ...rest, state: 'choosing', options: [goal, rival], candidates }
  if (isUncertain) return { ...rest, state: 'choosing', options: [goal], candidates }
  return { ...rest, state: 'wanting', goal, candidates }
}
