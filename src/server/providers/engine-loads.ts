import type { EngineLoad } from '../model/engine-load.js'
import { localModelLoads } from './local/local-model.js'
import { speechEngineLoads } from './speech/sherpa/engine-pool.js'

/** Load of the engines that this process has started: language models, recognizers and synthesizers. */
export function engineLoads(): EngineLoad[] {
  return [...localModelLoads(), ...speechEngineLoads()]
}
