import type { Scope } from './scope.js'
import { findVariables, VARIABLE } from './variables.js'

/** A text with its variables filled, and the names without a value. */
export interface FilledText {
  text: string
  unresolved: string[]
}

/** Postman's limit for filling values into values, which ends a variable that contains itself. */
const MAX_ROUNDS = 19

/** Limits values that multiply each other (Postman has no such limits). */
const MAX_LENGTH = 10_000_000
const MAX_VALUES = 10_000

/**
 * Fills `{{name}}` innermost first, repeatedly until nothing changes, so that values may contain variables and names
 * may be built from values. Unknown variables stay, and so do those that would make the text too long, and those after the
 * first 10,000 values. Data values (`Scope.isData`) are inserted last: variables in them are not filled.
 */
export function fill(text: string, scope: Scope): FilledText {
  if (!text.includes('{{')) return { text, unresolved: [] }
  const data: Data[] = []
  const left = { values: MAX_VALUES }
  let filled = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fillOnce(filled, { scope, data, left })
    if (next === filled) break
    filled = next
  }
  const unresolved = filled.includes('{{') ? findVariables(filled) : []
  if (data.length === 0) return { text: filled, unresolved }
  return {
    text: replacePlaces(filled, (place) => data[place]?.value),
    unresolved: unresolved.map((name) => replacePlaces(name, (place) => `{{${data[place]?.name}}}`)),
  }
}

/** A value that is inserted unchanged, and its variable name. */
interface Data {
  name: string
  value: string
}

/** One pass: replaces every variable that has a value; data by an index into the list of data. */
function fillOnce(
  text: string,
  { scope, data, left }: { scope: Scope; data: Data[]; left: { values: number } },
): string {
  let room = MAX_LENGTH - text.length
  return text.replace(VARIABLE, (variable, name: string) => {
    const value = left.values > 0 ? scope.lookup(name) : undefined
    if (value === undefined || value.length > room) return variable
    left.values -= 1
    room -= value.length
    return scope.isData?.(name) ? `${PLACE_START}${data.push({ name, value }) - 1}${PLACE_END}` : value
  })
}

/** Delimits the index of a data value: private characters, which no name contains. */
const PLACE_START = '\ue010'
const PLACE_END = '\ue011'
const PLACES = new RegExp(`${PLACE_START}(\\d+)${PLACE_END}`, 'g')

function replacePlaces(text: string, valueAt: (place: number) => string | undefined): string {
  return text.replace(PLACES, (written, place: string) => valueAt(Number(place)) ?? written)
}
