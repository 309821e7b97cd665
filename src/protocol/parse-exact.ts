import type { JsonValue } from '../toolkit/model/json.js'
import { parseJson } from './parse-json.js'

/** Only a text with this many digits in a row can contain an integer that a JavaScript number cannot hold. */
const MANY_DIGITS = /\d{16}/

/** A JSON string or number. The closing quote is optional: an unclosed string matches too, so the time stays linear. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g

/**
 * Like `parseJson`, but an integer that a JavaScript number cannot hold is read as a string of its digits. As a number
 * it would become the id of another record.
 */
export function parseExact(text: string): JsonValue {
  const value = parseJson(text) as JsonValue
  if (!MANY_DIGITS.test(text)) return value
  return parseJson(text.replace(STRING_OR_NUMBER, quoteUnsafe)) as JsonValue
}

function quoteUnsafe(token: string): string {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
}

/** The value of JSON text from outside, read by {@link parseExact}; undefined if that would throw. */
export function tryParseExact(text: string): JsonValue | undefined {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** The value of JSON text from outside, read by {@link parseExact}. A text that is not JSON is returned unchanged. */
export function jsonOrText(text: string): JsonValue {
  const value = tryParseExact(text)
  return value === undefined ? text : value
}
