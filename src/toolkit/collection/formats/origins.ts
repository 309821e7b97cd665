import data from '../../../../templates/format-names.json'
import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { SourcePlace } from '../locate.js'

export type Keys = readonly (string | number)[]

/** A file of a collection that has another format than v2.1. */
export interface SourceFile {
  path: string
  text: string
  value: JsonValue
  /** Where the member stands to which the keys lead; undefined if the text shows no place of its own for it. */
  locate(keys: Keys): SourcePlace | undefined
}

/** The place of a value in the tree of a file. */
interface Spot {
  file: SourceFile
  value: JsonValue | undefined
  parent?: Spot
  key?: string | number
}

/** The place from which an object comes: of each object of a file, and of each object that was made of one. */
const SPOTS = new WeakMap<object, Spot>()

/** Remembers for each object of a file where it is. A value that is used twice in a file has its first place. */
export function registerFile(file: SourceFile): SourceFile {
  register({ file, value: file.value })
  return file
}

function register(spot: Spot): void {
  const { value, file } = spot
  if (!isNest(value) || SPOTS.has(value)) return
  SPOTS.set(value, spot)
  for (const [key, member] of Object.entries(value))
    if (isNest(member))
      register({ file, value: member, parent: spot, key: Array.isArray(value) ? Number(key) : key })
}

const isNest = (value: unknown): value is JsonObject | JsonValue[] =>
  typeof value === 'object' && value !== null

/**
 * Returns `output`, and remembers that it was made of an object of a file, or of one member of this object. So a
 * diagnostic about `output` is shown in the file.
 */
export function madeOf<T extends object>(output: T, source: object, key?: string | number): T {
  const spot = SPOTS.get(source)
  if (spot) SPOTS.set(output, key === undefined ? spot : memberOf(spot, key))
  return output
}

/** The names that other formats have for a member of v2.1, with dots between the steps. */
const NAMES: Readonly<Record<string, string>> = data.members

/**
 * Where the value stands in the user's files to which `keys` lead in a converted document. If the value was made of no
 * place of its own, returns the nearest place around it; for a folder that no file describes, the file of its first
 * request. `keys` of the result lead to the value in the file.
 */
export function originOf(
  document: JsonValue,
  keys: Keys,
): { file: SourceFile; keys: Keys; place: SourcePlace | undefined } | undefined {
  let value: JsonValue | undefined = document
  let spot = isNest(value) ? SPOTS.get(value) : undefined
  for (const key of keys) {
    value = isNest(value) ? (value as JsonObject)[key] : undefined
    const own = isNest(value) ? SPOTS.get(value) : undefined
    spot = own ?? (spot && inside(spot, String(key)))
  }
  if (!spot) {
    const file = firstFile(value) ?? firstFile(document)
    return file && { file, keys: [], place: undefined }
  }
  const path: (string | number)[] = []
  for (let step = spot; step.key !== undefined; step = step.parent!) path.unshift(step.key)
  return { file: spot.file, keys: path, place: nearestPlace(spot.file, path) }
}

function firstFile(value: JsonValue | undefined): SourceFile | undefined {
  if (!isNest(value)) return undefined
  const { item } = value as JsonObject
  return SPOTS.get(value)?.file ?? (Array.isArray(item) ? firstFile(item[0]) : undefined)
}

function nearestPlace(file: SourceFile, keys: Keys): SourcePlace | undefined {
  for (let length = keys.length; length > 0; length--) {
    const place = file.locate(keys.slice(0, length))
    if (place) return place
  }
  return undefined
}

/** The spot of a member of v2.1, by any of its names; the spot itself if its value has no such member. */
function inside(spot: Spot, name: string): Spot {
  for (const steps of [[name], ...(NAMES[name]?.split(' ') ?? []).map((path) => path.split('.'))]) {
    let found: Spot | undefined = spot
    for (const step of steps)
      found = found && hasMember(found.value, step) ? memberOf(found, step) : undefined
    if (found) return found
  }
  return spot
}

const hasMember = (value: JsonValue | undefined, key: string) => isObject(value) && Object.hasOwn(value, key)

function memberOf(parent: Spot, key: string | number): Spot {
  const { file, value } = parent
  return { file, parent, key, value: isNest(value) ? (value as JsonObject)[key] : undefined }
}
