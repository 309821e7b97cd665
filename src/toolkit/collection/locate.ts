import { stringEnd } from '../../protocol/parse-json.js'
import { stepsOf } from '../model/json-pointer.js'
import { skipSpace } from './json-tokens.js'

/** The position of a value in a text, and of its key if it is a member of an object. Ends are exclusive. */
export interface SourcePlace {
  start: number
  end: number
  keyStart?: number
  keyEnd?: number
}

/**
 * A node of the tree of wanted values. `pointer` is set if the position of this value is wanted. `children` has the
 * nodes of the values in it, by key or index.
 */
interface Wanted {
  pointer?: string
  children: Map<string, Wanted>
}

/**
 * Finds the positions of JSON pointers in a valid JSON text, in one pass. If a key is repeated, its last value counts,
 * as in `JSON.parse`. Pointers without a value are not in the result.
 */
export function locate(text: string, pointers: Iterable<string>): Map<string, SourcePlace> {
  const found = new Map<string, SourcePlace>()
  const root: Wanted = { children: new Map() }
  for (const pointer of pointers) want(root, pointer)
  readValue({ text, found }, skipSpace(text, 0), root)
  return found
}

function want(root: Wanted, pointer: string): void {
  let node = root
  for (const step of stepsOf(pointer)) {
    let child = node.children.get(step)
    if (!child) {
      child = { children: new Map() }
      node.children.set(step, child)
    }
    node = child
  }
  node.pointer = pointer
}

interface Search {
  text: string
  found: Map<string, SourcePlace>
}

/** Reads the value at `start`, and records its position if it is wanted. Returns the offset after the value. */
function readValue(
  search: Search,
  start: number,
  wanted: Wanted | undefined,
  key?: Pick<SourcePlace, 'keyStart' | 'keyEnd'>,
): number {
  const end = wanted?.children.size ? readContainer(search, start, wanted) : valueEnd(search.text, start)
  if (wanted?.pointer !== undefined) search.found.set(wanted.pointer, { start, end, ...key })
  return end
}

function readContainer(search: Search, start: number, wanted: Wanted): number {
  const { text } = search
  const opening = text[start]
  if (opening !== '{' && opening !== '[') return valueEnd(text, start)
  let at = skipSpace(text, start + 1)
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    at =
      opening === '{'
        ? readMember(search, at, wanted)
        : readValue(search, at, wanted.children.get(String(index)))
    at = skipSpace(text, at)
    if (text[at] === ',') at = skipSpace(text, at + 1)
    else break
  }
  return at + 1
}

function readMember(search: Search, keyStart: number, wanted: Wanted): number {
  const { text } = search
  const keyEnd = stringEnd(text, keyStart)
  const key = stringAt(text, keyStart, keyEnd)
  const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
  return readValue(search, valueStart, wanted.children.get(key), { keyStart, keyEnd })
}

/** The value of the JSON string between two offsets. Most strings have no escapes and need no `JSON.parse`. */
function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? JSON.parse(text.slice(start, end)) : inner
}

/** The offset after the value at `start`, of any type. */
export function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 34) at = stringEnd(text, at) - 1
    else if (char === 123 || char === 91) depth++
    else if (char === 125 || char === 93) depth--
    else if (depth === 0) {
      while (at < text.length && !',]} \t\r\n'.includes(text[at] ?? '')) at++
      return at
    }
    if (depth === 0) return at + 1
  }
  return text.length
}
