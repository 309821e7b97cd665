import { Box, render } from 'ink'
import type { Metrics } from '../../../server/telemetry/metrics.js'
import { terminalText, writeErr } from '../../output.js'
import { reflowing, Text, useTerminalSize } from '../text.js'

export interface StatusSource {
  metrics: Pick<Metrics, 'total' | 'observed'>
  sessions: () => number
  url: string
}

interface StageTotal {
  count: number
  seconds: number
}

export interface Totals {
  sessions: number
  turns: number
  calls: number
  failedCalls: number
  errors: number
  stages: ReadonlyMap<string, StageTotal>
}

export function readTotals({ metrics, sessions }: StatusSource): Totals {
  return {
    sessions: sessions(),
    turns: metrics.total('voice_replies_total'),
    calls: metrics.total('voice_tool_calls_total'),
    failedCalls: metrics.total('voice_tool_calls_total', { outcome: 'failed' }),
    errors: metrics.total('voice_errors_total') + metrics.total('voice_replies_total', { status: 'failed' }),
    stages: metrics.observed('voice_stage_seconds', 'stage'),
  }
}

const STEP_MS = 500
/** The number of readings in one minute. The times of stages are means over this minute. */
const WINDOW = 60_000 / STEP_MS

interface ShownStatus {
  write(text: string): void
  close(): void
}

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

/** The status: counts, times of measured stages, the address. */
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

interface ServerStatus {
  counts: { label: string; value: string; isBad: boolean }[]
  stages: { label: string; value: string }[]
}

const STAGES: readonly (readonly [stage: string, label: string])[] = [
  ['end_of_speech', 'silence'],
  ['transcript', 'transcript'],
  ['first_text', 'first text'],
  ['llm', 'model'],
  ['tools', 'tools'],
  ['first_audio', 'first sound'],
  ['total', 'turn'],
]

/** Status since a minute ago, or since the start. */
export function statusOf(now: Totals, before: Totals): ServerStatus {
  const failed = now.failedCalls > 0 ? ` (${now.failedCalls} failed)` : ''
  return {
    counts: [
      { label: 'sessions', value: String(now.sessions), isBad: false },
      { label: 'turns', value: String(now.turns), isBad: false },
      { label: 'tool calls', value: `${now.calls}${failed}`, isBad: now.failedCalls > 0 },
      { label: 'errors', value: String(now.errors), isBad: now.errors > 0 },
    ],
    stages: STAGES.flatMap(([stage, label]) => {
      const ms = meanMs(stage, now, before)
      return ms === undefined ? [] : [{ label, value: durationText(ms) }]
    }),
  }
}

/** The mean since `before`, else since the start; undefined if it never happened. */
function meanMs(stage: string, now: Totals, before: Totals): number | undefined {
  const all = now.stages.get(stage)
  if (!all || all.count === 0) return undefined
  const old = before.stages.get(stage) ?? { count: 0, seconds: 0 }
  const recent = all.count - old.count
  const seconds = recent > 0 ? (all.seconds - old.seconds) / recent : all.seconds / all.count
  return seconds * 1000
}

/** A duration as text: 840 gives `840 ms`, 1200 gives `1.2 s`. */
export function durationText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
