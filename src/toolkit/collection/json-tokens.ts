import { stringEnd } from '../../protocol/parse-json.js'
/** The kind of a JSON token. `word` is any unquoted text that is not a number, such as `true` or `undefined`. */
export type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'number' | 'word' | 'other' | 'end'

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

export function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const isSpace = (char: number) => char === 32 || char === 10 || char === 13 || char === 9

/** A member of an object or an element of a list: its key or index, and where its key and its value begin. */
export interface JsonChild {
  key: string | number
  start: number
  keyStart?: number
  keyEnd?: number
}

/** Calls `read` for each child of the object or list at `start`; `read` returns the offset after the child, as this does. */
export function eachChild(text: string, start: number, read: (child: JsonChild) => number): number {
  const isObject = text[start] === '{'
  const close = isObject ? '}' : ']'
  let at = skipSpace(text, start + 1)
  for (let index = 0; text[at] !== close; index++) {
    const end = skipSpace(text, read(isObject ? memberAt(text, at) : { key: index, start: at }))
    if (text[end] !== ',') return end + 1
    at = skipSpace(text, end + 1)
  }
  return at + 1
}

function memberAt(text: string, keyStart: number): JsonChild {
  const keyEnd = stringEnd(text, keyStart)
  const inner = text.slice(keyStart + 1, keyEnd - 1)
  const key: string = inner.includes('\\') ? JSON.parse(text.slice(keyStart, keyEnd)) : inner
  return { key, keyStart, keyEnd, start: skipSpace(text, skipSpace(text, keyEnd) + 1) }
}

export const opensContainer = (text: string, at: number): boolean => text[at] === '{' || text[at] === '['

/** Everything up to the next bracket or string with an escape, but at most 99 strings, which limits the memory. */
const NO_BRACKET = /[^"{}[\]]*(?:"[^"\\]*"[^"{}[\]]*){0,99}/y

export function valueEnd(text: string, start: number): number {
  const opening = text.charCodeAt(start)
  if (opening === 34) return stringEnd(text, start)
  if (opening !== 123 && opening !== 91) return scalarEnd(text, start)
  let depth = 1
  for (let at = start + 1; at < text.length; at++) {
    NO_BRACKET.lastIndex = at
    NO_BRACKET.test(text)
    at = NO_BRACKET.lastIndex
    const char = text.charCodeAt(at)
    if (char === 34) at = stringEnd(text, at) - 1
    else if (char === 123 || char === 91) depth++
    else if ((char === 125 || char === 93) && --depth === 0) return at + 1
  }
  return text.length
}

function scalarEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && !',]} \t\r\n'.includes(text[at]!)) at++
  return at
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
