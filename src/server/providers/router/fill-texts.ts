import { trimEndOf } from '../../../text/trim.js'
import { coerce } from './coerce.js'
import type { Filling } from './filling.js'
import {
  isCommon,
  isLooseName,
  isNameLike,
  isOpen,
  isOwnName,
  isTextLike,
  joined,
  take,
  wholeName,
} from './filling.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

/** Text that is announced and has no form of its own: "with the note first rollout", "saying we are closed", "last name Byrne". */
export function fillTexts(filling: Filling): void {
  if (!filling.writes) return
  fillSaid(filling)
  const slots = filling.slots.filter(
    (slot) =>
      !slot.thing && !slot.schema.format && slot.choices.length === 0 && accepts(slot.schema, 'string'),
  )
  for (const slot of slots.sort((a, b) => b.words.length - a.words.length))
    for (const cue of cuesOf(filling, slot)) if (isOpen(filling, slot)) fillBehind(filling, { slot, cue })
  fillCalled(filling)
}

const subjectNames = /^(address|location|place|city|q|query|search|input|keyword|term|text|question)$/

/** The one thing a reader is asked about, from its first value to the end: "the coordinates of 221B Baker Street, London". */
export function fillSubject(filling: Filling): void {
  if (filling.writes || filling.values.size > 0) return
  const slots = filling.slots.filter(
    ({ words, schema, thing, choices }) =>
      !thing &&
      choices.length === 0 &&
      accepts(schema, 'string') &&
      words.some((word) => subjectNames.test(word)),
  )
  const first = filling.tokens.findIndex(
    (token) =>
      !token.used &&
      !token.inWords &&
      (token.kind === 'quoted' || token.kind === 'code' || isLooseName(filling, token)),
  )
  const slot = slots.find(({ required }) => required) ?? slots[0]
  if (first < 0 || !slot) return
  takeText(filling, { slot, tokens: filling.tokens.slice(first, subjectEnd(filling, first)) })
}

/** Where an address or a name ends: with the sentence, or at a pause behind which it goes on with a word that is no name. */
function subjectEnd({ tokens, text }: Filling, first: number): number {
  const at = tokens.findIndex(
    (token, index) =>
      index >= first &&
      token.pause &&
      (/^[.!?]/.test(text.slice(token.end)) ||
        (tokens[index + 1]?.kind === 'word' && !tokens[index + 1]!.name)),
  )
  return at < 0 ? tokens.length : at + 1
}

function cuesOf({ lexicon }: Filling, slot: Slot): string[][] {
  const last = isNameLike(slot) || isTextLike(slot) ? [slot.words.slice(-1)] : []
  return [slot.words, ...(slot.words.length > 1 ? last : [])].map((words) => lexicon.stems(words))
}

/** What is said behind "saying" is a text, to the end of the utterance. */
function fillSaid(filling: Filling): void {
  const { tokens, language } = filling
  const at = tokens.findIndex(({ lower, kind }) => kind === 'word' && language.saying.has(lower))
  const rest = tokens.slice(at + 1)
  const slot = filling.slots.find((one) => isTextLike(one) && isOpen(filling, one))
  if (at < 1 || tokens[at]!.lower === 'that' || rest.length === 0 || !slot || rest[0]!.kind === 'quoted')
    return
  takeText(filling, { slot, tokens: rest })
}

function fillBehind(filling: Filling, { slot, cue }: { slot: Slot; cue: string[] }): void {
  const { tokens } = filling
  for (let at = 0; cue.length > 0 && at + cue.length <= tokens.length; at++) {
    const isCue = cue.every((stem, index) => {
      const token = tokens[at + index]!
      return (
        !token.used &&
        token.kind === 'word' &&
        !(index < cue.length - 1 && token.pause) &&
        token.stems.includes(stem)
      )
    })
    const start = isCue ? textStart(filling, { slot, from: at + cue.length }) : undefined
    if (start === undefined) continue
    const end = textEnd(filling, { slot, start })
    if (end > start && takeText(filling, { slot, tokens: tokens.slice(start, end) })) {
      for (const token of tokens.slice(at, start)) token.used = true
      return
    }
  }
}

