import { cutWords } from '../../../languages/cut-words.js'
import { writeNumbers } from '../../../languages/write-numbers.js'
import { searchedStem } from '../../../toolkit/search/known-stem.js'
import { readActions } from '../../../toolkit/search/lexicon.js'
import { meansAction, type ScoreParts } from '../../../toolkit/search/score.js'
import type { ExplainedCandidate, ModelTool } from '../../model/language-model.js'
import {
  endingActions,
  isAnotherRecord,
  isForbidden,
  isSpared,
  isSpokenOf,
  leadsOf,
  saysVerb,
} from './contradictions.js'
import { fillFromText } from './fill-goal.js'
import { keyOf } from './filling.js'
import type { Goal } from './goal.js'
import { goalFor, missingSlots } from './goal.js'
import { isNounPhrase } from './noun-phrase.js'
import type { Listening, RouterConversation } from './situation.js'
import type { Slot } from './slots.js'

/** The tool that was chosen for a sentence. */
export interface Choice {
  /** The best tool, with the values that the user said. Undefined if the score of every tool is too low. */
  goal?: Goal
  /** Another goal with nearly the same score. The agent then asks which of the two is meant. */
  rival?: Goal
  /** Whether the sentence alone is a clear request: its score is high, and the goal is not doubtful. */
  sure: boolean
  /** Whether the goal is a change and it is not clear that the user wants it. If so, the agent asks the user first. */
  doubtful?: boolean
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

/** Maximum number of tools for which values are searched in the sentence. This takes longer than the tool search. */
const considered = 16

/**
 * The weight of each kind of evidence for a tool. The weights were fitted to test questions about some fifty
 * collections, with a softmax over the candidates of each question. A kind was kept if it helped on collections that
 * were not used for the fitting.
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
  /** Weight of each value whose parameter the user names. */
  announced: 1.3,
  /** Weight of each other value. For example, the form of a mail address shows which parameter takes it. */
  formed: 0.9,
  /** Weight of each value that the user said and that fits no parameter. */
  unplaced: -0.8,
  /** Weight of each required parameter without a value. */
  missing: -0.65,
  /** Weight of a call that lacks no value. The user must have named each id in the path; example ids do not count. */
  complete: 1,
}
type Evidence = Record<keyof typeof weights, number>

/** Maximum value of a count in the evidence. Higher counts are reduced to this value. */
const most = 3
/** Minimum score of the chosen tool. A second step (`next`) has less evidence, because it refers to the first step. */
const leastScore = { first: 3.2, next: 2 }
/**
 * Minimum score at which a sentence is a new request, even if the agent has just asked a question. If the score of a
 * change is lower, the agent asks the user before the call.
 */
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

/**
 * Adds values of a sentence's first step to the goal of its second step. Undefined if the goal repeats the first call.
 */
export type CarryOver = (goal: Goal) => Goal | undefined

/** The tools that a sentence may mean, the best first. */
export function candidatesFor(text: string, listening: Listening, carry?: CarryOver): Candidate[] {
  const { catalog, language } = listening
  const kind = kindOf(text, listening)
  const said = new Set(catalog.lexicon.stems(cutWords(text)))
  const found = catalog
    .search(writeNumbers(text, language.numbers), { limit: considered, asks: kind === 'question' })
    .filter(({ definition }) => isPossible(definition.tool, { text, kind, ...listening }))
    .flatMap(({ definition, parts, things }) => {
      const filled = fillFromText(goalFor(definition.tool), { ...listening, text })
      const goal = carry ? carry(filled) : filled
      if (!goal || isAnotherRecord(goal, catalog)) return []
      const known = things > 0 || goal.values.size > 1 || goal.named !== undefined
      return [
        { goal, known, action: parts.action, score: weigh(evidenceFor(goal, { parts, said, catalog })) },
      ]
    })
    .sort((a, b) => b.score - a.score)
  return fitting(found, { text, catalog })
}

/**
 * Removes candidates that make a different change than the sentence asks for. A candidate is removed if another
 * candidate makes the right change to the same kind of record and takes at least `richValues` values. For example,
 * "create a room" then does not mean a tool that changes a room.
 */
