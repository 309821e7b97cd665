import { parseJson } from '../../../protocol/parse-json.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import { beginningOf } from '../../../toolkit/semantics/words.js'
import type { ModelMessage, ModelToolCall } from '../../model/language-model.js'
import { keyOf } from './filling.js'
import type { Goal } from './goal.js'
import { missingSlots } from './goal.js'
import { idsNamed } from './lookup.js'
import { nextIntent, parseUtterance } from './parse-utterance.js'
import { listing } from './render.js'
import type { CallResult } from './results.js'
import { isObject, readResult } from './results.js'
import type { Listening, RouterConversation } from './situation.js'
import { accepts, thingOfSlot } from './slots.js'

const remembered = 40
/** Maximum characters of the earlier utterances that the router parses again at every step. */
const rememberedChars = 10_000
const resultsKept = 6

/** Computes the state of the conversation from the last messages of its history. */
export function follow(history: readonly ModelMessage[], listening: Listening): RouterConversation {
  const calls = new Map<string, ModelToolCall>()
  let conversation: RouterConversation = {
    text: '',
    state: 'idle',
    queue: [],
    results: [],
    fresh: [],
    candidates: [],
  }
  for (const message of withinReach(history)) {
    if (message.role === 'user') {
      const { recalled, ...parsed } = parseUtterance(conversation, {
        text: beginningOf(message.text),
        ...listening,
      })
      conversation = { ...parsed, fresh: recalled ? [recalled] : [] }
    }
    if (message.role === 'assistant') {
      if (message.text !== '') conversation = { ...conversation, fresh: [], said: message.text }
      for (const call of message.toolCalls) calls.set(call.callId, call)
    }
    if (message.role === 'tool')
      conversation = learn(conversation, { message, call: calls.get(message.callId), ...listening })
  }
  return conversation
}

/** The last messages of a history. The router does not process earlier ones, because that would take too long. */
function withinReach(history: readonly ModelMessage[]): readonly ModelMessage[] {
  const late = history.slice(-remembered)
  let chars = 0
  for (let at = late.length - 1; at >= 0; at -= 1) {
    const message = late[at]!
    if (message.role === 'user') chars += beginningOf(message.text).length
    if (chars > rememberedChars) return late.slice(at + 1)
  }
  return late
}

/**
 * Adds the result of a tool call to the conversation. A call of the goal's own tool reaches the goal. A call of another
 * tool only looks up an id for the goal.
 */
function learn(
  conversation: RouterConversation,
  {
    message,
    call,
    ...listening
  }: Listening & { message: Extract<ModelMessage, { role: 'tool' }>; call: ModelToolCall | undefined },
): RouterConversation {
  const input = readInput(call?.arguments ?? '{}')
  const { unplaced = [] } = conversation.goal?.tool.name === message.name ? conversation.goal : {}
  const read = readResult(message.output, { tool: message.name, input, isError: message.isError })
  const result = { ...read, unplaced }
  const results = [result, ...conversation.results].slice(0, resultsKept)
  const next = { ...conversation, results, fresh: [...conversation.fresh, result] }
  const { goal, options: _, ...rest } = next
  if (goal?.named !== undefined && goal.tool.name !== message.name && !result.isError)
    return learnId(next, { goal, result, ...listening })
  return nextIntent({ ...rest, state: 'idle', last: { name: message.name, input } }, listening)
}

/**
 * The goal names a record, and a lookup has returned records. Takes the id of the record with this name from the
 * result. If the result has several such records or none, the agent asks the user.
 */
function learnId(
  conversation: RouterConversation,
  { goal, result, catalog, language }: Listening & { goal: Goal; result: CallResult },
): RouterConversation {
  const slot = missingSlots(goal, catalog)[0]
  if (!slot?.thing || goal.named === undefined) return conversation
  const found = idsNamed(goal.named, { result, slot })
  const { named, ...known } = goal
  if (found.length === 1) {
    const value =
      accepts(slot.schema, typeof found[0]!.id) || typeof found[0]!.id === 'number'
        ? found[0]!.id
        : String(found[0]!.id)
    return {
      ...conversation,
      fresh: [],
      goal: { ...known, values: new Map([...goal.values, [keyOf(slot), value]]) },
    }
  }
  const thing = thingOfSlot(slot, language)!
  if (found.length === 0)
    return {
      ...conversation,
      goal: known,
      fresh: [],
      say: { sentence: 'noneNamed', values: { thing, name: named } },
    }
  const choices = listing(
    found.map(({ id }) => String(id)),
    language.sentences.or,
  )
  return {
    ...conversation,
    goal: known,
    fresh: [],
    say: { sentence: 'which', values: { count: found.length, name: named, choices } },
  }
}

function readInput(text: string): JsonObject {
  try {
    const value: unknown = parseJson(text)
    return isObject(value as JsonObject) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
