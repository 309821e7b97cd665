import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { Action } from '../../../languages/search-language.js'
import { writeNumbers } from '../../../languages/write-numbers.js'
import type { ScoreParts } from '../../../toolkit/search/score.js'
import type { ExplainedCandidate, ModelTool } from '../../model/language-model.js'
import { isAnotherRecord, isForbidden, isSpokenOf, saysVerb } from './contradictions.js'
import { fillFromText } from './fill-goal.js'
import { keyOf } from './filling.js'
import type { Goal } from './goal.js'
import { goalFor, missingSlots } from './goal.js'
import type { Listening, RouterConversation } from './situation.js'

/** What a sentence asks for, as far as the tools go. */
export interface Choice {
  /** What fits, with the values that were said; undefined when nothing does well enough. */
  goal?: Goal
  /** Another goal that fits about as well, so that it has to be asked which one is meant. */
  rival?: Goal
  /** Whether the sentence says what to do and to what, so that it is a request of its own. */
  sure: boolean
  /** Whether the goal changes something that the sentence does not clearly speak of, so that it has to be asked whether it is meant. */
  doubtful?: boolean
  candidates: ExplainedCandidate[]
}

/** A tool that may be meant, filled with what was said. */
export interface Candidate {
  goal: Goal
  score: number
  parts: ScoreParts
  /** Whether the tool has a word of the sentence that is no verb, or takes several values of it. */
  known: boolean
}

/** Enough to see past the tools that were found only because another one needs them. */
const searched = 25
/** Only so many are filled: that takes longer than to find them. */
const considered = 12

/** A tool that does the opposite of what was asked for is never meant, however well its words fit. */
const leastAction = -0.3
/**
 * Weights of a candidate's evidence, and the scores below which nothing is called. Fitted to the questions of the development set by
 * collections that were held back in turn; scores of a write have to be higher, because it changes something.
 */
const weights = {
  words: 1,
  action: 0.7,
  path: 0.6,
  placed: 0.5,
  unplaced: -0.3,
  missing: -0.3,
  complete: 0.3,
}
/** What it is worth that all words of a title are said as they stand there, those that say little included. */
const titleWeight = 0.02
const leastScore = { read: 1.2, write: 1, next: 0.8 }
/** Words of the question that a tool must have, in shares of their weight; values that fit make up for words. */
const leastWords = { read: 0.3, write: 0.45, next: 0.3 }
const sureScore = 2
/** Two candidates as near as this are both possible. */
const nearness = 0.01

/** What an earlier step of the same sentence adds to a goal of a later one. */
export type CarryOver = (goal: Goal) => Goal

/** The tools that may be meant, best first. */
export function candidatesFor(text: string, listening: Listening, carry?: CarryOver): Candidate[] {
  const { catalog, language } = listening
  const asks = isQuestion(text, language)
  const isInstruction = instructs(text, listening)
  return catalog
    .search(writeNumbers(text, language.numbers), searched)
    .filter(
      ({ parts, definition }) =>
        parts.action > leastAction &&
        !(isInstruction && isRead(definition.tool, listening)) &&
        (!changes(definition.tool, listening) ||
          (!asks &&
            mayChange(definition.tool, { text, ...listening }) &&
            !isForbidden(definition.tool, { text, ...listening }))),
    )
    .sort((a, b) => b.score - b.parts.dependency - (a.score - a.parts.dependency))
    .slice(0, considered)
    .map(({ definition, parts, things }) => {
      const filled = fillFromText(goalFor(definition.tool), { ...listening, text })
      const goal = carry ? carry(filled) : filled
      const isNamed = goal.named !== undefined && parts.action > 0.5
      const known = things > 0 || goal.values.size > 1 || isNamed
      return {
        goal,
        parts,
        known,
        score: scoreOf(goal, { parts, catalog }) + titleWeight * titleSaid(goal.tool, text),
      }
    })
    .filter(({ goal }) => !isAnotherRecord(goal, catalog))
    .sort((a, b) => b.score - a.score)
}

/** The share of a title's words that a sentence says. */
function titleSaid({ definition, name }: ModelTool, text: string): number {
  const said = new Set(cutWords(text))
  const words = cutWords(definition?.title ?? name)
  return words.filter((word) => said.has(word)).length / Math.max(1, words.length)
}

/** What the words, and the values that were said, speak for. */
function scoreOf(
  goal: Goal,
  { parts, catalog }: { parts: ScoreParts; catalog: Listening['catalog'] },
): number {
  const missing = missingSlots(goal, catalog).length
  return (
    weights.words * parts.words +
    weights.action * parts.action +
    weights.path * parts.path +
    weights.placed * Math.min(3, goal.values.size) +
    weights.unplaced * Math.min(3, goal.unplaced.length) +
    weights.missing * Math.min(3, missing) +
    (missing === 0 && !assumesRecord(goal, catalog) ? weights.complete : 0)
  )
}

/** Whether a call would be about the collection's example of a record, because none was named. */
function assumesRecord({ tool, values }: Goal, catalog: Listening['catalog']): boolean {
  const ids = catalog.slots(tool).filter(({ inPath, schema }) => inPath && schema.default !== undefined)
  return ids.some((slot) => !values.has(keyOf(slot)))
}

