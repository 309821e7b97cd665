import type { Language } from '../../../languages/language.js'
import type { Assignment, Filling, Span } from './filling.js'
import { isOpen, keyOf } from './filling.js'
import { holdsCurrency, isLower } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

/** Assigns the currency after an amount to a parameter named `coin`, `asset` or `token`: "0.5 ETH" gives `ETH`. */
export function* coins(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, language } = filling
  const said = tokens.filter((token, at) => currencyOf(token, language) && tokens[at - 1]?.kind === 'number')
  const open = slots.filter(
    ({ words, thing }) => !thing && (/^(coin|asset)$/.test(words.at(-1)!) || words.join() === 'token'),
  )
  for (const [at, slot] of open.entries())
    if (said[at]) yield { slot, value: currencyOf(said[at], language), tokens: [said[at]] }
}

/**
 * Assigns currencies to parameters. In "20 euros", the currency goes to a parameter in the same object as the parameter
 * that has the value 20. In "pounds to euros", the first currency goes to a parameter such as `from`, the second to a
 * parameter such as `to`.
 */
export function* currencies(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, language } = filling
  const said = tokens.filter((token) => !token.used && (currencyOf(token, language)?.length ?? 0) === 3)
  const open = slots
    .filter((slot) => isOpen(filling, slot) && accepts(slot.schema, 'string') && takesCurrency(slot))
    .sort((a, b) => Number(isLower(b)) - Number(isLower(a)))
  const inSequence = new Set(open.map(parentOf)).size === 1
  for (const [at, token] of said.entries()) {
    const slot = open.find((one) => isBesideAmount(filling, { slot: one, token })) ?? (inSequence && open[at])
    if (slot) yield { slot, value: currencyOf(token, language), tokens: [token] }
  }
}

const parentOf = ({ route }: Slot) => route.slice(0, -1).join('/')

/** Whether the amount before a currency is the value of a parameter that is in the same object as `slot`. */
function isBesideAmount(
  { tokens, slots, values }: Filling,
  { slot, token }: { slot: Slot; token: Token },
): boolean {
  const amount = tokens[tokens.indexOf(token) - 1]?.number
  const isAmount = (other: Slot) => parentOf(other) === parentOf(slot) && values.get(keyOf(other)) === amount
  return slot.route.length > 1 && amount !== undefined && slots.some(isAmount)
}

/** The currency code of a word: "euros" gives `EUR`, `ETH` gives `ETH`; undefined if the word is no currency. */
export function currencyOf(
  { kind, lower, text }: Token,
  { currencies: known }: Language,
): string | undefined {
  return known[lower] ?? (kind === 'word' && /^[A-Z]{3,5}$/.test(text) ? text : undefined)
}

/** Whether a parameter takes a currency: its name says so, or one of its examples is a currency code. */
function takesCurrency(slot: Slot): boolean {
  return (
    holdsCurrency(slot) ||
    (slot.schema.examples ?? []).some((one) =>
      /^(USD|EUR|GBP|CHF|JPY|CAD|AUD|SGD|INR|CNY|SEK|NOK|DKK|PLN)$/.test(String(one)),
    )
  )
}

/** Whether a value is a number before a currency: "0.5 ETH", "20 euros". */
export function isAmount({ token, last }: Span, { tokens, language }: Filling): boolean {
  const unit = token.pause ? undefined : tokens[last + 1]
  return token.kind === 'number' && unit !== undefined && currencyOf(unit, language) !== undefined
}
