import { stringEnd } from '../collection/json-tokens.js'
import type { JsonValue } from '../model/json.js'

/** The deepest nesting that is read; far beyond any collection, and safe for every recursive walk. */
export const MAX_DEPTH = 1000

/** What one look over a text says, without parsing it. */
export interface Measure {
  depth: number
  /** Members of all objects, repeated keys counted each time. */
  members: number
  /** Values of all kinds, roughly. */
  values: number
}

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 93, 123, 125]

/** Counts brackets, colons and commas outside strings. Linear, allocates nothing. */
export function measure(text: string): Measure {
  let [depth, deepest, members, values] = [0, 0, 0, 1]
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = stringEnd(text, at) - 1
    else if (char === COLON) members++
    else if (char === COMMA) values++
    else if (char === OPEN || char === OPEN_LIST) {
      values++
      depth++
      if (depth > deepest) deepest = depth
    } else if (char === CLOSE || char === CLOSE_LIST) depth--
  }
  return { depth: deepest, members, values }
}

/** Members of all objects in a parsed value. Less than {@link Measure.members} exactly when a key stands twice. */
export function countMembers(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) count += countMembers(value[index]!)
    return count
  }
  for (const key in value) count += 1 + countMembers(value[key]!)
  return count
}