/** Whether a sentence asks for information, so that nothing is to be changed: "how many rows are there?" */
function isQuestion(text: string, { questions, fillers }: Language): boolean {
  const words = cutWords(text).filter((word) => !fillers.has(word))
  const [first, second] = words
  return first !== undefined && (questions.has(first) || questions.has(`${first} ${second}`))
}

const endings: ReadonlySet<Action> = new Set(['delete', 'cancel'])
const isReading = (action: Action) => ['list', 'get', 'find'].includes(action)

/** Whether a part of a sentence begins with a verb that changes something, and none with one that reads or asks. */
function instructs(text: string, { catalog, language }: Pick<Listening, 'catalog' | 'language'>): boolean {
  const { lexicon } = catalog
  const leads = text.split(/[.,;!?]/).map((part): Action | undefined => {
    const words = cutWords(part)
    const at = words.findIndex(
      (word) => !lexicon.language.beforeVerbs.has(word) && !language.fillers.has(word),
    )
    const action = lexicon.actionSpans(words).find(({ start }) => start === at)?.action
    if (action === undefined && at >= 0 && isWritingVerb(words[at]!, catalog)) return 'update'
    return action ?? (isQuestion(part, language) ? 'get' : undefined)
  })
  const actions = leads.filter((action) => action !== undefined)
  return actions.length > 0 && !actions.some(isReading)
}

/** Whether a tool that changes something is called by a verb, or by one that may stand for it. */
function isWritingVerb(word: string, { lexicon, vocabulary }: Listening['catalog']): boolean {
  const own = lexicon.stem(word)
  if (lexicon.isStopWord(word) || lexicon.language.isPlural(word) || vocabulary.isThing(own)) return false
  return [own, ...lexicon.related(own)].some(vocabulary.isWritingVerb)
}

/** Nothing is deleted or cancelled that was not asked to be. */
function mayChange(tool: ModelTool, sentence: Listening & { text: string }): boolean {
  const [action = 'list'] = sentence.catalog.facts(tool).actions
  return !(endings.has(action) || tool.definition?.method === 'DELETE') || saysVerb(tool, sentence)
}

function isRead(tool: ModelTool, listening: Listening): boolean {
  return !changes(tool, listening) && isReading(listening.catalog.facts(tool).actions[0] ?? 'list')
}

function changes(tool: ModelTool, { catalog }: Listening): boolean {
  const { reads, actions } = catalog.facts(tool)
  return !reads && !isReading(actions[0] ?? 'create')
}

/** Picks the tool that fits a sentence, or none; two where both fit. The second step of a sentence is about the first, so less is enough. */
export function choose(text: string, listening: Listening, carry?: CarryOver): Choice {
  const found = candidatesFor(text, listening, carry)
  const fits = (candidate: Candidate) => isEnough(candidate, { ...listening, follows: carry !== undefined })
  const candidates = found.slice(0, 5).map(({ goal, score }) => ({
    name: goal.tool.name,
    score: Math.round(score * 1000) / 1000,
  }))
  const [best, second] = found
  if (!best || !fits(best)) return { sure: false, candidates }
  const doubtful = changes(best.goal.tool, listening) && !isSpokenOf(best.goal, { ...listening, text })
  const sure = best.score >= sureScore && best.parts.action > 0 && !doubtful
  const near = second && best.score - second.score < nearness && fits(second)
  if (!near || isAlike(best.goal, second.goal, listening))
    return { goal: best.goal, sure, doubtful, candidates }
  return { goal: best.goal, rival: second.goal, sure, candidates }
}

function isEnough(
  { score, parts, goal, known }: Candidate,
  { follows, ...listening }: Listening & { follows: boolean },
): boolean {
  const kind = changes(goal.tool, listening) ? 'write' : follows ? 'next' : 'read'
  const least = leastScore[kind]
  const isFilled = goal.values.size > 1 && missingSlots(goal, listening.catalog).length === 0
  return known && score >= least && (isFilled || parts.words >= leastWords[kind])
}

/** Of two reads of the same thing either will do. */
function isAlike(a: Goal, b: Goal, listening: Listening): boolean {
  const addressOf = ({ definition }: ModelTool) => definition && `${definition.method} ${definition.path}`
  // "Delete book 1" and "Delete book 2" are the same request with another example.
  const titles = [a, b].map(({ tool }) =>
    listening.catalog
      .facts(tool)
      .title.filter((stem) => !/^\d+$/.test(stem))
      .join(),
  )
  const sameTitle = titles[0] === titles[1]
  const sameAddress = addressOf(a.tool) === addressOf(b.tool)
  const writes = changes(a.tool, listening) || changes(b.tool, listening)
  return !writes || (sameTitle && sameAddress)
}

/** The situation in which something is wanted, has to be chosen, or fits no tool. */
export function wanting(before: RouterConversation, choice: Choice): RouterConversation {
  const { goal: _, ...rest } = before
  const { goal, rival, doubtful, candidates } = choice
  if (!goal) return { ...rest, state: 'lost', candidates }
  if (rival) return { ...rest, state: 'choosing', options: [goal, rival], candidates }
  if (doubtful) return { ...rest, state: 'choosing', options: [goal], candidates }
  return { ...rest, state: 'wanting', goal, candidates }
}
