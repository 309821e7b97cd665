import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'

/**
 * The first character of a parsed string that had no quotes in the text. Such a string is a `{{variable}}`, whose value
 * may be any JSON value, or a long integer of {@link parseExactLooseJson}.
 */
export const BARE = '\ue000'

/**
 * Parses text that is meant as JSON. Removes comments and trailing commas. A `{{variable}}` outside quotes becomes a
 * string that starts with {@link BARE}.
 */
export function parseLooseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\d\-tfn/]/.test(text)) return undefined
  const strict = tryParseJson(text)
  return strict === undefined ? tryParseJson(tidy(text)) : strict
}

/** A string, and the colon that makes it the name of a member. A string that is not closed extends to the end of the text. */
const STRINGS = /"(?:[^"\\]|\\[\s\S])*"?(\s*:)?/g

/**
 * Why servers may read a JSON text in several ways: an object has a member twice, or a text that begins like JSON has
 * errors.
 */
export function ambiguityOf(text: string): 'a repeated member' | 'errors' | undefined {
  if (!/^[\s\ufeff]*[[{]/.test(text)) return undefined
  const value = parseLooseJson(text)
  if (value === undefined) return 'errors'
  const names = [...stripJsonComments(text).matchAll(STRINGS)].filter(([, colon]) => colon !== undefined)
  return names.length > membersIn(value) ? 'a repeated member' : undefined
}

function membersIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return members.reduce<number>((sum, one) => sum + membersIn(one), Array.isArray(value) ? 0 : members.length)
}

/** Only a text with many digits in a row or a long exponent can contain a number that a JavaScript number cannot hold. */
const LONG_NUMBER = /\d{16}|\de\+?\d{3}/i

/**
 * Like {@link parseLooseJson}, but a number that a JavaScript number cannot hold is parsed as a string: {@link BARE} and
 * the number as written.
 */
export function parseExactLooseJson(text: string): JsonValue | undefined {
  return LONG_NUMBER.test(text) ? tryParseJson(tidy(text, { isExact: true })) : parseLooseJson(text)
}

/**
 * Matches a string, a comment, a variable, or a number. A string or comment that is not closed extends to the end of the text,
 * so that the time stays linear.
 */
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

/**
 * A string, an escaped character, or a comment. Strings and escapes are matched too, so that `//` and `/*` inside them
 * do not start a comment.
 */
const COMMENTED = /\\[\s\S]|"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/**
 * Removes `//` and block comments from JSON, as Postman does before it sends a raw JSON body. If a `//` comment stands
 * before `\r\n`, the `\r` is removed with it, and the `\n` stays.
 */
export function stripJsonComments(text: string): string {
  return replaceJsonComments(text, () => '')
}

export function replaceJsonComments(text: string, put: (comment: string) => string): string {
  if (!text.includes('//') && !text.includes('/*')) return text
  return text.replace(COMMENTED, (piece) => (piece.startsWith('/') ? put(piece) : piece))
}
