import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Proposal } from './assign.js'
import { evidenceFor, isUpperAt, leastEvidence, told } from './evidence.js'
import {
  type Filling,
  isCommon,
  isLinking,
  only,
  openSlots,
  proposal,
  type Span,
  spansOf,
  tokensOf,
} from './filling.js'
import { accepts, isFor, takesList } from './kinds.js'
import type { Slot } from './slots.js'
import { currencyOf, valueFor } from './values.js'

/** What the words around the values of a sentence, and their forms, propose for slots that have no value yet. */
export function proposalsFor(filling: Filling, slots = openSlots(filling)): Proposal[] {
  const single = spansOf(filling).flatMap((value) => weighed(filling, value, slots))
  return [coins, parts, wholeDay].flatMap((find) => find(filling, slots)).concat(single)
}

/** Maximum number of slots that are proposed for a value. */
const mostSlots = 8
/** The scores of values whose form shows without other words what they are. */
const sure = { coin: 5, parts: 4.8, day: 3 }
/** How much each further item of a list adds to the score. */
const perItem = 0.1

/** A value for each slot that may take it. A slot for a list gets the values that follow in the sentence too. */
function weighed(filling: Filling, value: Span, slots: readonly Slot[]): Proposal[] {
  return slots
    .filter((slot) => canHold(filling, slot, value))
    .map((slot) => ({ slot, score: evidenceFor(filling, { slot, value }) }))
    .filter(({ score }) => score >= leastEvidence)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostSlots)
    .flatMap(({ slot, score }) => {
      if (filling.writes && score < told && isAttribute(filling, value)) return []
      return listed(filling, { slot, value, score })
    })
}

/** The proposal of a value and, for a slot that takes a list, of the values after it: "A1, A2 and A3". */
export function listed(
  filling: Filling,
  { slot, value, score, rule }: { slot: Slot; value: Span; score: number; rule?: string },
): Proposal[] {
  const { joints } = filling.lexicon.language
  const isList = takesList(slot.schema)
  const tokens = tokensOf(filling, value)
  let { last } = value
  const values = [value]
  for (const next of isList || slot.words.at(-1) === 'ids' ? spansOf(filling) : []) {
    if (next.first <= value.last) continue
    const between = filling.tokens.slice(last + 1, next.first)
    const isNext =
      between.every(({ lower }) => joints.has(lower)) && (between.length > 0 || filling.tokens[last]!.pause)
    if (!isNext || next.token.kind !== value.token.kind) break
    values.push(next)
    tokens.push(...tokensOf(filling, next))
    last = next.last
  }
  const items = values.map(({ token }) => valueFor(slot, token, filling.language) ?? null)
  const whole = isList ? (items.flat() as JsonValue[]) : items.join(',')
  return proposal(filling, {
    slot,
    tokens,
    score: score + perItem * (values.length - 1),
    ...(values.length > 1 && { value: whole }),
    ...(rule && { rule }),
  })
}

/** Whether a word or code only describes the noun after it and so is no value: "USD-M" in "the USD-M wallet". */
function isAttribute(filling: Filling, { token, last }: Span): boolean {
  const next = token.pause ? undefined : filling.tokens[last + 1]
  return (
    ['word', 'code'].includes(token.kind) &&
    next?.kind === 'word' &&
    !next.name &&
    !isCommon(filling, next) &&
    !isLinking(filling, next) &&
    !filling.lexicon.language.particles.has(next.lower)
  )
}

/** Whether a slot can take a value: in "a list called X", X is a name, so no slot for a list takes it. */
function canHold({ slots, tokens, lexicon }: Filling, slot: Slot, { first }: Span): boolean {
  const isGiven = lexicon.language.naming.has(tokens[first - 1]?.lower ?? '')
  const isNamed = isFor(slot, 'name') || !accepts(slot.schema, 'array')
  return !isGiven || isNamed || !slots.some((one) => isFor(one, 'name'))
}

