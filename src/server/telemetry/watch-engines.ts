import type { Logger } from '../../ports.js'
import type { EngineLoad } from '../model/engine-load.js'
import type { FailoverListener } from '../model/speech-error.js'
import type { Metrics } from './metrics.js'

/**
 * Exports the load of the local engines. If several engines run the same model, for example for two languages, exports
 * the sum of their loads.
 */
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

/** A recognizer or synthesizer. `onFailover` is present if it can switch to another engine after a failure. */
interface Engine {
  onFailover?(listener: FailoverListener): () => void
}

/**
 * Returns a function that takes recognizers and synthesizers, and from then on logs and counts each of their failovers.
 * It ignores an engine that it already watches.
 */
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
