import { skipSpace, stringEnd } from '../collection/json-tokens.js'
import { valueEnd } from '../collection/locate.js'

type Range = { start: number; end: number }

/** A key that stands again in the same object. */
export interface Repeat {
  /** Keys of the object, then the repeated key. */
  path: (string | number)[]
  /** Offsets of the key that repeats, and of the one it repeats. */
  key: Range
  first: Range
  /** Whether both have the same value, so that one can go. */
  same: boolean
}

interface Container {
  isObject: boolean
  key: string | number
  keys: Map<string, Range>
}

/** Finds repeated keys in a text that parses. To be asked only when counting members says that there are some. */
export function findRepeats(text: string): Repeat[] {
  const repeats: Repeat[] = []
  const open: Container[] = []
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const char = text[at]
    const place = open.at(-1)
    let end = at + 1
    if (char === '{' || char === '[') open.push({ isObject: char === '{', key: 0, keys: new Map() })
    else if (char === '}' || char === ']') open.pop()
    else if (char === ',' && place && !place.isObject) place.key = Number(place.key) + 1
    else if (char === '"') {
      end = stringEnd(text, at)
      const isKey = place?.isObject && text[skipSpace(text, end)] === ':'
      const repeat = isKey ? noteKey(text, { open, key: { start: at, end } }) : undefined
      if (repeat) repeats.push(repeat)
    }
    at = skipSpace(text, end)
  }
  return repeats
}

function noteKey(text: string, { open, key }: { open: Container[]; key: Range }): Repeat | undefined {
  const place = open.at(-1)!
  const name = JSON.parse(text.slice(key.start, key.end)) as string
  const first = place.keys.get(name)
  place.key = name
  place.keys.set(name, key)
  if (!first) return undefined
  return {
    path: open.map((step) => step.key),
    key,
    first,
    same: valueText(text, first) === valueText(text, key),
  }
}

/** The value of a member in one spelling. */
function valueText(text: string, key: Range): string {
  const start = skipSpace(text, skipSpace(text, key.end) + 1)
  return JSON.stringify(JSON.parse(text.slice(start, valueEnd(text, start))))
}
