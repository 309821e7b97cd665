import type { Output } from '../output.js'
import { writeErr } from '../terminal.js'
import type { StatusSource } from '../ui/status/status-source.js'
import type { ServeFlags } from './flags.js'

/** Where a running server writes: lines, and below them on a terminal what it does now. */
export interface Screen {
  /** A line of the log, with its line end. */
  write(line: string): void
  /** A line for whoever started the server; not with `--quiet`. */
  say(line: string): void
  /** A line about what has gone wrong, also with `--quiet`. */
  warn(line: string): void
  /** Begins to show what the server does; nothing where nobody watches. */
  showStatus(source: StatusSource): Promise<void>
  close(): void
}

/** A live status is for a person at a terminal who reads both outputs there; all others get plain lines. */
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
