import { cutWords, withGaps } from '../../../languages/cut-words.js'
import { languageOf } from '../../../languages/heard-languages.js'
import type { Meaning, Sentence } from '../../../languages/language.js'
import { writeChineseNumbers } from '../../../languages/zh/numerals.js'
import { parseJson } from '../../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { beginningOf } from '../../../toolkit/semantics/words.js'
import type { ModelMessage, ModelToolCall } from '../../model/language-model.js'
import { parseAnswer, parseOption } from './answers.js'
import { replacedIn } from './as-said.js'
import { recordsSaid } from './chosen-records.js'
import { lookElsewhere, withOtherName } from './elsewhere.js'
import { type Goal, means, missingSlots } from './fill.js'
import { chooseIn, chooseNext } from './focus.js'
import { parseFollowUp } from './follow-up.js'
import { splitIntents } from './intents.js'
import { recordsNamed } from './lookup.js'
import { goalByName } from './named-record.js'
import { nounOf } from './nouns.js'
import { ownedBy } from './owners.js'
import { recall } from './recall.js'
import { idOf, isObject } from './records.js'
import { resolveReferences } from './references.js'
import { type CallResult, itemsOf, readResult, wasDeclined } from './results.js'
import { type Listening, type RouterConversation, saying, wanting } from './situation.js'
import { idFor, thingOfSlot } from './slots.js'
import type { Reading } from './tokens.js'
import { listing } from './words.js'

const remembered = 40
/** Maximum characters of the earlier utterances that the router reads again at every step. */
const rememberedChars = 10_000
const resultsKept = 6

