import type { Logger } from '../../ports.js'
import type { FailoverListener } from '../model/speech-failover.js'
import type { Metrics } from './metrics.js'

/** An engine that reports failovers. */
interface Engine {
  onFailover?(listener: FailoverListener): () => void
}

/** Logs and counts each failover of a recognizer or synthesizer. An engine is watched only once, even if several sessions use it. */
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
