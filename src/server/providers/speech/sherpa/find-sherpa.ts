import { dirname } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import { findEngine } from '../models/engine-package.js'

/**
 * The address of the engine for a model: installed beside this program, in the project of the user, or in the folder of
 * models. Throws a `VoiceError` `not-installed` with the command to run.
 */
export function findSherpa(provider: string, modelFolder: string): string {
  const found = findEngine(dirname(modelFolder))
  if (found !== undefined) return found
  throw new VoiceError(
    'not-installed',
    `${provider} needs the package sherpa-onnx-node: npm install sherpa-onnx-node`,
  )
}
