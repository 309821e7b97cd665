/** Control characters except tab and line feed, and other characters that reorder text or end a line. */
const CONTROLS = /[^\P{Cc}\t\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
/** Characters that JSON does not escape in a string, but that a terminal or an editor obeys. */
const BARE_IN_JSON = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu
/** Characters that end a line, or move to another position in it. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * Makes a text of a file, an API or a model safe for a terminal: tabs and line ends stay, every other control character
 * is replaced by visible ones. ESC becomes `␛`, U+009B becomes `<U+009B>`. The other characters of an escape sequence
 * stay. Explicit bidi formatting (Unicode Standard Annex 9) is replaced too; text of right-to-left scripts needs none.
 */
export function showControls(text: string): string {
  return text.replace(/\r(?=\n|$)/g, '').replace(CONTROLS, visible)
}

/** Puts a name or a sentence of a file, an API or a model on one line: line ends and tabs become one space. */
export function singleLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ')
}

/**
 * A value as JSON text without characters that a terminal obeys: DEL, C1 controls and bidi formatting are escaped as
 * `\uXXXX` too.
 */
export function printableJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent)
  return text.replace(BARE_IN_JSON, (char) => (char === '\n' ? char : escaped(char)))
}

function visible(char: string): string {
  const code = char.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : `<U+${hex(code)}>`
}

const escaped = (char: string) => `\\u${hex(char.charCodeAt(0)).toLowerCase()}`

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
