/** Control characters but tab and line feed, and those that change the order of text or end a line. */
const CONTROLS = /[^\P{Cc}\t\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
/** What `JSON.stringify` leaves in a string although it changes what a terminal shows. */
const BARE_IN_JSON = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu
/** Characters that end a line, or move to another position in it. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/** Makes text safe to print: tabs and line ends stay, others are shown (`␛`, `<U+009B>`), also those of direction (UAX 9). */
export function showControls(text: string): string {
  return text.replace(/\r(?=\n|$)/g, '').replace(CONTROLS, visible)
}

/** Puts a text from a file, an API or a model on one line: line ends and tabs become one space. */
export function singleLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ')
}

/** A value as JSON that is safe to print: DEL, C1 and characters of direction are escaped too. */
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
