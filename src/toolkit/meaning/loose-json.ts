import { parseJson } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

/** Stands before a `{{variable}}` that was written without quotes, where any JSON value may come. */
export const BARE = '\ue000'

/**
 * Reads raw text that is meant as JSON: comments and trailing commas are stripped, a `{{variable}}` outside of quotes becomes a
 * text that starts with {@link BARE}. Undefined when it is not JSON even so.
 */
export function parseLooseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\d\-tfn/]/.test(text)) return undefined
  const strict = tryParse(text)
  return strict === undefined ? tryParse(tidy(text)) : strict
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue
  } catch {
    return undefined
  }
}

/** A string, a comment, or a variable. What nothing closes goes on to the end, so that it is read once. */
const PIECES = /"(?:[^"\\]|\\[\s\S])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\{\{[^{}]*\}\}/g
/** A string, or a comma that nothing follows. */
const TRAILING_COMMAS = /"(?:[^"\\]|\\[\s\S])*"?|,(?=\s*[}\]])/g

function tidy(text: string): string {
  const bare = text.replace(PIECES, (piece) => {
    if (piece.startsWith('"')) return escapeControls(piece)
    if (piece.startsWith('{{')) return JSON.stringify(BARE + piece)
    return ''
  })
  return bare.replace(TRAILING_COMMAS, (piece) => (piece === ',' ? '' : piece))
}

/** Line breaks and tabs inside strings, which JSON forbids and people paste. */
function escapeControls(string: string): string {
  return string.replace(/[\n\r\t]/g, (char) => JSON.stringify(char).slice(1, -1))
}
