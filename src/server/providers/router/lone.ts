import { trimEndOf } from '../../../text/trim.js'
import type { Proposal } from './assign.js'
import { isPageSize } from './evidence.js'
import {
  type Filling,
  isLooseName,
  isNeeded,
  isStrange,
  only,
  openSlots,
  proposal,
  type Span,
  spansOf,
  textOf,
  tokensOf,
} from './filling.js'
import { accepts, isFor, isLikeExample, suits, takesList } from './kinds.js'
import { listed, parentOf, whole } from './proposals.js'
import type { Slot } from './slots.js'
import { isArticle, isCapitals, type Token } from './token.js'
import { currencyOf, isNeverId, valueFor } from './values.js'

/**
 * How a value finds its slot although no word announces it. A rule proposes each of its values for each of its slots. A
 * proposal is made only if exactly one value and one slot of the rule are left for each other.
 */
interface Rule {
  slots: (open: Slot[], filling: Filling) => Slot[]
  /** How well the value fits the slot; 0 if it does not. Rules with higher scores come first. */
  score: (value: Span, slot: Slot, filling: Filling) => number
  /** Whether the values include unknown words that no other word announces. */
  takesUnknown?: true
}

const rules: Record<string, Rule> = {
  /**
   * The number or code after the subject of the tool: the 5 of "assignment 5 in course 7". It goes to an id in the path
   * whose kind of record is in no title, path or folder, because no word of the user announces such an id.
   */
  subject: {
    slots: (open, { lexicon, vocabulary }) => {
      const ids = open.filter(({ inPath, thing }) => inPath && thing)
      const unsaid = ids.filter(({ thing }) => !lexicon.stems(thing!).some(vocabulary.isSubject))
      return ids.length > 1 ? unsaid.slice(-1) : []
    },
    score: ({ first, token }, _, { tokens, topic }) =>
      isCode(token) && tokens[first - 1]?.stems.some((stem) => topic.has(stem)) ? 1 : 0,
  },
  /** A number or code for an id. One behind its kind of record comes first, then one with digits. */
  id: {
    slots: (open, { writes }) => {
      const ids = open.filter(
        (slot) =>
          !isFor(slot, 'secret') && (slot.thing || slot.inPath || (slot.required && isFor(slot, 'id'))),
      )
      const wanted = ids.filter(isWanted)
      const others = ids.filter((slot) => (writes ? slot.words.join() === 'id' : isFor(slot, 'id')))
      return wanted.length > 0 ? wanted : others
    },
    score: (value, slot, filling) => {
      const { token, first, last } = value
      if (!isCode(token) && !isCapitals(token)) return 0
      const pointers = filling.lexicon.language.pointers
      const isPointer = (at: number) => pointers.has(filling.tokens[at]?.lower ?? '')
      const isMarked =
        isWanted(slot) || /[_-]/.test(token.text) || isPointer(first - 1) || isPointer(last + 1)
      if (!isMarked || isArticle(token) || isNeverId(token) || isPageSize(filling, token)) return 0
      if (isAmount(value, filling)) return 0
      if (isBehindThing(filling, slot, first)) return 0.95
      if (countsNext(filling, value)) return 0
      const base = /\d/.test(token.text) ? 0.9 : slot.inPath ? 0.85 : 0
      return base > 0 && !isOfOtherThing(filling, slot, value) ? base : 0
    },
  },
  /** A name or unknown word for the only text in the path, or the only one that is needed. */
  text: {
    slots: (open, filling) =>
      open.filter(
        (slot) =>
          (slot.inPath || isNeeded(filling, slot)) &&
          !slot.thing &&
          !isFor(slot, 'secret') &&
          slot.choices.length === 0 &&
          accepts(slot.schema, 'string'),
      ),
    takesUnknown: true,
    score: ({ token, first, isUnknown }, slot, filling) => {
      if (!isUnknown) return slot.inPath || token.kind === 'word' ? 0.8 : 0
      const mayBePlain = slot.inPath || (slot.required && filling.writes)
      return mayBePlain && followsPreposition(filling, first) ? 0.8 : 0
    },
  },
  form: {
    slots: (open) => open,
    score: ({ token }, slot) => suits(slot, token),
  },
  amount: {
    slots: (open) => open.filter((slot) => isFor(slot, 'amount')),
    score: (value, _, filling) => (isAmount(value, filling) ? 0.6 : 0),
  },
  example: {
    slots: (open) => open,
    score: ({ token }, slot) => (isLikeExample(slot, token) ? 0.57 : 0),
  },
  /** What a change sets the only slot of its body to: "DELIVERED" in "mark 6 as DELIVERED". */
  change: {
    slots: (open, { writes }) => {
      const slot = only(open.filter(({ route, thing }) => route[0] === 'body' && !thing))
      return writes && slot && !isFor(slot, 'secret') ? [slot] : []
    },
    score: (value, slot, filling) => {
      const { token } = value
      if (takesList(slot.schema)) return value === spansOf(filling)[0] ? 0.5 : 0
      const isValue = ['quoted', 'date', 'email', 'url'].includes(token.kind) || isCapitals(token)
      if (isFor(slot, 'plain') && isValue) return 0.5
      return isFor(slot, 'number') && token.kind === 'number' ? 0.45 : 0
    },
  },
  /** A place behind a word such as "in": the city of "a client called Nordlicht in Flensburg". */
  place: {
    slots: (open) => {
      const places = open.filter((slot) => isFor(slot, 'place'))
      const towns = places.filter((slot) => isFor(slot, 'town'))
      return towns.length === 1 ? towns : places
    },
    score: ({ token, first }, _, filling) =>
      token.kind === 'word' && token.name && followsPreposition(filling, first) ? 0.43 : 0,
  },
  /** A number for the only one that the tool needs: "top it up with fifty". */
  number: {
    slots: numbersNeeded,
    score: ({ token }) => (token.kind === 'number' ? 0.4 : 0),
  },
  /** The name of what is created or changed: "Ann Lee" in "invite Ann Lee", "mail-gw" in "a host object mail-gw". */
  name: {
    slots: (open, { writes }) =>
      writes ? open.filter((slot) => isFor(slot, 'ownName') && isFor(slot, 'plain')) : [],
    takesUnknown: true,
    score: ({ token, first, isUnknown }, _, { tokens, topic }) => {
      if (!isUnknown) return token.kind === 'word' && /\p{Lu}\p{Ll}/u.test(token.text) ? 0.3 : 0
      const isBehindSubject = tokens[first - 1]?.stems.some((stem) => topic.has(stem))
      return isBehindSubject && /[-_]/.test(token.text) ? 0.2 : 0
    },
  },
}

