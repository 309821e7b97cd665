import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

/**
 * A `{{variable}}` outside quotes is parsed as a string that begins with this character. The value of such a variable
 * may be any JSON value, not only a string.
 */
export const BARE = '\ue000'

/**
 * Parses text that is meant as JSON. Removes comments and trailing commas. A `{{variable}}` outside quotes becomes a
 * string that starts with {@link BARE}. Undefined if the result is still not JSON.
 */
export function parseLooseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\d\-tfn/]/.test(text)) return undefined
  const strict = tryParseJson(text)
  return strict === undefined ? tryParseJson(tidy(text)) : strict
}

/**
 * Matches a string, a comment, or a variable. A string or comment that is not closed extends to the end of the text, so
 * that the time stays linear.
 */
const PIECES = /"(?:[^"\\]|\\[\s\S])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\{\{[^{}]*\}\}/g
/** Matches a string, or a trailing comma. */
const TRAILING_COMMAS = /"(?:[^"\\]|\\[\s\S])*"?|,(?=\s*[}\]])/g

function tidy(text: string): string {
  const bare = text.replace(PIECES, (piece) => {
    if (piece.startsWith('"')) return escapeControls(piece)
    if (piece.startsWith('{{')) return JSON.stringify(BARE + piece)
    return ''
  })
  return bare.replace(TRAILING_COMMAS, (piece) => (piece === ',' ? '' : piece))
}

/** Escapes line breaks and tabs in strings. JSON forbids them, but pasted texts have them. */
function escapeControls(string: string): string {
  return string.replace(/[\n\r\t]/g, (char) => JSON.stringify(char).slice(1, -1))
}
