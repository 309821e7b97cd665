import type { Metrics } from '../../../server/telemetry/metrics.js'

export interface StatusSource {
  metrics: Pick<Metrics, 'total' | 'observed'>
  /** The current number of sessions, connected or not. */
  sessions: () => number
  /** The WebSocket address. */
  url: string
}

/** How often a stage of turns was measured, and the sum of the measured times in seconds. */
export interface StageTotal {
  count: number
  seconds: number
}

/** The counts since the start of the server, read at one moment, and the number of sessions at that moment. */
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
