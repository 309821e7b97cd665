import { stringEnd } from '../../protocol/parse-json.js'
/** The kind of a JSON token. `word` is any unquoted text that is not a number, such as `true` or `undefined`. */
export type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'number' | 'word' | 'other' | 'end'

/** A JSON token: its kind and its offsets in the text. `end` is exclusive. */
export interface JsonToken {
  kind: TokenKind
  start: number
  end: number
}

const PUNCTUATION = new Set(['{', '}', '[', ']', ',', ':'])
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[\p{L}\p{N}_$.+-]+/uy

/** The first token at or after an offset. Skips white space. */
export function tokenAt(text: string, from: number): JsonToken {
  const start = skipSpace(text, from)
  const char = text[start]
  if (char === undefined) return { kind: 'end', start, end: start }
  if (PUNCTUATION.has(char)) return { kind: char as TokenKind, start, end: start + 1 }
  if (char === '"') return { kind: 'string', start, end: stringEnd(text, start) }
  const word = match(WORD, text, start)
  if (!word) return { kind: 'other', start, end: start + 1 }
  const kind = match(NUMBER, text, start).length === word.length ? 'number' : 'word'
  return { kind, start, end: start + word.length }
}

/** The offset of the first character at or after `from` that is not JSON white space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const isSpace = (char: number) => char === 32 || char === 10 || char === 13 || char === 9

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
