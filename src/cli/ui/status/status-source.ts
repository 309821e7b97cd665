import type { Metrics } from '../../../server/telemetry/metrics.js'

export interface StatusSource {
  metrics: Pick<Metrics, 'total' | 'observed'>
  /** Sessions that are kept now. */
  sessions: () => number
  /** The WebSocket address. */
  url: string
}

/** The sum of the times of a stage. */
export interface StageTotal {
  count: number
  seconds: number
}

/** All counts from the start to one moment. */
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
