import type { EngineLoad } from '../../../model/engine-load.js'
import { EngineProcess, type EngineProcessOptions } from './engine-process.js'

/** The running engines by model and settings. All sessions of a process share them. */
const engines = new Map<string, EngineProcess>()

/** The running engine of a model. Starts one if there is none, and replaces one that has ended. */
export function engineFor(options: EngineProcessOptions): EngineProcess {
  const key = JSON.stringify([options.program?.href, options.job])
  const known = engines.get(key)
  if (known && !known.ended) return known
  const engine = new EngineProcess(options)
  engines.set(key, engine)
  return engine
}

/** How busy each running engine is. */
export function speechEngineLoads(): EngineLoad[] {
  return [...engines.values()].filter(({ ended }) => !ended).map(({ load }) => load)
}

/** Ends every engine. */
export function closeEngines(): void {
  for (const engine of engines.values()) engine.close()
  engines.clear()
}
