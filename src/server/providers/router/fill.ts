import type { Language, Meaning } from '../../../languages/language.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import {
  assign,
  assignAll,
  type Filling,
  fillingOf,
  isAnnouncedWord,
  isLooseName,
  isOpen,
  tokensOf,
  wholeName,
} from './filling.js'
import { lastValues, leftovers, unplacedIn } from './leftovers.js'
import { lookupFor } from './lookup.js'
import {
  choices,
  codesWithGaps,
  coins,
  findChoice,
  paging,
  pairs,
  switches,
  weighed,
  wholeDays,
} from './readers.js'
import { accepts, holdsId, type Slot, usualValue, type Values } from './slots.js'
import { recordNames, texts } from './texts.js'
import { isArticle, type Token, valueToken } from './token.js'
import type { Reading } from './tokens.js'
import { valueFor } from './values.js'

/** The tool that the user wants to use, with the arguments that are known so far. */
export interface Goal {
  tool: ModelTool
  values: Values
  /** The name of a record whose id must be looked up before the tool is called. */
  named?: string
  /** How often the agent has asked the same question without a useful answer. */
  attempts: number
  /** Values that the user said and that no slot has taken. */
  unplaced: string[]
}

/** A goal with a tool and no values yet. */
export const goalFor = (tool: ModelTool, values: Values = new Map()): Goal => ({
  ...{ tool, values, attempts: 0, unplaced: [] },
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

/** The readers of values, the surest first. Each one uses only the words that those before it have left. */
const readers = [
  ...[paging, switches, choices, codesWithGaps, texts, recordNames],
  ...[coins, pairs, wholeDays, weighed, ...leftovers],
]

/**
 * The goal with the values that a sentence adds to it. An answer that names no slot is the value of `asked`, the slot
 * for which the agent has just asked.
 */
export function fillFromText(goal: Goal, reading: Reading, asked?: Slot): Goal {
  const filling = fillingOf(goal.tool, goal.values, reading)
  if (asked) fillAnswer(filling, asked)
  assignAll(filling, readers)
  const wanted = filling.slots.find((slot) => slot.thing && slot.required && isOpen(filling, slot))
  const bare = wanted && wanted.key === asked?.key ? bareWord(filling) : undefined
  const named = wanted && (leftOverName(filling) ?? bare)
  const isName = bare !== undefined || (wanted !== undefined && !holdsId(wanted))
  if (wanted && named !== undefined && isName && !lookupFor(named, wanted, reading)) {
    const value = valueFor(wanted, valueToken(named), filling.language)
    assign(filling, { slot: wanted, value, tokens: [] })
  }
  const { named: _, ...rest } = goal
  // A value that the goal has already is only said again.
  const known = new Set([named, ...[...goal.values.values()].map(String)])
  const unplaced = [...new Set([...goal.unplaced, ...unplacedIn(filling)])].filter((text) => !known.has(text))
  return { ...rest, values: filling.values, unplaced, ...(named !== undefined && { named }) }
}

/** Fills the slots that the user's answer names ("quantity 5"), else the slot for which the agent has asked. */
function fillAnswer(filling: Filling, asked: Slot): void {
  const before = filling.values.size
  const slots = asked.required ? [asked] : filling.slots
  if (filling.tokens.length > 1) {
    const part = { ...filling, slots }
    assignAll(part, [choices, ...(filling.tokens.length > 2 ? [pairs, weighed, ...lastValues] : [weighed])])
  } else if (!asked.required) assignAll(filling, [choices])
  if (filling.values.size === before) takeAnswer(filling, asked)
}

/** Puts the user's answer into the slot for which the agent has asked: a choice, a number, or the whole text. */
function takeAnswer(filling: Filling, slot: Slot): void {
  const { tokens, text, language, used } = filling
  if (slot.choices.length > 0) {
    const chosen = findChoice(filling, slot, slot.choices)
    if (chosen) assign(filling, { slot, ...chosen })
    return
  }
  const read = (token: Token) => valueFor(slot, token, language)
  const isLoose = (token: Token) =>
    (isArticle(token) && tokens.length > 1) || (holdsId(slot) && ['date', 'time'].includes(token.kind))
  const standing = tokens.find(
    (token) => token.kind !== 'word' && !isLoose(token) && !used.has(token) && read(token) !== undefined,
  )
  if (accepts(slot.schema, 'string') && means(text, { meaning: 'yes', language })) return
  const isPlain = accepts(slot.schema, 'string') && slot.schema.format === undefined && !slot.thing
  if (standing && !(isPlain && tokens.length > 3)) {
    assign(filling, { slot, value: read(standing), tokens: [standing] })
    return
  }
  const whole = wholeAnswer(filling, slot)
  const isFiller = whole === '' || language.fillers.has(whole.toLowerCase())
  if (isFiller || (slot.thing && !/^[\p{Lu}\d_-]+$/u.test(whole))) return
  assign(filling, { slot, value: read(valueToken(whole, 'word')), tokens })
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
function wholeAnswer({ text, language }: Filling, slot?: Slot): string {
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
  return answer.replace(/^["'“]|["'”]$/g, '')
}

/** The first name in a sentence that no slot has taken: "Rex" in "delete Rex". The id of the record may be looked up. */
function leftOverName(filling: Filling): string | undefined {
  const { tokens, used } = filling
  const at = tokens.findIndex(
    (token, index) =>
      (token.kind === 'quoted' && !used.has(token)) ||
      isLooseName(filling, token) ||
      isAnnouncedWord(filling, index),
  )
  if (at < 0) return undefined
  const last = tokens[at]!.kind === 'quoted' ? at : at + wholeName(filling, at).length - 1
  return tokensOf(filling, { first: at, last, token: tokens[at]! })
    .map(({ text }) => text)
    .join(' ')
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
    const value = values.get(slot.key) ?? (slot.required ? usualValue(slot, reads) : undefined)
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
