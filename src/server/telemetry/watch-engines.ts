import type { EngineLoad } from '../model/engine-load.js'
import type { Metrics } from './metrics.js'

/** Shows how busy the engines of this machine are, as they are whenever somebody asks. */
export function watchEngines(metrics: Metrics, loads: () => EngineLoad[]): void {
  for (const what of ['slots', 'busy', 'waiting'] as const)
    metrics.readEach(`voice_engine_${what}`, () =>
      loads().map(({ stage, engine, [what]: value }) => ({ labels: { stage, engine }, value })),
    )
}