/** The currency after an amount, for a slot named `coin`, `asset` or `token`: "0.5 ETH" gives `ETH`. */
function coins(filling: Filling, slots: readonly Slot[]): Proposal[] {
  const { tokens, language } = filling
  const said = tokens.filter((token, at) => currencyOf(token, language) && tokens[at - 1]?.kind === 'number')
  return slots
    .filter((slot) => isFor(slot, 'coin'))
    .flatMap((slot, at) => {
      const token = said[at]
      return token ? whole(sure.coin, [token], [[slot, currencyOf(token, language)]]) : []
    })
}

/** A value split between two slots: "owner/repo" for two parts of the path, a name for the first and the last name. */
function parts(filling: Filling, slots: readonly Slot[]): Proposal[] {
  const [outer, inner, ...more] = slots.filter(({ inPath }) => inPath)
  const pair = filling.tokens.find(
    (token) => token.kind === 'code' && !filling.used.has(token) && /^[^/]+\/[^/]+$/.test(token.text),
  )
  const takesPair = outer && inner && more.length === 0 && pair
  const [first, second] = takesPair ? pair.text.split('/') : []
  const split = takesPair
    ? whole(
        sure.parts,
        [pair],
        [
          [outer, first],
          [inner, second],
        ],
      )
    : []
  const [given, family] = (['given', 'family'] as const).map((kind) =>
    slots.find((slot) => isFor(slot, kind)),
  )
  const name = spansOf(filling)
    .map((value) => tokensOf(filling, value))
    .find((tokens) => tokens.length > 1 && tokens.every(({ kind }) => kind === 'word'))
  const areTogether = given && family && parentOf(given) === parentOf(family)
  if (!name || !areTogether) return split
  const textOf = (tokens: typeof name) => filling.text.slice(tokens[0]!.start, tokens.at(-1)!.end)
  return [
    ...split,
    ...whole(sure.parts, name, [
      [given, textOf(name.slice(0, -1))],
      [family, textOf(name.slice(-1))],
    ]),
  ]
}

/** The member of the input in which a slot is. */
export const parentOf = ({ route }: Slot) => route.slice(0, -1).join('/')

/** A day that no word such as "from" limits, for a tool that takes a period: the period begins and ends on this day. */
function wholeDay(filling: Filling, slots: readonly Slot[]): Proposal[] {
  if (filling.writes) return []
  const moments = slots.filter((slot) => isFor(slot, 'moment') || slot.schema.format === undefined)
  const [from, to] = (['lower', 'upper'] as const).map((kind) =>
    only(moments.filter((one) => isFor(one, kind))),
  )
  const day = only(spansOf(filling).filter(({ token }) => token.kind === 'date' && token.text.length === 10))
  if (!from || !to || !day || isUpperAt(filling, day.first) !== undefined) return []
  const last = valueFor(to, day.token, filling.language)
  if (typeof last !== 'string' || ![from, to].every(showsDate)) return []
  const end = last.replace('T00:00:00', 'T23:59:59')
  return whole(
    sure.day,
    [day.token],
    [
      [from, valueFor(from, day.token, filling.language)],
      [to, end],
    ],
  )
}

/** Whether the format or the example of a slot shows that it takes a date. */
const showsDate = ({ schema: { format, examples } }: Slot) =>
  /^date/.test(format ?? '') || /^\d{4}-\d{2}-\d{2}/.test(String(examples?.[0] ?? ''))

/** The proposal of several values that are taken together. None if a value is missing. */
export function whole(
  score: number,
  tokens: Proposal['tokens'],
  pairs: readonly (readonly [Slot, JsonValue | undefined])[],
): Proposal[] {
  const parts = pairs.flatMap(([slot, value]) => (value == null ? [] : [{ slot, value }]))
  return parts.length === pairs.length ? [{ parts, tokens, score }] : []
}
