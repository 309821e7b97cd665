import type { JsonValue } from '../toolkit/model/json.js'
import { isTooDeep, MAX_FILE_NESTING, MAX_NESTING } from './nesting.js'

/** Maximum length of a file that is parsed before its nesting is checked: opening brackets alone would take 400 MB. */
const MAX_UNCHECKED = 8 * 1024 * 1024
const [LINE_FEED, SPACE, COMMA] = [10, 32, 44]
const [QUOTE, OPEN_LIST, CLOSE_LIST, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT] = [34, 91, 93, 92, 123, 125]

/** Parses JSON from outside. Throws a `SyntaxError` if it is none, or nested deeper than `maxNesting`. */
export function parseJson(text: string, maxNesting = MAX_NESTING): unknown {
  if (tooDeepAt(text, maxNesting) !== undefined) throw tooDeep(maxNesting)
  return JSON.parse(text)
}

/** Parses the JSON of a file like `parseJson`, to `MAX_FILE_NESTING`. Checks the value, which is faster than the text. */
export function parseFile(text: string): unknown {
  if (text.length > MAX_UNCHECKED) return parseJson(text, MAX_FILE_NESTING)
  const value: unknown = JSON.parse(text)
  if (isTooDeep(value, MAX_FILE_NESTING)) throw tooDeep(MAX_FILE_NESTING)
  return value
}

const tooDeep = (maxNesting: number) => new SyntaxError(`it is nested more than ${maxNesting} levels deep`)

/** How JSON begins. To make an error for any other text takes long. */
const JSON_START = /^\s*[[{"\dtfn-]/

export function tryParseJson(text: string, maxNesting = MAX_NESTING): JsonValue | undefined {
  if (!JSON_START.test(text)) return undefined
  try {
    return parseJson(text, maxNesting) as JsonValue
  } catch {
    return undefined
  }
}

/** Parses JSON that must be answered whatever its nesting: what is deeper is empty. Throws a `SyntaxError` for other text. */
export function parseShallow(text: string, maxNesting = MAX_NESTING): unknown {
  return JSON.parse(shallowText(text, maxNesting))
}

export function shallowText(text: string, maxNesting: number): string {
  return tooDeepAt(text, maxNesting) === undefined ? text : emptyBelow(text, maxNesting)
}

function emptyBelow(text: string, maxNesting: number): string {
  let kept = ''
  let from = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = stringEnd(text, at) - 1
    else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      if (depth === maxNesting) kept += text.slice(from, at + 1)
      depth++
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) {
      depth--
      if (depth === maxNesting) from = at
    }
  }
  return depth > maxNesting ? kept : kept + text.slice(from)
}

/** The offset of the first object or list inside `maxNesting` others. Skips indentation in an inner loop, for speed. */
export function tooDeepAt(text: string, maxNesting: number): number | undefined {
  if (!hasMoreOpened(text, maxNesting)) return undefined
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    let char = text.charCodeAt(at)
    if (char === LINE_FEED) {
      do char = text.charCodeAt(++at)
      while (char === SPACE)
    }
    if (char === QUOTE) at = stringEnd(text, at) - 1
    else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      depth++
      if (depth > maxNesting) return at
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) depth--
  }
  return undefined
}

function hasMoreOpened(text: string, most: number): boolean {
  if (text.length <= most) return false
  let count = 0
  for (const bracket of '{[')
    for (let at = text.indexOf(bracket); at >= 0 && count <= most; at = text.indexOf(bracket, at + 1)) count++
  return count > most
}

/** Whether a JSON text has more than `most` values, in all objects and lists together. Does not parse the values. */
export function hasMoreValues(text: string, most: number): boolean {
  // A value with its separator takes at least two characters. So a short text is not searched.
  return text.length > 2 * most && countValues(text, most) > most
}

/** The number of values in a JSON text, without parsing them. Counting ends when there are more than `most`. */
export function countValues(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (let at = 0; at < text.length && count <= most; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = stringEnd(text, at) - 1
    else if (char === COMMA || char === OPEN_OBJECT || char === OPEN_LIST) count++
  }
  return count
}

/** The offset after the string that opens at `start`; the length of the text if the string is not closed. */
export function stringEnd(text: string, start: number): number {
  for (let close = text.indexOf('"', start + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let slashes = 0
    while (text.charCodeAt(close - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return close + 1
  }
  return text.length
}
