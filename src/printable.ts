/** Control characters but for tab and line feed, and the characters that reorder or end a line without being one of them. */
const CONTROLS = /[^\P{Cc}\t\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
/** What JSON leaves bare in a string although a terminal or an editor obeys it. */
const BARE_IN_JSON = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu
/** What ends a line somewhere, or moves to another place in it. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * A text from elsewhere for a terminal: tabs and line ends stay, every other control character is shown instead of obeyed. ESC becomes
 * `␛`, U+009B becomes `<U+009B>`. Nothing is hidden, whatever sequence the characters belong to. Explicit bidi formatting (Unicode
 * Standard Annex 9) is shown too; text of right-to-left scripts needs none.
 */
export function showControls(text: string): string {
  return text.replace(/\r(?=\n|$)/g, '').replace(CONTROLS, visible)
}

/** A name or a sentence from elsewhere that must stay on one line: line ends and tabs become one space. */
export function singleLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ')
}

/** A value as JSON text that no terminal obeys: DEL, C1 controls and bidi formatting are escaped as `\uXXXX` too. */
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
