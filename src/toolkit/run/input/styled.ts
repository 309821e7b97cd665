import type { JsonValue } from '../../model/json.js'
import type { ValueStyle } from '../../model/operation.js'
import type { Placeholders } from './placeholders.js'

export interface StyledEntry {
  key: string
  value: string
}

export interface StyledPlace {
  /** The name of the query parameter or form field in the request. */
  key: string
  marks: Placeholders
  parameter: string
  member?: string
}

const JOINED: Partial<Record<ValueStyle, string>> = {
  simple: ',',
  spaceDelimited: ' ',
  pipeDelimited: '|',
}

/** The query parameters or form fields for a value. Without a style, each element of a list is an entry of its own. */
export function styledEntries(
  value: JsonValue,
  style: ValueStyle | undefined,
  place: StyledPlace,
): StyledEntry[] {
  const { key } = place
  if (typeof value !== 'object' || value === null) return [{ key, value: mark(value, place) }]
  if (style === 'deepObject') return nested(value, place)
  if (style === 'json') return [{ key, value: mark(JSON.stringify(value), place) }]
  const separator = style && JOINED[style]
  if (separator !== undefined) return [{ key, value: joined(value, { ...place, separator }) }]
  return (Array.isArray(value) ? value : [value]).map((one) => ({ key, value: mark(one, place) }))
}

/** Writes a list or an object as one text: `["a", "b"]` as `a,b`, `{ "age": 3 }` as `age,3`. */
export function joined(
  value: JsonValue[] | { [key: string]: JsonValue },
  { separator, ...place }: StyledPlace & { separator: string },
): string {
  const parts = Array.isArray(value) ? value : Object.entries(value).flat()
  return parts.map((part) => mark(part, place)).join(separator)
}

/** The query parameters or form fields for an object (`filter[a][b]=1`) or a list (`filter[0]=1`). */
function nested(value: JsonValue, place: StyledPlace): StyledEntry[] {
  if (typeof value !== 'object' || value === null) return [{ key: place.key, value: mark(value, place) }]
  return Object.entries(value).flatMap(([name, member]) =>
    member === null ? [] : nested(member, { ...place, key: `${place.key}[${mark(name, place)}]` }),
  )
}

function mark(value: JsonValue, { marks, parameter, member }: StyledPlace): string {
  return marks.add({ value, parameter, member })
}
