import { messageOf, VoiceError } from '../errors.js'
import { printableJson } from '../printable.js'
import type { Paint } from '../toolkit/validate/report.js'
import { createPaint, showsColour, writeErr, writeOut } from './terminal.js'

/** 0: success; 1: diagnostics or a failed run; 2: wrong usage or unreadable input. */
export type ExitCode = 0 | 1 | 2

/** The flags every command has. */
export interface OutputOptions {
  format: string
  quiet?: boolean
  color: boolean
}

/** Where a command writes: results to stdout, everything else to stderr. */
export interface Output {
  /** Prints one result and a line end. */
  print(text: string): void
  /** Prints one JSON document. With `--format json`, it is the only output on stdout. */
  printJson(value: unknown): void
  /** Prints progress or a remark on stderr; nothing with `--quiet`. */
  notice(text: string): void
  /** Prints a warning on stderr, also with `--quiet`. */
  warn(text: string): void
  /** Adds colours and styles to text for stdout. */
  paint: Paint
  /** Whether a person uses the command: stdin and stdout are terminals, and the format is not `json`. */
  interactive: boolean
}

/**
 * Creates an option parser that accepts the values of a list and throws `wrong-usage` for any other value. The parser
 * has the list as its member `values`, for shell completion.
 */
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

/** Creates an option parser for a whole number from `min` to `max`. */
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

/**
 * If a command fails with a `VoiceError` that has one of these codes, the exit code is 1. For all other codes of a
 * `VoiceError`, the exit code is 2.
 */
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
