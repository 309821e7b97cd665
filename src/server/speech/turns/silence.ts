import type { TurnDetector } from '../../model/turn-detector.js'

/** Silence that ends a turn when nobody says how much. */
export const DEFAULT_SILENCE_MS = 500

/** `silence/v1`: a turn is over after a fixed time of silence, whatever was said. */
export function createSilenceDetector(silenceMs = DEFAULT_SILENCE_MS): TurnDetector {
  return { name: 'silence/v1', needsWords: false, silenceMs: () => silenceMs }
}
