import type { Clause } from './clause.js'
import type { Need, ToolFacts } from './facts.js'
import type { Ranked } from './score-parts.js'
import { total } from './score-parts.js'

/**
 * A tool that needs an id brings along the tools that find one: the list or search of that thing. They take a share of the
 * score of the tool that needs them.
 */
export function bringAlong(
  ranked: Ranked[],
  { clause, facts }: { clause: Clause; facts: ToolFacts[] },
): Ranked[] {
  const all = new Map(ranked.map((entry) => [entry.at, { ...entry, parts: { ...entry.parts } }]))
  if (clause.pointed.length > 0) return ranked
  const best = ranked[0]?.score ?? 0
  for (const consumer of ranked.slice(0, 3)) {
    if (consumer.score < 0.6 * best) break
    for (const need of facts[consumer.at]!.needs) {
      facts.forEach((producer, at) => {
        if (at === consumer.at) return
        const fit = findsThing(producer, { need, clause })
        if (fit <= 0) return
        const entry = all.get(at) ?? { at, score: 0, parts: { words: 0, action: 0, path: 0, dependency: 0 } }
        entry.parts.dependency = Math.max(entry.parts.dependency, fit * 0.5 * consumer.score)
        all.set(at, entry)
      })
    }
  }
  const entries = [...all.values()]
  for (const entry of entries) entry.score = total(entry.parts)
  return entries.sort((a, b) => b.score - a.score || a.at - b.at)
}

/** How surely a tool finds the id of a thing without needing one itself, from 0 to 1. */
function findsThing(producer: ToolFacts, { need, clause }: { need: Need; clause: Clause }): number {
  const reads =
    producer.actions[0] === 'list' || producer.actions[0] === 'get' || producer.actions[0] === 'find'
  if (!reads || producer.resource.single || producer.resource.holes.length > 0) return 0
  const searches = producer.actions.includes('find')
  const about = need.thing.every((stem) => producer.target.includes(stem) || producer.title.includes(stem))
  if (searches && (about || producer.target.includes('search'))) return clause.names ? 1 : 0.6
  return about ? (clause.own === producer.segments.flat().includes('me') ? 0.8 : 0.6) : 0
}
