import { coerce } from './coerce.js'
import type { Filling } from './filling.js'
import { isOpen, take } from './filling.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

/** How many words may stand between a parameter's name and its value. */
const reach = 6

/** Values said with the name of their parameter: "invoice 7", "quantity 2", "the name is Milo". */
export function fillByCue(filling: Filling, { ids }: { ids: boolean }): void {
  const slots = filling.slots.filter((slot) => (slot.thing !== undefined) === ids)
  for (const slot of slots.sort((a, b) => b.words.length - a.words.length)) {
    for (const cue of cuesOf(slot)) {
      if (!isOpen(filling, slot)) break
      fillAfter(filling, { slot, cue: filling.lexicon.stems(cue) })
    }
  }
}

/** The words that announce a slot, the most telling first. An id is announced by the thing it identifies. */
function cuesOf(slot: Slot): string[][] {
  if (slot.thing === undefined) return [slot.words, ...nameLikeCue(slot)]
  const last = slot.thing.slice(-1)
  return [
    [...slot.thing, slot.words.at(-1)!],
    slot.thing,
    ...(slot.thing.length > 1 ? [last] : []),
    ...(slot.route.length === 1 ? [['id']] : []),
  ]
}

/** `firstName` and `title` are both what people call a name. */
function nameLikeCue(slot: Slot): string[][] {
  return slot.words.length > 1 && slot.words.at(-1) === 'name' ? [['name']] : []
}

function fillAfter(filling: Filling, { slot, cue }: { slot: Slot; cue: string[] }): void {
  const { tokens } = filling
  for (let at = 0; at + cue.length <= tokens.length && isOpen(filling, slot); at++) {
    const said = tokens.slice(at, at + cue.length)
    if (cue.length === 0 || !said.every((token, index) => token.stem === cue[index])) continue
    const found = valueAfter(filling, { slot, start: at + cue.length })
    if (found) take(filling, { slot, ...found })
  }
}

function valueAfter(
  filling: Filling,
  { slot, start }: { slot: Slot; start: number },
): { value: NonNullable<ReturnType<typeof coerce>>; tokens: Token[] } | undefined {
  const { tokens, pack } = filling
  for (let at = start; at < tokens.length && at - start < reach; at++) {
    const token = tokens[at]!
    if (!token.used && standsOut(filling, { slot, at, start })) {
      const taken = slot.thing || token.kind !== 'word' ? [token] : wholeName(tokens, at)
      const text = taken.map((part) => part.text).join(' ')
      const value = coerce(
        { ...token, text, lower: text.toLowerCase() },
        { schema: slot.schema, context: filling },
      )
      if (value !== undefined && value !== null) return { value, tokens: taken }
    }
    const passes = token.used || pack.linking.has(token.lower) || filling.topic.has(token.stem)
    if (!passes) return undefined
  }
  return undefined
}

/** Whether a token looks like a value and not like the next word of the sentence. */
function standsOut(
  filling: Filling,
  { slot, at, start }: { slot: Slot; at: number; start: number },
): boolean {
  const token = filling.tokens[at]!
  if (token.kind !== 'word') return true
  if (slot.thing) return token.name && /^[\p{Lu}\d_-]+$/u.test(token.text)
  if (accepts(slot.schema, 'boolean') && !accepts(slot.schema, 'string')) return true
  if (filling.topic.has(token.stem)) return false
  const assigned = at > start && filling.pack.assigning.has(filling.tokens[at - 1]!.lower)
  return token.name || (assigned && !filling.lexicon.isStopWord(token.lower))
}

/** A name of several words: "New York". */
export function wholeName(tokens: Token[], start: number): Token[] {
  const taken = [tokens[start]!]
  for (let at = start + 1; at < tokens.length && !taken.at(-1)!.pause; at++) {
    const token = tokens[at]!
    if (token.used || token.kind !== 'word' || !token.name) break
    taken.push(token)
  }
  return taken
}
