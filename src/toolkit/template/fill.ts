import type { JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import type { Scope } from './scope.js'
import { findVariables, VARIABLE } from './variables.js'

export interface FilledText {
  text: string
  /** The variables without a value, in order; a built name as written, `url_{{stage}}`, since a value may be secret. */
  unresolved: string[]
}

/** Maximum number of passes over a text, as in Postman. The limit is for variables that contain themselves. */
const MAX_ROUNDS = 19

/** Most characters that values may add to the texts of a request, and most values of a text. Postman has no limits. */
const MAX_ADDED = 10_000_000
const MAX_VALUES = 10_000

/** The room for values that the texts of one request share. */
export interface ValueRoom {
  left: number
  /** The variable whose value had no room. */
  missedBy?: string
}

export const roomForValues = (): ValueRoom => ({ left: MAX_ADDED })

/** Replaces each `{{name}}`, innermost first, until nothing changes or a limit is reached. Data values come last, unread. */
export function fill(text: string, scope: Scope, room = roomForValues()): FilledText {
  if (!text.includes('{{')) return { text, unresolved: [] }
  const data: Data[] = []
  const left = { values: MAX_VALUES }
  const inserted = new Map<string, string>()
  let filled = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fillOnce(filled, { scope, data, left, room, inserted })
    if (next === filled) break
    filled = next
    if (room.missedBy !== undefined || !filled.includes('{{')) break
  }
  const names = filled.includes('{{') ? [...new Set(findVariables(filled))] : []
  const unresolved = inserted.size > 0 && names.length > 0 ? asWritten(names, { text, inserted }) : names
  if (data.length === 0) return { text: filled, unresolved }
  return {
    text: replacePlaces(filled, (place) => data[place]?.value),
    unresolved: unresolved.map((name) => replacePlaces(name, (place) => `{{${data[place]?.name}}}`)),
  }
}

interface Data {
  name: string
  value: string
}

/** One pass: replaces each variable with a value; a data value by its index in `data`, which `fill` replaces later. */
function fillOnce(text: string, { scope, data, left, room, inserted }: FillState): string {
  return text.replace(VARIABLE, (variable, name: string) => {
    if (left.values <= 0 && room.missedBy !== undefined) return variable
    const value = scope.lookup(name)
    if (value === undefined) return variable
    if (value.length > room.left || left.values <= 0) {
      room.missedBy ??= name
      return variable
    }
    left.values -= 1
    room.left -= value.length
    if (scope.isData?.(name)) return `${PLACE_START}${data.push({ name, value }) - 1}${PLACE_END}`
    inserted.set(name, value)
    return value
  })
}

interface FillState {
  scope: Scope
  data: Data[]
  left: { values: number }
  room: ValueRoom
  inserted: Map<string, string>
}

/** Limits for the work of {@link asWritten}: built names, their length, and the values that may be in them. */
const MAX_BUILT = { names: 20, length: 200, values: 1000 }

/** What stands for a built name that cannot be shown as it is written. */
const BUILT_NAME = '{{...}}'

function asWritten(
  names: string[],
  { text, inserted }: { text: string; inserted: ReadonlyMap<string, string> },
): string[] {
  const written = new Set([text, ...inserted.values()].flatMap(findVariables))
  const values = [...inserted].filter(([, value]) => value !== '').sort((a, b) => b[1].length - a[1].length)
  const isClear = values.length <= MAX_BUILT.values && !values.some(([, value]) => /[{}]/.test(value))
  let built = 0
  return names.map((name) => {
    if (written.has(name)) return name
    built++
    return isClear && built <= MAX_BUILT.names && name.length <= MAX_BUILT.length
      ? withVariables(name, values)
      : BUILT_NAME
  })
}

function withVariables(name: string, values: readonly (readonly [name: string, value: string])[]): string {
  let shown = ''
  for (let at = 0; at < name.length; ) {
    const found = values.find(([, value]) => name.startsWith(value, at))
    shown += found ? `{{${found[0]}}}` : name[at]
    at += found ? found[1].length : 1
  }
  return shown
}

/** The characters around the index of a data value: private ones of Unicode, which no name contains. */
const PLACE_START = '\ue010'
const PLACE_END = '\ue011'
const PLACES = new RegExp(`${PLACE_START}(\\d+)${PLACE_END}`, 'g')

function replacePlaces(text: string, valueAt: (place: number) => string | undefined): string {
  return text.replace(PLACES, (written, place: string) => valueAt(Number(place)) ?? written)
}

/** Copies a JSON value and replaces each string in it by the result of `text`. */
export function fillDeep(value: JsonValue, text: (value: string) => string): JsonValue {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((member) => fillDeep(member, text))
  if (typeof value !== 'object' || value === null) return value
  return mapMembers(value, (member) => fillDeep(member, text))
}
