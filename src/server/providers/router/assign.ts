import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Slot } from './slots.js'
import type { Token } from './token.js'

/** Values for one or more slots, and the tokens that say them. All are taken together or not at all. */
export interface Proposal {
  parts: readonly { slot: Slot; value: JsonValue }[]
  tokens: readonly Token[]
  /** How well the tokens fit the slots. */
  score: number
  /** The rule that proposes this although no word announces it. Such a proposal is made only if it has no rival. */
  rule?: string
}

/** If two scores differ by less than this, it is unclear which of the two is meant. */
const near = { said: 0.05, rule: 0.005 }

/**
 * The proposals that are made: those with the highest sum of scores that use no token and no slot twice. If another
 * proposal is nearly as good as one of them, none of the two is made: always for a proposal of a rule, else if `isUncertain`.
 */
export function assign(
  proposals: readonly Proposal[],
  isUncertain: (proposal: Proposal) => boolean = () => false,
): Proposal[] {
  return groupsOf(proposals).flatMap((group) => {
    const chosen = bestIn(group)
    const rivalsOf = (one: Proposal) => group.filter((other) => isRival(other, one, chosen))
    const unclear = chosen.find((one) => (one.rule || isUncertain(one)) && rivalsOf(one).length > 0)
    if (!unclear) return chosen
    const rivals = new Set([unclear, ...rivalsOf(unclear)])
    return assign(
      group.filter((one) => !rivals.has(one)),
      isUncertain,
    )
  })
}

const isNear = (one: Proposal, other: Proposal) =>
  one.rule === other.rule && Math.abs(one.score - other.score) < (one.rule ? near.rule : near.said)

/** Whether a proposal could be made in place of a chosen one. It cannot if a clearly better one has its tokens or slots. */
function isRival(other: Proposal, one: Proposal, chosen: readonly Proposal[]): boolean {
  if (other === one || !isNear(other, one)) return false
  if (!sharesTokens(other, one) && !(one.rule && sharesSlots(other, one))) return false
  return !chosen.some((held) => held !== one && conflicts(held, other) && !isNear(held, other))
}

const sharesTokens = (one: Proposal, other: Proposal) =>
  one.tokens.some((token) => other.tokens.includes(token))
const sharesSlots = (one: Proposal, other: Proposal) =>
  one.parts.some(({ slot }) => other.parts.some((part) => part.slot.key === slot.key))
const conflicts = (one: Proposal, other: Proposal) => sharesTokens(one, other) || sharesSlots(one, other)

/** The proposals in groups that have no token and no slot in common, each with its best proposals first. */
function groupsOf(proposals: readonly Proposal[]): Proposal[][] {
  const groupOf = new Map<Token | string, Proposal[]>()
  const place = new Map(proposals.map((one, at) => [one, at]))
  for (const one of proposals) {
    const groups = new Set(claimsOf(one).map((claim) => groupOf.get(claim) ?? []))
    const [merged = [], ...others] = [...groups].sort((a, b) => b.length - a.length)
    const added = [one, ...others.flat()]
    merged.push(...added)
    for (const claim of added.flatMap(claimsOf)) groupOf.set(claim, merged)
  }
  return [...new Set(groupOf.values())].map((group) =>
    group.sort((a, b) => b.score - a.score || place.get(a)! - place.get(b)!),
  )
}

const claimsOf = ({ tokens, parts }: Proposal) => [...tokens, ...parts.map(({ slot }) => slot.key)]

/** Maximum number of choices that are tried in a group. The first tries take the best scores one after the other. */
const mostSteps = 1_000
/** Maximum number of proposals in a group that are tried against each other. */
const mostTried = 40

/** The best choice in a group, by branch and bound. Of equally good choices, it is the first one. */
function bestIn(group: readonly Proposal[]): Proposal[] {
  if (group.length === 1) return [...group]
  const tried = group.slice(0, mostTried)
  const bounds = boundsOf(tried)
  let best: readonly Proposal[] = []
  let bestSum = 0
  let steps = 0
  const tryFrom = (at: number, chosen: readonly Proposal[], sum: number) => {
    if (sum > bestSum + 1e-9) [best, bestSum] = [chosen, sum]
    const one = tried[at]
    if (!one || sum + bounds[at]! <= bestSum + 1e-9 || steps++ > mostSteps) return
    if (!chosen.some((other) => conflicts(one, other))) tryFrom(at + 1, [...chosen, one], sum + one.score)
    tryFrom(at + 1, chosen, sum)
  }
  tryFrom(0, [], 0)
  return [...best]
}

/** For each index, the most that the proposals from there on can add: the best one for each slot. */
function boundsOf(proposals: readonly Proposal[]): number[] {
  const most = new Map<string, number>()
  let sum = 0
  return proposals
    .toReversed()
    .map(({ parts, score }) => {
      const { key } = parts[0]!.slot
      sum += score - (most.get(key) ?? 0)
      most.set(key, score)
      return sum
    })
    .toReversed()
}
