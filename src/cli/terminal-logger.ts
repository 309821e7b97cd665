import type { LogFields, Logger } from '../ports.js'
import { singleLine } from '../printable.js'
import type { Output } from './output.js'

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
