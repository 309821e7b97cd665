import { cutWords } from '../../../languages/cut-words.js'
import type { Action } from '../../../languages/search-language.js'
import { writeNumbers } from '../../../languages/write-numbers.js'
import { readActions } from '../../../toolkit/search/lexicon.js'
import type { ScoreParts } from '../../../toolkit/search/score.js'
import type { ExplainedCandidate, ModelTool } from '../../model/language-model.js'
import { isAnotherRecord, isForbidden, isSpokenOf, leadsOf, saysVerb } from './contradictions.js'
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
  reads: 0.05,
}
/** What it is worth that all words of a title are said as they stand there, those that say little included. */
const titleWeight = 0.02
const leastScore = { read: 1.2, write: 1, next: 0.8 }
/** Words of the question that a tool must have, in shares of their weight; values that fit make up for words. */
const leastWords = { read: 0.3, write: 0.45, next: 0.3 }
const sureScore = 2
/** A change whose words fit so much better is meant, though another one takes more values. */
const clearWords = 0.3
/** What is as far ahead of the next one is meant, though its verb was not said. */
const clearLead = 0.6
/** Two candidates as near as this are both possible; of what ends something without naming it, from further apart. */
const nearness = { ending: 0.15, other: 0.01 }

/** What an earlier step of the same sentence adds to a goal of a later one; undefined where that would only repeat it. */
export type CarryOver = (goal: Goal) => Goal | undefined

/** The tools that may be meant, best first. */
export function candidatesFor(text: string, listening: Listening, carry?: CarryOver): Candidate[] {
  const { catalog, language } = listening
  const sentence = { text, kind: kindOf(text, listening), ...listening }
  return catalog
    .search(writeNumbers(text, language.numbers), { limit: searched, asks: sentence.kind === 'question' })
    .filter(({ parts, definition: { tool } }) => parts.action > leastAction && isPossible(tool, sentence))
    .slice(0, considered)
    .flatMap(({ definition, parts, things }) => {
      const filled = fillFromText(goalFor(definition.tool), { ...listening, text })
      const goal = carry ? carry(filled) : filled
      if (!goal || isAnotherRecord(goal, catalog)) return []
      const isNamed = goal.named !== undefined && parts.action > 0.5
      const known = things > 0 || goal.values.size > 1 || isNamed
      const score = scoreOf(goal, { parts, catalog }) + titleWeight * titleSaid(goal.tool, text)
      return [{ goal, parts, known, score }]
    })
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
    saidBy(parts) +
    weights.placed * Math.min(3, goal.values.size) +
    weights.unplaced * Math.min(3, goal.unplaced.length) +
    weights.missing * Math.min(3, missing) +
    (missing === 0 && !assumesRecord(goal, catalog) ? weights.complete : 0) +
    (catalog.facts(goal.tool).reads ? weights.reads : 0)
  )
}

/** What the words alone speak for. */
function saidBy({ words, action, path }: ScoreParts): number {
  return weights.words * words + weights.action * action + weights.path * path
}

/** Whether a call would be about the collection's example of a record, because none was named. */
function assumesRecord({ tool, values }: Goal, catalog: Listening['catalog']): boolean {
  const ids = catalog.slots(tool).filter(({ inPath, schema }) => inPath && schema.default !== undefined)
  return ids.some((slot) => !values.has(keyOf(slot)))
}

/** Whether a sentence asks for information, asks to show something, or asks for a change; undefined where no verb leads it. */
type SentenceKind = 'question' | 'read' | 'change' | undefined

function kindOf(text: string, listening: Listening): SentenceKind {
  const { lexicon } = listening.catalog
  const { questions, fillers } = listening.language
  const isQuestion = ([first = '', second]: string[]) =>
    questions.has(first) || questions.has(`${first} ${second}`)
  const wordsOf = (part: string) => cutWords(part).filter((word) => !fillers.has(word))
  if (isQuestion(wordsOf(text))) return 'question'
  const leads = text.split(/[.,;!?]/).flatMap((part): Action[] => {
    const words = wordsOf(part)
    const at = lexicon.leadOf(words)
    const said = lexicon.actionSpans(words).find(({ start }) => start === at)?.action
    if (said !== undefined) return [said]
    if (at >= 0 && isWritingVerb(words[at]!, listening.catalog)) return ['update']
    return isQuestion(words) ? ['get'] : []
  })
  if (leads.length === 0) return undefined
  if (!leads.some(isReading)) return 'change'
  return leads.every(isReading) ? 'read' : undefined
}

