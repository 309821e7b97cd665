import { Box, render } from 'ink'
import { terminalText, writeErr } from '../../terminal.js'
import { useTerminalSize } from '../chat/use-terminal-size.js'
import { reflowing } from '../reflow.js'
import { Text } from '../text.js'
import { readTotals, type StatusSource, type Totals } from './status-source.js'
import { type ServerStatus, statusOf } from './status-text.js'

/** Milliseconds between two readings of the status. The status is drawn again only if it has changed. */
const STEP_MS = 500
/** The number of readings in one minute. The times of stages are means over this minute. */
const WINDOW = 60_000 / STEP_MS

export interface ShownStatus {
  /** Writes text with its line end above the status. */
  write(text: string): void
  close(): void
}

/** Shows the status of a server at the bottom of the terminal until `close` is called. */
export function showStatus(source: StatusSource): ShownStatus {
  const past: Totals[] = [readTotals(source)]
  let shown = ''
  let closed = false
  const view = () => {
    const now = readTotals(source)
    past.push(now)
    if (past.length > WINDOW) past.shift()
    return statusOf(now, past[0]!)
  }
  const first = view()
  const { stdout, release } = reflowing(process.stdout)
  const app = render(<StatusView status={first} url={source.url} />, {
    stdout,
    exitOnCtrlC: false,
    patchConsole: true,
  })
  const timer = setInterval(() => {
    const status = view()
    const text = JSON.stringify(status)
    if (text === shown) return
    shown = text
    app.rerender(<StatusView status={status} url={source.url} />)
  }, STEP_MS)
  return {
    // Ink prints console output above its drawing.
    write: (text) => (closed ? writeErr(text) : console.error(terminalText(text.replace(/\n$/, '')))),
    close() {
      closed = true
      clearInterval(timer)
      app.unmount()
      release()
    },
  }
}

/**
 * Draws the current status of the server: a horizontal line, the counts, the times of the stages, and the address. If
 * no stage has been measured, there are no times.
 */
function StatusView({ status, url }: { status: ServerStatus; url: string }) {
  const { columns } = useTerminalSize()
  return (
    <Box flexDirection="column" width="100%" marginTop={1}>
      <Text dimColor wrap="truncate-end">
        {'─'.repeat(Math.min(columns, 40))}
      </Text>
      <Box flexWrap="wrap" columnGap={3}>
        {status.counts.map(({ label, value, isBad }) => (
          <Text key={label}>
            <Text dimColor>{label} </Text>
            <Text bold {...(isBad ? { color: 'yellow' } : {})}>
              {value}
            </Text>
          </Text>
        ))}
      </Box>
      {status.stages.length > 0 ? (
        <Box flexWrap="wrap" columnGap={3}>
          {status.stages.map(({ label, value }) => (
            <Text key={label}>
              <Text dimColor>{label} </Text>
              {value}
            </Text>
          ))}
        </Box>
      ) : null}
      <Text dimColor wrap="truncate-end">
        {url} · Ctrl-C stops
      </Text>
    </Box>
  )
}
