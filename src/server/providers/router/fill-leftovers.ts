import { trimEndOf } from '../../../text/trim.js'
import { isNeverId } from './evidence.js'
import { currencies, currencyOf } from './fill-currencies.js'
import { textOf } from './fill-texts.js'
import { listed } from './fill-values.js'
import type { Assignment, Filling, Reader, Span } from './filling.js'
import { isLooseName, isOpen, isStrange, spansOf, tokensOf } from './filling.js'
import { usualValue } from './goal.js'
import {
  asksForMail,
  isCalled,
  isKind,
  isLower,
  isMoment,
  isPlainText,
  isUpper,
  moneyNames,
  namesPerson,
  quantityNames,
} from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts, holdsId } from './slots.js'
import type { Token } from './tokens.js'

const only = <Item>(items: Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

const isCapitals = ({ kind, text }: Token) =>
  (kind === 'word' || kind === 'code') && /^\p{Lu}[\p{Lu}\d_-]+$/u.test(text)

/** A number or code without a word before it is the id if exactly one id is needed and exactly one was said. */
function* lastId(filling: Filling): Iterable<Assignment> {
  const ids = filling.slots.filter(
    (slot) => (slot.thing || slot.inPath || (slot.required && holdsId(slot))) && isOpen(filling, slot),
  )
  const wanted = ids.filter((slot) => slot.required || slot.inPath)
  const others = filling.writes ? ids.filter(({ words }) => words.join() === 'id') : ids.filter(holdsId)
  const slot = only(wanted.length > 0 ? wanted : others)
  const isPointer = (at: number) => filling.lexicon.language.pointers.has(filling.tokens[at]?.lower ?? '')
  const isPointed = ({ first, last, token }: Span) =>
    wanted.length > 0 || /[_-]/.test(token.text) || isPointer(first - 1) || isPointer(last + 1)
  const said = spansOf(filling).filter(
    (value) =>
      (['number', 'code'].includes(value.token.kind) || isCapitals(value.token)) &&
      isPointed(value) &&
      !isNeverId(value.token) &&
      !isAmount(value, filling),
  )
  if (!slot) return
  const withDigits = said.filter(({ token }) => /\d/.test(token.text))
  const behind = said.filter(({ first }) => isBehindThing(filling, { slot, first }))
  const value = only([behind, withDigits, slot.inPath ? said : []].find((some) => some.length > 0) ?? [])
  if (value && (behind.length > 0 || !isOfOtherThing(filling, { slot, value })))
    yield { slot, tokens: tokensOf(filling, value) }
}

/** Words for how a record belongs to another one, whatever that is. */
const relations = /^(parent|source|target|destination|dest|from|to|new|old|other|related|owner)$/

/** Whether the words before a value are the slot's thing, however many words it is written in: "test set 7" of a `testset`. */
function isBehindThing({ tokens }: Filling, { slot, first }: { slot: Slot; first: number }): boolean {
  const said = tokens.slice(Math.max(0, first - 3), first).map(({ lower }) => lower)
  return slot.thing !== undefined && said.join('').endsWith(slot.thing.join(''))
}

/** "workspace W7" is no account: the word before an id is another thing that the tool is about; for an id of a body, any other of the collection. */
function isOfOtherThing(
  { tokens, language, lexicon, alias, isSubject }: Filling,
  { slot, value }: { slot: Slot; value: Span },
): boolean {
  const { prepositions } = lexicon.language
  const before = tokens
    .slice(0, value.first)
    .findLast(({ lower }) => prepositions.has(lower) || !language.linking.has(lower))
  if (!slot.thing || slot.thing.every((word) => relations.test(word))) return false
  if (before?.kind !== 'word' || before.pause) return false
  if (prepositions.has(before.lower) || lexicon.isActionWord(before.lower)) return false
  const own = lexicon.stems([...slot.thing, ...slot.words].map((word) => trimEndOf(word, '0123456789')))
  if (slot.inPath) own.push(...alias)
  return before.stems.some(isSubject) && !before.stems.some((stem) => own.includes(stem))
}

/** The one text of a path, or that a change needs, and the one word that is neither the language's nor the collection's. */
function* lastText(filling: Filling): Iterable<Assignment> {
  const isWanted = (one: Slot) => one.inPath || isNeeded(filling, one)
  const slot = only(
    filling.slots.filter(
      (one) =>
        isWanted(one) &&
        !one.thing &&
        one.choices.length === 0 &&
        isOpen(filling, one) &&
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

/** Whether a tool cannot do without an input, or takes no other. */
function isNeeded({ slots, writes }: Filling, slot: Slot): boolean {
  return slots.length === 1 || (slot.required && usualValue(slot, !writes) === undefined)
}

/** "the branches of react", "react's branches": only there may a plain word be a value. */
function followsPreposition({ tokens, text, lexicon, language, writes }: Filling, at: number): boolean {
  const before = tokens[at - 1]
  if (/^['’]s\b/.test(text.slice(tokens[at]!.end))) return true
  if (before === undefined || before.pause || lexicon.language.naming.has(before.lower)) return false
  if (lexicon.language.prepositions.has(before.lower)) return true
  return !writes && language.linking.has(before.lower) && !language.assigning.has(before.lower)
}

const subjectNames = /^(address|location|place|city|q|query|search|input|keyword|term|text|question)$/

/** The one thing a reader is asked about, from its first value to the end: "the coordinates of 221B Baker Street, London". */
function* subject(filling: Filling): Iterable<Assignment> {
  if (filling.writes || filling.values.size > 0) return
  const { tokens, text } = filling
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
      !token.used &&
      !token.inWords &&
      (token.kind === 'quoted' || token.kind === 'code' || isLooseName(filling, token)),
  )
  if (first < 0 || !slot) return
  // It ends with the sentence, or at a pause behind which it goes on with a word that is no name.
  const end = tokens.findIndex((token, at) => {
    const next = tokens[at + 1]
    return (
      at >= first &&
      token.pause &&
      (/^[.!?]/.test(text.slice(token.end)) || (next?.kind === 'word' && !next.name))
    )
  })
  yield textOf(filling, { slot, tokens: tokens.slice(first, end < 0 ? tokens.length : end + 1) })
}

/** The one value that is left, for the one text that a change still takes: "mark shipment 6 as DELIVERED"; all that are left for a list. */
function* lastChange(filling: Filling): Iterable<Assignment> {
  const slot = only(
    filling.slots.filter((one) => one.route[0] === 'body' && !one.thing && isOpen(filling, one)),
  )
  if (!filling.writes || !slot) return
  const [first] = spansOf(filling)
  if (first && accepts(slot.schema, 'array') && !accepts(slot.schema, 'string')) {
    yield listed(filling, { slot, value: first })
    return
  }
  const value = only(
    spansOf(filling).filter(
      ({ token }) => ['quoted', 'date', 'email', 'url'].includes(token.kind) || isCapitals(token),
    ),
  )
  if (value && isPlainText(slot)) yield { slot, tokens: tokensOf(filling, value) }
}

/** Values that are told by their form, each with the inputs that it can be meant for. */
const forms: readonly {
  value: (said: Span, filling: Filling) => boolean
  slot: (slot: Slot) => boolean
}[] = [
  {
    value: ({ token }) => token.kind === 'email',
    slot: asksForMail,
  },
  { value: ({ token }) => token.kind === 'email', slot: namesPerson },
  {
    value: ({ token }) => token.kind === 'url',
    slot: ({ schema, words }) => schema.format === 'uri' || words.at(-1) === 'url',
  },
  {
    value: ({ token }) => /^\p{Lu}{2}\d{2}[\p{Lu}\d]{10,30}$/u.test(token.text),
    slot: ({ words }) => words.includes('iban'),
  },
  { value: isAmount, slot: ({ words }) => /^(amount|quantity|qty|value|sum|total)$/.test(words.at(-1)!) },
]

/** "0.5 ETH", "20 euros": a number with what it counts in. */
function isAmount({ token, last }: Span, { tokens, language }: Filling): boolean {
  const unit = token.pause ? undefined : tokens[last + 1]
  return token.kind === 'number' && unit !== undefined && currencyOf(unit, language) !== undefined
}

/** A value for the one input that takes its form, or whose example is written like it: "ETHUSDT" where it shows "BTCUSDT". */
function* byForm(filling: Filling): Iterable<Assignment> {
  const isFree = (slot: Slot) => isOpen(filling, slot)
  for (const form of forms) {
    const slot = only(filling.slots.filter((one) => isFree(one) && form.slot(one)))
    const value = only(spansOf(filling).filter((one) => form.value(one, filling)))
    if (slot && value) yield { slot, tokens: tokensOf(filling, value) }
  }
  for (const slot of filling.slots.filter(isFree)) {
    const value = only(spansOf(filling).filter(({ token }) => isLikeExample(slot, token)))
    const isOnly =
      value && only(filling.slots.filter((one) => isFree(one) && isLikeExample(one, value.token)))
    if (isOnly) yield { slot, tokens: tokensOf(filling, value) }
  }
}

/** Whether a code or a word in capitals is written as the example of an input is. */
function isLikeExample(slot: Slot, { text, kind }: Token): boolean {
  const { schema, choices } = slot
  const shapeOf = (one: string) =>
    one
      .replace(/\p{Lu}+/gu, 'A')
      .replace(/\p{Ll}+/gu, 'a')
      .replace(/\d+/g, '9')
  const shape = shapeOf(text)
  return (
    (kind === 'word' || kind === 'code') &&
    choices.length === 0 &&
    !isKind(slot) &&
    (/A/.test(shape) || /9[./]9[./]9/.test(shape)) &&
    shape !== 'Aa' &&
    text.length > 2 &&
    (schema.examples ?? []).some((example) => typeof example === 'string' && shapeOf(example) === shape)
  )
}

/** Numbers that are left, for as many numbers that the tool cannot do without: "top it up with fifty", "between 700 and 1100". */
function* lastNumbers(filling: Filling): Iterable<Assignment> {
  const open = filling.slots.filter((slot) => isOpen(filling, slot) && takesNumber(slot))
  const said = spansOf(filling).filter(({ token }) => token.kind === 'number')
  const place = coordinatesIn(filling, { open, said })
  if (place.length > 0) {
    yield* place
    return
  }
  const needed = open.filter((slot) => isNeeded(filling, slot) && !isMoment(slot))
  const amounts = open.filter((slot) => isCalled(slot, moneyNames) || isCalled(slot, quantityNames))
  yield* inSequence(filling, { said, slots: needed.length > 0 || !filling.writes ? needed : amounts })
}

/** Two days that are left, for the beginning and the end of a time: "it opens on May 1 and closes on June 1". */
function* lastDates(filling: Filling): Iterable<Assignment> {
  const open = filling.slots.filter(
    (slot) => isOpen(filling, slot) && isMoment(slot) && (isLower(slot) || isUpper(slot)),
  )
  const said = spansOf(filling).filter(({ token }) => token.kind === 'date')
  if (said.length === 2) yield* inSequence(filling, { said, slots: open })
}

/** As many values as inputs: the only one, or those for the two ends of a range. */
function* inSequence(
  filling: Filling,
  { said, slots }: { said: Span[]; slots: Slot[] },
): Iterable<Assignment> {
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

/** "40.41, -3.70": two numbers with decimals next to each other, for a latitude and a longitude. */
function coordinatesIn(filling: Filling, { open, said }: { open: Slot[]; said: Span[] }): Assignment[] {
  const [latitude, longitude] = [/^lat(i|$)/, /^lo?ng(i|$)/].map((names) =>
    only(open.filter(({ words }) => names.test(words.join('')))),
  )
  const isDecimal = (span: Span | undefined) => span !== undefined && /\.\d/.test(span.token.text)
  const at = said.findIndex(
    (span, index) => isDecimal(span) && isDecimal(said[index + 1]) && said[index + 1]!.first - span.last < 3,
  )
  if (!latitude || !longitude || at < 0) return []
  return [latitude, longitude].map((slot, index) => ({ slot, tokens: tokensOf(filling, said[at + index]!) }))
}

/** The one name that is left, for the one name that is wanted: "invite Ann Lee". */
function* lastName(filling: Filling): Iterable<Assignment> {
  const slot = only(
    filling.slots.filter(
      (one) => /^(full|display)?name$/.test(one.words.join('')) && isPlainText(one) && isOpen(filling, one),
    ),
  )
  const value = only(
    spansOf(filling).filter(({ token }) => token.kind === 'word' && /\p{Lu}\p{Ll}/u.test(token.text)),
  )
  const tokens = value ? tokensOf(filling, value) : codeName(filling)
  if (filling.writes && slot && tokens) yield { slot, tokens }
}

/** "a host object mail-gw": a word with a hyphen right behind what the tool is about. */
function codeName(filling: Filling): Token[] | undefined {
  const { tokens, topic } = filling
  const isBehindTopic = (at: number) => tokens[at - 1]?.stems.some((stem) => topic.has(stem))
  const token = only(
    tokens.filter((one, at) => /[-_]/.test(one.text) && isStrange(filling, one) && isBehindTopic(at)),
  )
  return token && [token]
}

/** What can only be meant one way: one value is left, and one input of the path for it. */
export const lastValues: readonly Reader[] = [lastId, lastText]
/** The same for the other inputs. */
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
