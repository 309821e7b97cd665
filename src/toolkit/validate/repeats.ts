import { stringEnd } from '../../protocol/parse-json.js'
import { skipSpace } from '../collection/json-tokens.js'
import { valueEnd } from '../collection/locate.js'

type Range = { start: number; end: number }

/** A key that stands again in the same object. */
export interface Repeat {
  /** Keys of the object, then the repeated key. */
  path: (string | number)[]
  /** Offsets of the key that repeats. */
  key: Range
  /** Where the member it repeats begins, and where its value ends. */
  first: { start: number; valueEnd: number }
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
  const [one, other] = [memberValue(text, first), memberValue(text, key)]
  return {
    path: open.map((step) => step.key),
    key,
    first: { start: first.start, valueEnd: one.end },
    same: one.text === other.text,
  }
}

/** The value of a member in one spelling, and where it ends. */
function memberValue(text: string, key: Range): { text: string; end: number } {
  const start = skipSpace(text, skipSpace(text, key.end) + 1)
  const end = valueEnd(text, start)
  return { text: JSON.stringify(JSON.parse(text.slice(start, end))), end }
}
