import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelRequest, ModelTool } from '../../model/language-model.js'
import { askFor } from './ask.js'
import type { Catalog } from './catalog.js'
import { confirm } from './confirm.js'
import { fillFromText } from './fill-goal.js'
import type { Goal } from './goal.js'
import { goalFor, inputOf, missingSlots } from './goal.js'
import { cut } from './labels.js'
import { lookupFor } from './lookup.js'
import { listing, say } from './render.js'
import type { Listening, RouterConversation } from './situation.js'

/** What the router does next: says something, calls a tool, or the one before the other. */
export interface Decision {
  say?: string
  call?: { tool: ModelTool; input: JsonObject }
  explained: Explained
}

interface Explained {
  chosen: string | null
  missing: string[]
}

const abilitiesShown = 4

/** Decides the next step of a conversation. */
export function decide(
  conversation: RouterConversation,
  { request, ...listening }: Listening & { request: ModelRequest },
): Decision {
  const { catalog, language } = listening
  const forced = forcedGoal(conversation, { request, ...listening })
  const told = conversation.fresh
    .map((result) => confirm(result, { ...listening, text: conversation.text }))
    .join(' ')
  const goal = forced ?? goalOf(conversation, { request, catalog })
  if (goal) {
    const next = pursue(goal, { conversation, request, forced: forced !== undefined, ...listening })
    return told === '' ? next : { ...next, say: [told, next.say ?? ''].join(' ').trim() }
  }
  const [first, second] = conversation.options ?? []
  if (conversation.state === 'choosing' && first) {
    const question = second
      ? say(language.sentences.whichTool, optionNames(first.tool, second.tool))
      : say(language.sentences.whetherTool, { tool: abilityOf(first.tool) })
    return { say: [told, question].join(' ').trim(), explained: { chosen: null, missing: [] } }
  }
  if (told !== '') return { say: told, explained: { chosen: null, missing: [] } }
  return { say: fixedWords(conversation, { catalog, language }), explained: { chosen: null, missing: [] } }
}

/** What is wanted; a write that may not be meant too, where the question for approval asks just that. */
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
    return { say: say(language.sentences.toolsOff, { tool: goal.tool.name }), explained }
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

/** A tool the caller insists on, whatever was said: one by name, or with `required` the best there is. */
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

function fixedWords(
  conversation: RouterConversation,
  { catalog, language }: { catalog: Catalog; language: Listening['language'] },
): string {
  const { sentences } = language
  if (
    catalog.tools.length === 0 &&
    (conversation.state === 'lost' || conversation.say?.sentence === 'abilities')
  )
    return sentences.noTools
  const list = abilities(catalog, language)
  const can = catalog.tools.length === 0 ? sentences.noTools : say(sentences.abilities, { list })
  if (conversation.state === 'lost') return say(sentences.noFit, { list })
  return say(sentences[conversation.say?.sentence ?? 'greeting'], {
    abilities: can,
    list,
    ...conversation.say?.values,
  })
}

/** A few things the tools can do, in words, spread over what they work on. */
function abilities(catalog: Catalog, language: Listening['language']): string {
  const seen = new Set<string>()
  const spread = catalog.tools.filter((tool) => {
    const about = tool.definition?.folder.join('/') ?? tool.name
    return seen.has(about) ? false : seen.add(about)
  })
  const shown = [...new Set([...spread.slice(0, abilitiesShown), ...catalog.tools])].slice(0, abilitiesShown)
  return listing([...new Set(shown.map(abilityOf))], language.sentences.or)
}

/** Two tools by their titles; by their names, which are all different, where the titles are the same. */
function optionNames(first: ModelTool, second: ModelTool): { first: string; second: string } {
  const titles = { first: abilityOf(first), second: abilityOf(second) }
  if (titles.first !== titles.second) return titles
  const named = ({ name }: ModelTool) => `"${cut(name.replace(/[_-]+/g, ' '))}"`
  return { first: named(first), second: named(second) }
}

const longestTitle = 60

/**
 * The name of a request in quotes: no sentence can be made of it whose grammar is right for every collection. Without
 * its number and remark: "01-1 - Get Token (JWT)" is "Get Token".
 */
function abilityOf(tool: ModelTool): string {
  const title = (tool.definition?.title ?? tool.name.replace(/[_-]+/g, ' ')).trim()
  const spoken = title
    .replace(/^\d+(?:[.-]\d+)*\s?[-.:)]\s/, '')
    .replace(/ \([^()]*\)$/, '')
    .trim()
  return `"${cut(spoken || title || tool.name, longestTitle)}"`
}
