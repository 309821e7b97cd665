import { trimEndOf } from '../../../text/trim.js'
import { isPageSize } from './evidence.js'
import {
  type Assignment,
  type Filling,
  isLooseName,
  isNeeded,
  isStrange,
  only,
  openSlots,
  type Reader,
  type Span,
  spansOf,
  textOf,
  tokensOf,
} from './filling.js'
import { listed } from './readers.js'
import {
  accepts,
  asksForMail,
  holdsId,
  holdsSecret,
  isCalled,
  isLower,
  isMoment,
  isNamed,
  isPlainText,
  isUpper,
  namesPerson,
  type Slot,
  takesList,
} from './slots.js'
import { isArticle, isCapitals, shapeOf, type Token } from './token.js'
import { currencyOf, isNeverId, takesCurrency } from './values.js'

/** The number or code that no word announces, if exactly one id without a value can take it. */
function* lastId(filling: Filling): Iterable<Assignment> {
  const ids = openSlots(filling).filter(
    (slot) => !holdsSecret(slot) && (slot.thing || slot.inPath || (slot.required && holdsId(slot))),
  )
  const wanted = ids.filter((slot) => slot.required || slot.inPath)
  const others = filling.writes ? ids.filter(({ words }) => words.join() === 'id') : ids.filter(holdsId)
  const slot = only(wanted.length > 0 ? wanted : others)
  if (!slot) return
  const isPointer = (at: number) => filling.lexicon.language.pointers.has(filling.tokens[at]?.lower ?? '')
  const said = spansOf(filling).filter(
    ({ first, last, token }) =>
      (['number', 'code'].includes(token.kind) || isCapitals(token)) &&
      (wanted.length > 0 || /[_-]/.test(token.text) || isPointer(first - 1) || isPointer(last + 1)) &&
      !isArticle(token) &&
      !isNeverId(token) &&
      !isPageSize(filling, token) &&
      !isAmount({ first, last, token }, filling),
  )
  const withDigits = said.filter(({ token }) => /\d/.test(token.text))
  const behind = said.filter(({ first }) => isBehindThing(filling, slot, first))
  const value = only([behind, withDigits, slot.inPath ? said : []].find((some) => some.length > 0) ?? [])
  if (value && (behind.length > 0 || !isOfOtherThing(filling, slot, value)))
    yield { slot, tokens: tokensOf(filling, value) }
}

/**
 * The number or code after the subject of the tool: the 5 of "assignment 5 in course 7". It goes to an id in the path
 * whose kind of record is in no title, path or folder, because no word of the user announces such an id.
 */
function* topicId(filling: Filling): Iterable<Assignment> {
  const { tokens, lexicon, topic, vocabulary } = filling
  const open = openSlots(filling).filter(({ inPath, thing }) => inPath && thing)
  const unsaid = open.filter(({ thing }) => !lexicon.stems(thing!).some(vocabulary.isSubject))
  const value = only(
    spansOf(filling).filter(
      ({ first, token }) =>
        ['number', 'code'].includes(token.kind) && tokens[first - 1]?.stems.some((stem) => topic.has(stem)),
    ),
  )
  const slot = unsaid.at(-1)
  if (open.length > 1 && slot && value) yield { slot, tokens: tokensOf(filling, value) }
}

/** Whether the words before a value name the kind of record of the slot: "test set 7" for a `testset`. */
function isBehindThing({ tokens }: Filling, { thing }: Slot, first: number): boolean {
  const said = tokens.slice(Math.max(0, first - 3), first).map(({ lower }) => lower)
  return thing !== undefined && said.join('').endsWith(thing.join(''))
}

/** Words in a slot's name that say how a record relates to another record, not which kind of record it is. */
const relations = /^(parent|source|target|destination|dest|from|to|new|old|other|related|owner)$/

/** Whether the word before an id names another kind of record: "workspace W7" is no account. */
function isOfOtherThing(filling: Filling, slot: Slot, { first }: Span): boolean {
  const { tokens, language, lexicon, alias, vocabulary } = filling
  const { prepositions } = lexicon.language
  const before = tokens
    .slice(0, first)
    .findLast(({ lower }) => prepositions.has(lower) || !language.linking.has(lower))
  if (!slot.thing || slot.thing.every((word) => relations.test(word))) return false
  if (before?.kind !== 'word' || before.pause) return false
  if (prepositions.has(before.lower) || lexicon.isActionWord(before.lower)) return false
  const own = lexicon.stems([...slot.thing, ...slot.words].map((word) => trimEndOf(word, '0123456789')))
  if (slot.inPath) own.push(...alias)
  return before.stems.some(vocabulary.isSubject) && !before.forms.some((stem) => own.includes(stem))
}

