import type { Filling } from './filling.js'
import { isOpen, isOwnName, take } from './filling.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

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
