import type { Language, Meaning, Sentence } from '../../../languages/language.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ExplainedCandidate } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Goal } from './goal.js'
import type { CallResult } from './results.js'

/**
 * The state of the conversation. The router computes it from the history at every step and stores nothing between
 * steps.
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
  /** The last text that the agent said. */
  said?: string
  say?: { sentence: Sentence; values?: Record<string, string | number> }
  /**
   * The last tool call that reached a goal. Corrections and questions such as "and number 5?" repeat it with other
   * values.
   */
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
export interface Listening {
  catalog: Catalog
  language: Language
  now: Date
}

/** An utterance of the user, with the tools, language and time that are needed to understand it. */
export interface ParsedUtterance extends Listening {
  /**
   * The words of the utterance. If a variable with an utterance is called `heard`, references such as "it" are resolved
   * in its text. If it is called `said`, they are not.
   */
  text: string
}

/** The conversation in the state `saying`: the agent answers with this fixed sentence. */
export function saying(before: RouterConversation, sentence: Sentence): RouterConversation {
  const { goal: _, ...rest } = before
  return { ...rest, queue: [], state: 'saying', say: { sentence }, candidates: [] }
}

/** Whether a sentence as a whole has the given meaning, such as `yes` or `cancel`. */
export function means(
  text: string,
  { meaning, language }: { meaning: Meaning; language: Language },
): boolean {
  const bare = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return language.meanings[meaning].some((form) => form.test(bare))
}
