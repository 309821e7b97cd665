import type { Scope } from './scope.js'
import { findVariables, VARIABLE } from './variables.js'

/** A text with its variables filled, and the names that nothing fills. */
export interface Filled {
  text: string
  unresolved: string[]
}

/** Postman stops filling values into values after so many rounds, which ends a variable that names itself. */
const MAX_ROUNDS = 19

/** Beyond this a chain of values that multiply is cut off (Postman has no such limit). */
const MAX_LENGTH = 10_000_000

/**
 * Fills `{{name}}` innermost first, again and again until nothing changes, so that values may hold variables and names may be built
 * from values. What nothing fills stays as it is, and so does what would make the text too long. Values that are data (`Scope.isData`) are
 * pasted last: nothing in them is filled.
 */
export function fill(text: string, scope: Scope): Filled {
  if (!text.includes('{{')) return { text, unresolved: [] }
  const data: Data[] = []
  let filled = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fillOnce(filled, { scope, data })
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

/** A value that is pasted as it is, and the name it was found by. */
interface Data {
  name: string
  value: string
}

/** One round: every variable that has a value is replaced by it, data by a place in the list of data. */
function fillOnce(text: string, { scope, data }: { scope: Scope; data: Data[] }): string {
  let room = MAX_LENGTH - text.length
  return text.replace(VARIABLE, (variable, name: string) => {
    const value = scope.lookup(name)
    if (value === undefined || value.length > room) return variable
    room -= value.length
    return scope.isData?.(name) ? `${PLACE_START}${data.push({ name, value }) - 1}${PLACE_END}` : value
  })
}

/** Around the number of a value that is data: private characters, which no name has. */
const PLACE_START = '\ue010'
const PLACE_END = '\ue011'
const PLACES = new RegExp(`${PLACE_START}(\\d+)${PLACE_END}`, 'g')

function replacePlaces(text: string, valueAt: (place: number) => string | undefined): string {
  return text.replace(PLACES, (written, place: string) => valueAt(Number(place)) ?? written)
}
