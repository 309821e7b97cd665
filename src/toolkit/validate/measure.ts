import { stringEnd } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

const [QUOTE, COLON] = [34, 58]

/** Members of all objects in a text that parses, repeated keys counted each time. Goes from quote to quote, allocates nothing. */
export function countMembers(text: string): number {
  let members = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    let next = stringEnd(text, open)
    while (text.charCodeAt(next) <= 32) next++
    if (text.charCodeAt(next) === COLON) members++
    open = text.indexOf('"', next)
  }
  return members
}

/** Roughly how many values a text has: commas and brackets outside strings, told without parsing. */
export function estimateValues(text: string): number {
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = stringEnd(text, at) - 1
    else if (char === 44 || char === 91 || char === 123) values++
  }
  return values
}

/** What one walk over a parsed document says about it. */
export interface Survey {
  /** Members of all objects; fewer than in the text exactly when a key stands twice. */
  members: number
  /** Whether any key is not among the expected ones. */
  hasStrangeKey: boolean
}

/** Walks a document once, before anything else does. */
export function survey(document: JsonValue, expected: ReadonlySet<string>): Survey {
  const result: Survey = { members: 0, hasStrangeKey: false }
  visit(document, { expected, result })
  return result
}

interface Visit {
  expected: ReadonlySet<string>
  result: Survey
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