/** The only unused value or unknown word, for the only text without a value that is in the path or needed. */
function* lastText(filling: Filling): Iterable<Assignment> {
  const slot = only(
    openSlots(filling).filter(
      (one) =>
        (one.inPath || isNeeded(filling, one)) &&
        !one.thing &&
        !holdsSecret(one) &&
        one.choices.length === 0 &&
        accepts(one.schema, 'string'),
    ),
  )
  if (!slot) return
  const said = spansOf(filling).filter(({ token }) => slot.inPath || token.kind === 'word')
  const mayBePlain = slot.inPath || (slot.required && filling.writes)
  const strange = filling.tokens.filter(
    (token, at) =>
      mayBePlain &&
      isStrange(filling, token) &&
      followsPreposition(filling, at) &&
      !said.some(({ first, last }) => at >= first && at <= last),
  )
  const tokens = only([...said.map((value) => tokensOf(filling, value)), ...strange.map((token) => [token])])
  if (tokens) yield { slot, tokens }
}

/** Whether the place of a plain word shows that it may be a value: "react" in "the branches of react". */
function followsPreposition({ tokens, text, lexicon, language, writes }: Filling, at: number): boolean {
  const before = tokens[at - 1]
  if (/^['’]s\b/.test(text.slice(tokens[at]!.end))) return true
  if (before === undefined || before.pause || lexicon.language.naming.has(before.lower)) return false
  if (lexicon.language.prepositions.has(before.lower)) return true
  return !writes && language.linking.has(before.lower) && !language.assigning.has(before.lower)
}

const subjectNames = /^(address|location|place|city|q|query|search|input|keyword|term|text|question)$/

/** The search text of a tool that reads: "221B Baker Street" in "the coordinates of 221B Baker Street". */
function* subject(filling: Filling): Iterable<Assignment> {
  if (filling.writes || filling.values.size > 0) return
  const { tokens, text, used } = filling
  const slots = filling.slots.filter(
    ({ words, schema, thing, choices }) =>
      !thing &&
      choices.length === 0 &&
      accepts(schema, 'string') &&
      words.some((word) => subjectNames.test(word)),
  )
  const slot = slots.find(({ required }) => required) ?? slots[0]
  const first = tokens.findIndex(
    (token) =>
      !used.has(token) &&
      !token.inWords &&
      (token.kind === 'quoted' || token.kind === 'code' || isLooseName(filling, token)),
  )
  if (first < 0 || !slot) return
  // The search text ends with the sentence, or at a pause (such as a comma) before a word that is no name.
  const end = tokens.findIndex((token, at) => {
    const next = tokens[at + 1]
    const isEnd = /^[.!?]/.test(text.slice(token.end)) || (next?.kind === 'word' && !next.name)
    return at >= first && token.pause && isEnd
  })
  yield textOf(filling, { slot, tokens: tokens.slice(first, end < 0 ? tokens.length : end + 1) })
}

/** If the tool writes, the only unused value for the only slot of the body: "DELIVERED" in "mark 6 as DELIVERED". */
function* lastChange(filling: Filling): Iterable<Assignment> {
  const slot = only(openSlots(filling).filter((one) => one.route[0] === 'body' && !one.thing))
  if (!filling.writes || !slot || holdsSecret(slot)) return
  const spans = spansOf(filling)
  if (spans[0] && takesList(slot.schema)) {
    yield listed(filling, { slot, value: spans[0] })
    return
  }
  const value = only(
    spans.filter(({ token }) => ['quoted', 'date', 'email', 'url'].includes(token.kind) || isCapitals(token)),
  )
  const number = only(spans.filter(({ token }) => token.kind === 'number'))
  const said = isPlainText(slot) ? value : undefined
  const taken = said ?? (takesNumber(slot) ? number : undefined)
  if (taken) yield { slot, tokens: tokensOf(filling, taken) }
}

/** Kinds of values that are recognized by their form, and the slots that take such a value. */
const forms: readonly { value: (said: Span, filling: Filling) => boolean; slot: (slot: Slot) => boolean }[] =
  [
    { value: ({ token }) => token.kind === 'email', slot: asksForMail },
    { value: ({ token }) => token.kind === 'email', slot: namesPerson },
    {
      value: ({ token }) => token.kind === 'url',
      slot: ({ schema, words }) => schema.format === 'uri' || words.at(-1) === 'url',
    },
    {
      value: ({ token }) => /^\p{Lu}{2}\d{2}[\p{Lu}\d]{10,30}$/u.test(token.text),
      slot: ({ words }) => words.includes('iban'),
    },
    { value: ({ token }) => isCapitals(token), slot: (slot) => isNamed(slot, 'symbol') },
    { value: isAmount, slot: (slot) => isCalled(slot, 'amount') },
  ]

/** A value with a form such as that of a mail address or of a slot's example, if exactly one slot takes this form. */
function* byForm(filling: Filling): Iterable<Assignment> {
  for (const form of forms) {
    const slot = only(openSlots(filling).filter(form.slot))
    const value = only(spansOf(filling).filter((one) => form.value(one, filling)))
    if (slot && value) yield { slot, tokens: tokensOf(filling, value) }
  }
  for (const slot of openSlots(filling)) {
    const value = only(spansOf(filling).filter(({ token }) => isLikeExample(slot, token)))
    const isOnly = value && only(openSlots(filling).filter((one) => isLikeExample(one, value.token)))
    if (isOnly) yield { slot, tokens: tokensOf(filling, value) }
  }
}

/** Whether a value is a number before a currency: "0.5 ETH", "20 euros". */
function isAmount({ token, last }: Span, { tokens, language }: Filling): boolean {
  const unit = token.pause ? undefined : tokens[last + 1]
  return token.kind === 'number' && unit !== undefined && currencyOf(unit, language) !== undefined
}

/** Whether a code or a word in capitals has the same shape as an example of the slot. */
function isLikeExample(slot: Slot, { text, kind }: Token): boolean {
  const shape = shapeOf(text)
  return (
    (kind === 'word' || kind === 'code') &&
    slot.choices.length === 0 &&
    !isCalled(slot, 'kind') &&
    (/A/.test(shape) || /9[./]9[./]9/.test(shape)) &&
    shape !== 'Aa' &&
    text.length > 2 &&
    (slot.schema.examples ?? []).some((example) => typeof example === 'string' && shapeOf(example) === shape)
  )
}

/** If the tool writes, the only unused name for the only name without a value: "Ann Lee" in "invite Ann Lee". */
function* lastName(filling: Filling): Iterable<Assignment> {
  const slot = only(openSlots(filling).filter((one) => isNamed(one, 'fullname') && isPlainText(one)))
  const value = only(
    spansOf(filling).filter(({ token }) => token.kind === 'word' && /\p{Lu}\p{Ll}/u.test(token.text)),
  )
  const tokens = value ? tokensOf(filling, value) : codeName(filling)
  if (filling.writes && slot && tokens) yield { slot, tokens }
}

/** An unknown word with a hyphen right after the subject of the tool: "mail-gw" in "a host object mail-gw". */
function codeName(filling: Filling): Token[] | undefined {
  const { tokens, topic } = filling
  const isBehindTopic = (at: number) => tokens[at - 1]?.stems.some((stem) => topic.has(stem))
  const token = only(
    tokens.filter((one, at) => /[-_]/.test(one.text) && isStrange(filling, one) && isBehindTopic(at)),
  )
  return token && [token]
}

/** The unused numbers, if the tool needs exactly as many: "top it up with fifty", "between 700 and 1100". */
function* lastNumbers(filling: Filling): Iterable<Assignment> {
  const open = openSlots(filling).filter(takesNumber)
  const said = spansOf(filling).filter(({ token }) => token.kind === 'number')
  const place = coordinatesIn(filling, open, said)
  if (place.length > 0) {
    yield* place
    return
  }
  const needed = open.filter((slot) => isNeeded(filling, slot) && !isMoment(slot))
  const amounts = open.filter((slot) => isCalled(slot, 'money') || isCalled(slot, 'quantity'))
  yield* inSequence(filling, said, needed.length > 0 || !filling.writes ? needed : amounts)
}

/** Two unused dates for the beginning and the end of a period: "it opens on May 1 and closes on June 1". */
function* lastDates(filling: Filling): Iterable<Assignment> {
  const open = openSlots(filling).filter((slot) => isMoment(slot) && (isLower(slot) || isUpper(slot)))
  const said = spansOf(filling).filter(({ token }) => token.kind === 'date')
  if (said.length === 2) yield* inSequence(filling, said, open)
}

/** One value for one slot, or two values for the lower and the upper end of a range. Otherwise nothing. */
function* inSequence(filling: Filling, said: Span[], slots: Slot[]): Iterable<Assignment> {
  const [lower, upper] = [only(slots.filter(isLower)), only(slots.filter(isUpper))]
  const ends = slots.length === 2 && lower && upper ? [lower, upper] : slots
  if (ends.length !== said.length || (ends.length > 1 && ends[0] !== lower)) return
  for (const [at, slot] of ends.entries()) yield { slot, tokens: tokensOf(filling, said[at]!) }
}

function takesNumber({ schema, thing }: Slot): boolean {
  const shown = [...(schema.examples ?? []), schema.default ?? []].flat()
  const isNumeric = shown.length > 0 && shown.every((one) => /^-?\d+(\.\d+)?$/.test(String(one)))
  if (accepts(schema, 'string') && !isNumeric) return false
  return !thing && ['number', 'integer', 'string'].some((type) => accepts(schema, type))
}

/** Two neighboring decimal numbers ("40.41, -3.70") for a latitude and a longitude. Empty if there are none. */
function coordinatesIn(filling: Filling, open: Slot[], said: Span[]): Assignment[] {
  const [latitude, longitude] = [/^lat(i|$)/, /^lo?ng(i|$)/].map((pattern) =>
    only(open.filter(({ words }) => pattern.test(words.join('')))),
  )
  const isDecimal = (span: Span | undefined) => span !== undefined && /\.\d/.test(span.token.text)
  const at = said.findIndex(
    (span, index) => isDecimal(span) && isDecimal(said[index + 1]) && said[index + 1]!.first - span.last < 3,
  )
  if (!latitude || !longitude || at < 0) return []
  return [latitude, longitude].map((slot, index) => ({ slot, tokens: tokensOf(filling, said[at + index]!) }))
}

/**
 * Currencies. In "20 euros", the currency goes to a slot in the same object as the slot that has the value 20. In
 * "pounds to euros", the first currency goes to a slot such as `from`, the second to a slot such as `to`.
 */
function* currencies(filling: Filling): Iterable<Assignment> {
  const { tokens, language, used, slots, values } = filling
  const parentOf = ({ route }: Slot) => route.slice(0, -1).join('/')
  const said = tokens.filter((token) => !used.has(token) && currencyOf(token, language)?.length === 3)
  const open = openSlots(filling)
    .filter(takesCurrency)
    .sort((a, b) => Number(isLower(b)) - Number(isLower(a)))
  const isBesideAmount = (slot: Slot, token: Token) => {
    const amount = tokens[tokens.indexOf(token) - 1]?.number
    return (
      slot.route.length > 1 &&
      amount !== undefined &&
      slots.some((other) => parentOf(other) === parentOf(slot) && values.get(other.key) === amount)
    )
  }
  const areTogether = new Set(open.map(parentOf)).size === 1
  for (const [at, token] of said.entries()) {
    const slot = open.find((one) => isBesideAmount(one, token)) ?? (areTogether && open[at])
    if (slot) yield { slot, value: currencyOf(token, language), tokens: [token] }
  }
}

/** Readers for ids and texts that no word in the sentence announces. */
export const lastValues: readonly Reader[] = [topicId, lastId, lastText]
/** All readers for values that no word announces. Each takes a value only if it is the only one that fits. */
export const leftovers: readonly Reader[] = [
  ...lastValues,
  byForm,
  currencies,
  subject,
  lastChange,
  lastNumbers,
  lastDates,
  lastName,
]

/**
 * What the user said and no slot has taken: numbers, codes, addresses, dates, quoted texts, names, and unknown words
 * behind a word such as "in". Nothing of it may be dropped in silence.
 */
export function unplacedIn(filling: Filling): string[] {
  const { language, tokens, used, lexicon } = filling
  const spans = spansOf(filling).filter(({ token, first }) => {
    const isPlace = token.kind === 'number' && language.ordinals[tokens[first - 1]?.lower ?? ''] !== undefined
    return !isPlace && !isArticle(token)
  })
  const within = new Set(spans.flatMap((span) => tokensOf(filling, span)))
  const verbs = lexicon.actionSpans(tokens.map(({ lower }) => lower))
  // A word right before a value says what the value is: "course" in "in course 1250".
  const namesValue = (next: Token | undefined) =>
    next !== undefined && (within.has(next) || used.has(next) || next.kind !== 'word')
  // "pick" in "for me to pick from"
  const isInfinitive = (at: number) =>
    lexicon.language.beforeVerbs.has(tokens[at - 1]!.lower) &&
    (at < 2 || lexicon.isStopWord(tokens[at - 2]!.lower))
  // "mar" in "com o assunto mar": the noun before it is no word of the tool.
  const namesField = ({ lower, stems, pause }: Token) =>
    !pause && lexicon.translate(lower).length > 0 && !stems.some((stem) => filling.topic.has(stem))
  const isLoose = (token: Token, at: number) =>
    !within.has(token) &&
    isStrange(filling, token) &&
    at > 0 &&
    (lexicon.language.prepositions.has(tokens[at - 1]!.lower) || namesField(tokens[at - 1]!)) &&
    !language.fillers.has(token.lower) &&
    lexicon.translate(token.lower).length === 0 &&
    !isInfinitive(at) &&
    !namesValue(token.pause ? undefined : tokens[at + 1]) &&
    !verbs.some(({ start, length }) => at >= start && at < start + length)
  const words = tokens.filter(isLoose).map(({ text }) => text)
  return [...spans.map(({ token }) => token.text), ...words]
}
