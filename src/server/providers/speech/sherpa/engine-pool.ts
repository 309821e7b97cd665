import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import type { EngineLoad } from '../../../model/engine-load.js'
import { findEngine } from '../models/engine-package.js'
import { EngineProcess, type EngineProcessOptions } from './engine-process.js'

/** The running engines, by model and settings. All sessions of a process share them. */
const engines = new Map<string, EngineProcess>()

/** Returns the running engine of a model. If there is none, or if it has ended, starts a new one. */
export function engineFor(options: EngineProcessOptions): EngineProcess {
  const key = JSON.stringify([options.program?.href, options.job])
  const known = engines.get(key)
  if (known && !known.ended) return known
  const engine = new EngineProcess(options)
  engines.set(key, engine)
  return engine
}

export function speechEngineLoads(): EngineLoad[] {
  return [...engines.values()].filter(({ ended }) => !ended).map(({ load }) => load)
}

export function closeEngines(): void {
  for (const engine of engines.values()) engine.close()
  engines.clear()
}

/**
 * Number of threads of one engine: half of the processors, at least one, at most four. More threads do not speed up
 * models that are small enough for a conversation.
 */
export function engineThreads(): number {
  return Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
}

/**
 * The URL of the package sherpa-onnx-node, which is searched beside this program, in the user's project and in the
 * models folder. Throws `not-installed`.
 */
export function findSherpa(provider: string, modelFolder: string): string {
  const found = findEngine(dirname(modelFolder))
  if (found !== undefined) return found
  throw new VoiceError(
    'not-installed',
    `${provider} needs the package sherpa-onnx-node: npm install sherpa-onnx-node`,
  )
}
