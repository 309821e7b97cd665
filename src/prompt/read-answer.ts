import { stringEnd } from '../protocol/parse-json.js'
/** What a model's response contains: a whole JSON object, an object that is cut off at the end, or none. */
export type ReadAnswer = { kind: 'whole'; json: string } | { kind: 'cut'; json: string } | { kind: 'none' }

/** The possible start of an object: prose also contains braces, but rarely with a key after them. */
const OBJECT_START = /\{\s*["}]/g

/**
 * Finds the JSON object in a response, also inside code fences and prose. If there are several objects, returns the
 * longest.
 */
export function readAnswer(text: string): ReadAnswer {
  let longest = ''
  OBJECT_START.lastIndex = 0
  for (let match = OBJECT_START.exec(text); match; match = OBJECT_START.exec(text)) {
    const end = endOfObject(text, match.index)
    if (end === undefined) {
      const rest = text.slice(match.index)
      return rest.length > longest.length
        ? { kind: 'cut', json: withoutFence(rest) }
        : { kind: 'whole', json: longest }
    }
    if (end - match.index > longest.length) longest = text.slice(match.index, end)
    OBJECT_START.lastIndex = end
  }
  return longest === '' ? { kind: 'none' } : { kind: 'whole', json: longest }
}

/** Joins an incomplete response with its continuation, and removes code fences around the continuation. */
export function joinAnswers(before: string, after: string): string {
  return before + after.replace(/^\s*```\w*\n/, '').replace(/\n```\s*$/, '')
}

/** The offset after the object that begins at `start`; undefined if the object is incomplete. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = stringEnd(text, at) - 1
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth === 0) return at + 1
  }
  return undefined
}

function withoutFence(text: string): string {
  return text.replace(/\n?```\s*$/, '')
}
