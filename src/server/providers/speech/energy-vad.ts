import type { Vad, VadWatch } from '../../model/vad.js'

/** The provider string of this detector, which needs no model. */
export const ENERGY = 'energy/v1'

/** A frame is speech if its power is at least this many times the power of the noise: 9 dB more. */
const ABOVE_NOISE = 8
/** How many decibels more `threshold` 1 requires than `threshold` 0. The default, 0.5, requires `ABOVE_NOISE`. */
const DECIBELS_OF_THRESHOLD = 18
/** A frame below this power (-55 dB of full scale) is never speech. */
const MIN_POWER = (32_768 * 10 ** (-55 / 20)) ** 2
/**
 * How fast the noise floor (the estimated power of the noise) rises in a louder room: tenfold in about eight seconds.
 */
const RISE_PER_FRAME = 1.01
/** The noise floor at the start, before the noise of the room is known. */
const FIRST_FLOOR = MIN_POWER / ABOVE_NOISE
/** Maximum share of zero crossings in speech. Hiss has far more zero crossings than a voice. */
const MAX_CROSSINGS = 0.35

/**
 * Creates the voice activity detector `energy/v1`. It takes a frame for speech if it is louder than the room and is not
 * hiss. It needs no model, but `silero/v5` is much better in noise.
 */
export function createEnergyVad(): Vad {
  return { name: ENERGY, watch: async () => watchEnergy() }
}

function watchEnergy(): VadWatch {
  let floor = FIRST_FLOOR
  return {
    isSpeech(frame, { threshold = 0.5 } = {}) {
      const power = powerOf(frame)
      const above = ABOVE_NOISE * 10 ** (((threshold - 0.5) * DECIBELS_OF_THRESHOLD) / 10)
      floor = power < floor ? Math.max(power, 1) : floor * RISE_PER_FRAME
      return power > MIN_POWER && power > floor * above && crossingsOf(frame) < MAX_CROSSINGS
    },
    reset() {
      floor = FIRST_FLOOR
    },
    close() {},
  }
}

function powerOf(frame: Int16Array): number {
  let sum = 0
  for (const sample of frame) sum += sample * sample
  return sum / frame.length
}

/** The share of neighbouring samples that have different signs. */
function crossingsOf(frame: Int16Array): number {
  let crossings = 0
  for (let at = 1; at < frame.length; at += 1) if (frame[at]! < 0 !== frame[at - 1]! < 0) crossings += 1
  return crossings / frame.length
}
