import { showControls } from '../printable.js'

/** Adds the styles of the terminal to text; returns the text unchanged if colour is off. */
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
 * Stands for ESC in text that is not printed yet. It is random, so that text from a file or an API cannot contain it:
 * {@link terminalText} makes control sequences only of the styles of a painter. Absent until something is painted.
 */
let style: string | undefined

/** Creates a painter; if `enabled` is false, it adds no styles. Print its text through {@link terminalText}. */
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

/**
 * The text for a terminal. Styles of a painter become control sequences; every other control character, except tabs
 * and line ends, becomes visible text.
 */
export function terminalText(text: string): string {
  return replaceStyles(showControls(text), '\u001b[$1m')
}

/** The number of visible characters of a painted text. */
export function shownLength(text: string): number {
  return replaceStyles(text, '').length
}

/** Replaces each style of a painter; `$1` in `replacement` is the number of the style. */
function replaceStyles(text: string, replacement: string): string {
  if (style === undefined) return text
  const [plain = '', ...parts] = text.split(style)
  return plain + parts.map((part) => part.replace(/^\[(\d+)m/, replacement)).join('')
}

/**
 * Whether to use colour on a stream: only on a terminal, and only if neither the user nor the environment
 * (no-color.org) disables it.
 */
export function showsColour(stream: { isTTY?: boolean }, wanted: boolean): boolean {
  return wanted && stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}
