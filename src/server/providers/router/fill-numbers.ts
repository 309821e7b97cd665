import type { Assignment, Filling, Span } from './filling.js'
import { isNeeded, isOpen, only, spansOf, tokensOf } from './filling.js'
import { isCalled, isLower, isMoment, isUpper, moneyNames, quantityNames } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'

/** Assigns the unused numbers if the tool needs exactly as many: "top it up with fifty", "between 700 and 1100". */
export function* lastNumbers(filling: Filling): Iterable<Assignment> {
  const open = filling.slots.filter((slot) => isOpen(filling, slot) && takesNumber(slot))
  const said = spansOf(filling).filter(({ token }) => token.kind === 'number')
  const place = coordinatesIn(filling, { open, said })
  if (place.length > 0) {
    yield* place
    return
  }
  const needed = open.filter((slot) => isNeeded(filling, slot) && !isMoment(slot))
  const amounts = open.filter((slot) => isCalled(slot, moneyNames) || isCalled(slot, quantityNames))
  yield* inSequence(filling, { said, slots: needed.length > 0 || !filling.writes ? needed : amounts })
}

/** Assigns two unused dates to the beginning and the end of a period: "it opens on May 1 and closes on June 1". */
export function* lastDates(filling: Filling): Iterable<Assignment> {
  const open = filling.slots.filter(
    (slot) => isOpen(filling, slot) && isMoment(slot) && (isLower(slot) || isUpper(slot)),
  )
  const said = spansOf(filling).filter(({ token }) => token.kind === 'date')
  if (said.length === 2) yield* inSequence(filling, { said, slots: open })
}

/** Assigns one value to one parameter, or two values to the lower and the upper end of a range. Otherwise nothing. */
function* inSequence(
  filling: Filling,
  { said, slots }: { said: Span[]; slots: Slot[] },
): Iterable<Assignment> {
  const [lower, upper] = [only(slots.filter(isLower)), only(slots.filter(isUpper))]
  const ends = slots.length === 2 && lower && upper ? [lower, upper] : slots
  if (ends.length !== said.length || (ends.length > 1 && ends[0] !== lower)) return
  for (const [at, slot] of ends.entries()) yield { slot, tokens: tokensOf(filling, said[at]!) }
}

function takesNumber({ schema, thing }: Slot): boolean {
  const shown = [...(schema.examples ?? []), schema.default ?? []].flat()
  const isNumeric = shown.length > 0 && shown.every((one) => /^-?\d+(\.\d+)?$/.test(String(one)))
  if (accepts(schema, 'string') && !isNumeric) return false
  return !thing && ['number', 'integer', 'string'].some((type) => accepts(schema, type))
}

/** Assigns two neighboring decimal numbers ("40.41, -3.70") to a latitude and a longitude. Empty if there are none. */
function coordinatesIn(filling: Filling, { open, said }: { open: Slot[]; said: Span[] }): Assignment[] {
  const [latitude, longitude] = [/^lat(i|$)/, /^lo?ng(i|$)/].map((names) =>
    only(open.filter(({ words }) => names.test(words.join('')))),
  )
  const isDecimal = (span: Span | undefined) => span !== undefined && /\.\d/.test(span.token.text)
  const at = said.findIndex(
    (span, index) => isDecimal(span) && isDecimal(said[index + 1]) && said[index + 1]!.first - span.last < 3,
  )
  if (!latitude || !longitude || at < 0) return []
  return [latitude, longitude].map((slot, index) => ({ slot, tokens: tokensOf(filling, said[at + index]!) }))
}
