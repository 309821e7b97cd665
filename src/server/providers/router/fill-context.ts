import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { coerce } from './coerce.js'
import type { Conversation } from './conversation.js'
import type { Filling } from './fill.js'
import { isOpen, take } from './fill.js'
import { idOf, labelOf } from './labels.js'
import { isObject, itemsOf, thingOf } from './results.js'
import type { Slot } from './slots.js'
import type { Token } from './tokens.js'

/** Ids known from earlier: "the second one", "delete it", "what about Rex?". */
export function fillFromContext(filling: Filling, conversation: Conversation): void {
  for (const slot of filling.slots) {
    if (!slot.thing || !slot.required || !isOpen(filling, slot)) continue
    const found =
      byName(filling, { slot, conversation }) ??
      byPlace(filling, { slot, conversation }) ??
      byPointing(filling, { slot, conversation })
    if (found === undefined) continue
    const token: Token = { ...asToken(found.id), used: false }
    const value = coerce(token, slot.schema, filling)
    if (value !== undefined) take(filling, { slot, value, tokens: found.tokens })
  }
}

interface Found {
  id: string | number
  tokens: Token[]
}

interface Looking {
  slot: Slot
  conversation: Conversation
}

/** A thing of an earlier list that is called by its name. */
function byName(filling: Filling, { slot, conversation }: Looking): Found | undefined {
  for (const thing of thingsOf(conversation)) {
    const label = labelOf(thing)?.toLowerCase()
    const id = idOf(thing, slot.thing)
    if (!label || id === undefined) continue
    const tokens = saidWords(filling, label)
    if (tokens) return { id, tokens }
  }
  return undefined
}

function saidWords(filling: Filling, label: string): Token[] | undefined {
  const wanted = label.split(/\s+/)
  const { tokens } = filling
  for (let at = 0; at + wanted.length <= tokens.length; at++) {
    const said = tokens.slice(at, at + wanted.length)
    const same = said.every(
      (token, index) =>
        !token.used && token.lower === wanted[index] && !filling.lexicon.isStopWord(token.lower),
    )
    if (same) return said
  }
  return undefined
}

/** "the second one" of the last list. */
function byPlace(filling: Filling, { slot, conversation }: Looking): Found | undefined {
  const token = filling.tokens.find((word) => !word.used && filling.pack.ordinals[word.lower] !== undefined)
  const items = conversation.results
    .map((result) => itemsOf(result.content)?.items)
    .find((list) => list !== undefined)
  if (!token || !items) return undefined
  const place = filling.pack.ordinals[token.lower]!
  const item = items.at(place > 0 ? place - 1 : place)
  const id = isObject(item) ? idOf(item, slot.thing) : scalar(item)
  return id === undefined ? undefined : { id, tokens: [token] }
}

/** "it": the thing spoken of last, from the last input or the last single answer. */
function byPointing(filling: Filling, { slot, conversation }: Looking): Found | undefined {
  const token = filling.tokens.find((word) => !word.used && filling.pack.pointing.has(word.lower))
  if (!token) return undefined
  const id = fromLastInput(filling, { slot, conversation }) ?? fromLastThing(slot, conversation)
  return id === undefined ? undefined : { id, tokens: [token] }
}

function fromLastInput(filling: Filling, { slot, conversation }: Looking): string | number | undefined {
  const input = conversation.last?.input ?? {}
  const same = Object.entries(input).find(([name]) => name === slot.name && slot.name.toLowerCase() !== 'id')
  return same
    ? scalar(same[1])
    : slot.words.length === 1 && filling.slots.length === 1
      ? scalar(input[slot.name])
      : undefined
}

function fromLastThing(slot: Slot, conversation: Conversation): string | number | undefined {
  const [result] = conversation.results
  if (!result || result.isError) return undefined
  const list = itemsOf(result.content)
  const thing = list ? (list.items.length === 1 ? list.items[0] : undefined) : thingOf(result.content)
  return isObject(thing) ? idOf(thing, slot.thing) : undefined
}

/** All things of earlier answers, the latest first. */
export function thingsOf(conversation: Conversation): JsonObject[] {
  return conversation.results.flatMap((result) => {
    if (result.isError) return []
    const list = itemsOf(result.content)?.items ?? [thingOf(result.content) ?? null]
    return list.filter(isObject)
  })
}

function scalar(value: JsonValue | undefined): string | number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function asToken(id: string | number): Token {
  const text = String(id)
  const base = { text, lower: text.toLowerCase(), stem: '', pause: true, name: true, used: false }
  return /^\d+$/.test(text) ? { ...base, kind: 'number', number: Number(text) } : { ...base, kind: 'code' }
}
