import type { JsonValue } from '../../../toolkit/model/json.js'
import { coerce } from './coerce.js'
import { evidenceFor, leastEvidence, told } from './evidence.js'
import type { Assignment, Filling, Span } from './filling.js'
import { isCommon, isOpen, spansOf, tokensOf } from './filling.js'
import { isNameLike } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts, holdsId } from './slots.js'
import type { Token } from './tokens.js'
import { isArticle, shapeOf } from './tokens.js'

/**
 * If the evidence for two parameters differs by less than this, it is unclear for which one a value is meant. Before a
 * write, the agent then asks the user.
 */
const unclear = 0.05

/**
 * Assigns the values of an utterance to parameters. Of all pairs of a value and a parameter, the one with the most
 * evidence comes first. If the tool writes, unclear values are skipped.
 */
export function* values(filling: Filling): Iterable<Assignment> {
  const open = filling.slots.filter((slot) => isOpen(filling, slot))
  const pairs = spansOf(filling)
    .flatMap((value) =>
      open
        .filter((slot) => canHold(filling, { slot, value }))
        .map((slot) => ({ slot, value, evidence: evidenceFor(filling, { slot, value }) })),
    )
    .filter(({ evidence }) => evidence >= leastEvidence)
    .sort((a, b) => b.evidence - a.evidence)
  for (const { slot, value, evidence } of pairs) {
    const isNear = (one: (typeof pairs)[number]) =>
      one.value === value && Math.abs(one.evidence - evidence) < unclear && isOpen(filling, one.slot)
    const isUnclear =
      filling.writes && evidence < told && (isAttribute(filling, value) || pairs.filter(isNear).length > 1)
    if (!isUnclear) yield listed(filling, { slot, value })
  }
}

/** Whether a word or code only describes the noun after it and so is no value: "USD-M" in "the USD-M wallet". */
function isAttribute(filling: Filling, { token, last }: Span): boolean {
  const next = token.pause ? undefined : filling.tokens[last + 1]
  const { lexicon, language } = filling
  return (
    ['word', 'code'].includes(token.kind) &&
    next?.kind === 'word' &&
    !next.name &&
    !isCommon(filling, next) &&
    ![
      language.linking,
      lexicon.language.particles,
      lexicon.language.prepositions,
      lexicon.language.joints,
    ].some((set) => set.has(next.lower))
  )
}

/**
 * Whether a parameter can take a value. A parameter for an id takes no date. In "a list called X", X is a name. So if
 * the tool has a parameter for a name, X is no value of a parameter for a list.
 */
function canHold(
  { slots, tokens, lexicon }: Filling,
  { slot, value: { first, token } }: { slot: Slot; value: Span },
): boolean {
  if (['date', 'time'].includes(token.kind) && holdsId(slot)) return false
  const isCalled = lexicon.language.naming.has(tokens[first - 1]?.lower ?? '')
  return !isCalled || isNameLike(slot) || !accepts(slot.schema, 'array') || !slots.some(isNameLike)
}

/**
 * The assignment of a value. A parameter for a list also gets the values that follow in the sentence: "A1, A2 and A3".
 */
export function listed(filling: Filling, { slot, value }: { slot: Slot; value: Span }): Assignment {
  const isList = accepts(slot.schema, 'array') && !accepts(slot.schema, 'string')
  const { joints } = filling.lexicon.language
  const tokens = tokensOf(filling, value)
  const found = spansOf(filling).filter(({ first }) => first > value.last)
  let last = value.last
  const values = [value]
  for (const next of isList || slot.words.at(-1) === 'ids' ? found : []) {
    const between = filling.tokens.slice(last + 1, next.first)
    const isNext =
      between.every(({ lower }) => joints.has(lower)) && (between.length > 0 || filling.tokens[last]!.pause)
    if (!isNext || next.token.kind !== value.token.kind) break
    values.push(next)
    tokens.push(...tokensOf(filling, next))
    last = next.last
  }
  if (values.length === 1) return { slot, tokens }
  const items = values.map(({ token }) => coerce(token, { schema: slot.schema, context: filling }))
  return { slot, tokens, value: isList ? (items.flat() as JsonValue[]) : items.join(',') }
}

const longestCode = 40

/**
 * Assigns a code with a space if the parameter's example has the same shape: "1234 BBB" has the shape of "0004 AAA".
 */
export function* codesWithGaps(filling: Filling): Iterable<Assignment> {
  const { tokens, text } = filling
  for (const slot of filling.slots) {
    const shapes = (slot.schema.examples ?? []).map((one) => shapeOf(String(one).slice(0, longestCode)))
    for (const shape of shapes.filter((one) => /^(9 A|A 9|A9 9A)$/.test(one))) {
      const length = shape.split(' ').length
      const at = tokens.findIndex((token, start) => {
        const part = tokens.slice(start, start + length)
        return part.length === length && shapeOf(text.slice(token.start, part.at(-1)!.end)) === shape
      })
      if (at >= 0) yield { slot, tokens: tokens.slice(at, at + length) }
    }
  }
}

const firstNames = /^(firstname|givenname|forename|first|vorname|prenom|nombre|nome)$/
const lastNames = /^(lastname|familyname|surname|last|nachname|apellido|sobrenome)$/

/**
 * Splits a value between two parameters: "owner/repo" between two parts of the path, or a name between the first and
 * the last name of one person.
 */
export function* pairs(filling: Filling): Iterable<Assignment> {
  const open = filling.slots.filter((slot) => isOpen(filling, slot))
  const [outer, inner, ...more] = open.filter(({ inPath }) => inPath)
  const isPair = ({ kind, used, text }: Token) => kind === 'code' && !used && /^[^/]+\/[^/]+$/.test(text)
  const pair = filling.tokens.find(isPair)
  if (outer && inner && more.length === 0 && pair) {
    const [first, second] = pair.text.split('/')
    if (accepts(outer.schema, 'string')) yield { slot: outer, value: first, tokens: [] }
    if (accepts(inner.schema, 'string')) yield { slot: inner, value: second, tokens: [pair] }
  }
  const [given, family] = [firstNames, lastNames].map((names) =>
    open.find(({ words }) => names.test(words.join(''))),
  )
  const said = spansOf(filling)
    .map((value) => tokensOf(filling, value))
    .find((tokens) => tokens.length > 1 && tokens.every(({ kind }) => kind === 'word'))
  if (!given || !family || !said || given.route.slice(0, -1).join() !== family.route.slice(0, -1).join())
    return
  yield { slot: given, tokens: said.slice(0, -1) }
  yield { slot: family, tokens: said.slice(-1) }
}

/**
 * The values in the sentence that no parameter has taken: numbers, codes, addresses, dates, quoted text and, if the
 * tool writes, names.
 */
export function unplacedIn(filling: Filling): string[] {
  const { language, tokens, writes } = filling
  return spansOf(filling).flatMap(({ token, first }) => {
    const isPlace = token.kind === 'number' && language.ordinals[tokens[first - 1]?.lower ?? ''] !== undefined
    return (token.kind === 'word' && !writes) || isPlace || isArticle(token) ? [] : [token.text]
  })
}