function fitting(
  found: Candidate[],
  { text, catalog }: { text: string; catalog: Listening['catalog'] },
): Candidate[] {
  const asked = catalog.lexicon.actionsIn(text).filter((action) => action === 'create' || action === 'update')
  const [action, other] = asked
  if (action === undefined || other !== undefined) return found
  const factsOf = ({ goal }: Candidate) => catalog.facts(goal.tool)
  const targetOf = (one: Candidate) => factsOf(one).target.join(' ')
  const does = (one: Candidate) => factsOf(one).actions.includes(action)
  const isRich = ({ goal }: Candidate) => goal.values.size >= richValues
  const targets = new Set(found.filter((one) => isRich(one) && does(one)).map(targetOf))
  return found.filter((one) => does(one) || !factsOf(one).changes || !targets.has(targetOf(one)))
}

/** Whether a sentence asks for information or begins with the verb of a change. Undefined for any other sentence. */
export function kindOf(text: string, { catalog, language }: Listening): 'question' | 'change' | undefined {
  const { questions, fillers } = language
  const words = cutWords(text).filter((word) => !fillers.has(word))
  const asks = ([first = '', second]: string[]) => questions.has(first) || questions.has(`${first} ${second}`)
  if (asks(words)) return 'question'
  if (text.trimEnd().endsWith('?') && text.split(',').some((part) => asks(cutWords(part)))) return 'question'
  const at = catalog.lexicon.leadOf(words)
  const spans = catalog.lexicon.actionSpans(words)
  if (spans.length === 0 && isNounPhrase(text, { catalog, language })) return 'question'
  const lead = spans.find(({ start }) => start === at)
  return lead && !readActions.has(lead.action) ? 'change' : undefined
}

/**
 * Whether a sentence may mean a tool. A question never means a write, a request for a change never means a read. A tool
 * that ends or removes something is possible only if the sentence has its verb.
 */
function isPossible(
  tool: ModelTool,
  { kind, ...sentence }: Listening & { text: string; kind: ReturnType<typeof kindOf> },
): boolean {
  const { changes, actions } = sentence.catalog.facts(tool)
  if (endingActions.has(actions[0] ?? 'list') && !saysVerb(tool, sentence)) return false
  if (changes) return kind !== 'question' && !isForbidden(tool, sentence) && !isSpared(tool, sentence)
  return kind !== 'change' || !readActions.has(actions[0] ?? 'list')
}

function evidenceFor(
  goal: Goal,
  { parts, said, catalog }: { parts: ScoreParts; said: ReadonlySet<string>; catalog: Listening['catalog'] },
): Evidence {
  const { words, action, path } = parts
  const { title } = catalog.facts(goal.tool)
  const missing = missingSlots(goal, catalog).length
  const isSaid = ({ thing, words }: Slot) =>
    catalog.lexicon.stems(thing ?? words).some((stem) => said.has(stem))
  const filled = catalog.slots(goal.tool).filter((slot) => goal.values.has(keyOf(slot)))
  const announced = filled.filter(isSaid).length
  return {
    words,
    action,
    path,
    title: title.filter((stem) => said.has(stem)).length / Math.max(1, title.length),
    announced: Math.min(most, announced),
    formed: Math.min(most, filled.length - announced),
    unplaced: Math.min(most, goal.unplaced.length),
    missing: Math.min(most, missing),
    complete: Number(missing === 0 && !assumesRecord(goal, catalog)),
  }
}

function weigh(evidence: Evidence): number {
  return Object.entries(weights).reduce(
    (sum, [kind, weight]) => sum + weight * evidence[kind as keyof Evidence],
    0,
  )
}

/** Whether a call would use an example id of the collection in its path, because the user named no record. */
function assumesRecord({ tool, values }: Goal, catalog: Listening['catalog']): boolean {
  const ids = catalog.slots(tool).filter(({ inPath, schema }) => inPath && schema.default !== undefined)
  return ids.some((slot) => !values.has(keyOf(slot)))
}

