import { cutWords } from '../../../languages/cut-words.js'
import { withoutAccents } from '../../../languages/word-lists.js'
import { writeNumbers } from '../../../languages/write-numbers.js'
import { searchedStem } from '../../../toolkit/search/known-stem.js'
import { readActions } from '../../../toolkit/search/lexicon.js'
import type { ScoreParts } from '../../../toolkit/search/score.js'
import { meansAction } from '../../../toolkit/search/score.js'
import type { ExplainedCandidate, ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { type Emptied, emptiedIn, emptyValue } from './emptied.js'
import { fillFromText, type Goal, goalFor, missingSlots } from './fill.js'
import { lookupFor } from './lookup.js'
import type { Slot } from './slots.js'
import type { Reading } from './tokens.js'
import { endingActions, isAboutFirst, isForbidden, kindOf, leadsOf, saysVerb } from './verbs.js'

/** The tool that was chosen for a sentence. */
export interface Choice {
  /** The best tool, with the values that the user said. Undefined if the score of every tool is too low. */
  goal?: Goal
  /** Another goal with nearly the same score. The agent then asks which of the two is meant. */
  rival?: Goal
  /** Whether the sentence alone is a clear request: its score is high, and the goal is not isUncertain. */
  sure: boolean
  /** Whether the goal is a change and it is not clear that the user wants it. If so, the agent asks the user first. */
  isUncertain?: boolean
  candidates: ExplainedCandidate[]
}

/** A tool that may be meant, with the values that the user said. */
interface Candidate {
  goal: Goal
  score: number
  /** How well the actions of the tool match the verbs of the sentence. */
  action: number
  /** Whether sentence and tool share more than a verb: another word, several values, or the name of a record. */
  known: boolean
}

/** Maximum number of tools for which values are assigned. This takes longer than the tool search. */
const considered = 16

/**
 * The weight of each kind of evidence for a tool with its assignment. The weights were fitted to test questions about
 * some fifty collections, with a softmax over the candidates of each question.
 */
const weights = {
  /** The part of the search score that compares the sentence with all words of the tool. */
  words: 2.5,
  /** The part of the search score that compares verbs. */
  action: 2.5,
  /** The part of the search score that compares the words of the path. */
  path: 1.6,
  /** The share of the words of the tool's title that are in the sentence. */
  title: 1.3,
  /** Weight of each value whose slot the user names. */
  announced: 1.3,
  /** Weight of each other value. For example, the form of a mail address shows which slot takes it. */
  formed: 0.9,
  /** Weight of each value that the user said and that fits no slot. */
  unplaced: -0.8,
  /** Weight of each required slot without a value. */
  missing: -0.65,
  /** Weight of a tool that creates what the verb of the sentence makes: "book" makes a booking. */
  makes: 1,
  /** Weight of a call that lacks no value. The user must have named each id in the path; example ids do not count. */
  complete: 1,
}

/** Maximum value of a count in the evidence. Higher counts are reduced to this value. */
const most = 3
/** Minimum score of the chosen tool. A step that refers to an earlier one (`next`) has less evidence. */
const leastScore = { first: 3.2, next: 2 }
/** Minimum score at which a sentence is a new request, even if the agent has just asked a question. */
const sureScore = 4.5
/** A change whose verb is not in the sentence is clear only if its score is this much higher than the next score. */
const clearLead = 1
/** If a candidate's `action` is not above this value, the verbs of the sentence ask for something else. */
const leastAction = -0.3
/** A request with this many values says clearly what it creates or changes. */
const richValues = 3
/** If the scores of two actions differ by less than this, the verbs of the sentence fit both. */
const sameAction = 0.3
/** If the scores of two changes differ by less than this, the agent asks the user which one is meant. */
const nearness = 0.1

/** Adds values that the conversation knows to a goal. Undefined if the goal would only repeat the last call. */
export type CarryOver = (goal: Goal) => Goal | undefined

/** The tools that a sentence may mean, each with the assignment of the sentence to its slots, the best first. */
export function candidatesFor(reading: Reading, carry?: CarryOver): Candidate[] {
  const { text, catalog, language } = reading
  const kind = kindOf(reading)
  const said = new Set(catalog.lexicon.stems(cutWords(text)))
  const leads = leadsOf(reading).map(catalog.lexicon.stem)
  const found = catalog
    .search(writeNumbers(text, language.numbers), { limit: considered, asks: kind === 'question' })
    .filter(({ definition }) => isPossible(definition.tool, kind, reading))
    .flatMap(({ definition, parts, things }): Candidate[] => {
      const filled = fillFromText(goalFor(definition.tool), reading)
      const goal = carry ? carry(filled) : filled
      if (!goal || isAnotherRecord(goal, catalog)) return []
      const known = things > 0 || goal.values.size > 1 || goal.named.size > 0
      return [{ goal, known, action: parts.action, score: scoreOf(goal, { parts, said, leads, catalog }) }]
    })
    .sort((a, b) => b.score - a.score)
  return fitting(found, reading)
}

/**
 * Removes candidates that make a different change than the sentence asks for, if another candidate makes the right
 * change to the same kind of record and takes many values: "create a room" does not mean a tool that changes a room.
 */
function fitting(found: Candidate[], { text, catalog }: Reading): Candidate[] {
  const asked = catalog.lexicon.actionsIn(text).filter((action) => action === 'create' || action === 'update')
  const [action, other] = asked
  if (action === undefined || other !== undefined) return found
  const factsOf = ({ goal }: Candidate) => catalog.facts(goal.tool)
  const targetOf = (one: Candidate) => factsOf(one).target.join(' ')
  const does = (one: Candidate) => factsOf(one).actions.includes(action)
  const rich = found.filter((one) => one.goal.values.size >= richValues && does(one))
  const targets = new Set(rich.map(targetOf))
  return found.filter((one) => does(one) || !factsOf(one).changes || !targets.has(targetOf(one)))
}

/**
 * Whether a sentence may mean a tool. A question never means a write, a request for a change never means a read. A tool
 * that ends or removes something is possible only if the sentence has its verb.
 */
function isPossible(tool: ModelTool, kind: ReturnType<typeof kindOf>, reading: Reading): boolean {
  const { changes, actions } = reading.catalog.facts(tool)
  if (endingActions.has(actions[0] ?? 'list') && !saysVerb(tool, reading)) return false
  if (changes) return kind !== 'question' && !isForbidden(tool, reading)
  return kind !== 'change' || !readActions.has(actions[0] ?? 'list')
}

/**
 * Whether a call would use another record than the user named: the path ends with a fixed number, but the user said
 * another one (`/patients/1` for "patient 15"), or `id` would keep its default, but the user said an id.
 */
function isAnotherRecord({ tool, unplaced, values }: Goal, catalog: Catalog): boolean {
  const assumed = catalog
    .slots(tool)
    .some(
      (slot) =>
        slot.thing &&
        slot.words.join() === 'id' &&
        !slot.inPath &&
        slot.schema.default !== undefined &&
        !values.has(slot.key),
    )
  if (assumed && unplaced.some((text) => /\d/.test(text) && !/\s/.test(text))) return true
  const last = tool.definition?.path.split('/').at(-1) ?? ''
  const numbers = unplaced.filter((text) => /^\d+$/.test(text))
  return /^\d+$/.test(last) && numbers.length > 0 && !numbers.includes(last)
}

function scoreOf(
  goal: Goal,
  {
    parts,
    said,
    leads,
    catalog,
  }: { parts: ScoreParts; said: ReadonlySet<string>; leads: readonly string[]; catalog: Catalog },
): number {
  const { title, target, actions } = catalog.facts(goal.tool)
  const slots = catalog.slots(goal.tool)
  const { lexicon, language } = catalog
  // An id is not missing if the record is named with its kind and can be looked up: "the Yoga class".
  const isMissing = (slot: Slot) =>
    !lexicon.stems(slot.thing ?? []).some((stem) => said.has(stem)) ||
    !lookupFor(goal.named.get(slot.key), slot, { catalog, language })
  const missing = missingSlots(goal, catalog).filter(isMissing).length
  const filled = slots.filter((slot) => goal.values.has(slot.key))
  const announced = filled.filter(({ thing, words }) =>
    catalog.lexicon.stems(thing ?? words).some((stem) => said.has(stem)),
  ).length
  const assumesRecord = slots.some(
    ({ inPath, schema, key }) => inPath && schema.default !== undefined && !goal.values.has(key),
  )
  const evidence: Record<keyof typeof weights, number> = {
    words: parts.words,
    action: parts.action,
    path: parts.path,
    title: title.filter((stem) => said.has(stem)).length / Math.max(1, title.length),
    announced: Math.min(most, announced),
    formed: Math.min(most, filled.length - announced),
    unplaced: Math.min(most, goal.unplaced.length),
    missing: Math.min(most, missing),
    makes: Number(actions.includes('create') && leads.some((verb) => target.includes(verb))),
    complete: Number(missing === 0 && !assumesRecord),
  }
  return Object.entries(weights).reduce(
    (sum, [kind, weight]) => sum + weight * evidence[kind as keyof typeof weights],
    0,
  )
}

/** Chooses the tool for a sentence. No `goal` if scores are too low; a `rival` if two writes score almost equally. */
export function choose(reading: Reading, carry?: CarryOver): Choice {
  const emptied = emptiedIn(reading)
  if (!emptied) return chooseFor(reading, carry)
  const changing = { ...reading, text: emptied.text }
  return emptying(chooseFor(changing, carry), emptied, changing)
}

/**
 * A change of a field, with the field empty. If it cannot be empty, the agent asks for its value; and what a value is for
 * that the sentence has for the field all the same.
 */
function emptying({ goal, ...choice }: Choice, { slotOf }: Emptied, reading: Reading): Choice {
  const slot = goal && slotOf(goal.tool)
  if (!goal || !slot) return { sure: false, candidates: choice.candidates }
  const value = emptyValue(slot)
  const said = fillFromText(goalFor(goal.tool), reading).values.get(slot.key)
  const unplaced = said === undefined ? goal.unplaced : [...goal.unplaced, String(said)]
  const values = new Map(goal.values)
  if (value === undefined) values.delete(slot.key)
  else values.set(slot.key, value)
  return { ...choice, goal: { ...goal, values, unplaced } }
}

function chooseFor(reading: Reading, carry?: CarryOver): Choice {
  const { catalog } = reading
  const found = candidatesFor(reading, carry)
  const candidates = found.slice(0, 5).map(({ goal, score }) => ({
    name: goal.tool.name,
    score: Math.round(score * 1000) / 1000,
  }))
  const [best, second] = found
  if (!best?.known || best.score < (best.goal.isCarried ? leastScore.next : leastScore.first))
    return { sure: false, candidates }
  const { goal, score } = best
  const sure = score >= sureScore
  if (!catalog.facts(goal.tool).changes) return { goal, sure, candidates }
  const lead = second ? score - second.score : score
  // The second tool is no rival if only the verb of the best tool is in the sentence.
  const isNear = second && lead < nearness && second.action > best.action - sameAction
  const rival = isNear && !isAlike(goal, second.goal, catalog) && { rival: second.goal }
  const isMeant = isSpokenOf(goal, reading) || isClear({ ...best, lead }, reading)
  const isUncertain = !isMeant || (!goal.isCarried && (!sure || hasLooseId(goal, reading)))
  if (isUncertain && !isMeant && !isOffered(goal, reading)) return { sure: false, candidates }
  return { goal, ...rival, isUncertain, sure: sure && !isUncertain, candidates }
}

/**
 * Whether a change may be offered ("Do you mean ...?") although its verb was not said: the user named its record or the
 * kind of its record, and everything that the user said has found a place.
 */
function isOffered({ tool, unplaced }: Goal, { text, catalog }: Reading): boolean {
  const { title, target, verbs } = catalog.facts(tool)
  const things = [...title, ...target].filter((stem) => !verbs.includes(stem))
  const said = new Set(
    cutWords(text).flatMap((word) => [catalog.lexicon.stem(word), ...catalog.lexicon.translate(word)]),
  )
  return unplaced.length === 0 && things.some((stem) => said.has(stem))
}

/** Whether a sentence clearly asks for the change that a tool makes: it has the verb, and its first noun is the tool's. */
function isSpokenOf(goal: Goal, reading: Reading): boolean {
  const { tool, values } = goal
  const said = [...values.values()].filter((value) => typeof value === 'string')
  const text = said.reduce((rest, value) => rest.replaceAll(value, ' '), reading.text)
  const isSaid = saysVerb(tool, { ...reading, text }) || setsState(goal, reading)
  return isSaid && isAboutFirst(tool, { ...reading, text })
}

/** Whether a sentence gives a record a new state, with its id and a value for it: "make user u7 an admin". */
function setsState({ tool, values }: Goal, { text, catalog, language }: Reading): boolean {
  const filled = catalog.slots(tool).filter((slot) => values.has(slot.key))
  const sets = catalog.facts(tool).actions.includes('update')
  const isVerb = (word: string) => language.makingVerbs.has(withoutAccents(word))
  return sets && cutWords(text).some(isVerb) && filled.length > 1 && filled.some(({ thing }) => thing)
}

/** Whether a value is used as an id, but the sentence names neither the kind of record nor the subject of the tool. */
function hasLooseId({ tool, values }: Goal, { text, catalog }: Reading): boolean {
  const { lexicon, vocabulary, slots, facts } = catalog
  const said = new Set(
    cutWords(text)
      .filter((word) => !lexicon.language.pointers.has(word))
      .flatMap((word) => [
        lexicon.stem(word),
        ...lexicon.translate(word),
        searchedStem(word, { lexicon, vocabulary }),
      ]),
  )
  const { title, target, verbs, actions } = facts(tool)
  const isVerb = (stem: string) => verbs.includes(stem) && lexicon.isActionWord(stem)
  const things = [...title, ...target].filter((stem) => !isVerb(stem))
  return slots(tool).some(({ thing, words, inPath, key }) => {
    const isOwn = actions[0] === 'create' && key === 'body/id'
    const isId = thing ?? (inPath || endingActions.has(actions[0]!))
    if (!isId || isOwn || !values.has(key)) return false
    return ![...lexicon.stems(thing ?? words), ...things].some((stem) => said.has(stem))
  })
}

/**
 * Whether a change is meant although the sentence lacks its verb. The user must have said all values. The score must be
 * well above that of the next tool, and no verb may ask for something else.
 */
function isClear({ goal, action, lead }: Candidate & { lead: number }, reading: Reading): boolean {
  const { catalog, text } = reading
  const { lexicon } = catalog
  const { size } = goal.values
  const isWhole = goal.unplaced.length === 0 && missingSlots(goal, catalog).length === 0
  const [verb] = leadsOf(reading)
  // "Change the name to X" never means a tool that creates, however well the values fit.
  const said = lexicon.actionsIn(text).filter((one) => !readActions.has(one))
  const own = catalog.facts(goal.tool).actions
  if (said.length > 0 && !said.some((one) => own.some((offer) => meansAction(one, offer)))) return false
  if (!isOffered(goal, reading)) return false
  const isStrange = verb !== undefined && !lexicon.isStopWord(verb) && !lexicon.isWord(verb)
  return lead >= clearLead && action > leastAction && isWhole && (size > 2 || (size > 1 && !isStrange))
}

/** Whether two tools are the same request with different example ids: "Delete book 1" and "Delete book 2". */
function isAlike(a: Goal, b: Goal, catalog: Catalog): boolean {
  const requestOf = ({ tool }: Goal) => [
    tool.definition?.method,
    tool.definition?.path,
    ...catalog.facts(tool).title.filter((stem) => !/^\d+$/.test(stem)),
  ]
  return requestOf(a).join(' ') === requestOf(b).join(' ')
}
