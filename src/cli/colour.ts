import { showControls } from '../printable.js'

/** Wraps text in the terminal's own styles; returns it unchanged where colour is off. */
export interface TerminalPaint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

const CODES: Record<keyof TerminalPaint, [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

/**
 * Stands for ESC in text that is not printed yet. It is random, so no text from elsewhere can hold it: what {@link terminalText}
 * turns into a style was painted here. Absent until something is painted.
 */
let style: string | undefined

/** A painter; with `enabled` false it paints nothing. Its text is printed through {@link terminalText}. */
export function createPaint(enabled: boolean): TerminalPaint {
  const paint =
    (name: keyof TerminalPaint) =>
    (text: string): string =>
      enabled ? styled(text, CODES[name]) : text
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
  }
}

function styled(text: string, [on, off]: [on: number, off: number]): string {
  style ??= `\ue000${crypto.randomUUID().replaceAll('-', '')}`
  return `${style}[${on}m${text}${style}[${off}m`
}

/** What a terminal gets: the styles of a painter, and every other control character but tabs and line ends shown as text. */
export function terminalText(text: string): string {
  return replaceStyles(showControls(text), '\u001b[$1m')
}

/** How many characters of a painted text are shown. */
export function shownLength(text: string): number {
  return replaceStyles(text, '').length
}

/** Puts something in the place of each style of a painter; `$1` is its number. */
function replaceStyles(text: string, replacement: string): string {
  if (style === undefined) return text
  const [plain = '', ...parts] = text.split(style)
  return plain + parts.map((part) => part.replace(/^\[(\d+)m/, replacement)).join('')
}

/** Whether a stream shows colour: a terminal, and neither the user nor the environment (no-color.org) says no. */
export function showsColour(stream: { isTTY?: boolean }, wanted: boolean): boolean {
  return wanted && stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}
