import { defaultTurnDetection } from '../../defaults.js'
import type { TurnDetector } from '../../model/turn-detector.js'

/** `silence/v1`: a turn ends after a fixed time of silence. Its words are ignored. */
export function createSilenceDetector(silenceMs: number = defaultTurnDetection.silenceMs): TurnDetector {
  return { name: 'silence/v1', needsWords: false, silenceMs: () => silenceMs }
}
