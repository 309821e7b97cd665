import { stringEnd } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

const QUOTE = 34

/** An estimate of the number of values in a text: commas and brackets outside strings, without parsing. */
export function estimateValues(text: string): number {
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = stringEnd(text, at) - 1
    else if (char === 44 || char === 91 || char === 123) values++
  }
  return values
}

/** Results of one walk over a parsed document. */
export interface JsonMeasure {
  /** The number of members of all objects. The text has more only if a key is repeated. */
  members: number
  /** Whether a key is not in the expected set. */
  hasStrangeKey: boolean
}

/** Walks a document once. The result shows which other checks can be skipped. */
export function measureJson(document: JsonValue, expected: ReadonlySet<string>): JsonMeasure {
  const result: JsonMeasure = { members: 0, hasStrangeKey: false }
  visit(document, { expected, result })
  return result
}

interface Visit {
  expected: ReadonlySet<string>
  result: JsonMeasure
}

function visit(value: JsonValue, state: Visit): void {
  if (typeof value !== 'object' || value === null) return
  const { result, expected } = state
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) visit(value[index]!, state)
  } else {
    for (const key in value) {
      result.members++
      if (!result.hasStrangeKey && !expected.has(key)) result.hasStrangeKey = true
      visit(value[key]!, state)
    }
  }
}
