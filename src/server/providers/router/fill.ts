import type { Language, Meaning } from '../../../languages/language.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import { asSaid } from './as-said.js'
import { assign } from './assign.js'
import type { Catalog } from './catalog.js'
import { told } from './evidence.js'
import { assignOne, type Filling, fillingOf, isOpen, isStrange, spansOf, take, tokensOf } from './filling.js'
import { choices, choicesSaid, fixedProposals } from './fixed.js'
import { accepts, isFor } from './kinds.js'
import { loneProposals } from './lone.js'
import { lookupFor } from './lookup.js'
import type { Owners } from './owners.js'
import { proposalsFor } from './proposals.js'
import { type Slot, usualValue, type Values } from './slots.js'
import { recordNames, texts } from './texts.js'
import { isArticle, type Token, valueToken } from './token.js'
import type { Reading } from './tokens.js'
import { valueFor } from './values.js'

/** The tool that the user wants to use, with the arguments that are known so far. */
export interface Goal {
  tool: ModelTool
  values: Values
  /** The names of records whose ids must be looked up before the tool is called, by the key of the slot for the id. */
  named: ReadonlyMap<string, string>
  /** The slots and names for which no record was found. @default none */
  misses?: readonly string[]
  /** Whose records those in question are, while the name of an owner is looked up. */
  owners?: Owners | undefined
  /** How often the agent has asked the same question without a useful answer. */
  attempts: number
  /** Values that the user said and that no slot has taken. */
  unplaced: string[]
  /** Whether the conversation, and not only the sentence, gives the goal its values. */
  isCarried?: boolean
}

/** A goal with a tool and no values yet. */
export const goalFor = (tool: ModelTool, values: Values = new Map()): Goal => ({
  ...{ tool, values, named: new Map(), attempts: 0, unplaced: [] },
})

/** Whether a sentence as a whole has the given meaning, such as `yes` or `cancel`. */
export function means(
  text: string,
  { meaning, language }: { meaning: Meaning; language: Language },
): boolean {
  const bare = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return language.meanings[meaning].some((form) => form.test(bare))
}

/**
 * The goal with the values that a sentence adds to it. An answer that names no slot is the value of `asked`, the slot
 * for which the agent has just asked.
 */
export function fillFromText(goal: Goal, reading: Reading, asked?: Slot): Goal {
  const filling = fillingOf(goal.tool, goal.values, reading)
  if (asked) fillAnswer(filling, asked)
  take(filling, assign(fixedProposals(filling)))
  for (const find of [texts, recordNames]) for (const text of find(filling)) assignOne(filling, text)
  takeValues(filling)
  repeatValues(filling)
  const named = new Map([...otherIdsIn(filling, reading), ...namesIn(filling, reading, asked)])
  // A value that the goal has already is only said again.
  const known = new Set([...named.values(), ...[...goal.values.values()].map(String)])
  const unplaced = [...new Set([...goal.unplaced, ...unplacedIn(filling)])].filter((text) => !known.has(text))
  return { ...goal, values: filling.values, unplaced, named: new Map([...goal.named, ...named]) }
}

/** Gives a slot such as `password_confirmation` the value of the slot that it confirms. */
function repeatValues(filling: Filling): void {
  for (const slot of filling.slots.filter((one) => isOpen(filling, one))) {
    const words = slot.words.filter((word) => !/^(confirm|confirmation|repeat)$/.test(word))
    const own = filling.slots.find((one) => one !== slot && one.words.join() === words.join())
    const value = words.length < slot.words.length ? filling.values.get(own?.key ?? '') : undefined
    if (value !== undefined) filling.values.set(slot.key, value)
  }
}

/**
 * The codes that stand for ids although the ids of the collection are numbers: "parcel TRK1002" and "students in 7B". They
 * are looked up as names, if there is a list of such records.
 */
function otherIdsIn(filling: Filling, reading: Reading): Map<string, string> {
  const isNumber = (value: JsonValue | undefined) => /^\d+$/.test(String(value))
  const others = filling.slots.filter((slot) => {
    const { thing, inPath, key, schema } = slot
    const shown = [...(schema.examples ?? []), schema.default ?? []].flat()
    const value = filling.values.get(key)
    const isOther = shown.length > 0 && shown.every(isNumber) && typeof value === 'string' && !isNumber(value)
    return thing && inPath && isOther && lookupFor(value, slot, reading)
  })
  return new Map(
    others.map(({ key }) => {
      const value = String(filling.values.get(key))
      filling.values.delete(key)
      return [key, value]
    }),
  )
}

/**
 * The names that no slot has taken, for the ids that the tool needs: "Rex" in "delete Rex". A name behind the kind of its
 * record goes to the id of such a record. A name that cannot be looked up is the value itself, if the slot is no id.
 */
