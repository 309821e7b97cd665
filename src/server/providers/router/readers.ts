import { cutWords } from '../../../languages/cut-words.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { evidenceFor, isOtherSide, isPageSize, isUpperAt, leastEvidence, told } from './evidence.js'
import {
  type Assignment,
  type Filling,
  isCommon,
  isLinking,
  isOpen,
  only,
  openSlots,
  type Span,
  spansOf,
  tokensOf,
} from './filling.js'
import {
  accepts,
  holdsCurrency,
  isCalled,
  isLower,
  isMoment,
  isNamed,
  isNameLike,
  isTextLike,
  isUpper,
  type Slot,
  takesList,
} from './slots.js'
import { shapeOf, standsAt, type Token } from './token.js'
import { currencyOf, valueFor } from './values.js'

/** If the tool reads, the page for which the user asks, and the number of results per page. */
export function* paging(filling: Filling): Iterable<Assignment> {
  const { tokens, language, writes } = filling
  if (writes) return
  const open = openSlots(filling)
  const page = open.find((slot) => isNamed(slot, 'page'))
  const at = tokens.findIndex(({ lower }, index) => {
    const place = language.ordinals[lower]
    return place !== undefined && place > 0 && language.pages.has(tokens[index + 1]?.lower ?? '')
  })
  if (page && at >= 0)
    yield { slot: page, tokens: tokens.slice(at, at + 2), value: language.ordinals[tokens[at]!.lower]! }
  const limit = open.find((slot) => !slot.thing && isCalled(slot, 'limit'))
  const size = tokens.find((token) => isPageSize(filling, token))
  if (limit && size) yield { slot: limit, tokens: [size] }
}

