import { wordsOf } from '../../../toolkit/meaning/words.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Filling } from './filling.js'
import { isOpen, take } from './filling.js'
import type { Slot } from './slots.js'
import type { Token } from './tokens.js'

/** Values out of a fixed set: one of them, or a word that means the same, is said. */
export function fillByChoice(filling: Filling): void {
  for (const slot of filling.slots) {
    if (!isOpen(filling, slot)) continue
    const options = slot.choices.length > 0 ? slot.choices : (slot.schema.examples ?? []).filter(isShortText)
    const found = findChoice(filling, { slot, options })
    if (found) take(filling, { slot, ...found })
  }
}

/** The one of some values that a sentence speaks of. */
export function findChoice(
  filling: Filling,
  { slot, options }: { slot: Slot; options: JsonValue[] },
): { value: JsonValue; tokens: Token[] } | undefined {
  for (const exact of [true, false]) {
    for (const option of options) {
      const wanted = wordsOf(String(option))
      const tokens = wanted.length === 0 ? undefined : sequence(filling, { wanted, exact })
      if (tokens) return { value: slot.schema.type === 'array' ? [option] : option, tokens }
    }
  }
  return undefined
}

function sequence(
  filling: Filling,
  { wanted, exact }: { wanted: string[]; exact: boolean },
): Token[] | undefined {
  const { tokens } = filling
  for (let at = 0; at + wanted.length <= tokens.length; at++) {
    const said = tokens.slice(at, at + wanted.length)
    if (said.every((token, index) => !token.used && means(token, { word: wanted[index]!, exact, filling })))
      return said
  }
  return undefined
}

function means(
  token: Token,
  { word, exact, filling }: { word: string; exact: boolean; filling: Filling },
): boolean {
  if (token.lower === word) return true
  if (exact || token.kind !== 'word') return false
  const { lexicon, pack } = filling
  const stem = lexicon.language.stem(word)
  if (word.length > 3 && lexicon.language.stem(token.lower) === stem) return true
  return pack.valueSynonyms.some((group) => group.includes(word) && group.includes(token.lower))
}

function isShortText(value: JsonValue): boolean {
  return typeof value === 'string' && /^[\p{L}_-]{3,20}$/u.test(value) && value === value.toLowerCase()
}
