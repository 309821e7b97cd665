import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

/** Marks a `{{variable}}` that was written without quotes, which may be any JSON value. */
export const BARE = '\ue000'

/**
 * Parses raw text that is meant as JSON: removes comments and trailing commas, and turns a `{{variable}}` outside
 * quotes into a text that starts with {@link BARE}. Undefined if the result is not JSON.
 */
export function parseLooseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\d\-tfn/]/.test(text)) return undefined
  const strict = tryParseJson(text)
  return strict === undefined ? tryParseJson(tidy(text)) : strict
}

/** A string, a comment, or a variable. An unclosed one extends to the end, which keeps the time linear. */
const PIECES = /"(?:[^"\\]|\\[\s\S])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\{\{[^{}]*\}\}/g
/** A string, or a trailing comma. */
const TRAILING_COMMAS = /"(?:[^"\\]|\\[\s\S])*"?|,(?=\s*[}\]])/g

function tidy(text: string): string {
  const bare = text.replace(PIECES, (piece) => {
    if (piece.startsWith('"')) return escapeControls(piece)
    if (piece.startsWith('{{')) return JSON.stringify(BARE + piece)
    return ''
  })
  return bare.replace(TRAILING_COMMAS, (piece) => (piece === ',' ? '' : piece))
}

/** Escapes line breaks and tabs inside strings, which JSON forbids but pasted texts contain. */
function escapeControls(string: string): string {
  return string.replace(/[\n\r\t]/g, (char) => JSON.stringify(char).slice(1, -1))
}
