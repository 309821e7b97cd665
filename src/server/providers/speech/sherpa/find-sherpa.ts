import { dirname } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import { findEngine } from '../models/engine-package.js'

/**
 * The URL of the engine for a model. It may be installed beside this program, in the user's project or in the models
 * folder. Throws a `VoiceError` `not-installed`, which names the command to run.
 */
export function findSherpa(provider: string, modelFolder: string): string {
  const found = findEngine(dirname(modelFolder))
  if (found !== undefined) return found
  throw new VoiceError(
    'not-installed',
    `${provider} needs the package sherpa-onnx-node: npm install sherpa-onnx-node`,
  )
}
