import type { Output } from '../output.js'
import { writeErr } from '../terminal.js'
import type { StatusSource } from '../ui/status/status-source.js'
import type { ServeFlags } from './flags.js'

/** The output of a running server: lines, and on a terminal a status line below them. */
export interface Screen {
  /** Writes a log line, which includes its line end. */
  write(line: string): void
  /** Shows a line to the operator; nothing with `--quiet`. */
  say(line: string): void
  /** Shows a line about a problem, also with `--quiet`. */
  warn(line: string): void
  /** Starts the status line; does nothing if the output is not a terminal. */
  showStatus(source: StatusSource): Promise<void>
  close(): void
}

/**
 * Creates the screen. It has a status line only if stdin, stdout and stderr are terminals. There is no status line with
 * `--quiet`, with output or log in JSON, on a `dumb` terminal and on a build server (`CI`).
 */
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
