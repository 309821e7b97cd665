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

/** A node of the tree of wanted values, with the wanted values inside it by key or index. */
interface Wanted {
  children: Map<string, Wanted>
  place?: SourcePlace
}

/** The positions of JSON pointers in a valid JSON text, if there are any. Of a repeated key, the last value counts. */
export function locate(text: string, pointers: Iterable<string>): Map<string, SourcePlace> {
  const wanted = [...pointers]
  const places = locatePaths(text, wanted.map(stepsOf))
  return new Map(wanted.flatMap((pointer, index) => (places[index] ? [[pointer, places[index]]] : [])))
}

/**
 * Like {@link locate}, but takes paths of keys and indexes instead of JSON pointers. Returns the positions in the order
 * of the paths. Reads the text once, and skips values that are on none of the paths.
 */
export function locatePaths(
  text: string,
  paths: readonly (readonly (string | number)[])[],
): (SourcePlace | undefined)[] {
  const root: Wanted = { children: new Map() }
  const wanted = paths.map((path) => want(root, path))
  readValue(text, skipSpace(text, 0), root)
  return wanted.map(({ place }) => place)
}

function want(root: Wanted, path: readonly (string | number)[]): Wanted {
  let node = root
  for (const step of path) {
    const key = String(step)
    let child = node.children.get(key)
    if (!child) {
      child = { children: new Map() }
      node.children.set(key, child)
    }
    node = child
  }
  return node
}

/** Reads the value at `start`, and records its position in `wanted`. Returns the offset after the value. */
function readValue(text: string, start: number, wanted: Wanted): number {
  const end = wanted.children.size > 0 ? readContainer(text, start, wanted) : valueEnd(text, start)
  wanted.place = { start, end }
  return end
}

function readContainer(text: string, start: number, wanted: Wanted): number {
  if (text[start] === '{') return readMembers(text, start, wanted)
  return text[start] === '[' ? readElements(text, start, wanted) : valueEnd(text, start)
}

function readElements(text: string, start: number, { children }: Wanted): number {
  let at = skipSpace(text, start + 1)
  for (let index = 0; text[at] !== ']'; index++) {
    const child = children.get(String(index))
    const end = skipSpace(text, child ? readValue(text, at, child) : valueEnd(text, at))
    if (text[end] !== ',') return end + 1
    at = skipSpace(text, end + 1)
  }
  return at + 1
}

function readMembers(text: string, start: number, { children }: Wanted): number {
  let keyStart = skipSpace(text, start + 1)
  while (text[keyStart] !== '}') {
    const keyEnd = stringEnd(text, keyStart)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const child = children.get(stringAt(text, keyStart, keyEnd))
    if (child?.place) forget(child)
    const end = skipSpace(text, child ? readValue(text, valueStart, child) : valueEnd(text, valueStart))
    if (child?.place) Object.assign(child.place, { keyStart, keyEnd })
    if (text[end] !== ',') return end + 1
    keyStart = skipSpace(text, end + 1)
  }
  return keyStart + 1
}

/** Removes recorded positions: of a repeated key, only the last value counts. */
function forget(wanted: Wanted): void {
  delete wanted.place
  for (const child of wanted.children.values()) forget(child)
}

function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? JSON.parse(text.slice(start, end)) : inner
}

/** Everything up to the next bracket or string with an escape, but at most 99 strings, which limits the memory. */
const NO_BRACKET = /[^"{}[\]]*(?:"[^"\\]*"[^"{}[\]]*){0,99}/y

/** The offset after the value at `start`, of any type. */
export function valueEnd(text: string, start: number): number {
  const opening = text.charCodeAt(start)
  if (opening === 34) return stringEnd(text, start)
  if (opening !== 123 && opening !== 91) return scalarEnd(text, start)
  let depth = 1
  for (let at = start + 1; at < text.length; at++) {
    NO_BRACKET.lastIndex = at
    NO_BRACKET.test(text)
    at = NO_BRACKET.lastIndex
    const char = text.charCodeAt(at)
    if (char === 34) at = stringEnd(text, at) - 1
    else if (char === 123 || char === 91) depth++
    else if ((char === 125 || char === 93) && --depth === 0) return at + 1
  }
  return text.length
}

function scalarEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && !',]} \t\r\n'.includes(text[at]!)) at++
  return at
}
