import { skipSpace, stringEnd } from '../collection/json-tokens.js'
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

/** A key that stands again in the same object. */
export interface Repeat {
  /** Keys of the object, then the repeated key. */
  path: (string | number)[]
  /** Offsets of the key that repeats, and of the one it repeats. */
  key: { start: number; end: number }
  first: { start: number; end: number }
}

interface Container {
  kind: 'object' | 'list'
  key: string | number
  keys: Map<string, { start: number; end: number }>
}

/** Finds repeated keys in a text that parses. Slower than {@link measure}; asked only when the counts differ. */
export function findRepeats(text: string): Repeat[] {
  const repeats: Repeat[] = []
  const path: Container[] = []
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const char = text.charCodeAt(at)
    if (char === OPEN || char === OPEN_LIST) {
      path.push({ kind: char === OPEN ? 'object' : 'list', key: 0, keys: new Map() })
      at++
    } else if (char === CLOSE || char === CLOSE_LIST) {
      path.pop()
      at++
    } else if (char === QUOTE) {
      const end = stringEnd(text, at)
      const place = path.at(-1)
      const isKey = place?.kind === 'object' && text[skipSpace(text, end)] === ':'
      if (isKey) noteKey({ text, path, repeats }, { start: at, end })
      at = end
    } else if (char === COMMA) {
      const place = path.at(-1)
      if (place?.kind === 'list') place.key = Number(place.key) + 1
      at++
    } else at++
    at = skipSpace(text, at)
  }
  return repeats
}

function noteKey(
  { text, path, repeats }: { text: string; path: Container[]; repeats: Repeat[] },
  place: { start: number; end: number },
): void {
  const container = path.at(-1)!
  const key = JSON.parse(text.slice(place.start, place.end)) as string
  const earlier = container.keys.get(key)
  container.key = key
  container.keys.set(key, place)
  if (!earlier) return
  repeats.push({ path: path.map((step) => step.key), key: place, first: earlier })
}