/** What only one open slot can take, of all that a sentence says and no word announces. */
export function loneProposals(filling: Filling, slots = openSlots(filling)): Proposal[] {
  const known = spansOf(filling)
  const all = [...known, ...unknownSpans(filling)]
  const single = Object.entries(rules).flatMap(([rule, { slots: slotsOf, score, takesUnknown }]) =>
    slotsOf([...slots], filling).flatMap((slot) =>
      (takesUnknown ? all : known).flatMap((value) => {
        const found = score(value, slot, filling)
        return found > 0 ? listed(filling, { slot, value, score: found, rule }) : []
      }),
    ),
  )
  return [searched, currencies, coordinates, ends].flatMap((find) => find(filling, slots)).concat(single)
}

const isCode = ({ kind }: Token) => kind === 'number' || kind === 'code'
const isWanted = (slot: Slot) => slot.required || slot.inPath

/** Unknown words, which may be values because of their place: "react" in "the branches of react". */
function unknownSpans(filling: Filling): Span[] {
  const within = new Set(spansOf(filling).flatMap((span) => tokensOf(filling, span)))
  return filling.tokens.flatMap((token, at) =>
    isStrange(filling, token) && !within.has(token) ? [{ first: at, last: at, token, isUnknown: true }] : [],
  )
}

