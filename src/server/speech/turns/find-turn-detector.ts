import { VoiceError } from '../../../errors.js'
import { findTurnWords } from '../../../languages/languages.js'
import type { TurnDetector } from '../../model/turn-detector.js'
import { createSemanticDetector } from './semantic.js'
import { createSilenceDetector } from './silence.js'

const DETECTORS: Record<string, (language: string | undefined) => TurnDetector> = {
  'semantic/v1': (language) => createSemanticDetector('auto', findTurnWords(language)),
  'silence/v1': () => createSilenceDetector(),
}

/** The turn detector with this name. Throws `unknown-provider`, whose message lists the known names and `others`. */
export function findTurnDetector(
  name: string,
  { language, others = [] }: { language?: string | undefined; others?: readonly string[] } = {},
): TurnDetector {
  const create = Object.hasOwn(DETECTORS, name) ? DETECTORS[name] : undefined
  if (create) return create(language)
  const known = [...Object.keys(DETECTORS), ...others].join(', ')
  throw new VoiceError('unknown-provider', `There is no turn detection "${name}". Known are: ${known}.`)
}
