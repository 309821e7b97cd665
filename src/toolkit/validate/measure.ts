import type { JsonValue } from '../model/json.js'

/** The deepest nesting that is read; far beyond any collection, and safe for every recursive walk. */
export const MAX_DEPTH = 1000

const [QUOTE, BACKSLASH, COLON] = [34, 92, 58]

/** Members of all objects in a text that parses, repeated keys counted each time. Goes from quote to quote, allocates nothing. */
export function countMembers(text: string): number {
  let members = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    const close = closingQuote(text, open)
    let next = close + 1
    while (text.charCodeAt(next) <= 32) next++
    if (text.charCodeAt(next) === COLON) members++
    open = text.indexOf('"', next)
  }
  return members
}

function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let slashes = 0
    while (text.charCodeAt(close - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return close
  }
  return text.length
}

/** Roughly how many values a text has: commas and brackets outside strings, told without parsing. */
export function estimateValues(text: string): number {
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = closingQuote(text, at)
    else if (char === 44 || char === 91 || char === 123) values++
  }
  return values
}

/** What one walk over a parsed document says about it. */
export interface Survey {
  /** Members of all objects; fewer than in the text exactly when a key stands twice. */
  members: number
  /** Levels of nesting; the walk ends beyond {@link MAX_DEPTH}. */
  depth: number
  /** Whether any key is not among the expected ones. */
  hasStrangeKey: boolean
}

/** Walks a document once, before anything else does. */
export function survey(document: JsonValue, expected: ReadonlySet<string>): Survey {
  const result: Survey = { members: 0, depth: 0, hasStrangeKey: false }
  visit(document, { depth: 1, expected, result })
  return result
}

interface Visit {
  depth: number
  expected: ReadonlySet<string>
  result: Survey
}

function visit(value: JsonValue, state: Visit): void {
  if (typeof value !== 'object' || value === null) return
  const { result, expected } = state
  if (state.depth > result.depth) result.depth = state.depth
  if (state.depth > MAX_DEPTH) return
  state.depth++
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) visit(value[index]!, state)
  } else {
    for (const key in value) {
      result.members++
      if (!result.hasStrangeKey && !expected.has(key)) result.hasStrangeKey = true
      visit(value[key]!, state)
    }
  }
  state.depth--
}
