import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelRequest, ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { fillFromText, type Goal, goalFor, inputOf, missingSlots } from './fill.js'
import { lookupFor } from './lookup.js'
import { humanize } from './records.js'
import type { Listening, RouterConversation } from './situation.js'
import { type Slot, thingOfSlot } from './slots.js'
import { tellResult } from './tell.js'
import { fixedWords, listing, optionNames, say, spokenTitle } from './words.js'

/** The next step of the router: a text to say, a tool to call, or both. If both, the text is said before the call. */
export interface Decision {
  say?: string
  call?: { tool: ModelTool; input: JsonObject }
  explained: { chosen: string | null; missing: string[] }
}

const nothing = { chosen: null, missing: [] }

/** Decides the next step of a conversation. */
export function decide(
  conversation: RouterConversation,
  { request, ...listening }: Listening & { request: ModelRequest },
): Decision {
  const { catalog, language } = listening
  const forced = forcedGoal(conversation, request, listening)
  // If two calls have the same outcome, such as the same error, the agent tells it once.
  const { text, fresh } = conversation
  const told = [...new Set(fresh.map((result) => tellResult(result, { ...listening, text })))].join(' ')
  const goal = forced ?? goalOf(conversation, request, catalog)
  if (goal) {
    const next = pursue(goal, conversation, { request, forced: forced !== undefined, ...listening })
    return told === '' ? next : { ...next, say: [told, next.say ?? ''].join(' ').trim() }
  }
  const [first, second] = conversation.options ?? []
  if (conversation.state === 'choosing' && first) {
    const question = second
      ? say(language.sentences.whichTool, optionNames(first.tool, second.tool))
      : say(language.sentences.whetherTool, { tool: spokenTitle(first.tool) })
    return { say: [told, question].join(' ').trim(), explained: nothing }
  }
  return { say: told === '' ? fixedWords(conversation, { catalog, language }) : told, explained: nothing }
}

/**
 * The goal that the user wants to reach. A goal of which the router is not sure counts too, if its call needs approval
 * and no value is missing. The approval request then replaces the question "Do you mean ...?".
 */
function goalOf(
  { state, goal, options = [] }: RouterConversation,
  request: ModelRequest,
  catalog: Catalog,
): Goal | undefined {
  if (state === 'wanting') return goal
  const [only] = state === 'choosing' && options.length === 1 ? options : []
  const isReady = only && only.unplaced.length === 0 && missingSlots(only, catalog).length === 0
  const isAskedAbout = request.tools.find(({ name }) => name === only?.tool.name)?.needsApproval
  return isReady && isAskedAbout ? only : undefined
}

function pursue(
  goal: Goal,
  conversation: RouterConversation,
  { request, forced, ...listening }: Listening & { request: ModelRequest; forced: boolean },
): Decision {
  const { catalog, language } = listening
  const { sentences } = language
  const missing = missingSlots(goal, catalog)
  const explained = { chosen: goal.tool.name, missing: missing.map((slot) => slot.route.join('.')) }
  if (request.toolChoice === 'none')
    return { say: say(sentences.toolsOff, { tool: spokenTitle(goal.tool) }), explained }
  const { say: prepared } = conversation
  if (prepared) return { say: say(sentences[prepared.sentence], prepared.values), explained }
  const [first] = missing
  const looked = goal.owners?.fields[0]?.slot ?? first
  const lookup = first && lookupFor(goal.named.get(first.key), looked!, listening)
  if (lookup) return { call: lookup, explained }
  if (first && !forced) {
    const question = questionFor(goal, first, listening)
    return { say: goal.attempts > 0 ? say(sentences.askAgain, { question }) : question, explained }
  }
  const [value] = goal.unplaced
  if (value !== undefined && !forced && !catalog.facts(goal.tool).reads)
    return { say: say(sentences.askUnplaced, { value }), explained }
  return { call: { tool: goal.tool, input: inputOf(goal, catalog) }, explained }
}

const choicesShown = 6

/** The question that asks the user for one missing value. */
function questionFor({ tool }: Goal, missing: Slot, { catalog, language }: Listening): string {
  const { sentences } = language
  const list = (items: string[]) => listing(items, sentences.or)
  if (!missing.required && catalog.facts(tool).actions[0] === 'update') {
    const open = catalog.slots(tool).filter((slot) => slot.route[0] === 'body' && !slot.thing)
    return say(sentences.askChange, {
      choices: list(open.slice(0, choicesShown).map((slot) => humanize(slot.name))),
    })
  }
  const name = missing.words.join(' ')
  const thing = thingOfSlot(missing, language)
  const own = missing.words.at(-1) ?? name
  if (thing) return say(sentences.askId, { thing, name: thing.endsWith(own) ? 'id' : own })
  const { choices } = missing
  return choices.length > 0 && choices.length <= choicesShown
    ? say(sentences.askChoice, { name, choices: list(choices.map(String)) })
    : say(sentences.askValue, { name })
}

/**
 * The goal if the request forces a tool call: the tool that the request names or, with `required`, the best tool.
 * Undefined if nothing is forced, or if there are results to tell first.
 */
function forcedGoal(
  { goal, candidates, fresh, text }: RouterConversation,
  { toolChoice }: ModelRequest,
  listening: Listening,
): Goal | undefined {
  const { catalog } = listening
  if (toolChoice === 'auto' || toolChoice === 'none' || fresh.length > 0) return undefined
  const wanted =
    toolChoice === 'required'
      ? (goal?.tool.name ?? candidates[0]?.name ?? catalog.tools[0]?.name)
      : toolChoice.name
  const tool = wanted === undefined ? undefined : catalog.find(wanted)
  if (!tool) return undefined
  return goal?.tool === tool ? goal : fillFromText(goalFor(tool), { ...listening, text })
}
