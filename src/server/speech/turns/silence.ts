import { defaultTurnDetection } from '../../defaults.js'
import type { TurnDetector } from '../../model/turn-detector.js'

/** `silence/v1`: a fixed time of silence ends a turn, whatever the words. */
export function createSilenceDetector(silenceMs: number = defaultTurnDetection.silenceMs): TurnDetector {
  return { name: 'silence/v1', needsWords: false, silenceMs: () => silenceMs }
}