function namesIn(filling: Filling, reading: Reading, asked?: Slot): Map<string, string> {
  const { tokens, lexicon } = filling
  const named = new Map<string, string>()
  const wanted = filling.slots.filter((slot) => slot.thing && slot.required && isOpen(filling, slot))
  const said = spansOf(filling)
    .filter(({ token }) => token.kind === 'word' || token.kind === 'quoted')
    .map((span) => ({
      at: span.first,
      text: tokensOf(filling, span)
        .map((one) => one.text)
        .join(' '),
    }))
  const known = new Set(spansOf(filling).flatMap((span) => tokensOf(filling, span)))
  const strange = tokens.flatMap((token, at) =>
    !known.has(token) && mayNameRecord(filling, { at, wanted }) ? [{ at, text: token.text }] : [],
  )
  const isLookedUp = strange.length > 0 && wanted.every((slot) => lookupFor(strange[0]!.text, slot, reading))
  if (said.length === 0 || isLookedUp) said.push(...strange)
  said.sort((one, other) => one.at - other.at)
  const bare = said.length === 0 && wanted[0]?.key === asked?.key ? bareWord(filling) : undefined
  for (const { at, text } of bare === undefined ? said : [{ at: 0, text: bare }]) {
    const isBehind = ({ thing }: Slot) => tokens[at - 1]?.forms.includes(lexicon.stem(thing!.at(-1)!))
    const free = wanted.filter(({ key }) => !named.has(key))
    const slot = free.find(isBehind) ?? free[0]
    const isFound = slot && lookupFor(text, slot, reading)
    if (!slot || (named.size > 0 && !isFound)) continue
    named.set(slot.key, text)
    if (!isFound && (bare !== undefined || !isFor(slot, 'id')))
      assignOne(filling, { slot, value: valueFor(slot, valueToken(text), filling.language), tokens: [] })
  }
  return named
}

/**
 * Whether a strange word may name a record: "printer" in "the printer ticket" and, where something changes, "spinning" in
 * "move spinning to room A" and "book Ann into the spinning".
 */
function mayNameRecord(filling: Filling, { at, wanted }: { at: number; wanted: readonly Slot[] }): boolean {
  const { tokens, lexicon, language } = filling
  const token = tokens[at]!
  if (!isStrange(filling, token)) return false
  const noun = token.pause ? undefined : tokens[at + 1]
  if (wanted.some(({ thing }) => noun?.forms.includes(lexicon.stem(thing!.at(-1)!)))) return true
  const isArticle = language.articles.includes(tokens[at - 1]?.lower ?? '')
  const before = tokens[isArticle ? at - 2 : at - 1]
  if (!filling.writes || !before || before.pause) return false
  return lexicon.isActionWord(before.lower) || lexicon.language.prepositions.has(before.lower)
}

/** Assigns the values of a sentence to slots: those that words or forms announce, then those that only one slot can take. */
function takeValues(filling: Filling, slots: readonly Slot[] = filling.slots): void {
  const open = () => slots.filter((slot) => isOpen(filling, slot))
  const isUncertain = ({ score }: { score: number }) => filling.writes && score < told
  take(filling, assign(proposalsFor(filling, open()), isUncertain))
  while (take(filling, assign(loneProposals(filling, open()))));
}

/** Fills the slots that the user's answer names ("quantity 5"), else the slot for which the agent has asked. */
function fillAnswer(filling: Filling, asked: Slot): void {
  const before = filling.values.size
  const slots = asked.required ? [asked] : filling.slots
  const { length } = filling.tokens
  if (length > 1 || !asked.required)
    take(
      filling,
      assign(
        choices(
          filling,
          slots.filter((slot) => isOpen(filling, slot)),
        ),
      ),
    )
  if (length > 2) takeValues(filling, slots)
  else if (length > 1)
    take(
      filling,
      assign(
        proposalsFor(
          filling,
          slots.filter((slot) => isOpen(filling, slot)),
        ),
      ),
    )
  if (filling.values.size === before) takeAnswer(filling, asked)
}

/** Puts the user's answer into the slot for which the agent has asked: a choice, a number, or the whole text. */
function takeAnswer(filling: Filling, slot: Slot): void {
  const { tokens, text, language, used } = filling
  if (slot.choices.length > 0) {
    const [chosen] = choicesSaid(filling, slot, slot.choices)
    if (chosen) assignOne(filling, { slot, tokens: chosen.tokens, value: chosen.value })
    return
  }
  const read = (token: Token) => valueFor(slot, token, language)
  const isLoose = (token: Token) =>
    (isArticle(token) && tokens.length > 1) || (isFor(slot, 'id') && ['date', 'time'].includes(token.kind))
  const standing = tokens.find(
    (token) => token.kind !== 'word' && !isLoose(token) && !used.has(token) && read(token) !== undefined,
  )
  if (accepts(slot.schema, 'string') && means(text, { meaning: 'yes', language })) return
  const isPlain = accepts(slot.schema, 'string') && slot.schema.format === undefined && !slot.thing
  if (standing && !(isPlain && tokens.length > 3)) {
    assignOne(filling, { slot, value: read(standing), tokens: [standing] })
    return
  }
  const whole = wholeAnswer(filling, slot)
  const isFiller = whole === '' || language.fillers.has(whole.toLowerCase())
  if (isFiller || (slot.thing && !/^[\p{Lu}\d_-]+$/u.test(whole))) return
  assignOne(filling, { slot, value: read(valueToken(whole, 'word')), tokens })
}