/** Whether a tool that changes something is called by a verb, or by one that may stand for it. */
function isWritingVerb(word: string, { lexicon, vocabulary }: Listening['catalog']): boolean {
  const own = lexicon.stem(word)
  if (lexicon.isStopWord(word) || lexicon.language.isPlural(word) || vocabulary.isThing(own)) return false
  return [own, ...lexicon.related(own)].some(vocabulary.isWritingVerb)
}

const endings: ReadonlySet<Action> = new Set(['delete', 'cancel'])
const isReading = (action: Action) => readActions.has(action)

/** Whether a sentence of this kind can mean a tool. Nothing is deleted, or changed by a sentence that reads, without being said. */
function isPossible(tool: ModelTool, sentence: Listening & { text: string; kind: SentenceKind }): boolean {
  const { kind, catalog } = sentence
  const { changes, actions } = catalog.facts(tool)
  const [action = 'list'] = actions
  if (!changes) return kind !== 'change' || !isReading(action)
  if (kind === 'question' || isForbidden(tool, sentence)) return false
  const hasToBeSaid = kind === 'read' || endings.has(action) || tool.definition?.method === 'DELETE'
  return !hasToBeSaid || saysVerb(tool, sentence)
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
  const doubtful =
    listening.catalog.facts(best.goal.tool).changes && isDoubtful(found, { text, ...listening })
  const sure = best.score >= sureScore && best.parts.action > 0 && !doubtful
  const [action = 'list'] = listening.catalog.facts(best.goal.tool).actions
  const apart = nearness[endings.has(action) && best.goal.values.size === 0 ? 'ending' : 'other']
  const near = second && best.score - second.score < apart && fits(second)
  if (!near || isAlike(best.goal, second.goal, listening))
    return { goal: best.goal, sure, doubtful, candidates }
  return { goal: best.goal, rival: second.goal, sure, candidates }
}

/**
 * Whether the best candidate may not be meant: another change has more of the sentence's words, or its own verb is not said, unless it takes
 * all values and nothing comes near.
 */
function isDoubtful([best, ...others]: Candidate[], sentence: Listening & { text: string }): boolean {
  if (!best) return true
  const isOther = ({ goal, parts }: Candidate) =>
    sentence.catalog.facts(goal.tool).changes && saidBy(parts) - saidBy(best.parts) >= clearWords
  if (others.some(isOther)) return true
  if (isSpokenOf(best.goal, sentence)) return false
  const leads = !others[0] || best.score - others[0].score >= clearLead
  return !leads || !isWhole(best.goal, sentence) || saysOtherVerb(sentence.text, sentence)
}

/** Whether a sentence says a verb of its own, so that a tool without it is not clearly meant: "freeze the account". */
function saysOtherVerb(text: string, listening: Listening): boolean {
  const { lexicon } = listening.catalog
  const [lead] = leadsOf(text, listening)
  const isStrange = lead !== undefined && !lexicon.isStopWord(lead) && !lexicon.isWord(lead)
  return isStrange || lexicon.actionsIn(text).some((action) => !isReading(action))
}

/** Whether several values were said, each found its place, and none is missing. */
function isWhole(goal: Goal, { catalog }: Listening): boolean {
  return goal.values.size > 1 && goal.unplaced.length === 0 && missingSlots(goal, catalog).length === 0
}

function isEnough(
  { score, parts, goal, known }: Candidate,
  { follows, ...listening }: Listening & { follows: boolean },
): boolean {
  const kind = listening.catalog.facts(goal.tool).changes ? 'write' : follows ? 'next' : 'read'
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
  const writes = [a, b].some(({ tool }) => listening.catalog.facts(tool).changes)
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
