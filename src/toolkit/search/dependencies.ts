import type { Clause } from './clause.js'
import type { Need, ToolFacts } from './facts.js'
import { readActions } from './lexicon.js'
import type { Ranked } from './score.js'
import { total } from './score.js'

/** Only tools about as good as the best count as what is meant. */
const meant = { most: 3, share: 0.75 }

/** Shares of a tool's score that the tools it depends on take from it. */
const shares = { find: 0.8, findMentioned: 0.5, search: 0.9, mention: 0.35 }

/**
 * A tool that needs an id brings along the tools that find one: the list or search of that thing, and readers of what else the
 * question names. They take a share of the score of the tool that needs them.
 */
export function bringAlong(
  ranked: Ranked[],
  { clause, facts }: { clause: Clause; facts: ToolFacts[] },
): Ranked[] {
  if (clause.pointed.length > 0 || ranked.length === 0) return ranked
  const known = new Map(ranked.map((entry) => [entry.at, entry]))
  const consumers = ranked
    .slice(0, meant.most)
    .filter((entry) => entry.score >= meant.share * ranked[0]!.score && facts[entry.at]!.needs.length > 0)
  const entries = facts.map((producer, at) => {
    const entry = known.get(at) ?? {
      at,
      score: 0,
      parts: { words: 0, action: 0, path: 0, dependency: 0 },
      things: 0,
    }
    if (!isReader(producer)) return entry
    const dependency = Math.max(
      clause.names && isSearch(producer) ? shares.search * ranked[0]!.score : 0,
      ...consumers
        .filter((consumer) => consumer.at !== at)
        .map((consumer) => worth(producer, { entry, consumer, clause, facts })),
    )
    const helped = below(ranked[0]!.score, entry.score + dependency)
    const parts = { ...entry.parts, dependency: Math.max(0, helped - entry.score) }
    return { ...entry, parts, score: total(parts) }
  })
  return thinOut(entries, facts).sort((a, b) => b.score - a.score || a.at - b.at)
}

function worth(
  producer: ToolFacts,
  { entry, consumer, clause, facts }: { entry: Ranked; consumer: Ranked; clause: Clause; facts: ToolFacts[] },
): number {
  const finds = Math.max(
    0,
    ...facts[consumer.at]!.needs.map(
      (need) => shareFor(need, clause) * findsThing(producer, { need, clause }),
    ),
  )
  const mentions = facts[consumer.at]!.actions.every((action) => !readActions.has(action))
    ? entry.parts.path
    : 0
  return consumer.score * Math.max(finds, shares.mention * mentions)
}

/** Nothing goes without an id in the path; another is needed when the question speaks of what it identifies. */
function shareFor({ inPath, thing }: Need, { terms }: Clause): number {
  if (inPath) return shares.find
  return thing.every((stem) => terms.some((term) => term.stem === stem)) ? shares.findMentioned : 0
}

const writersKept = 2
const secondWriter = 0.8
const furtherWriters = 0.7

function isReader({ actions: [first] }: ToolFacts): boolean {
  return first !== undefined && readActions.has(first)
}

function isSearch(facts: ToolFacts): boolean {
  return facts.actions[0] === 'find' && facts.resource.parameters.length === 0
}

/** What helps stays behind what is meant: scores near and above the best one are pressed together right below it. */
function below(best: number, score: number): number {
  const knee = 0.9 * best
  return score <= knee ? score : knee + (best - knee) * (1 - Math.exp((knee - score) / best))
}

/** How surely a tool finds the id of a thing without needing one itself, from 0 to 1. */
function findsThing(producer: ToolFacts, { need, clause }: { need: Need; clause: Clause }): number {
  if (producer.resource.parameters.length > 0) return 0
  const ofSpeaker = producer.resource.own
  const about = need.thing.every((stem) => producer.target.includes(stem))
  const isSpeaker =
    ofSpeaker &&
    producer.resource.segments.length === 1 &&
    need.thing.every((stem) => producer.title.includes(stem))
  if (isSpeaker) return 1
  return about ? (clause.own === ofSpeaker ? 1 : 0.8) : 0
}

/** A clause needs one or two tools that write; further ones make way for those that read. */
function thinOut(entries: Ranked[], facts: ToolFacts[]): Ranked[] {
  const writers = entries
    .filter((entry) => !isReader(facts[entry.at]!))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  const [best] = writers
  const further = new Set(
    writers.slice(1).filter((entry, at) => at >= writersKept - 1 || entry.score < secondWriter * best!.score),
  )
  return entries
    .filter((entry) => entry.score > 0)
    .map((entry) => (further.has(entry) ? scaled(entry, furtherWriters) : entry))
}

function scaled({ parts, ...entry }: Ranked, factor: number): Ranked {
  const smaller = {
    words: parts.words * factor,
    action: parts.action * factor,
    path: parts.path * factor,
    dependency: parts.dependency * factor,
  }
  return { ...entry, parts: smaller, score: total(smaller) }
}
