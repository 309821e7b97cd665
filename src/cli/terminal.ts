import { terminalText } from './colour.js'

/** Writes text for people to standard output. Only the styles of a painter reach the terminal as control sequences. */
export function writeOut(text: string): void {
  process.stdout.write(terminalText(text))
}

/** Writes text for people to standard error, in the same way. */
export function writeErr(text: string): void {
  process.stderr.write(terminalText(text))
}
