import type { Clause } from './clause.js'
import type { ToolFacts } from './facts.js'

/** "my invoices" are those under `/me`. */
const ownThing = 0.15

/** "List the invoices" is about `/invoices` rather than about anything of an invoice. */
const exactThing = 0.15

/** What a thing is worth that only says of which kind another one is. */
const asKind = 0.3

/** Whether the path is about the things the clause names, and about nothing else. From 0 to 1. */
export function scorePath(
  clause: Clause,
  { facts, weightOf }: { facts: ToolFacts; weightOf: (stem: string) => number },
): number {
  const asked = new Set(clause.terms.map((term) => term.stem))
  const named = facts.target.filter((stem) => asked.has(stem)).length / Math.max(1, facts.target.length)
  const leads = leading(clause.head, facts.target)
  const own = clause.own && facts.resource.own ? ownThing : 0
  const exact = named === 1 && saysNothingElse(clause, facts.target) ? exactThing : 0
  return own + exact + 0.25 * named + 0.3 * leads + 0.4 * precision(facts, { asked, weightOf })
}

/** The last word of a path names the thing, those before it say which kind: `/tax-rates` is about rates. From 0 to 1. */
function leading(head: string | undefined, target: string[]): number {
  if (head === undefined) return 0
  return target.at(-1) === head ? 1 : target.includes(head) ? asKind : 0
}

/** Whether a clause has no word but its verb and what the path ends in. */
function saysNothingElse({ terms }: Clause, target: string[]): boolean {
  return terms.every(({ stem, surface, verb }) => verb || surface === '' || target.includes(stem))
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
