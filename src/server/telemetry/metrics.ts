import data from '../../../templates/metrics.json'
import type { Logger } from '../../ports.js'
import type { EngineLoad } from '../model/engine-load.js'
import type { FailoverListener } from '../model/speech-error.js'

/** Labels of a metric value: names and values that distinguish it from other values of the same metric. */
export type MetricLabels = Record<string, string>

export interface MetricReading {
  labels: MetricLabels
  value: number
}

interface Histogram {
  counts: number[]
  sum: number
  count: number
}

/** The kind and the help text of each metric. To add a metric, add a line. */
const DESCRIPTIONS = data as Record<string, { kind: 'counter' | 'gauge' | 'histogram'; help: string }>

export const METRIC_NAMES: readonly string[] = Object.keys(DESCRIPTIONS)

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counters, gauges and histograms of one server, in the text format of Prometheus. */
export class Metrics {
  readonly #values = new Map<string, Map<string, number>>()
  readonly #readers = new Map<string, () => MetricReading[]>()
  readonly #histograms = new Map<string, Map<string, Histogram>>()

  count(name: string, labels: MetricLabels = {}, by = 1): void {
    const series = seriesOf(this.#values, name)
    const key = labelText(labels)
    series.set(key, (series.get(key) ?? 0) + by)
  }

  set(name: string, value: number, labels: MetricLabels = {}): void {
    seriesOf(this.#values, name).set(labelText(labels), value)
  }

  /** Registers a gauge whose value is read for each export. */
  read(name: string, value: () => number): void {
    this.readEach(name, () => [{ labels: {}, value: value() }])
  }

  /** A gauge with a value per set of labels. A set that `values` no longer returns is gone. */
  readEach(name: string, values: () => MetricReading[]): void {
    seriesOf(this.#values, name)
    this.#readers.set(name, values)
  }

  observe(name: string, seconds: number, labels: MetricLabels = {}): void {
    const series = seriesOf(this.#histograms, name)
    const key = labelText(labels)
    const histogram = series.get(key) ?? { counts: BUCKETS_SECONDS.map(() => 0), sum: 0, count: 0 }
    series.set(key, histogram)
    histogram.sum += seconds
    histogram.count += 1
    for (const [at, limit] of BUCKETS_SECONDS.entries()) if (seconds <= limit) histogram.counts[at]! += 1
  }

  /** The sum of a counter or gauge over all sets of labels that include `labels`. */
  total(name: string, labels: MetricLabels = {}): number {
    const wanted = Object.entries(labels).map(([label, value]) => labelText({ [label]: value }))
    let sum = 0
    for (const [key, value] of this.#values.get(name) ?? [])
      if (wanted.every((label) => key.includes(label))) sum += value
    return sum
  }

  /** The number and sum in seconds of observations, by the only label of the histogram. */
  observed(name: string, label: string): Map<string, { count: number; seconds: number }> {
    const series = [...(this.#histograms.get(name) ?? [])]
    return new Map(
      series.map(([key, { count, sum }]) => [key.slice(label.length + 2, -1), { count, seconds: sum }]),
    )
  }

  render(): string {
    for (const [name, read] of this.#readers) {
      seriesOf(this.#values, name).clear()
      for (const { labels, value } of read()) this.set(name, value, labels)
    }
    const lines: string[] = []
    for (const [name, { kind, help }] of Object.entries(DESCRIPTIONS)) {
      const rendered = kind === 'histogram' ? this.#renderHistogram(name) : this.#renderValues(name)
      if (rendered.length > 0) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...rendered)
    }
    return `${lines.join('\n')}\n`
  }

  #renderValues(name: string): string[] {
    return [...(this.#values.get(name) ?? [])].map(([labels, value]) => `${name}${braced(labels)} ${value}`)
  }

  #renderHistogram(name: string): string[] {
    return [...(this.#histograms.get(name) ?? [])].flatMap(([labels, { counts, sum, count }]) => {
      const bucket = (limit: string, value: number) =>
        `${name}_bucket${braced([labels, `le="${limit}"`].filter(Boolean).join(','))} ${value}`
      return [
        ...counts.map((value, at) => bucket(String(BUCKETS_SECONDS[at]), value)),
        bucket('+Inf', count),
        `${name}_sum${braced(labels)} ${sum}`,
        `${name}_count${braced(labels)} ${count}`,
      ]
    })
  }
}

function seriesOf<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  if (!DESCRIPTIONS[name]) throw new Error(`There is no metric ${name}.`)
  const series = all.get(name) ?? new Map<string, T>()
  all.set(name, series)
  return series
}

function labelText(labels: MetricLabels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    .join(',')
}

const braced = (labels: string) => (labels ? `{${labels}}` : '')

/** Exports the load of local engines, summed over those of one model. */
export function watchEngines(metrics: Metrics, loads: () => EngineLoad[]): void {
  for (const what of ['slots', 'busy', 'waiting'] as const)
    metrics.readEach(`voice_engine_${what}`, () =>
      byModel(loads()).map(({ stage, engine, [what]: value }) => ({ labels: { stage, engine }, value })),
    )
}

function byModel(loads: readonly EngineLoad[]): EngineLoad[] {
  const sums = new Map<string, EngineLoad>()
  for (const { stage, engine, slots, busy, waiting } of loads) {
    const key = JSON.stringify([stage, engine])
    const sum = sums.get(key) ?? { stage, engine, slots: 0, busy: 0, waiting: 0 }
    const more = { slots: sum.slots + slots, busy: sum.busy + busy, waiting: sum.waiting + waiting }
    sums.set(key, { ...sum, ...more })
  }
  return [...sums.values()]
}

interface Engine {
  onFailover?(listener: FailoverListener): () => void
}

/** Logs and counts failovers of engines, each watched once. */
export function createSpeechWatch({
  logger,
  metrics,
}: {
  logger: Logger
  metrics: Metrics
}): (engines: readonly (Engine | null)[]) => void {
  const watched = new WeakSet<Engine>()
  const onFailover: FailoverListener = ({ stage, failed, next }) => {
    const from = failed.provider
    logger.warn('speech goes on with another engine', { stage, from, to: next, failure: failed.failure })
    metrics.count('voice_speech_failovers_total', { stage, from, to: next })
  }
  return (engines) => {
    for (const engine of engines) {
      if (!engine || watched.has(engine)) continue
      watched.add(engine)
      engine.onFailover?.(onFailover)
    }
  }
}
