import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'

/** A chain of references is no longer in any document that was meant. */
const MAX_DEPTH = 500

/**
 * How many values a document has once each `$ref` in its operations is replaced by what it names, which a converter does. Each named part is
 * counted once and then known, so that references that double cost nothing here. A part inside of itself counts as one value.
 */
export function expandedSize(root: JsonObject): number {
  const known = new Map<string, number>()
  const sizeOf = (value: JsonValue | undefined, depth: number): number => {
    if (typeof value !== 'object' || value === null) return 1
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY
    const { $ref: reference } = Array.isArray(value) ? {} : value
    if (typeof reference === 'string') return sizeOfReference(reference, depth)
    return membersOf(value).reduce<number>((sum, member) => sum + sizeOf(member, depth + 1), 1)
  }
  const sizeOfReference = (reference: string, depth: number): number => {
    const counted = known.get(reference)
    if (counted !== undefined) return counted
    known.set(reference, 1)
    const size = sizeOf(valueAt(root, reference), depth + 1)
    known.set(reference, size)
    return size
  }
  return sizeOf(root.paths, 0)
}

/** Of alternatives a converter takes the first. */
function membersOf(value: JsonObject | JsonValue[]): (JsonValue | undefined)[] {
  if (Array.isArray(value)) return value
  const { oneOf, anyOf, ...members } = value
  const first = [oneOf, anyOf].flatMap((alternatives) =>
    Array.isArray(alternatives) ? alternatives.slice(0, 1) : [],
  )
  return [...Object.values(members), ...first]
}

/** What a reference inside of the document names. */
function valueAt(root: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#/')) return undefined
  const steps = reference.slice(2).split('/')
  let value: JsonValue | undefined = root
  for (const step of steps) value = asObject(value)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  return value
}
