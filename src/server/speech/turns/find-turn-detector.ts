import { VoiceError } from '../../../errors.js'
import type { TurnDetector } from '../../model/turn-detector.js'
import { createSemanticDetector } from './semantic.js'
import { createSilenceDetector } from './silence.js'

const DETECTORS: Record<string, () => TurnDetector> = {
  'semantic/v1': createSemanticDetector,
  'silence/v1': createSilenceDetector,
}

/** The turn detection of a provider string. Throws `unknown-provider` with the known ones. */
export function findTurnDetector(name: string): TurnDetector {
  const create = Object.hasOwn(DETECTORS, name) ? DETECTORS[name] : undefined
  if (create) return create()
  const known = Object.keys(DETECTORS).join(', ')
  throw new VoiceError('unknown-provider', `There is no turn detection "${name}". Known are: ${known}.`)
}
