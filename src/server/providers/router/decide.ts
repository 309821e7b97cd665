import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelRequest, ModelTool } from '../../model/language-model.js'
import { askFor } from './ask.js'
import type { Catalog } from './catalog.js'
import { fillFromText } from './fill-goal.js'
import { fixedWords, optionNames, spokenTitle } from './fixed-words.js'
import type { Goal } from './goal.js'
import { goalFor, inputOf, missingSlots } from './goal.js'
import { lookupFor } from './lookup.js'
import { say } from './render.js'
import type { Listening, RouterConversation } from './situation.js'
import { tellResult } from './tell-result.js'

/** The next step of the router: a text to say, a tool to call, or both. If both, the text is said before the call. */
export interface Decision {
  say?: string
  call?: { tool: ModelTool; input: JsonObject }
  explained: Explained
}

interface Explained {
  chosen: string | null
  missing: string[]
}

/** Decides the next step of a conversation. */
export function decide(
  conversation: RouterConversation,
  { request, ...listening }: Listening & { request: ModelRequest },
): Decision {
  const { catalog, language } = listening
  const forced = forcedGoal(conversation, { request, ...listening })
  // If two calls have the same outcome, such as the same error, the agent tells it once.
  const told = [
    ...new Set(
      conversation.fresh.map((result) => tellResult(result, { ...listening, text: conversation.text })),
    ),
  ].join(' ')
  const goal = forced ?? goalOf(conversation, { request, catalog })
  if (goal) {
    const next = pursue(goal, { conversation, request, forced: forced !== undefined, ...listening })
    return told === '' ? next : { ...next, say: [told, next.say ?? ''].join(' ').trim() }
  }
  const [first, second] = conversation.options ?? []
  if (conversation.state === 'choosing' && first) {
    const question = second
      ? say(language.sentences.whichTool, optionNames(first.tool, second.tool))
      : say(language.sentences.whetherTool, { tool: spokenTitle(first.tool) })
    return { say: [told, question].join(' ').trim(), explained: { chosen: null, missing: [] } }
  }
  if (told !== '') return { say: told, explained: { chosen: null, missing: [] } }
  return { say: fixedWords(conversation, { catalog, language }), explained: { chosen: null, missing: [] } }
}

/**
 * The goal that the user wants to reach. A goal of which the router is not sure counts too, if its call needs approval
 * and no value is missing. The approval request then replaces the question "Do you mean ...?".
 */
function goalOf(
  { state, goal, options = [] }: RouterConversation,
  { request, catalog }: { request: ModelRequest; catalog: Catalog },
): Goal | undefined {
  if (state === 'wanting') return goal
  const [only] = state === 'choosing' && options.length === 1 ? options : []
  const isReady = only && only.unplaced.length === 0 && missingSlots(only, catalog).length === 0
  const isAskedAbout = request.tools.find(({ name }) => name === only?.tool.name)?.needsApproval
  return isReady && isAskedAbout ? only : undefined
}

interface Pursuit extends Listening {
  conversation: RouterConversation
  request: ModelRequest
  forced: boolean
}

function pursue(goal: Goal, pursuit: Pursuit): Decision {
  const { catalog, language, request, forced } = pursuit
  const missing = missingSlots(goal, catalog)
  const explained = { chosen: goal.tool.name, missing: missing.map((slot) => slot.route.join('.')) }
  if (request.toolChoice === 'none')
    return { say: say(language.sentences.toolsOff, { tool: spokenTitle(goal.tool) }), explained }
  const first = missing[0]
  const { say: prepared } = pursuit.conversation
  if (prepared) return { say: say(language.sentences[prepared.sentence], prepared.values), explained }
  const lookup = first && lookupFor(goal, { slot: first, ...pursuit })
  if (lookup) return { call: lookup, explained }
  if (first && !forced) return { say: askFor(goal, { missing: first, ...pursuit }), explained }
  const [unplaced] = goal.unplaced
  if (unplaced !== undefined && !forced && !catalog.facts(goal.tool).reads)
    return { say: say(language.sentences.askUnplaced, { value: unplaced }), explained }
  return { call: { tool: goal.tool, input: inputOf(goal, catalog) }, explained }
}

/**
 * The goal if the request forces a tool call: the tool that the request names or, with `required`, the best tool.
 * Undefined if nothing is forced, or if there are results to tell first.
 */
function forcedGoal(
  { goal, candidates, fresh, text }: RouterConversation,
  { request, ...listening }: Listening & { request: ModelRequest },
): Goal | undefined {
  const { toolChoice } = request
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
