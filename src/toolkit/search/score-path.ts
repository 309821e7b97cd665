import type { Clause } from './clause.js'
import type { ToolFacts } from './facts.js'

/** "my invoices" are those under `/me`. */
const ownThing = 0.15

/** Whether the path is about the things the clause names, and about nothing else. From 0 to 1. */
export function scorePath(
  clause: Clause,
  { facts, weightOf }: { facts: ToolFacts; weightOf: (stem: string) => number },
): number {
  const asked = new Set(clause.terms.map((term) => term.stem))
  const named = facts.target.filter((stem) => asked.has(stem)).length / Math.max(1, facts.target.length)
  const leads = clause.head !== undefined && facts.target.includes(clause.head) ? 1 : 0
  const own = clause.own && facts.resource.own ? ownThing : 0
  return own + 0.25 * named + 0.3 * leads + 0.4 * precision(facts, { asked, weightOf })
}

/** The share of the path that the clause asked for; words that stand in every path weigh nothing. */
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
