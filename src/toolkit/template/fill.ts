import type { Scope } from './scope.js'
import { findVariables, VARIABLE } from './variables.js'

/** A text whose variables are replaced by their values, and the names of the variables without a value. */
export interface FilledText {
  text: string
  unresolved: string[]
}

/** Maximum number of passes over a text, as in Postman. The limit is for variables that contain themselves. */
const MAX_ROUNDS = 19

/**
 * Limits for texts that grow because values contain several variables: the length of the filled text, and the number of
 * inserted values. Postman has no such limits.
 */
const MAX_LENGTH = 10_000_000
const MAX_VALUES = 10_000

/**
 * Replaces each `{{name}}` by its value, innermost first. Repeats this until nothing changes, because values may
 * contain variables, and names may be built from values. A variable is not replaced if it is unknown, if its value
 * would make the text too long, or if 10,000 values are already inserted. Data values (`Scope.isData`) are inserted
 * last, so that variables in them are not filled.
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
    if (!filled.includes('{{')) break
  }
  const unresolved = filled.includes('{{') ? findVariables(filled) : []
  if (data.length === 0) return { text: filled, unresolved }
  return {
    text: replacePlaces(filled, (place) => data[place]?.value),
    unresolved: unresolved.map((name) => replacePlaces(name, (place) => `{{${data[place]?.name}}}`)),
  }
}

/** A value that is inserted unchanged, with the name of its variable. */
interface Data {
  name: string
  value: string
}

/**
 * One pass: replaces every variable that has a value. For a data value, inserts its index in `data` between two private
 * characters; `fill` replaces the index by the value later.
 */
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

/**
 * The characters before and after the index of a data value. They are private characters of Unicode, so that no name
 * contains them.
 */
const PLACE_START = '\ue010'
const PLACE_END = '\ue011'
const PLACES = new RegExp(`${PLACE_START}(\\d+)${PLACE_END}`, 'g')

function replacePlaces(text: string, valueAt: (place: number) => string | undefined): string {
  return text.replace(PLACES, (written, place: string) => valueAt(Number(place)) ?? written)
}
