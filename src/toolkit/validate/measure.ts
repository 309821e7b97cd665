import { stringEnd } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

export function countStrings(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', stringEnd(text, at))) count++
  return count
}

export interface JsonMeasure {
  /** The number of strings, including keys. The JSON text has more strings only if a key is repeated. */
  strings: number
  /** The objects and lists that contain, at any depth, a key that is not in the set of expected keys. */
  strange: ReadonlySet<JsonValue>
}

/** Walks a document once. The result shows which other checks can be skipped. */
export function measureJson(document: JsonValue, expected: ReadonlySet<string>): JsonMeasure {
  const visit = { expected, strings: 0, strange: new Set<JsonValue>() }
  findStrange(document, visit)
  return visit
}

interface Visit {
  expected: ReadonlySet<string>
  strings: number
  strange: Set<JsonValue>
}

function findStrange(value: JsonValue, visit: Visit): boolean {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string') visit.strings++
    return false
  }
  let isStrange = false
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (findStrange(value[index]!, visit)) isStrange = true
  } else {
    for (const key in value) {
      visit.strings++
      if (findStrange(value[key]!, visit) || !visit.expected.has(key)) isStrange = true
    }
  }
  if (isStrange) visit.strange.add(value)
  return isStrange
}
