import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import type { CoerceContext } from './coerce.js'
import type { Slot } from './slots.js'
import type { Token } from './tokens.js'

/** Values by route, joined with '/'. */
export type Values = Map<string, JsonValue>

/** What filling works with. Tokens that were taken are marked as used. */
export interface Filling extends CoerceContext {
  tokens: Token[]
  slots: Slot[]
  values: Values
  lexicon: Lexicon
  /** Stems of what the tool is about. */
  topic: ReadonlySet<string>
  /** Whether the tool creates or changes something, so that loose names are values. */
  writes: boolean
}

/** The key of a slot in {@link Values}. */
export function keyOf(slot: Slot): string {
  return slot.route.join('/')
}

/** Gives a slot its value, unless it has one, and marks the tokens. */
export function take(
  filling: Filling,
  { slot, value, tokens }: { slot: Slot; value: JsonValue; tokens: Token[] },
): void {
  if (filling.values.has(keyOf(slot))) return
  filling.values.set(keyOf(slot), value)
  for (const token of tokens) token.used = true
}

/** Whether a slot has no value yet. */
export function isOpen(filling: Filling, slot: Slot): boolean {
  return !filling.values.has(keyOf(slot))
}

/** Whether a word that nobody announced may be a name: written like one, and none of the tool's own words. */
export function isLooseName(filling: Filling, token: Token): boolean {
  if (token.used || token.kind !== 'word' || !token.name) return false
  return (
    !filling.topic.has(token.stem) &&
    !filling.lexicon.isActionWord(token.lower) &&
    !filling.lexicon.isStopWord(token.lower)
  )
}
