import { currencies, isAmount } from './fill-currencies.js'
import { lastId, topicId } from './fill-ids.js'
import { lastDates, lastNumbers } from './fill-numbers.js'
import { listed } from './fill-values.js'
import type { Assignment, Filling, Reader, Span } from './filling.js'
import { isLooseName, isNeeded, isOpen, isStrange, only, spansOf, tokensOf } from './filling.js'
import { asksForMail, isKind, isPlainText, namesPerson } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import { textOf } from './text-spans.js'
import type { Token } from './tokens.js'
import { isCapitals, shapeOf } from './tokens.js'

/**
 * Assigns the only unused value or unknown word to a text parameter. There must be exactly one text parameter without a
 * value that is in the path or that the tool needs.
 */
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

/**
 * Whether the position of a plain word shows that it may be a value: "react" in "the branches of react" and in "react's
 * branches".
 */
function followsPreposition({ tokens, text, lexicon, language, writes }: Filling, at: number): boolean {
  const before = tokens[at - 1]
  if (/^['’]s\b/.test(text.slice(tokens[at]!.end))) return true
  if (before === undefined || before.pause || lexicon.language.naming.has(before.lower)) return false
  if (lexicon.language.prepositions.has(before.lower)) return true
  return !writes && language.linking.has(before.lower) && !language.assigning.has(before.lower)
}

const subjectNames = /^(address|location|place|city|q|query|search|input|keyword|term|text|question)$/

/**
 * Assigns the search text of a tool that reads. The text begins with the first name, code or quoted text. In "the
 * coordinates of 221B Baker Street", the search text is "221B Baker Street".
 */
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
  // The search text ends with the sentence, or at a pause (such as a comma) before a word that is no name.
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

/**
 * If the tool writes, assigns the only unused value to the only body parameter without a value: "DELIVERED" in "mark
 * shipment 6 as DELIVERED". A parameter for a list gets several values.
 */
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

/**
 * Kinds of values that are recognized by their form, such as mail addresses. `value` tests whether a value has the
 * form, and `slot` tests whether a parameter takes such a value.
 */
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
  {
    value: ({ token }) => isCapitals(token),
    slot: ({ words }) => /^(symbols?|ticker|asset|coin|pair)$/.test(words.join('')),
  },
  { value: isAmount, slot: ({ words }) => /^(amount|quantity|qty|value|sum|total)$/.test(words.at(-1)!) },
]

/**
 * If exactly one value has a form such as that of a mail address, and exactly one parameter takes this form, assigns
 * the value to the parameter. Then does the same for values with the shape of a parameter's example: "ETHUSDT" has the
 * shape of "BTCUSDT".
 */
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

/** Whether a code or a word in capitals has the same shape as an example of the parameter. */
function isLikeExample(slot: Slot, { text, kind }: Token): boolean {
  const { schema, choices } = slot
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

/**
 * If the tool writes, and exactly one parameter for a name has no value, assigns the only unused name: "Ann Lee" in
 * "invite Ann Lee".
 */
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

/** An unknown word with a hyphen right after the subject of the tool: "mail-gw" in "a host object mail-gw". */
function codeName(filling: Filling): Token[] | undefined {
  const { tokens, topic } = filling
  const isBehindTopic = (at: number) => tokens[at - 1]?.stems.some((stem) => topic.has(stem))
  const token = only(
    tokens.filter((one, at) => /[-_]/.test(one.text) && isStrange(filling, one) && isBehindTopic(at)),
  )
  return token && [token]
}

/** Functions that fill parameters for ids and texts with values that no word in the sentence announces. */
export const lastValues: readonly Reader[] = [topicId, lastId, lastText]
/** All functions that find values that no word announces. In "customer 5", the word "customer" announces the 5. */
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
