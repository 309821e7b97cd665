import { createRequire } from 'node:module'
import { VoiceError } from '../../../../errors.js'

/** Makes sure, before anybody speaks, that the engine can be loaded. Throws a `VoiceError` `not-installed` with the command to run. */
export function needSherpa(provider: string): void {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node')
  } catch {
    throw new VoiceError(
      'not-installed',
      `${provider} needs the package sherpa-onnx-node: npm install sherpa-onnx-node`,
    )
  }
}
