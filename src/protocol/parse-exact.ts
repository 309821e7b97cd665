import type { JsonValue } from '../toolkit/model/json.js'
import { parseJson } from './parse-json.js'

/** Only a text with 16 digits in a row can contain an integer that a JavaScript number cannot hold. */
const MANY_DIGITS = /\d{16}/

/** A string or a number. An unclosed string matches as one piece, so that the time stays linear. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g

/** Like `parseJson`, but an integer that a number cannot hold is a string: rounded, it could be the id of another record. */
export function parseExact(text: string): JsonValue {
  const value = parseJson(text) as JsonValue
  const exact = exactText(text)
  return exact === text ? value : (parseJson(exact) as JsonValue)
}

/** JSON text in which each integer that a JavaScript number cannot hold is a string of its digits. */
export function exactText(text: string): string {
  return MANY_DIGITS.test(text) ? text.replace(STRING_OR_NUMBER, quoteUnsafe) : text
}

function quoteUnsafe(token: string): string {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
}

/** The path of a number that is not finite, such as `1e400` in `body.list[0]`: written again, it would be null. */
export function infinityIn(value: unknown): string | undefined {
  const waiting = [{ value, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: one, path } = next
    if (typeof one === 'number' && !Number.isFinite(one)) return path
    if (typeof one !== 'object' || one === null) continue
    for (const [name, member] of Object.entries(one)) {
      const inside = Array.isArray(one) ? `${path}[${name}]` : path && `${path}.${name}`
      waiting.push({ value: member, path: inside || name })
    }
  }
  return undefined
}

/** Like {@link parseExact}, but returns undefined for a text that {@link parseExact} refuses. */
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
