import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseFile, tooDeepAt } from '../../protocol/parse-json.js'
import type { JsonValue } from '../model/json.js'
import { lineIndex } from './line-index.js'
import { explainSyntax, type SyntaxFault } from './syntax-fault.js'

/** The encoding of a file, and whether it begins with a byte order mark, which is not part of the text. */
export interface Encoding {
  name: 'utf-8' | 'utf-16le' | 'utf-16be'
  bom: boolean
}

/** Why a text is not valid JSON, and where. Lines and columns count from 1. */
export interface SyntaxProblem extends SyntaxFault {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** UTF-16 with its byte order mark or with an ASCII character (one zero byte) at the start, else UTF-8. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', bom: true }
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', bom: true }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', bom: true }
  if (first && second === 0 && third) return { name: 'utf-16le', bom: false }
  if (first === 0 && second && third === 0) return { name: 'utf-16be', bom: false }
  return { name: 'utf-8', bom: false }
}

/** Decodes a file: UTF-8 or UTF-16, with or without a byte order mark. Invalid bytes become U+FFFD. */
export function decodeDocument(bytes: Uint8Array): string {
  const { name } = encodingOf(bytes)
  if (name !== 'utf-16be') return new TextDecoder(name).decode(bytes)
  return new TextDecoder('utf-16le').decode(swapped(bytes))
}

export function encodeDocument(text: string, encoding: Encoding): Uint8Array {
  const whole = encoding.bom ? `\uFEFF${text}` : text
  if (encoding.name === 'utf-8') return Buffer.from(whole, 'utf8')
  const bytes = Buffer.from(whole, 'utf16le')
  return encoding.name === 'utf-16be' ? swapped(bytes) : bytes
}

/** Parses the JSON of a file. A second pass finds the first problem and its position in a file that is not valid. */
export function parseDocument(text: string): { value: JsonValue } | { problem: SyntaxProblem } {
  try {
    return { value: parseFile(text) as JsonValue }
  } catch {
    return { problem: problemOf(text) }
  }
}

function problemOf(text: string): SyntaxProblem {
  const fault = explainDepth(text) ?? explainSyntax(text)
  const lines = lineIndex(text)
  const [start, end] = [lines.at(fault.start), lines.at(fault.end)]
  return { ...fault, line: start.line, column: start.column, endLine: end.line, endColumn: end.column }
}

function explainDepth(text: string): SyntaxFault | undefined {
  const start = tooDeepAt(text, MAX_FILE_NESTING)
  if (start === undefined) return undefined
  const message = `The document is nested more than ${MAX_FILE_NESTING} levels deep here; no more are read.`
  return { code: 'nesting-too-deep', message, start, end: start + 1 }
}

/** The problem in words that can follow the name of a file: `is not JSON (line 2, column 5)`. */
export function problemText({ code, line, column }: SyntaxProblem): string {
  return `${code === 'nesting-too-deep' ? 'is nested too deep' : 'is not JSON'} (line ${line}, column ${column})`
}

function swapped(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()
}
