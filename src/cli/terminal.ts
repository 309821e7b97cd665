import { inspect } from 'node:util'
import { showControls } from '../printable.js'
import type { Paint } from '../toolkit/validate/report.js'

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const satisfies (keyof Paint)[]

/**
 * The mark that a painter, which adds colours and styles to text, writes in place of ESC. {@link terminalText} replaces
 * the mark with ESC when the text is printed. The mark is random, so text from a file or an API cannot contain it and
 * cannot control the terminal. Undefined until a painter is used.
 */
let style: string | undefined

/** Creates a painter; if `enabled` is false, it adds no styles. Print the styled text through {@link terminalText}. */
export function createPaint(enabled: boolean): Paint {
  const painters = STYLES.map((name) => [name, (text: string) => (enabled ? styled(text, name) : text)])
  return Object.fromEntries(painters) as Paint
}

function styled(text: string, name: keyof Paint): string {
  const [on, off] = inspect.colors[name]!
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

/**
 * Replaces each style that a painter has written into a text. In `replacement`, `$1` becomes the number of the style.
 */
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

/** The columns of the terminal; undefined if there is no terminal, or if the terminal has no size and says 0. */
export function screenColumns(): number | undefined {
  return process.stdout.columns || undefined
}

/** Writes text for people to standard output. Only the styles of a painter reach the terminal as control sequences. */
export function writeOut(text: string): void {
  process.stdout.write(terminalText(text))
}

/** Writes text for people to standard error, with the same rule for styles as {@link writeOut}. */
export function writeErr(text: string): void {
  process.stderr.write(terminalText(text))
}

/**
 * Breaks a line between words so that no line is wider than `columns`. The other lines are indented like the first. A
 * wider word stays whole, so that a path or an address can be copied.
 */
export function wrapped(line: string, columns: number): string[] {
  const [margin] = /^ */.exec(line) as RegExpExecArray
  const [first = '', ...words] = line.slice(margin.length).split(' ')
  const lines = [margin + first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (replaceStyles(longer, '').length <= columns) lines[lines.length - 1] = longer
    else lines.push(margin + word)
  }
  return lines
}

/** Formats a table as lines. The first row is the head. Each column is as wide as its widest cell. */
export function tableLines(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
