/**
 * Matches control characters, but not tab and line feed. Also matches characters that change the order of text or end a
 * line.
 */
const CONTROLS = /[^\P{Cc}\t\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
/**
 * Characters that `JSON.stringify` may leave as they are in a string, but that change what a terminal or an editor
 * shows.
 */
const BARE_IN_JSON = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu
/** Characters that end a line, or move to another position in it. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * Makes a text from a file, an API or a model safe to print on a terminal. Tabs and line ends stay. Every other control
 * character is replaced by a visible one: ESC becomes `␛`, U+009B becomes `<U+009B>`. The printable characters of an
 * escape sequence stay. Characters that set the text direction (Unicode Standard Annex 9) are replaced too. Text in
 * right-to-left scripts does not need them.
 */
export function showControls(text: string): string {
  return text.replace(/\r(?=\n|$)/g, '').replace(CONTROLS, visible)
}

/** Puts a text from a file, an API or a model on one line: line ends and tabs become one space. */
export function singleLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ')
}

/**
 * A value as JSON text that is safe to print on a terminal: DEL, C1 controls and characters that set the text direction
 * are escaped as `\uXXXX` too.
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
