import { cutWords } from '../../../languages/cut-words.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Filling } from './filling.js'
import { isOpen, keyOf, take } from './filling.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

/** Values out of a fixed set: one of them, or a word that means the same, is said. */
export function fillByChoice(filling: Filling): void {
  for (const slot of filling.slots) {
    if (!isOpen(filling, slot) || accepts(slot.schema, 'boolean')) continue
    const listed = slot.choices.length > 0
    const options = listed ? slot.choices : (slot.schema.examples ?? []).filter(isShortText)
    const found = findChoice(filling, { slot, options })
    if (
      found &&
      (listed || found.tokens.some(({ stems }) => !stems.every((stem) => filling.topic.has(stem))))
    )
      take(filling, { slot, ...found })
  }
}

/** The one of some values that a sentence speaks of. */
export function findChoice(
  filling: Filling,
  { slot, options }: { slot: Slot; options: JsonValue[] },
): { value: JsonValue; tokens: Token[] } | undefined {
  for (const exact of [true, false]) {
    for (const option of options) {
      const wanted = cutWords(String(option))
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
  const { lexicon, language } = filling
  if (exact || token.kind !== 'word' || lexicon.language.prepositions.has(token.lower)) return false
  const stem = lexicon.language.stem(word)
  if (word.length > 3 && lexicon.language.stem(token.lower) === stem) return true
  return language.valueSynonyms.some((group) => group.includes(word) && group.includes(token.lower))
}

function isShortText(value: JsonValue): boolean {
  return typeof value === 'string' && /^[\p{L}_-]{3,20}$/u.test(value)
}

/** "pounds to euros": currencies by their everyday names, in the sequence in which they are wanted. */
export function fillCurrencies(filling: Filling): void {
  const { tokens, language } = filling
  const isCurrency = (token: Token) => !token.used && (language.currencies[token.lower] ?? isoOf(token))
  const slots = filling.slots.filter(
    (slot) => isOpen(filling, slot) && accepts(slot.schema, 'string') && takesCurrency(slot),
  )
  const said = tokens.filter(isCurrency)
  if (said.length === 0 || slots.length === 0) return
  for (const [at, token] of said.entries()) {
    const slot = slots[at]
    if (!slot || filling.values.has(keyOf(slot))) return
    take(filling, { slot, value: language.currencies[token.lower] ?? token.text, tokens: [token] })
  }
}

const isoOf = (token: Token) =>
  token.kind === 'word' && /^[A-Z]{3}$/.test(token.text) ? token.text : undefined

/** A parameter is a currency's by its name, or where the collection shows one for it. */
function takesCurrency({ words, schema }: Slot): boolean {
  return (
    words.includes('currency') ||
    (schema.examples ?? []).some((one) =>
      /^(USD|EUR|GBP|CHF|JPY|CAD|AUD|SGD|INR|CNY|SEK|NOK|DKK|PLN)$/.test(String(one)),
    )
  )
}
