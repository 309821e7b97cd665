import { stringEnd } from '../../protocol/parse-json.js'
import { skipSpace } from '../collection/json-tokens.js'

type MemberRange = { start: number; end: number }

export interface Repeat {
  path: (string | number)[]
  key: MemberRange
  first: { start: number; valueEnd: number }
  same: boolean
}

interface ObjectMember {
  name: string
  key: MemberRange
  value: MemberRange
  first?: ObjectMember
}

interface Container {
  isObject: boolean
  key: string | number
  members: Map<string, ObjectMember>
  current?: ObjectMember
}

/**
 * Finds repeated keys in a valid JSON text, in one pass. The scan takes time. Call this function only if the text has
 * more members than the parsed document: it then has repeated keys.
 */
export function findRepeats(text: string): Repeat[] {
  const repeats: Repeat[] = []
  const open: Container[] = []
  let at = skipSpace(text, 0)
  let before = at
  while (at < text.length) {
    const char = text[at]
    const place = open.at(-1)
    let end = at + 1
    if (char === ',' || char === '}' || char === ']') closeMember(text, { open, end: before, repeats })
    if (char === '{' || char === '[') open.push({ isObject: char === '{', key: 0, members: new Map() })
    else if (char === '}' || char === ']') open.pop()
    else if (char === ',' && place && !place.isObject) place.key = Number(place.key) + 1
    else if (char === '"') {
      end = stringEnd(text, at)
      const colon = skipSpace(text, end)
      if (place?.isObject && text[colon] === ':')
        openMember(text, { place, key: { start: at, end }, start: skipSpace(text, colon + 1) })
    }
    before = end
    at = skipSpace(text, end)
  }
  return repeats.sort((one, other) => one.key.start - other.key.start)
}

function openMember(
  text: string,
  { place, key, start }: { place: Container; key: MemberRange; start: number },
): void {
  const name = JSON.parse(text.slice(key.start, key.end)) as string
  const first = place.members.get(name)
  place.key = name
  place.current = { name, key, value: { start, end: start }, ...(first && { first }) }
  place.members.set(name, place.current)
}

/** Records where the value of the current member ends. If an earlier member has the same key, adds a repeat. */
function closeMember(
  text: string,
  { open, end, repeats }: { open: Container[]; end: number; repeats: Repeat[] },
): void {
  const place = open.at(-1)
  const member = place?.current
  if (!member) return
  delete place.current
  member.value.end = end
  const { key, value, first } = member
  if (!first) return
  delete member.first
  repeats.push({
    path: open.map((step) => step.key),
    key,
    first: { start: first.key.start, valueEnd: first.value.end },
    same: isSame(text, first.value, value),
  })
}

/**
 * Maximum characters of values that are parsed and compared. Longer values are the same only if their texts are equal.
 */
const MAX_COMPARED = 1_000

function isSame(text: string, one: MemberRange, other: MemberRange): boolean {
  const [first, second] = [text.slice(one.start, one.end), text.slice(other.start, other.end)]
  if (first === second) return true
  if (Math.max(first.length, second.length) > MAX_COMPARED) return false
  return JSON.stringify(JSON.parse(first)) === JSON.stringify(JSON.parse(second))
}
