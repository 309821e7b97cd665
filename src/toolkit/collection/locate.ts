import { stepsOf } from '../model/json-pointer.js'
import { eachChild, type JsonChild, opensContainer, skipSpace, valueEnd } from './json-tokens.js'

export interface SourcePlace {
  start: number
  end: number
  keyStart?: number
  keyEnd?: number
}

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

/** Like {@link locate}, for paths of keys and indexes. Reads the text once; the positions are in the order of the paths. */
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

function readValue(text: string, start: number, wanted: Wanted): number {
  const isRead = wanted.children.size > 0 && opensContainer(text, start)
  const end = isRead
    ? eachChild(text, start, (child) => readChild(text, child, wanted.children.get(String(child.key))))
    : valueEnd(text, start)
  wanted.place = { start, end }
  return end
}

function readChild(text: string, { start, keyStart, keyEnd }: JsonChild, wanted: Wanted | undefined): number {
  if (!wanted) return valueEnd(text, start)
  if (wanted.place) forget(wanted)
  const end = readValue(text, start, wanted)
  if (keyStart !== undefined) Object.assign(wanted.place!, { keyStart, keyEnd })
  return end
}

/** Removes recorded positions: of a repeated key, only the last value counts. */
function forget(wanted: Wanted): void {
  delete wanted.place
  for (const child of wanted.children.values()) forget(child)
}
