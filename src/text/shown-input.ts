import { tryParseExact } from '../protocol/parse-exact.js'
import { fileText, inputFields } from './input-fields.js'
import { showHidden, shownText } from './visible.js'

export interface InputRow {
  path: string[]
  value: string
}

export interface InputStyle {
  /** Maximum length of a value. Longer values are truncated in the middle. */
  maxChars: number
  /** Maximum number of rows. If there are more fields, the last row names the remaining fields. */
  maxRows: number
}

const MAX_NAMES_CHARS = 400

/**
 * The rows that display the input of a tool call to the person who approves the call. They contain no words of a human
 * language, so they need no translation.
 * - Each field has one row.
 * - A list begins with its number of entries: `(3) [1,2,3]`.
 * - A file is its name and its size.
 * - A truncated value ends with its length.
 * - Hidden characters are made visible. The server has already masked sensitive values.
 * - If there are too many fields, the last row has the number and the names of the remaining fields: `+12`, `a, b, c`.
 */
export function shownInput(text: string, style: InputStyle): InputRow[] {
  const cut = { max: style.maxChars, length: String }
  const input = tryParseExact(text)
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return text.trim() === '' ? [] : [{ path: [], value: shownText(text, cut) }]
  const { fields, count } = inputFields(input)
  const all = fields.map(({ path, value }) => ({ path: pathOf(path), value: textOf(value, style) }))
  if (count <= style.maxRows) return all
  const rows = all.slice(0, style.maxRows - 1)
  const names = all.slice(rows.length).map(({ path }) => path.join('.'))
  const value = shownText(names.join(', '), { max: MAX_NAMES_CHARS, length: String })
  return [...rows, { path: [`+${count - rows.length}`], value }]
}

function pathOf(path: readonly string[]): string[] {
  const own = path[0] === 'body' && path.length > 1 ? path.slice(1) : path
  return own.map(showHidden)
}

function textOf(value: unknown, { maxChars }: InputStyle): string {
  const text =
    typeof value === 'string' ? value : (JSON.stringify(value, (_, one) => fileText(one) ?? one) ?? '')
  const shown = shownText(text, { max: maxChars, length: String })
  return Array.isArray(value) ? `(${value.length}) ${shown}` : shown
}
