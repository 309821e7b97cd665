import { inspect } from 'node:util'
import { messageOf, VoiceError } from '../errors.js'
import type { LogFields, Logger } from '../ports.js'
import { printableJson, showControls, singleLine } from '../printable.js'
import type { DryRun } from '../toolkit/model/tool.js'
import type { Paint } from '../toolkit/validate/report.js'

/** 0: success; 1: diagnostics or a failed run; 2: wrong usage or unreadable input. */
export type ExitCode = 0 | 1 | 2

export interface OutputOptions {
  format: string
  quiet?: boolean
  color: boolean
}

/** Where a command writes: results to stdout, everything else to stderr. */
export interface Output {
  print(text: string): void
  printJson(value: unknown): void
  /** Prints progress or a remark on stderr; nothing with `--quiet`. */
  notice(text: string): void
  warn(text: string): void
  paint: Paint
  /** Whether a person uses the command: stdin and stdout are terminals, and the format is not `json`. */
  interactive: boolean
}

/** A parser for one of these values, which are its `values` for completion; else `wrong-usage`. */
export function oneOf<T extends string>(
  flag: string,
  values: readonly T[],
): ((text: string) => T) & { values: readonly T[] } {
  const parse = (text: string): T => {
    const value = values.find((known) => known === text)
    if (value !== undefined) return value
    throw new VoiceError(
      'wrong-usage',
      `${flag} takes one of ${values.join(', ')}; "${text}" is none of them.`,
    )
  }
  return Object.assign(parse, { values })
}

export function wholeNumber(
  flag: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER } = {},
): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`
    throw new VoiceError('wrong-usage', `${flag} takes a whole number ${range}; "${text}" is none.`)
  }
}

/** Option parser for a flag that may be given several times: adds the new value to the list of the earlier values. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}

export function createOutput(options: OutputOptions): Output {
  const human = options.format !== 'json'
  return {
    print: (text) => writeOut(`${text}\n`),
    printJson: (value) => writeOut(`${printableJson(value, 2)}\n`),
    notice: (text) => {
      if (!options.quiet) writeErr(`${text}\n`)
    },
    warn: (text) => writeErr(`${text}\n`),
    paint: createPaint(human && showsColour(process.stdout, options.color)),
    interactive: human && process.stdout.isTTY === true && process.stdin.isTTY === true,
  }
}

/** Codes of a `VoiceError` that exit with 1; all others exit with 2. */
const FAILED_RUNS: ReadonlySet<string> = new Set([
  'not-a-collection',
  'import-failed',
  'not-json',
  'nesting-too-deep',
  'not-an-environment',
  'disconnected',
])

/** Prints an error in one sentence and returns its exit code. The stack is printed only with VOICE_DEBUG=1. */
export function reportFailure(error: unknown): ExitCode {
  if (error instanceof VoiceError) {
    writeErr(`${error.message}\n`)
    if (process.env.VOICE_DEBUG && error.stack) writeErr(`${error.stack}\n`)
    return FAILED_RUNS.has(error.code) ? 1 : 2
  }
  if ((error as NodeJS.ErrnoException | undefined)?.syscall === 'uv_cwd') {
    writeErr('The working directory does not exist any more; change to another one.\n')
    return 2
  }
  const stack = error instanceof Error && error.stack ? error.stack : messageOf(error)
  writeErr(
    process.env.VOICE_DEBUG
      ? `${stack}\n`
      : `Something went wrong inside voice itself: ${messageOf(error)}. Set VOICE_DEBUG=1 to see where.\n`,
  )
  return 1
}

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const satisfies (keyof Paint)[]

/** What a painter writes in place of ESC, random so that no text from outside can have it. Undefined until one is used. */
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

/** A text for the terminal: styles work, all other control characters are shown. */
export function terminalText(text: string): string {
  return replaceStyles(showControls(text), '\u001b[$1m')
}

/** Replaces each style; `$1` is its number. */
function replaceStyles(text: string, replacement: string): string {
  if (style === undefined) return text
  const [plain = '', ...parts] = text.split(style)
  return plain + parts.map((part) => part.replace(/^\[(\d+)m/, replacement)).join('')
}

/** Whether to use colour: on a terminal, unless the user or no-color.org says no. */
function showsColour(stream: { isTTY?: boolean }, wanted: boolean): boolean {
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

/** Breaks a line at words, each as indented as the first. A wider word stays whole, to be copied. */
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

export function tableLines(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** Shows warnings and errors as lines on stderr; the rest with VOICE_DEBUG=1 only. */
export function terminalLogger({ warn }: Output): Logger {
  const debugging = Boolean(process.env.VOICE_DEBUG)
  const line = (text: string, fields: LogFields = {}) =>
    warn([text, ...Object.entries(fields).map(show)].join(' '))
  const debug = debugging ? line : () => {}
  return { debug, info: debug, warn: line, error: line }
}

function show([name, value]: [string, unknown]): string {
  const text =
    value instanceof Error ? value.message : typeof value === 'string' ? value : JSON.stringify(value)
  return `${name}=${singleLine(text)}`
}

/** Resolves at the first Ctrl-C or SIGTERM. A second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.once('SIGINT', leave)
      process.once('SIGTERM', leave)
      resolve()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}

function leave(): never {
  process.exit(130)
}

export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}

const PLAIN = process.platform === 'win32' ? /^[\p{L}\p{N}_.@:/\\+,=-]+$/u : /^[\p{L}\p{N}_.@:/+,=-]+$/u

/** A text as one word of a shell, quoted where needed, single where double quotes would not do. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : shellQuoted(text)
}

/** A text in quotes, so that a shell takes it as one word and does not change it. */
export function shellQuoted(text: string): string {
  if (process.platform === 'win32') return `"${text.replaceAll('"', '\\"')}"`
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`
}

export function printRequest(
  { method, url, headers, body }: DryRun,
  { print, paint }: Pick<Output, 'print' | 'paint'>,
): void {
  print(paint.bold(singleLine(`${method} ${url}`)))
  for (const [name, value] of headers) print(singleLine(`${name}: ${value}`))
  if (body !== null) print(`\n${body}`)
}
