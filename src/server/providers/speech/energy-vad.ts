import type { Vad, VadWatch } from '../../model/vad.js'

/** The provider string of the detection that needs nothing. */
export const ENERGY = 'energy/v1'

/** Speech is at least this much louder than the noise, as a ratio of power: 9 dB. */
const ABOVE_NOISE = 8
/** What a threshold does here: from 0 to 1 it asks for 18 dB more, and 0.5 for what stands above. */
const DECIBELS_OF_THRESHOLD = 18
/** Below this power (-55 dB of full scale) nothing is speech. */
const MIN_POWER = (32_768 * 10 ** (-55 / 20)) ** 2
/** How fast the noise floor follows a louder room: a factor of ten in about eight seconds. */
const RISE_PER_FRAME = 1.01
/** Noise before anything is known of the room. */
const FIRST_FLOOR = MIN_POWER / ABOVE_NOISE
/** Hiss crosses zero far more often than a voice. */
const MAX_CROSSINGS = 0.35

/**
 * `energy/v1`: louder than the room, and not mere hiss. Small and always there; `silero/v5` is much better in noise.
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

/** The share of neighbours with different signs. */
function crossingsOf(frame: Int16Array): number {
  let crossings = 0
  for (let at = 1; at < frame.length; at += 1) if (frame[at]! < 0 !== frame[at - 1]! < 0) crossings += 1
  return crossings / frame.length
}
