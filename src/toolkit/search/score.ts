import type { Action } from '../../languages/search-language.js'
import type { Clause } from './clause.js'
import type { ToolFacts } from './facts.js'
import { readActions } from './lexicon.js'

/** The parts of the score of a tool. Their sum is the score. */
export interface ScoreParts {
  words: number
  /** How well the action of the tool (list, create, delete) fits the action that the user asks for. */
  action: number
  /** How well the path fits the kind of record that the user asks for. */
  path: number
  /** Points for finding an id that another tool needs. */
  dependency: number
}

export interface Ranked {
  at: number
  score: number
  parts: ScoreParts
  /** How many of the words the tool has; verbs need title and path. */
  things: number
}

/** The sum of the parts. */
export function total(parts: ScoreParts): number {
  return parts.words + parts.action + parts.path + parts.dependency
}

/** How well the action of a tool (inner key) fits the action that the user asks for (outer key), from -1 to 1. */
const affinity: Record<Action, Partial<Record<Action, number>>> = {
  list: { list: 1, find: 0.6, get: 0.3, create: -0.8, update: -0.8, delete: -1, cancel: -1 },
  get: { get: 0.8, list: 0.7, find: 0.6, create: -0.8, update: -0.8, delete: -1, cancel: -1 },
  find: { find: 1, list: 0.7, get: 0.6, create: -0.8, update: -0.8, delete: -1, cancel: -1 },
  create: { create: 1, update: 0.2, list: -0.5, get: -0.5, find: -0.5, delete: -1, cancel: -1 },
  update: { update: 1, create: 0.2, list: -0.5, get: -0.5, find: -0.5, delete: -0.8, cancel: -0.8 },
  delete: { delete: 1, cancel: 0.7, update: -0.3, create: -0.8, list: -0.6, get: -0.6, find: -0.6 },
  cancel: { cancel: 1, delete: 0.8, update: 0, create: -0.6, list: -0.6, get: -0.6, find: -0.6 },
}

/** How well the actions fit, also whether both are about one record or many. */
export function scoreAction(clause: Clause, facts: ToolFacts): number {
  const [first] = clause.actions
  if (first === undefined) return silence(clause, facts) + scoreNumber(clause, facts)
  return 0.8 * bestAffinity(first, facts.actions) + scoreNumber(clause, facts)
}

/** Whether the clause has a verb that fits the main action of the tool, as "remove" fits a tool that deletes. */
export function doesWhatIsSaid({ terms, actions: [first] }: Clause, { actions }: ToolFacts): boolean {
  return (
    first !== undefined && terms.some(({ verb }) => verb) && bestAffinity(first, actions.slice(0, 1)) > 0.5
  )
}

/** The score if no action is named: who says no verb wants to see something. */
function silence(clause: Clause, facts: ToolFacts): number {
  return clause.verb === undefined ? 0.3 * bestAffinity('get', facts.actions) : 0
}

/** Whether a user may mean `offered` by `asked`: "delete" may mean to cancel. Not for reads. */
export function meansAction(asked: Action, offered: Action): boolean {
  return !readActions.has(asked) && (affinity[asked][offered] ?? 0) > 0.5
}

function bestAffinity(asked: Action, offered: Action[]): number {
  const scores = offered.map((offer) => affinity[asked][offer] ?? 0)
  return scores.length === 0 ? 0 : Math.max(...scores)
}

/** How well the verbs fit: "pause" fits `/player/pause`. Negative for an unknown action and a tool that reads. */
export function scoreVerb(clause: Clause, facts: ToolFacts): number {
  if (clause.verb === undefined) return 0
  if (facts.verbs.includes(clause.verb)) return 0.4
  return clause.actions.length === 0 && facts.actions.every((action) => readActions.has(action)) ? -0.3 : 0
}

/** Whether both are about one record or many: "the invoices" fits a list, "invoice 7" a tool that needs an id. */
function scoreNumber(clause: Clause, facts: ToolFacts): number {
  const pointed = clause.pointed.length > 0 ? scorePointed(clause, facts) : 0
  const many = clause.terms.some(
    ({ plural, stem }) =>
      plural && !clause.pointed.includes(stem) && (facts.target.includes(stem) || facts.title.includes(stem)),
  )
  return many ? pointed + scoreMany(facts) : pointed
}

function scoreMany(facts: ToolFacts): number {
  return (facts.resource.single ? -0.35 : 0.2) + (facts.plural ? 0.1 : 0)
}

function scorePointed(clause: Clause, facts: ToolFacts): number {
  const taken = clause.pointed.filter((stem) =>
    stem === '' ? facts.needs.length > 0 : facts.needs.some(({ thing }) => thing.includes(stem)),
  )
  const share = taken.length / clause.pointed.length
  return facts.resource.single || facts.resource.parameters.length > 0 || taken.length > 0
    ? 0.4 * share + 0.05
    : -0.4
}

/** Added if both are about the user's own records: "my invoices", `/me/invoices`. */
const ownThing = 0.15

/** Added to the score if the last path segment has all nouns of the clause: "list the invoices" and `/invoices`. */
const exactThing = 0.15

/** Scores how well the path fits the nouns of the clause. A path that also has other nouns scores less. */
export function scorePath(
  clause: Clause,
  { facts, weightOf }: { facts: ToolFacts; weightOf: (stem: string) => number },
): number {
  const asked = new Set(clause.terms.map((term) => term.stem))
  const named = facts.target.filter((stem) => asked.has(stem)).length / Math.max(1, facts.target.length)
  // The last word of a segment is its main noun, and the words before it specify the noun: `/tax-rates` is about rates.
  const leads = Number(clause.head !== undefined && facts.target.at(-1) === clause.head)
  const own = clause.own && facts.resource.own ? ownThing : 0
  const exact = named === 1 && saysNothingElse(clause, facts.target) ? exactThing : 0
  return own + exact + 0.25 * named + 0.3 * leads + 0.4 * precision(facts, { asked, weightOf })
}

function saysNothingElse({ terms }: Clause, target: string[]): boolean {
  return terms.every(({ stem, surface, verb }) => verb || surface === '' || target.includes(stem))
}

/** The share of the words in a tool's path and title that the clause has. A word counts more if fewer tools have it. */
function precision(
  facts: ToolFacts,
  { asked, weightOf }: { asked: Set<string>; weightOf: (stem: string) => number },
): number {
  let all = 0
  let hit = 0
  for (const stem of new Set([...facts.segments.flat(), ...facts.title])) {
    const weight = weightOf(stem)
    all += weight
    if (asked.has(stem)) hit += weight
  }
  return all === 0 ? 0 : hit / all
}
