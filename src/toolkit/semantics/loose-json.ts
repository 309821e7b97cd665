import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

/** The first character of a parsed string without quotes: a `{{variable}}`, or a long integer. */
export const BARE = '\ue000'

/** Parses JSON without comments and trailing commas. A bare `{{variable}}` becomes a string after {@link BARE}. */
export function parseLooseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\d\-tfn/]/.test(text)) return undefined
  const strict = tryParseJson(text)
  return strict === undefined ? tryParseJson(tidy(text)) : strict
}

let last: { text: string; value: JsonValue | undefined } | undefined

/** Like {@link parseLooseJson}, once for a text that several ask about one after the other. The value is shared: do not change it. */
export function sharedLooseJson(text: string): JsonValue | undefined {
  if (last?.text !== text) last = { text, value: parseLooseJson(text) }
  return last.value
}

/** A string, and the colon that makes it the name of a member. A string that is not closed extends to the end of the text. */
const STRINGS = /"(?:[^"\\]|\\[\s\S])*"?(\s*:)?/g

/** Why servers may read a JSON text differently: a member twice, or errors. */
export function ambiguityOf(text: string): 'a repeated member' | 'errors' | undefined {
  if (!/^[\s\ufeff]*[[{]/.test(text)) return undefined
  const value = sharedLooseJson(text)
  if (value === undefined) return 'errors'
  const members = membersIn(value)
  if (text.split(':').length - 1 <= members) return undefined
  const names = [...stripJsonComments(text).matchAll(STRINGS)].filter(([, colon]) => colon !== undefined)
  return names.length > members ? 'a repeated member' : undefined
}

function membersIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  let count = Array.isArray(value) ? 0 : members.length
  for (const member of members) if (typeof member === 'object') count += membersIn(member)
  return count
}

/** Only a text with many digits in a row or a long exponent can contain a number that a JavaScript number cannot hold. */
const LONG_NUMBER = /\d{16}|\de\+?\d{3}/i

/** Like {@link parseLooseJson}; a number that JavaScript cannot hold becomes {@link BARE} and its digits. */
export function parseExactLooseJson(text: string): JsonValue | undefined {
  return LONG_NUMBER.test(text) ? tryParseJson(tidy(text, { isExact: true })) : parseLooseJson(text)
}

/** A string, comment, variable or number; an open one extends to the end, so that the time stays linear. */
const PIECES = /"(?:[^"\\]|\\[\s\S])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\{\{[^{}]*\}\}|-?\d[\d.eE+-]*/g
const TRAILING_COMMAS = /"(?:[^"\\]|\\[\s\S])*"?|,(?=\s*[}\]])/g

function tidy(text: string, { isExact = false } = {}): string {
  const bare = text.replace(PIECES, (piece) => {
    if (piece.startsWith('"')) return escapeControls(piece)
    if (piece.startsWith('{{') || (isExact && isLongNumber(piece))) return JSON.stringify(BARE + piece)
    return piece.startsWith('/') ? '' : piece
  })
  return bare.replace(TRAILING_COMMAS, (piece) => (piece === ',' ? '' : piece))
}

const isLongNumber = (text: string) =>
  /^-?[1-9]\d{15,}$/.test(text)
    ? !Number.isSafeInteger(Number(text))
    : /^-?\d+(?:\.\d+)?e\+?\d+$/i.test(text) && !Number.isFinite(Number(text))

/** Escapes line breaks and tabs in strings. JSON forbids them, but pasted texts have them. */
function escapeControls(string: string): string {
  return string.replace(/[\n\r\t]/g, (char) => JSON.stringify(char).slice(1, -1))
}

/** A string, an escaped character or a comment, so that strings may contain `//` and `/*`. */
const COMMENTED = /\\[\s\S]|"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Removes comments as Postman does before it sends JSON: a `\r` goes with its `//` comment, the `\n` stays. */
export function stripJsonComments(text: string): string {
  return replaceJsonComments(text, () => '')
}

export function replaceJsonComments(text: string, put: (comment: string) => string): string {
  if (!text.includes('//') && !text.includes('/*')) return text
  return text.replace(COMMENTED, (piece) => (piece.startsWith('/') ? put(piece) : piece))
}