/** Chooses the tool for a sentence. No `goal` if scores are too low; a `rival` if two writes score almost equally. */
export function choose(text: string, listening: Listening, carry?: CarryOver): Choice {
  const found = candidatesFor(text, listening, carry)
  const candidates = found.slice(0, 5).map(({ goal, score }) => ({
    name: goal.tool.name,
    score: Math.round(score * 1000) / 1000,
  }))
  const [best, second] = found
  const least = carry ? leastScore.next : leastScore.first
  if (!best?.known || best.score < least) return { sure: false, candidates }
  const { goal, score } = best
  const sure = score >= sureScore
  if (!listening.catalog.facts(goal.tool).changes) return { goal, sure, candidates }
  const lead = second ? score - second.score : score
  // The second tool is no rival if only the verb of the best tool is in the sentence.
  const isNear = second && lead < nearness && second.action > best.action - sameAction
  const rival = isNear && !isAlike(goal, second.goal, listening) && { rival: second.goal }
  const isMeant =
    isSpokenOf(goal, { text, ...listening }) || isClear({ ...best, lead }, { text, ...listening })
  const doubtful = !isMeant || (!carry && (!sure || hasLooseId(goal, { text, ...listening })))
  return { goal, ...rival, doubtful, sure: sure && !doubtful, candidates }
}

/** Whether a value is used as an id, but the sentence names neither the kind of record nor the subject of the tool. */
function hasLooseId({ tool, values }: Goal, { text, catalog }: Listening & { text: string }): boolean {
  const { lexicon, vocabulary, slots, facts } = catalog
  const stemsOf = (word: string) => [
    lexicon.stem(word),
    ...lexicon.translate(word),
    searchedStem(word, { lexicon, vocabulary }),
  ]
  const words = cutWords(text).filter((word) => !lexicon.language.pointers.has(word))
  const said = new Set(words.flatMap(stemsOf))
  const { title, target, verbs, actions } = facts(tool)
  const isVerb = (stem: string) => verbs.includes(stem) && lexicon.isActionWord(stem)
  const things = [...title, ...target].filter((stem) => !isVerb(stem))
  const isOwn = ({ route }: Slot) => actions[0] === 'create' && route.join('.') === 'body.id'
  const isId = (slot: Slot) => slot.thing ?? (slot.inPath || endingActions.has(actions[0]!))
  const ids = slots(tool).filter((slot) => isId(slot) && !isOwn(slot) && values.has(keyOf(slot)))
  return ids.some(
    ({ thing, words }) => ![...lexicon.stems(thing ?? words), ...things].some((stem) => said.has(stem)),
  )
}

/**
 * Whether a change is meant although the sentence lacks its verb. The user must have said all values. The score must be
 * well above that of the next tool, and no verb may ask for something else.
 */
function isClear(
  { goal, action, lead }: Candidate & { lead: number },
  { text, ...listening }: Listening & { text: string },
): boolean {
  const { lexicon } = listening.catalog
  const { size } = goal.values
  const isWhole = goal.unplaced.length === 0 && missingSlots(goal, listening.catalog).length === 0
  const [verb] = leadsOf(text, listening)
  // "Change the name to X" never means a tool that creates, however well the values fit.
  const said = lexicon.actionsIn(text).filter((one) => !readActions.has(one))
  const own = listening.catalog.facts(goal.tool).actions
  if (said.length > 0 && !said.some((one) => own.some((offer) => meansAction(one, offer)))) return false
  const isStrange = verb !== undefined && !lexicon.isStopWord(verb) && !lexicon.isWord(verb)
  return lead >= clearLead && action > leastAction && isWhole && (size > 2 || (size > 1 && !isStrange))
}

/** Whether two tools are the same request with different example ids: "Delete book 1" and "Delete book 2". */
function isAlike(a: Goal, b: Goal, { catalog }: Listening): boolean {
  const requestOf = ({ tool }: Goal) => [
    tool.definition?.method,
    tool.definition?.path,
    ...catalog.facts(tool).title.filter((stem) => !/^\d+$/.test(stem)),
  ]
  return requestOf(a).join(' ') === requestOf(b).join(' ')
}

/** The conversation after a choice: `wanting` with a goal, `choosing` if the agent must ask, `lost` without a goal. */
export function wanting(before: RouterConversation, choice: Choice): RouterConversation {
  const { goal: _, ...rest } = before
  const { goal, rival, doubtful, candidates } = choice
  if (!goal) return { ...rest, state: 'lost', candidates }
  if (rival) return { ...rest, state: 'choosing', options: [goal, rival], candidates }
  if (doubtful) return { ...rest, state: 'choosing', options: [goal], candidates }
  return { ...rest, state: 'wanting', goal, candidates }
}
