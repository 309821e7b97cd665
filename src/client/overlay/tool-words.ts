import { isObject } from '../../protocol/is-object.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import { capitalize } from '../../text/capitalize.js'
import { shownInput } from '../../text/shown-input.js'

/** Converts an identifier to words: `create_order` becomes "Create order", `petId` becomes "Pet id". */
export function readableName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z][a-z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/[_\s-]+/g, ' ')
    .trim()
  return words === '' ? name : capitalize(words)
}

export function prettyJson(text: string): string {
  const value = tryParseExact(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

export function readableResult(text: string): string {
  const value = tryParseExact(text)
  const content = isObject(value) && 'isError' in value && 'content' in value ? value.content : value
  if (typeof content === 'string') return content
  return content === undefined ? text : JSON.stringify(content, null, 2)
}

const MAX_VALUE_CHARS = 300
const MAX_ROWS = 60

/** The arguments as an approval shows them. Very long values lack their middle. */
export function inputEntries(text: string): [name: string, value: string][] {
  const style = { maxChars: MAX_VALUE_CHARS, maxRows: MAX_ROWS }
  return shownInput(text, style).map(({ path, value }) => [path.map(readableName).join(' › '), value])
}

export function readableTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
