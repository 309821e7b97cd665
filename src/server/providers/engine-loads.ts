import type { EngineLoad } from '../model/engine-load.js'
import { localModelLoads } from './local/local-model.js'
import { speechEngineLoads } from './speech/sherpa/engine-pool.js'

/** How busy the engines are that this process has started: language models, ears and voices. */
export function engineLoads(): EngineLoad[] {
  return [...localModelLoads(), ...speechEngineLoads()]
}
