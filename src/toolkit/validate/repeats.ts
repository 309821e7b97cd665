import { eachChild, opensContainer, skipSpace, valueEnd } from '../collection/json-tokens.js'

type MemberRange = { start: number; end: number }

export interface Repeat {
  path: (string | number)[]
  key: MemberRange
  first: { start: number; valueEnd: number }
  same: boolean
}

/** Repeated keys in valid JSON. Call it only if the text has more members than the parsed document. */
export function findRepeats(text: string): Repeat[] {
  const repeats: Repeat[] = []
  readValue(text, skipSpace(text, 0), { path: [], repeats })
  return repeats.sort((one, other) => one.key.start - other.key.start)
}

interface RepeatWalk {
  path: (string | number)[]
  repeats: Repeat[]
}

function readValue(text: string, start: number, { path, repeats }: RepeatWalk): number {
  if (!opensContainer(text, start)) return valueEnd(text, start)
  const seen = new Map<string | number, { start: number; value: MemberRange }>()
  return eachChild(text, start, ({ key, keyStart, keyEnd, start: from }) => {
    const inside = [...path, key]
    const end = readValue(text, from, { path: inside, repeats })
    if (keyStart === undefined || keyEnd === undefined) return end
    const [first, value] = [seen.get(key), { start: from, end }]
    seen.set(key, { start: keyStart, value })
    if (first)
      repeats.push({
        path: inside,
        key: { start: keyStart, end: keyEnd },
        first: { start: first.start, valueEnd: first.value.end },
        same: isSame(text, first.value, value),
      })
    return end
  })
}

/** Longer values are the same only if their texts are equal. In characters. */
const MAX_COMPARED = 1_000

function isSame(text: string, one: MemberRange, other: MemberRange): boolean {
  const [first, second] = [text.slice(one.start, one.end), text.slice(other.start, other.end)]
  if (first === second) return true
  if (Math.max(first.length, second.length) > MAX_COMPARED) return false
  return JSON.stringify(JSON.parse(first)) === JSON.stringify(JSON.parse(second))
}
