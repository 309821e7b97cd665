import type { LogFields, Logger } from '../../ports.js'
import { printableJson, singleLine } from '../../printable.js'
import { type Output, writeErr } from '../output.js'
import { LOG_LEVELS, type LogLevel } from '../settings/settings.js'
import type { StatusSource } from '../ui/status/show-status.js'
import type { ServeFlags } from './plan-agents.js'

/** The output of a running server: lines, and on a terminal a status line below them. */
export interface Screen {
  write(line: string): void
  /** Shows a line to the operator; nothing with `--quiet`. */
  say(line: string): void
  warn(line: string): void
  /** Starts the status line; does nothing if the output is not a terminal. */
  showStatus(source: StatusSource): Promise<void>
  close(): void
}

/** A screen, with a status line on a full terminal only, not in JSON, `--quiet`, `dumb` or `CI`. */
export function openScreen(flags: ServeFlags, { interactive, notice, warn }: Output): Screen {
  let above: ((text: string) => void) | undefined
  let stop = () => {}
  const isLive =
    interactive &&
    flags.quiet !== true &&
    flags.logFormat === 'pretty' &&
    process.stderr.isTTY === true &&
    process.env.TERM !== 'dumb' &&
    !process.env.CI
  return {
    write: (line) => (above ? above(line) : writeErr(line)),
    say: (line) => (above ? above(`${line}\n`) : notice(line)),
    warn: (line) => (above ? above(`${line}\n`) : warn(line)),
    async showStatus(source) {
      if (!isLive) return
      const { showStatus } = await import('../ui/status/show-status.js')
      const shown = showStatus(source)
      above = shown.write
      stop = shown.close
    },
    close() {
      above = undefined
      stop()
      stop = () => {}
    },
  }
}

/** Creates a logger that writes one JSON object per line, or lines such as `12:00:00 warn text name=value`. */
export function serverLogger({
  format,
  level: most,
  write,
}: {
  format: 'pretty' | 'json'
  level: LogLevel
  write: (line: string) => void
}): Logger {
  const render = format === 'json' ? jsonLine : prettyLine
  const loggerOf = (level: LogLevel) => (msg: string, fields?: LogFields) => {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(most)) return
    write(render(JSON.parse(JSON.stringify({ level, time: new Date(), ...fields, msg }, errorsAsText))))
  }
  return {
    debug: loggerOf('debug'),
    info: loggerOf('info'),
    warn: loggerOf('warn'),
    error: loggerOf('error'),
  }
}

/** Replaces an error with its message, because `JSON.stringify` writes an error as `{}`. */
const errorsAsText = (_key: string, value: unknown) => (value instanceof Error ? value.message : value)

interface LogLine extends LogFields {
  level: LogLevel
  time: string
  msg: string
}

const jsonLine = (line: LogLine) => `${printableJson(line)}\n`

function prettyLine({ level, time, msg, ...fields }: LogLine): string {
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${shown(value)}`)
  return `${time.slice(11, 19)} ${level} ${singleLine(msg)}${rest.join('')}\n`
}

function shown(value: unknown): string {
  return typeof value === 'string' ? singleLine(value) : JSON.stringify(value)
}
