import type { Credentials } from '../environment.js'
import { VoiceError } from '../errors.js'
import { findTurnWords } from '../languages/turn-words.js'
import type { TurnDetector } from './model/turn-detector.js'
import { defaultModelsDirectory } from './providers/speech/models/catalog.js'
import { createSmartTurnDetector, SMART_TURN } from './providers/speech/smart-turn/smart-turn.js'
import { createSemanticDetector, createSilenceDetector } from './speech/turns/detectors.js'

interface DetectorSettings {
  credentials: Credentials
  language?: string | undefined
}

const DETECTORS: Record<string, (settings: DetectorSettings) => TurnDetector> = {
  'semantic/v1': ({ language }) => createSemanticDetector('auto', findTurnWords(language)),
  'silence/v1': () => createSilenceDetector(),
  [SMART_TURN]: ({ credentials }) =>
    createSmartTurnDetector({ directory: credentials.modelsDirectory ?? defaultModelsDirectory() }),
}

/**
 * The turn detector with this name. Throws `unknown-provider`, or `not-installed` if its model or engine is missing.
 */
export function resolveTurnDetector(name: string, settings: DetectorSettings): TurnDetector {
  const create = Object.hasOwn(DETECTORS, name) ? DETECTORS[name] : undefined
  if (create) return create(settings)
  const known = Object.keys(DETECTORS).join(', ')
  throw new VoiceError('unknown-provider', `There is no turn detection "${name}". Known are: ${known}.`)
}