/** Where a text begins behind its announcement; undefined where the utterance goes on with something else. */
function textStart(filling: Filling, { slot, from }: { slot: Slot; from: number }): number | undefined {
  const { tokens, language, lexicon } = filling
  let start = from
  while (tokens[start] && !tokens[start - 1]!.pause && language.assigning.has(tokens[start]!.lower)) start++
  const token = tokens[start]
  if (!token || token.used || tokens[start - 1]!.pause || token.kind === 'quoted') return undefined
  const isAssigned = start > from
  const stops = language.linking.has(token.lower) || lexicon.language.joints.has(token.lower)
  if (token.kind !== 'word') return isTextLike(slot) && !token.pause ? start : undefined
  if (stops && !isTextLike(slot)) return undefined
  if (!isTextLike(slot) && !isNameLike(slot) && !token.name && !isAssigned) return undefined
  if (token.name || isAssigned || isTextLike(slot))
    return lexicon.language.prepositions.has(token.lower) ? undefined : start
  return isCommon(filling, token) ? undefined : start
}

/** The end of a text: the pause behind it, or words that announce the next value. A name in capitals ends with them. */
function textEnd(filling: Filling, { slot, start }: { slot: Slot; start: number }): number {
  const { tokens, lexicon, language } = filling
  const isText = isTextLike(slot)
  if (!isText && !isNameLike(slot) && !tokens[start]!.name) return start + 1
  if (!isText && tokens[start]!.name && !language.capitalNouns) return start + wholeName(tokens, start).length
  let end = start
  while (end < tokens.length && !tokens[end]!.used) {
    const { lower } = tokens[end]!
    const joins = lexicon.language.joints.has(lower) || lexicon.language.prepositions.has(lower)
    if (end > start && joins && (!isText || announces(filling, { at: end + 1, slot }))) break
    if (end > start && !isText && language.linking.has(lower)) break
    end++
    if (tokens[end - 1]!.pause) break
  }
  return end
}

/** Whether another parameter is named right here: "and the title", "with description". */
function announces({ tokens, slots, lexicon }: Filling, { at, slot }: { at: number; slot: Slot }): boolean {
  const next = tokens.slice(at, at + 3).filter(({ lower }) => !lexicon.isStopWord(lower))[0]
  return (
    next !== undefined &&
    (lexicon.isActionWord(next.lower) ||
      slots.some(
        (other) => other !== slot && next.stems.some((stem) => lexicon.stems(other.words).includes(stem)),
      ))
  )
}

function takeText(filling: Filling, { slot, tokens }: { slot: Slot; tokens: Token[] }): boolean {
  const text = trimEndOf(filling.text.slice(tokens[0]!.start, tokens.at(-1)!.end), ' .,;!?')
  const token = { ...joined(tokens, filling.text), kind: 'word' as const, text, lower: text.toLowerCase() }
  const value = coerce(token, { schema: slot.schema, context: filling })
  if (value == null) return false
  take(filling, { slot, value, tokens })
  return true
}

/** "called coffee break": a name that is not written like one, up to the next word that leads elsewhere. */
function fillCalled(filling: Filling): void {
  const { tokens, lexicon, language } = filling
  const renames = tokens.some(({ lower }) => language.namingVerbs.has(lower))
  const at = tokens.findIndex(
    ({ lower, kind }, index) =>
      kind === 'word' &&
      (lexicon.language.naming.has(lower) ||
        (renames && index > 1 && language.renaming.has(lower)) ||
        (index > 0 && language.pronouns.has(lower) && language.namingVerbs.has(tokens[index - 1]!.lower))),
  )
  const slot = filling.slots.find((one) => isNameLike(one) && isOpen(filling, one))
  const start = at + 1
  if (at < 0 || !slot || !tokens[start] || tokens[at]!.pause || tokens[start]!.used) return
  if (tokens[start]!.kind === 'quoted' || isCommon(filling, tokens[start]!)) return
  const end = textEnd(filling, { slot, start })
  if (end > start) takeText(filling, { slot, tokens: tokens.slice(start, end) })
}

/** The one value that is left, for the one text that a change still takes: "mark shipment 6 as DELIVERED". */
export function fillLastChange(filling: Filling): void {
  if (!filling.writes) return
  const open = filling.slots.filter(
    (slot) => slot.route[0] === 'body' && !slot.thing && isOpen(filling, slot),
  )
  const [slot, ...others] = open
  if (
    !slot ||
    others.length > 0 ||
    slot.choices.length > 0 ||
    slot.schema.format ||
    !accepts(slot.schema, 'string')
  )
    return
  const left = filling.tokens.filter(
    (token) => !token.used && isCapitals(token) && !isOwnName(filling, token),
  )
  const [token, ...more] = left
  if (token && more.length === 0) take(filling, { slot, value: token.text, tokens: [token] })
}

const isCapitals = ({ kind, text }: Token) =>
  kind === 'quoted' || ((kind === 'word' || kind === 'code') && /^\p{Lu}[\p{Lu}\d_-]+$/u.test(text))
