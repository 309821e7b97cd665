import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ExplainedCandidate, ModelMessage, ModelToolCall } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Goal } from './goal.js'
import { hear } from './hear.js'
import type { RouterPack, Sentence } from './language/pack.js'
import type { CallResult } from './results.js'
import { isObject, readResult } from './results.js'

/**
 * Where the conversation stands. Worked out anew from the history for every step, so that the router keeps no state of its own:
 * - `idle`: nothing is wanted
 * - `wanting`: a goal is known; what is missing follows from it
 * - `saying`: the last sentence is answered by a fixed one
 * - `lost`: no tool fits
 */
export interface Conversation {
  state: 'idle' | 'wanting' | 'saying' | 'lost'
  goal?: Goal
  say?: Sentence
  /** The goal reached last, for corrections and "and number 5?". */
  last?: { name: string; input: JsonObject }
  /** What the calls brought, the latest first. */
  results: CallResult[]
  /** Results that came after the speaker's last words. */
  fresh: CallResult[]
  candidates: ExplainedCandidate[]
}

/** What following a conversation needs. */
export interface Listening {
  catalog: Catalog
  pack: RouterPack
  now: Date
}

const remembered = 40

/** Follows the history from its start, as far as it is still of use. */
export function follow(history: readonly ModelMessage[], listening: Listening): Conversation {
  const calls = new Map<string, ModelToolCall>()
  let conversation: Conversation = { state: 'idle', results: [], fresh: [], candidates: [] }
  for (const message of history.slice(-remembered)) {
    if (message.role === 'user')
      conversation = { ...hear(conversation, { text: message.text, ...listening }), fresh: [] }
    if (message.role === 'assistant') for (const call of message.toolCalls) calls.set(call.callId, call)
    if (message.role === 'tool')
      conversation = learn(conversation, { message, call: calls.get(message.callId) })
  }
  return conversation
}

/** Takes in the outcome of a call. The goal is reached when its own tool has answered. */
function learn(
  conversation: Conversation,
  { message, call }: { message: Extract<ModelMessage, { role: 'tool' }>; call: ModelToolCall | undefined },
): Conversation {
  const input = readInput(call?.arguments ?? '{}')
  const result = readResult(message.output, { tool: message.name, input, isError: message.isError })
  const next = {
    ...conversation,
    results: [result, ...conversation.results].slice(0, 6),
    fresh: [...conversation.fresh, result],
  }
  const { goal, ...rest } = next
  if (goal && goal.tool.name !== message.name) return next
  return { ...rest, state: 'idle', last: { name: message.name, input } }
}

function readInput(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value as JsonObject) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
