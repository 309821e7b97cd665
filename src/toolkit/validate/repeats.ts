import { stringEnd } from '../../protocol/parse-json.js'
import { skipSpace } from '../collection/json-tokens.js'

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

/** A member of an open object; its value ends before the next comma or bracket of the object. */
interface Member {
  name: string
  key: Range
  value: Range
  /** The member before it with the same key. */
  first?: Member
}

interface Container {
  isObject: boolean
  /** Where it is: the key of the member, or the index of the element, that is being read. */
  key: string | number
  members: Map<string, Member>
  current?: Member
}

/** Finds repeated keys in a text that parses, in one pass. To be asked only when counting members says that there are some. */
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
  { place, key, start }: { place: Container; key: Range; start: number },
): void {
  const name = JSON.parse(text.slice(key.start, key.end)) as string
  const first = place.members.get(name)
  place.key = name
  place.current = { name, key, value: { start, end: start }, ...(first && { first }) }
  place.members.set(name, place.current)
}

/** Notes where the value of a member ends, and the repeat when it is one. */
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

/** Values that are written differently are compared up to this length. */
const MAX_COMPARED = 1_000

/** Whether two values are the same. */
function isSame(text: string, one: Range, other: Range): boolean {
  const [first, second] = [text.slice(one.start, one.end), text.slice(other.start, other.end)]
  if (first === second) return true
  if (Math.max(first.length, second.length) > MAX_COMPARED) return false
  return JSON.stringify(JSON.parse(first)) === JSON.stringify(JSON.parse(second))
}
