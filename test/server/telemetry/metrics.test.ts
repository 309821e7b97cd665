import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { EngineLoad } from '../../../src/server/model/engine-load.js'
import { METRIC_NAMES, Metrics, watchEngines } from '../../../src/server/telemetry/metrics.js'

/** A line of the text format: a comment, or a sample. */
const LINE =
  /^(?:# HELP [a-z_]+ \S.*|# TYPE [a-z_]+ (?:counter|gauge|histogram)|([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (-?[\d.e+-]+))$/

it('writes the text format of Prometheus, with whole histograms', () => {
  const metrics = new Metrics()
  metrics.count('voice_errors_total', { code: 'a "quoted"\nname \\' })
  metrics.read('voice_sessions', () => 3)
  for (const seconds of [0.004, 0.3, 400]) metrics.observe('voice_stage_seconds', seconds, { stage: 'tool' })
  const lines = metrics.render().trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(LINE)
  expect(lines).toContain('voice_sessions 3')
  const buckets = lines.filter((line) => line.startsWith('voice_stage_seconds_bucket'))
  const counts = buckets.map((line) => Number(line.split(' ').at(-1)))
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(buckets.at(-1)).toBe('voice_stage_seconds_bucket{stage="tool",le="+Inf"} 3')
  expect(lines).toContain('voice_stage_seconds_count{stage="tool"} 3')
})

it('reads gauges with labels anew each time: an engine that is gone is not shown any more', () => {
  const metrics = new Metrics()
  const loads: EngineLoad[] = [
    { stage: 'tts', engine: 'sherpa/a', slots: 4, busy: 4, waiting: 2 },
    { stage: 'tts', engine: 'sherpa/b', slots: 1, busy: 0, waiting: 0 },
  ]
  watchEngines(metrics, () => loads)
  const lines = () =>
    metrics
      .render()
      .split('\n')
      .filter((line) => line.startsWith('voice_engine'))
  expect(lines()).toEqual([
    'voice_engine_slots{stage="tts",engine="sherpa/a"} 4',
    'voice_engine_slots{stage="tts",engine="sherpa/b"} 1',
    'voice_engine_busy{stage="tts",engine="sherpa/a"} 4',
    'voice_engine_busy{stage="tts",engine="sherpa/b"} 0',
    'voice_engine_waiting{stage="tts",engine="sherpa/a"} 2',
    'voice_engine_waiting{stage="tts",engine="sherpa/b"} 0',
  ])
  loads.length = 1
  expect(lines()).toHaveLength(3)
})

it('adds up the engines of one model', () => {
  const metrics = new Metrics()
  const hears = { stage: 'stt', engine: 'sherpa/whisper' } as const
  watchEngines(metrics, () => [
    { ...hears, slots: 1, busy: 1, waiting: 3 },
    { stage: 'tts', engine: 'sherpa/whisper', slots: 1, busy: 0, waiting: 0 },
    { ...hears, slots: 1, busy: 1, waiting: 4 },
  ])
  const lines = metrics.render().split('\n')
  const heard = lines.filter((line) => /^voice_engine.*stt/.test(line))
  expect(heard).toEqual([
    'voice_engine_slots{stage="stt",engine="sherpa/whisper"} 2',
    'voice_engine_busy{stage="stt",engine="sherpa/whisper"} 2',
    'voice_engine_waiting{stage="stt",engine="sherpa/whisper"} 7',
  ])
  expect(lines.filter((line) => /^voice_engine.*tts/.test(line))).toHaveLength(3)
})

it('docs/monitoring.md has every metric', () => {
  const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8')
  expect(METRIC_NAMES.filter((name) => !new RegExp(`\`${name}[\`{]`).test(page))).toEqual([])
})
