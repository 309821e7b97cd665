import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ExplainedCandidate } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Goal } from './goal.js'
import type { RouterPack, Sentence } from './language/pack.js'
import type { CallResult } from './results.js'

/**
 * Where the conversation stands. Worked out anew from the history for every step, so that the router keeps no state of its own:
 * - `idle`: nothing is wanted
 * - `wanting`: a goal is known; what is missing follows from it
 * - `saying`: the last sentence is answered by a fixed one
 * - `lost`: no tool fits
 */
export interface Conversation {
  /** The speaker's last words, with references resolved. */
  text: string
  state: 'idle' | 'wanting' | 'saying' | 'lost'
  goal?: Goal
  /** Wishes of the same sentence that come after the goal. */
  queue: string[]
  say?: { sentence: Sentence; values?: Record<string, string | number> }
  /** The goal reached last, for corrections and "and number 5?". */
  last?: { name: string; input: JsonObject }
  /** What the calls brought, the latest first. */
  results: CallResult[]
  /** Results that nothing was said about yet. */
  fresh: CallResult[]
  candidates: ExplainedCandidate[]
}

/** What following a conversation needs. */
export interface Listening {
  catalog: Catalog
  pack: RouterPack
  now: Date
}