/** Whether the place of a plain word shows that it may be a value. */
function followsPreposition({ tokens, text, lexicon, language, writes }: Filling, at: number): boolean {
  const before = tokens[at - 1]
  if (/^['’]s\b/.test(text.slice(tokens[at]!.end))) return true
  if (before === undefined || before.pause || lexicon.language.naming.has(before.lower)) return false
  if (lexicon.language.prepositions.has(before.lower)) return true
  return !writes && language.linking.has(before.lower) && !language.assigning.has(before.lower)
}

/** Whether the words before a value name the kind of record of the slot: "test set 7" for a `testset`. */
function isBehindThing({ tokens }: Filling, { thing }: Slot, first: number): boolean {
  const said = tokens.slice(Math.max(0, first - 3), first).map(({ lower }) => lower)
  return thing !== undefined && said.join('').endsWith(thing.join(''))
}

/** Whether a number counts the noun behind it, and so is no id: "ten people", "5 boxes". */
function countsNext({ tokens, language, lexicon }: Filling, { token, last }: Span): boolean {
  const next = token.kind === 'number' && !token.pause ? tokens[last + 1] : undefined
  return (
    next?.kind === 'word' &&
    (lexicon.language.isPlural(next.lower) || language.singular(next.lower) === 'person')
  )
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

/** Whether a value is a number before a currency: "0.5 ETH", "20 euros". */
function isAmount({ token, last }: Span, { tokens, language }: Filling): boolean {
  const unit = token.pause ? undefined : tokens[last + 1]
  return token.kind === 'number' && unit !== undefined && currencyOf(unit, language) !== undefined
}

/** The search text of a tool that reads: "221B Baker Street" in "the coordinates of 221B Baker Street". */
function searched(filling: Filling, open: readonly Slot[]): Proposal[] {
  if (filling.writes || filling.values.size > 0) return []
  const { tokens, text, used } = filling
  const slots = open.filter((slot) => isFor(slot, 'searched'))
  const slot = slots.find(({ required }) => required) ?? slots[0]
  const first = tokens.findIndex(
    (token) =>
      !used.has(token) &&
      !token.inWords &&
      (token.kind === 'quoted' || token.kind === 'code' || isLooseName(filling, token)),
  )
  if (first < 0 || !slot) return []
  // The search text ends with the sentence, or at a pause (such as a comma) before a word that is no name.
  const end = tokens.findIndex((token, at) => {
    const next = tokens[at + 1]
    const isEnd = /^[.!?]/.test(text.slice(token.end)) || (next?.kind === 'word' && !next.name)
    return at >= first && token.pause && isEnd
  })
  const said = tokens.slice(first, end < 0 ? tokens.length : end + 1)
  return [{ ...textOf(filling, { slot, tokens: said }), score: 0.52 }].flatMap((one) =>
    proposal(filling, one),
  )
}

/**
 * Currencies. In "20 euros", the currency goes to a slot in the same object as the slot that has the value 20. In
 * "pounds to euros", the first currency goes to a slot such as `from`, the second to a slot such as `to`.
 */
function currencies(filling: Filling, slots: readonly Slot[]): Proposal[] {
  const { tokens, language, used, values } = filling
  const said = tokens.filter((token) => !used.has(token) && currencyOf(token, language)?.length === 3)
  const open = slots
    .filter((slot) => isFor(slot, 'takesCurrency'))
    .sort((a, b) => Number(isFor(b, 'lower')) - Number(isFor(a, 'lower')))
  const isBesideAmount = (slot: Slot, token: Token) => {
    const amount = tokens[tokens.indexOf(token) - 1]?.number
    const isHeld = (other: Slot) => parentOf(other) === parentOf(slot) && values.get(other.key) === amount
    return slot.route.length > 1 && amount !== undefined && filling.slots.some(isHeld)
  }
  const areTogether = new Set(open.map(parentOf)).size === 1
  return said.flatMap((token, at) => {
    const slot = open.find((one) => isBesideAmount(one, token)) ?? (areTogether ? open[at] : undefined)
    return slot ? whole(0.62, [token], [[slot, currencyOf(token, language)]]) : []
  })
}

/** Two neighboring decimal numbers ("40.41, -3.70") for a latitude and a longitude. */
function coordinates(filling: Filling, open: readonly Slot[]): Proposal[] {
  const place = (['latitude', 'longitude'] as const).map((kind) =>
    only(open.filter((one) => isFor(one, kind))),
  )
  const said = numbersIn(filling).filter(({ token }) => /\.\d/.test(token.text))
  const at = said.findIndex(
    (span, index) => (said[index + 1]?.first ?? Number.POSITIVE_INFINITY) - span.last < 3,
  )
  return at < 0 ? [] : inOrder(filling, said.slice(at, at + 2), place)
}

/** Two numbers or two dates for the two ends of a range: "between 700 and 1100". */
function ends(filling: Filling, open: readonly Slot[]): Proposal[] {
  const moments = open.filter((slot) => isFor(slot, 'moment') && isFor(slot, 'lower', 'upper'))
  const dates = spansOf(filling).filter(({ token }) => token.kind === 'date')
  return [
    [numbersIn(filling), numbersNeeded([...open], filling)] as const,
    [dates, moments] as const,
  ].flatMap(([said, slots]) => {
    const both = (['lower', 'upper'] as const).map((kind) => only(slots.filter((slot) => isFor(slot, kind))))
    return said.length === 2 && slots.length === 2 ? inOrder(filling, said, both) : []
  })
}

const numbersIn = (filling: Filling) => spansOf(filling).filter(({ token }) => token.kind === 'number')

/** The numbers that the tool needs. If it needs none and writes, its amounts. */
function numbersNeeded(open: Slot[], filling: Filling): Slot[] {
  const numbers = open.filter((slot) => isFor(slot, 'number'))
  const needed = numbers.filter((slot) => isNeeded(filling, slot) && !isFor(slot, 'moment'))
  return needed.length > 0 || !filling.writes
    ? needed
    : numbers.filter((slot) => isFor(slot, 'money', 'quantity'))
}

/** One proposal that gives the first value to the first slot and the second to the second. */
function inOrder(filling: Filling, said: readonly Span[], slots: readonly (Slot | undefined)[]): Proposal[] {
  const [first, second] = slots
  if (!first || !second || first === second) return []
  return whole(
    0.85,
    said.flatMap((span) => tokensOf(filling, span)),
    [first, second].map((slot, at) => [slot, valueFor(slot, said[at]!.token, filling.language)] as const),
  )
}