/** Computes the state of the conversation from the last messages of its history. */
export function follow(history: readonly ModelMessage[], listening: Listening): RouterConversation {
  const calls = new Map<string, ModelToolCall>()
  const nothing = { queue: [], results: [], fresh: [], candidates: [] }
  let conversation: RouterConversation = { text: '', state: 'idle', ...nothing }
  for (const message of withinReach(history)) {
    if (message.role === 'user') {
      const text = beginningOf(message.text)
      const { recalled, ...heard } = hear(conversation, { text, ...listening })
      conversation = { ...heard, fresh: recalled ? [recalled] : [] }
    }
    if (message.role === 'assistant') {
      const wasLost = conversation.wasLost || conversation.state === 'lost'
      if (message.text !== '') conversation = { ...conversation, fresh: [], said: message.text, wasLost }
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

/** Sentences that the agent answers without a tool, by what the user says, and the answer to each. */
const fixedAnswers: Partial<Record<Meaning, Sentence>> = {
  greeting: 'greeting',
  thanks: 'thanks',
  farewell: 'farewell',
  identity: 'identity',
  help: 'abilities',
  repeat: 'repeat',
  wait: 'waiting',
  cancel: 'nothingToCancel',
  yes: 'nothingPending',
  no: 'nothingPending',
}

/** The conversation after an utterance of the user. */
function hear(earlier: RouterConversation, whole: Reading): RouterConversation {
  const { say: _, options, ...rest } = earlier
  const said = inItsLanguage({ ...whole, text: withGaps(writeChineseNumbers(beginningOf(whole.text))) })
  const heard = resolvedIn(said, rest)
  const before = { ...rest, text: heard.text }
  const chosen = options && parseOption(before, options, said)
  if (chosen) return chosen
  const answered =
    before.goal && before.state === 'wanting' && parseAnswer(before, { goal: before.goal, heard, said })
  if (answered) return answered
  const [result] = before.fresh.slice(-1)
  if (result && wasDeclined(result) && declines(before, heard)) {
    const corrects = means(heard.text, { meaning: 'correction', language: heard.language })
    const corrected = corrects ? parseFollowUp(before, heard) : undefined
    return corrected?.goal?.tool.name === before.last?.name && corrected
      ? corrected
      : saying(before, 'refused')
  }
  const isPlain = heard.text === said.text || means(said.text, { meaning: 'repeat', language: said.language })
  const fixed = isPlain ? fixedAnswer(said) : undefined
  if (fixed) return saying(before, fixed)
  const next = recall(rest, said) ?? parseFollowUp(before, heard) ?? hearRequest(before, heard)
  if (next.state !== 'lost') return next
  const recalled = recall(rest, said, { isLast: true })
  const named = recalled ? undefined : goalByName(heard)
  return recalled ?? (named ? { ...next, state: 'wanting', goal: named } : next)
}

/** The utterance with the names of records in the place of words such as "it". */
function resolvedIn(said: Reading, conversation: RouterConversation): Reading {
  const text = resolveReferences(said.text, { conversation, ...said })
  return { ...said, text, resolved: { text, parts: replacedIn(text, said.text) } }
}

/** The utterance with the language in which the user said it, which may differ from that of the session. */
function inItsLanguage(said: Reading): Reading {
  const language = languageOf(said.text, said.language, said.catalog.titledIn)
  return language === said.language ? said : { ...said, language, catalog: said.catalog.heardIn(language) }
}

/** Whether the user, who has declined the last call, only confirms this now, and makes no clear new request. */
function declines(before: RouterConversation, heard: Reading): boolean {
  const { text, language } = heard
  const says = (meaning: Meaning) => means(text, { meaning, language })
  return says('no') || says('cancel') || !chooseIn(before, heard).sure
}

function fixedAnswer({ text, language }: Reading): Sentence | undefined {
  const found = Object.entries(fixedAnswers).find(([meaning]) =>
    means(text, { meaning: meaning as Meaning, language }),
  )
  return found?.[1]
}

/** Chooses a tool for the first intent of a sentence. Further intents of the sentence wait in `queue`. */
function hearRequest(before: RouterConversation, heard: Reading): RouterConversation {
  const [text = heard.text, ...queue] = splitIntents(heard)
  return { ...wanting(before, chooseIn(before, { ...heard, text })), queue }
}

/** Continues with the next intent of the user's sentence. Does nothing if there is none. */
function nextIntent(before: RouterConversation, session: Listening): RouterConversation {
  const [next, ...queue] = before.queue
  if (next === undefined) return before
  const listening = inItsLanguage({ ...session, text: next })
  const heard = resolvedIn(listening, before)
  const { text } = heard
  const choice = chooseNext(before, heard, text !== next)
  return { ...wanting({ ...before, text }, choice), queue }
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
  const { goal: pursued } = conversation
  const own = pursued?.tool.name === message.name ? pursued : undefined
  const read = readResult(message.output, { tool: message.name, input, isError: message.isError })
  const whole = { ...read, unplaced: own?.unplaced ?? [] }
  const renamed = own && withOtherName(own, whole, listening)
  if (renamed) return { ...conversation, goal: renamed }
  const isLookup = pursued && !own
  const result = isLookup ? whole : narrowed(whole, { ...listening, text: conversation.text })
  const results = [result, ...conversation.results].slice(0, resultsKept)
  const next = { ...conversation, results, fresh: [...conversation.fresh, result] }
  const { goal, options: _, ...rest } = next
  if (goal && isLookup && goal.named.size > 0 && !result.isError)
    return learnId(next, { goal, result, ...listening })
  return nextIntent({ ...rest, state: 'idle', last: { name: message.name, input } }, listening)
}

/**
 * A whole list without the records for which it is not true what the user said and the call had no input for: a value, or
 * what the records must not have.
 */
function narrowed(result: CallResult, { text, catalog, language }: Reading): CallResult {
  const { unplaced = [], truncated, next, content } = result
  const items = itemsOf(content)?.items
  if (!items || truncated || next) return result
  const { one } = nounOf(catalog.find(result.tool), { name: result.tool, catalog, language })
  const isDenied = cutWords(text).some((word) => language.negations.has(word))
  const found =
    recordsSaid(items, { text: isDenied ? text : unplaced.join(' '), catalog, language }) ??
    recordsSaid(items, { text, catalog, language, noun: one })
  return found ? { ...result, content: found, unplaced: [] } : result
}

/** Takes the id of the record that the goal names from the result of a lookup. If it is not clear, the agent asks. */
function learnId(
  conversation: RouterConversation,
  { goal, result, catalog, language }: Listening & { goal: Goal; result: CallResult },
): RouterConversation {
  const slot = missingSlots(goal, catalog)[0]
  const named = slot && goal.named.get(slot.key)
  if (!slot?.thing || named === undefined) return conversation
  const others = [...goal.named].filter(([key]) => key !== slot.key)
  const known = { ...goal, named: new Map(others), owners: undefined }
  const here = recordsNamed(named, result, { catalog, language })
  const found = goal.owners ? ownedBy(goal.owners, here) : here
  const elsewhere =
    found.length === 0 ? lookElsewhere(goal, { slot, name: named, result, catalog, language }) : undefined
  if (elsewhere) return { ...conversation, fresh: [], goal: elsewhere }
  const ids = found.flatMap((record) => idOf(record, slot.thing) ?? [])
  const next = { ...conversation, fresh: [], goal: known }
  const [one, ...more] = ids
  if (one !== undefined && more.length === 0)
    return { ...next, goal: { ...known, values: new Map([...goal.values, [slot.key, idFor(slot, one)]]) } }
  // Several records with this value answer a read: "a hotel in Chennai".
  const isWhole = !result.truncated && !result.next
  if (found.length > 1 && isWhole && catalog.facts(goal.tool).reads) {
    const { goal: _, ...rest } = conversation
    const told = { ...result, content: found }
    const last = { name: result.tool, input: result.input }
    return { ...rest, state: 'idle', last, fresh: [told], results: [told, ...conversation.results] }
  }
  const choices = listing(ids.map(String), language.sentences.or)
  const values: Record<string, string | number> =
    one === undefined
      ? { thing: thingOfSlot(slot, language)!, name: named }
      : { count: ids.length, name: named, choices }
  return { ...next, say: { sentence: one === undefined ? 'noneNamed' : 'which', values } }
}

function readInput(text: string): JsonObject {
  try {
    const value: unknown = parseJson(text)
    return isObject(value as JsonValue) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
