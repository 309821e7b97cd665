import type { Clause } from './clause.js'
import type { ToolFacts } from './facts.js'
import { readActions } from './lexicon.js'
import type { Ranked } from './score.js'
import { total } from './score.js'

/** How many of the best tools are examined, for whose ids {@link bringAlong} raises others. */
const meant = 4

/** The points of tools that read the needed records, and of tools that search if a record was named. */
const shares = { list: 0.8, search: 0.9 }

/** Maximum score of a raised tool, as a share of the best score. */
const below = 0.999

/** How many tools that write keep their score; further ones are multiplied by `furtherWriters`. */
const writers = 2
const furtherWriters = 0.7

/** Raises tools that find the ids of the best tools, below the best score, and lowers all but the first {@link writers} that write. */
export function bringAlong(
  ranked: Ranked[],
  { clause, facts }: { clause: Clause; facts: ToolFacts[] },
): Ranked[] {
  const best = ranked[0]?.score ?? 0
  const known = new Map(thinOut(ranked, facts).map((entry) => [entry.at, entry]))
  const needs = ranked
    .slice(0, meant)
    .flatMap(({ at, score }) =>
      facts[at]!.needs.filter(({ inPath }) => inPath).map(({ thing }) => ({ by: at, score, thing })),
    )
  const entries = facts.flatMap((tool, at) => {
    const entry = known.get(at) ?? { at, score: 0, parts: noParts, things: 0 }
    const helps = needs.filter(({ by, thing }) => by !== at && findsThing(tool, thing))
    const worth = Math.max(
      clause.names && isSearch(tool) ? shares.search * best : 0,
      ...helps.map(({ score }) => shares.list * score),
    )
    const dependency = Math.max(0, Math.min(worth, below * best - entry.score))
    const parts = { ...entry.parts, dependency }
    return total(parts) > 0 ? [{ ...entry, parts, score: total(parts) }] : []
  })
  return entries.sort((a, b) => b.score - a.score || a.at - b.at)
}

const noParts = { words: 0, action: 0, path: 0, dependency: 0 }

function isReader({ actions: [first] }: ToolFacts): boolean {
  return first !== undefined && readActions.has(first)
}

function isSearch(facts: ToolFacts): boolean {
  return facts.actions[0] === 'find' && facts.resource.parameters.length === 0
}

/** Whether a tool can find the ids of this kind of record: it reads such records, and its path has no parameters. */
function findsThing(tool: ToolFacts, thing: string[]): boolean {
  const { own, segments, parameters } = tool.resource
  if (!isReader(tool) || parameters.length > 0) return false
  const words = own && segments.length === 1 ? tool.title : tool.target
  return thing.every((stem) => words.includes(stem))
}

function thinOut(ranked: Ranked[], facts: ToolFacts[]): Ranked[] {
  const further = new Set(ranked.filter(({ at }) => !isReader(facts[at]!)).slice(writers))
  return ranked.map((entry) => (further.has(entry) ? scaled(entry, furtherWriters) : entry))
}

function scaled({ parts, ...entry }: Ranked, factor: number): Ranked {
  const smaller = Object.fromEntries(
    Object.entries(parts).map(([part, value]) => [part, factor * value]),
  ) as unknown as Ranked['parts']
  return { ...entry, parts: smaller, score: total(smaller) }
}
