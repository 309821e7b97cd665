import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelRequest, ModelTool } from '../../model/language-model.js'
import { askFor } from './ask.js'
import type { Catalog } from './catalog.js'
import { fillFromText } from './fill-goal.js'
import type { Goal } from './goal.js'
import { inputOf, missingSlots } from './goal.js'
import { lookupFor } from './lookup.js'
import { nounOf } from './nouns.js'
import { readBack } from './read-back.js'
import { listing, say } from './say.js'
import type { Conversation, Listening } from './situation.js'

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
  conversation: Conversation,
  { request, ...listening }: Listening & { request: ModelRequest },
): Decision {
  const { catalog, pack } = listening
  const forced = forcedGoal(conversation, { request, ...listening })
  const told = conversation.fresh.map((result) => readBack(result, listening)).join(' ')
  const goal = forced ?? (conversation.state === 'wanting' ? conversation.goal : undefined)
  if (goal) {
    const next = pursue(goal, { conversation, request, forced: forced !== undefined, ...listening })
    return told === '' ? next : { ...next, say: [told, next.say ?? ''].join(' ').trim() }
  }
  if (told !== '') return { say: told, explained: { chosen: null, missing: [] } }
  return { say: fixedWords(conversation, { catalog, pack }), explained: { chosen: null, missing: [] } }
}

interface Pursuit extends Listening {
  conversation: Conversation
  request: ModelRequest
  forced: boolean
}

function pursue(goal: Goal, pursuit: Pursuit): Decision {
  const { catalog, pack, request, forced } = pursuit
  const missing = missingSlots(goal, catalog)
  const explained = { chosen: goal.tool.name, missing: missing.map((slot) => slot.route.join('.')) }
  if (request.toolChoice === 'none')
    return { say: say(pack.sentences.toolsOff, { tool: goal.tool.name }), explained }
  const first = missing[0]
  const { say: prepared } = pursuit.conversation
  if (prepared) return { say: say(pack.sentences[prepared.sentence], prepared.values), explained }
  const lookup = first && lookupFor(goal, { slot: first, ...pursuit })
  if (lookup) return { call: lookup, explained }
  if (first && !forced) return { say: askFor(goal, { missing: first, ...pursuit }), explained }
  return { call: { tool: goal.tool, input: inputOf(goal, catalog) }, explained }
}

/** A tool the caller insists on, whatever was said: one by name, or with `required` the best there is. */
function forcedGoal(
  { goal, candidates, fresh, text }: Conversation,
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
  return goal?.tool === tool
    ? goal
    : fillFromText({ tool, values: new Map(), attempts: 0 }, { ...listening, text })
}

function fixedWords(
  conversation: Conversation,
  { catalog, pack }: { catalog: Catalog; pack: Listening['pack'] },
): string {
  const { sentences } = pack
  if (
    catalog.tools.length === 0 &&
    (conversation.state === 'lost' || conversation.say?.sentence === 'abilities')
  )
    return sentences.noTools
  const list = abilities(catalog, pack)
  const can = catalog.tools.length === 0 ? sentences.noTools : say(sentences.abilities, { list })
  if (conversation.state === 'lost') return say(sentences.noFit, { list })
  return say(sentences[conversation.say?.sentence ?? 'greeting'], {
    abilities: can,
    list,
    ...conversation.say?.values,
  })
}

/** A few things the tools can do, in words, spread over what they work on. */
function abilities(catalog: Catalog, pack: Listening['pack']): string {
  const seen = new Set<string>()
  const spread = catalog.tools.filter((tool) => {
    const about = tool.definition?.folder.join('/') ?? tool.name
    return seen.has(about) ? false : seen.add(about)
  })
  const shown = [...new Set([...spread.slice(0, abilitiesShown), ...catalog.tools])].slice(0, abilitiesShown)
  const texts = shown.map((tool) => abilityOf(tool, { catalog, pack }))
  return listing([...new Set(texts)], pack.sentences.or)
}

/** "List invoices" is "list invoices"; a title that is no phrase is spoken as what it is about. */
function abilityOf(
  tool: ModelTool,
  { catalog, pack }: { catalog: Catalog; pack: Listening['pack'] },
): string {
  const title = tool.definition?.title ?? tool.name.replace(/[_-]+/g, ' ')
  const text = title.trim()
  if (text !== '' && text.length <= 60)
    return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
  return nounOf(tool, { name: tool.name, catalog, pack }).many
}