/** The user's answer, if it is a single word: the name of a record, or its id. */
function bareWord(filling: Filling): string | undefined {
  const whole = wholeAnswer(filling)
  const lower = whole.toLowerCase()
  const isWord = /^[\p{L}\p{N}._:-]+$/u.test(whole) && !filling.language.fillers.has(lower)
  return isWord && !filling.lexicon.isStopWord(lower) && !filling.lexicon.isActionWord(lower)
    ? whole
    : undefined
}

/** The user's answer without the words around the value and the name of the slot: "it should be Rex" gives "Rex". */
function wholeAnswer({ text, reading, language }: Filling, slot?: Slot): string {
  const frames = [...language.answerFrames, ...(slot ? [slot.words.join(' ')] : [])]
  let answer = trimEndOf(text.trim(), '.!?')
  for (let before = ''; before !== answer; ) {
    before = answer
    for (const frame of frames) {
      const lower = answer.toLowerCase()
      if (lower.startsWith(`${frame} `)) answer = answer.slice(frame.length).trim()
      if (lower.endsWith(` ${frame}`)) answer = trimEndOf(answer.slice(0, -frame.length), ', \t\n')
    }
  }
  const start = text.indexOf(answer)
  return asSaid(reading, start, start + answer.length).replace(/^["'“]|["'”]$/g, '')
}

/**
 * The slots that still need a value: the required ones without a value. If there are none, but a write would send an
 * empty body, the first slot of the body needs a value.
 */
export function missingSlots({ tool, values }: Goal, catalog: Catalog): Slot[] {
  const slots = catalog.slots(tool)
  const open = slots.filter((slot) => !values.has(slot.key))
  const { reads, actions } = catalog.facts(tool)
  const required = open.filter((slot) => slot.required && usualValue(slot, reads) === undefined)
  if (required.length > 0) return required
  const [action] = actions
  const isRecord = ({ words, required: isNeeded }: Slot) =>
    action === 'update' && isNeeded && words.at(-1) === 'id'
  const body = slots.filter(
    (slot) => slot.route[0] === 'body' && slot.schema.default === undefined && !isRecord(slot),
  )
  const writes = action === 'create' || action === 'update'
  const saysNothing = writes && body.length > 0 && body.every((slot) => !values.has(slot.key))
  return saysNothing ? open.filter((slot) => slot.route[0] === 'body' && !slot.thing).slice(0, 1) : []
}

/** The arguments of the tool call, made from the values of a goal. */
export function inputOf({ tool, values }: Goal, catalog: Catalog): JsonObject {
  const { required = [], properties = {} } = tool.parameters
  const input: JsonObject = {}
  const { reads } = catalog.facts(tool)
  for (const slot of catalog.slots(tool)) {
    const usual = slot.required ? usualValue(slot, reads) : undefined
    const value = values.has(slot.key) ? values.get(slot.key) : usual
    if (value !== undefined) place(input, slot.route, value)
  }
  for (const name of required) if (properties[name]?.type === 'object') input[name] ??= {}
  return input
}

function place(input: JsonObject, route: string[], value: JsonValue): void {
  let at: JsonObject | JsonValue[] = input
  for (const [depth, step] of route.entries()) {
    const key = step === '*' ? 0 : step
    const held = at as Record<string | number, JsonValue>
    if (depth === route.length - 1) held[key] = value
    else {
      const known = held[key]
      const next = typeof known === 'object' && known !== null ? known : route[depth + 1] === '*' ? [] : {}
      held[key] = next
      at = next
    }
  }
}

/** The value at a route in the arguments of a call. */
export function valueAt(input: JsonObject, route: string[]): JsonValue | undefined {
  let at: JsonValue | undefined = input
  for (const step of route)
    at =
      typeof at === 'object' && at !== null
        ? (at as Record<string | number, JsonValue>)[step === '*' ? 0 : step]
        : undefined
  return at
}

/** The values in the arguments of an earlier call. A sentence such as "and number 5?" then changes one of them. */
export function valuesOf(input: JsonObject, slots: Slot[]): Values {
  return new Map(
    slots.flatMap((slot) => {
      const value = valueAt(input, slot.route)
      return value === undefined ? [] : [[slot.key, value]]
    }),
  )
}

/**
 * What the user said and no slot has taken: numbers, codes, addresses, dates, quoted texts, names, and unknown words
 * behind a word such as "in". Nothing of it may be dropped in silence.
 */
function unplacedIn(filling: Filling): string[] {
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