/** A code with a space, if the example of the slot has the same shape: "1234 BBB" has the shape of "0004 AAA". */
export function* codesWithGaps({ tokens, text, slots }: Filling): Iterable<Assignment> {
  for (const slot of slots) {
    const shapes = (slot.schema.examples ?? []).map((one) => shapeOf(String(one).slice(0, 40)))
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

/** One of the fixed values or, except for a name or text, of the examples of a slot, or a synonym of it. */
export function* choices(filling: Filling): Iterable<Assignment> {
  for (const slot of openSlots(filling)) {
    if (accepts(slot.schema, 'boolean') || holdsCurrency(slot)) continue
    const listed = slot.choices.length > 0
    const isFree = isNameLike(slot) || isTextLike(slot)
    const examples = isFree ? [] : (slot.schema.examples ?? []).filter(isShortText)
    const found = findChoice(filling, slot, listed ? slot.choices : examples)
    if (!found || isOtherSide(filling, slot, filling.tokens.indexOf(found.tokens[0]!))) continue
    const isTold = ({ stems }: Token) => !stems.every((stem) => filling.topic.has(stem))
    if (listed || (found.tokens.some(isTold) && !isInName(filling, found.tokens[0]!)))
      yield { slot, ...found }
  }
}

const isShortText = (value: JsonValue) => typeof value === 'string' && /^[\p{L}_-]{3,20}$/u.test(value)

/** Whether a word is only a part of a slot's name and so no value: "common" in "the common name". */
function isInName({ slots, tokens, lexicon }: Filling, word: Token): boolean {
  const at = tokens.indexOf(word)
  return slots.some(({ words }) => {
    const stems = words.length > 1 ? lexicon.stems(words) : []
    return stems.some((_, place) => standsAt(tokens, stems, at - place))
  })
}

/** The option that a sentence names. Exact words come before other forms and synonyms. Undefined if there is none. */
export function findChoice(
  filling: Filling,
  slot: Slot,
  options: JsonValue[],
): { value: JsonValue; tokens: Token[] } | undefined {
  const { tokens, used } = filling
  for (const exact of [true, false])
    for (const option of options) {
      const text = String(option).toLowerCase()
      const whole = tokens.find((token) => !used.has(token) && token.text.toLowerCase() === text)
      const words = whole ? [whole.lower] : cutWords(text)
      const isSaid = (token: Token | undefined, word: string) =>
        token !== undefined && !used.has(token) && isSame(filling, token, { word, exact })
      const at = tokens.findIndex((_, start) =>
        words.every((word, index) => isSaid(tokens[start + index], word)),
      )
      if (at >= 0 && words.length > 0)
        return {
          value: slot.schema.type === 'array' ? [option] : option,
          tokens: tokens.slice(at, at + words.length),
        }
    }
  return undefined
}

function isSame(
  { lexicon, language }: Filling,
  token: Token,
  { word, exact }: { word: string; exact: boolean },
): boolean {
  if (token.lower === word) return true
  if (exact || token.kind !== 'word' || lexicon.language.prepositions.has(token.lower)) return false
  const { stem } = lexicon.language
  if (word.length > 3 && stem(token.lower) === stem(word)) return true
  return language.valueSynonyms.some((group) => group.includes(word) && group.includes(token.lower))
}

/** First words in the names of yes-or-no slots, such as `is` in `isPublic`. */
const plainHead = /^(is|has|use|with|include|including|allow|enable|show|can|should|want|send|only)$/
/** Negative first words of yes-or-no slots. A negation sets such a slot to true: "no tax" sets `skipTax`. */
const turningHead = /^(skip|exclude|without|omit|disable|hide|no|not|ignore|leave)$/
/** Words for a state that are longer than this can be verbs, such as "disabled". Shorter ones, such as "on", cannot. */
const longestState = 4
/** Maximum number of words between a negation and the word that it negates. */
const negationReach = 3

/** Yes-or-no slots: "leave out its content" sets `skipContent`, "make it public" sets `isPublic`. */
export function* switches(filling: Filling): Iterable<Assignment> {
  const { tokens, lexicon, topic } = filling
  const slots = filling.slots.filter(isSwitch)
  const required = slots.filter((slot) => slot.required)
  const whole =
    slots.find(({ words }) => /^(enabled?|active|on)$/.test(words.at(-1)!)) ??
    (required.length === 1 || slots.length === 1 ? (required[0] ?? slots[0]) : undefined)
  if (whole) yield { slot: whole, value: stateSaid(filling), tokens: [] }
  for (const slot of slots) {
    const head = slot.words[0] ?? ''
    const turns = turningHead.test(head)
    const named = turns || plainHead.test(head) ? slot.words.slice(1) : slot.words
    const content = lexicon.stems(named)
    const wanted = content.length > 0 ? content : named
    // If all words of the slot are in the title, path or folder of the tool, these words only name the tool.
    if (wanted.length === 0 || (!turns && wanted.every((stem) => topic.has(stem)))) continue
    const at = tokens.findIndex((_, start) =>
      wanted.every((stem, index) => namesState(filling, tokens[start + index], { stem, word: named[index] })),
    )
    if (at < 0) continue
    const said = tokens.slice(at, at + wanted.length)
    const isTurned = said.some(({ stems }) =>
      stems.some((own) => wanted.some((stem) => isOpposite(own, stem))),
    )
    const negated = isTurned !== isNegated(filling, at, at + wanted.length)
    // For `skipTax`, a sentence needs both "tax" and a negation.
    if (turns && !negated) continue
    const value = !negated || turns
    yield { slot, value: slot.schema.type === 'string' ? String(value) : value, tokens: said }
  }
}

/** The state that a sentence asks for: true for "turn the history on", false for "disable it"; else undefined. */
function stateSaid({ tokens, language, lexicon }: Filling): boolean | undefined {
  const at = tokens.findIndex(({ lower }) => language.switchingVerbs.has(lower))
  const behind = at < 0 ? [] : tokens.slice(at + 1)
  const state = behind.find(({ lower }) => language.on.has(lower) || language.off.has(lower))
  if (state) return language.on.has(state.lower)
  const verbs = tokens.filter(({ lower }) => language.opposites.flat(2).includes(lower))
  const isVerb = (words: readonly string[]) => {
    const stems = lexicon.stems(words.filter((word) => word.length > longestState))
    return verbs.some((verb) => verb.stems.some((stem) => stems.includes(stem)))
  }
  return isVerb(language.false) ? false : isVerb(language.true) ? true : undefined
}

function isSwitch({ schema, thing }: Slot): boolean {
  const texts = (schema.enum ?? schema.examples ?? []).map(String)
  const isText = texts.length > 0 && texts.every((text) => text === 'true' || text === 'false')
  return !thing && (isText || (accepts(schema, 'boolean') && schema.type !== undefined))
}

/** Whether a word names a yes-or-no slot: "inactive" and "actively" name `active`, "finished" names `done`. */
function namesState(
  { used, language, lexicon }: Filling,
  token: Token | undefined,
  { stem, word = stem }: { stem: string; word: string | undefined },
): boolean {
  if (!token || used.has(token) || token.kind !== 'word') return false
  const isSynonym = language.valueSynonyms.some(
    (group) => group.includes(word) && group.includes(token.lower),
  )
  if (isSynonym && !lexicon.language.prepositions.has(token.lower)) return true
  const own = [token.lower, ...token.stems]
  return own.some((said) => said === stem || said === `${stem}ly` || isOpposite(said, stem))
}

const isOpposite = (own: string, stem: string) => ['in', 'un', 'dis', 'non'].some((no) => own === no + stem)

function isNegated({ tokens, language }: Filling, at: number, end: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - negationReach); before--) {
    if (tokens[before]!.pause) break
    if (language.negations.has(tokens[before]!.lower.replace(/['’]/g, ''))) return true
  }
  const behind = tokens[end]
  return behind !== undefined && !tokens[end - 1]!.pause && language.false.includes(behind.lower)
}

/** The currency after an amount, for a slot named `coin`, `asset` or `token`: "0.5 ETH" gives `ETH`. */
export function* coins(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, language } = filling
  const said = tokens.filter((token, at) => currencyOf(token, language) && tokens[at - 1]?.kind === 'number')
  const open = slots.filter((slot) => {
    const isToken = slot.words.at(-1) !== 'token' || slot.words.length === 1
    return !slot.thing && isToken && isCalled(slot, 'coin')
  })
  for (const [at, slot] of open.entries())
    if (said[at]) yield { slot, value: currencyOf(said[at], language), tokens: [said[at]] }
}

/** A value split between two slots: "owner/repo" for two parts of the path, a name for the first and the last name. */
export function* pairs(filling: Filling): Iterable<Assignment> {
  const open = openSlots(filling)
  const [outer, inner, ...more] = open.filter(({ inPath }) => inPath)
  const pair = filling.tokens.find(
    (token) => token.kind === 'code' && !filling.used.has(token) && /^[^/]+\/[^/]+$/.test(token.text),
  )
  if (outer && inner && more.length === 0 && pair) {
    const [first, second] = pair.text.split('/')
    if (accepts(outer.schema, 'string')) yield { slot: outer, value: first, tokens: [] }
    if (accepts(inner.schema, 'string')) yield { slot: inner, value: second, tokens: [pair] }
  }
  const [given, family] = (['given', 'family'] as const).map((kind) =>
    open.find((slot) => isNamed(slot, kind)),
  )
  const said = spansOf(filling)
    .map((value) => tokensOf(filling, value))
    .find((tokens) => tokens.length > 1 && tokens.every(({ kind }) => kind === 'word'))
  if (!given || !family || !said || given.route.slice(0, -1).join() !== family.route.slice(0, -1).join())
    return
  yield { slot: given, tokens: said.slice(0, -1) }
  yield { slot: family, tokens: said.slice(-1) }
}

/** A day that no word such as "from" limits, for a tool that takes a period: the period begins and ends on this day. */
export function* wholeDays(filling: Filling): Iterable<Assignment> {
  if (filling.writes) return
  const moments = openSlots(filling).filter((slot) => isMoment(slot) || slot.schema.format === undefined)
  const [from, to] = [only(moments.filter(isLower)), only(moments.filter(isUpper))]
  const day = only(spansOf(filling).filter(({ token }) => token.kind === 'date' && token.text.length === 10))
  if (!from || !to || !day || isUpperAt(filling, day.first) !== undefined) return
  const first = valueFor(from, day.token, filling.language)
  const last = valueFor(to, day.token, filling.language)
  if (first === undefined || typeof last !== 'string' || !isDatePair(from, to)) return
  yield { slot: from, value: first, tokens: [] }
  yield { slot: to, value: last.replace('T00:00:00', 'T23:59:59'), tokens: [day.token] }
}

/** Whether two slots take the two ends of a period, as their formats or examples show. */
const isDatePair = (...slots: Slot[]) =>
  slots.every(
    ({ schema }) =>
      /^date/.test(schema.format ?? '') || /^\d{4}-\d{2}-\d{2}/.test(String(schema.examples?.[0] ?? '')),
  )

/** If the evidence for two slots differs by less than this, it is unclear for which one a value is meant. */
const unclear = 0.05

/**
 * The values of an utterance, weighed against all slots. Of all pairs of a value and a slot, the one with the most
 * evidence comes first. If the tool writes, unclear values are skipped.
 */
export function* weighed(filling: Filling): Iterable<Assignment> {
  const open = openSlots(filling)
  const found = spansOf(filling)
    .flatMap((value) =>
      open
        .filter((slot) => canHold(filling, slot, value))
        .map((slot) => ({ slot, value, evidence: evidenceFor(filling, { slot, value }) })),
    )
    .filter(({ evidence }) => evidence >= leastEvidence)
    .sort((a, b) => b.evidence - a.evidence)
  for (const { slot, value, evidence } of found) {
    const rivals = found.filter(
      (one) =>
        one.value === value && Math.abs(one.evidence - evidence) < unclear && isOpen(filling, one.slot),
    )
    const isUnclear = evidence < told && (isAttribute(filling, value) || rivals.length > 1)
    if (!filling.writes || !isUnclear) yield listed(filling, { slot, value })
  }
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
  return !isGiven || isNameLike(slot) || !accepts(slot.schema, 'array') || !slots.some(isNameLike)
}

/** The assignment of a value. A slot for a list also gets the values that follow in the sentence: "A1, A2 and A3". */
export function listed(filling: Filling, { slot, value }: { slot: Slot; value: Span }): Assignment {
  const { joints } = filling.lexicon.language
  const tokens = tokensOf(filling, value)
  const isList = takesList(slot.schema)
  let last = value.last
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
  if (values.length === 1) return { slot, tokens }
  const items = values.map(({ token }) => valueFor(slot, token, filling.language) ?? null)
  return { slot, tokens, value: isList ? (items.flat() as JsonValue[]) : items.join(',') }
}
