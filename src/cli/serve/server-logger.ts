import pino from 'pino'
import type { LogFields, Logger } from '../../ports.js'
import { printableJson, singleLine } from '../../printable.js'
import type { LogLevel } from '../settings/server-settings.js'

/** A logger: one JSON object per line on stderr, or `time level text name=value` for people. */
export function serverLogger({
  format,
  level,
  write,
}: {
  format: 'pretty' | 'json'
  level: LogLevel
  write: (line: string) => void
}): Logger {
  const render = format === 'json' ? jsonLine : prettyLine
  const stream = { write: (line: string) => write(render(line)) }
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters }, stream)
  return {
    debug: (text, fields = {}) => log.debug(fields, text),
    info: (text, fields = {}) => log.info(fields, text),
    warn: (text, fields = {}) => log.warn(fields, text),
    error: (text, fields = {}) => log.error(fields, text),
  }
}

const formatters = { level: (label: string) => ({ level: label }) }

/** Escapes the control characters that pino leaves unescaped. */
function jsonLine(line: string): string {
  return `${printableJson(JSON.parse(line))}\n`
}

function prettyLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as LogFields & { time: string }
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${shown(value)}`)
  return `${time.slice(11, 19)} ${String(level)} ${singleLine(String(msg))}${rest.join('')}\n`
}

function shown(value: unknown): string {
  return typeof value === 'string' ? singleLine(value) : JSON.stringify(value)
}
