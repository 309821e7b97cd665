import type { Language, Meaning, Sentence } from '../../../languages/language.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ExplainedCandidate } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Goal } from './goal.js'
import type { CallResult } from './results.js'

/**
 * The state of the conversation. The router derives the state from the history at every step and keeps none of its own:
 * - `idle`: nothing is wanted
 * - `wanting`: a goal is known; what is missing follows from it
 * - `choosing`: two tools match and the agent asks which is meant, or one matches and the agent asks whether it is meant
 * - `saying`: the answer to the last sentence is a fixed sentence
 * - `lost`: no tool matches
 */
export interface RouterConversation {
  /** The user's last utterance, with references resolved. */
  text: string
  state: 'idle' | 'wanting' | 'choosing' | 'saying' | 'lost'
  goal?: Goal
  /** Goals of which the user was asked to choose one. */
  options?: Goal[]
  /** The further intents of the same sentence, as text. They follow when the goal is reached. */
  queue: string[]
  /** The last text that the agent said. */
  said?: string
  say?: { sentence: Sentence; values?: Record<string, string | number> }
  /** The tool call that reached the last goal, for corrections and for questions such as "and number 5?". */
  last?: { name: string; input: JsonObject }
  /** The results of the calls, the latest first. */
  results: CallResult[]
  /** The results that the agent has not told the user yet. */
  fresh: CallResult[]
  /** The earlier result, or the record in it, that answers the last utterance. */
  recalled?: CallResult
  candidates: ExplainedCandidate[]
}

/** The tools, language and time that are needed to understand a conversation. */
export interface Listening {
  catalog: Catalog
  language: Language
  now: Date
}

/** An utterance of the user, with the tools, language and time that are needed to understand it. */
export interface ParsedUtterance extends Listening {
  /** The words, with references resolved. */
  text: string
}

/** The conversation in the state `saying`, with this sentence as the answer. */
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
