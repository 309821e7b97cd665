import type { EngineLoad } from '../../../model/engine-load.js'
import { EngineProcess, type EngineProcessOptions } from './engine-process.js'

/** Engines by the model and the settings they run with: one for all sessions of a program. */
const engines = new Map<string, EngineProcess>()

/** The running engine of a model; starts one if needed, and replaces a broken one. */
export function engineFor(options: EngineProcessOptions): EngineProcess {
  const key = JSON.stringify([options.program?.href, options.job])
  const known = engines.get(key)
  if (known && !known.ended) return known
  const engine = new EngineProcess(options)
  engines.set(key, engine)
  return engine
}

/** How busy the engines that run are. */
export function speechEngineLoads(): EngineLoad[] {
  return [...engines.values()].filter(({ ended }) => !ended).map(({ load }) => load)
}

/** Ends every engine. */
export function closeEngines(): void {
  for (const engine of engines.values()) engine.close()
  engines.clear()
}
