import type { LogFields, Logger } from '../../ports.js'
import { printableJson, singleLine } from '../../printable.js'
import { LOG_LEVELS, type LogLevel } from '../settings/server-settings.js'

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

/** A line of the log, in which all values are plain JSON. */
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
