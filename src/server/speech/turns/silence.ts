import { defaultTurnDetection } from '../../defaults.js'
import type { TurnDetector } from '../../model/turn-detector.js'

/** The turn detector `silence/v1`, which ends a turn after a fixed time of silence and ignores its words. */
export function createSilenceDetector(silenceMs: number = defaultTurnDetection.silenceMs): TurnDetector {
  return { name: 'silence/v1', needsWords: false, silenceMs: () => silenceMs }
}
