import type { Totals } from './status-source.js'

/** The content of the status: counts since the start, and recent times of the stages. */
export interface ServerStatus {
  counts: { label: string; value: string; isBad: boolean }[]
  stages: { label: string; value: string }[]
}

/** The stages that are shown, in the order in which they happen. */
const STAGES: readonly (readonly [stage: string, label: string])[] = [
  ['end_of_speech', 'silence'],
  ['transcript', 'transcript'],
  ['first_text', 'first text'],
  ['llm', 'model'],
  ['tools', 'tools'],
  ['first_audio', 'first sound'],
  ['total', 'turn'],
]

/**
 * Returns the status to show. `now` has the current counts. `before` has the counts of a minute ago. If the server has
 * run for less than a minute, `before` has the counts at the start.
 */
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

/**
 * The mean time of a stage in milliseconds since `before`. If the stage has not happened since then, the mean since the
 * start of the server; undefined if it never happened.
 */
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
