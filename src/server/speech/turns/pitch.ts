import { LISTENING_RATE } from '../../model/vad.js'

/** How the pitch moves at the end of speech. */
export type Pitch = 'falling' | 'level' | 'rising'

/** Half the sample rate is enough for the pitch of a voice. */
const RATE = LISTENING_RATE / 2
const FRAME = 0.04 * RATE
const HOP = 0.02 * RATE
/** The shortest and the longest period of a human voice (400 Hz and 70 Hz), in samples. */
const [SHORTEST, LONGEST] = [Math.floor(RATE / 400), Math.ceil(RATE / 70)]
/** Minimum autocorrelation of a voiced frame at a lag of one period. */
const VOICED = 0.6
/** A frame with less than this share of the loudest frame's energy is silent. */
const SILENT = 0.02
/** The pitch of at most 20 voiced frames (400 ms) is compared. Fewer than 6 (120 ms) are not enough. */
const [MOST, FEWEST] = [20, 6]
/** A change of pitch below this many semitones counts as level. */
const STEP = 1.5

/** How the pitch moves at the end of the last speech; `undefined` if there is too little voiced audio. */
export function endingPitch(audio: Int16Array): Pitch | undefined {
  const samples = Float64Array.from(
    { length: audio.length >> 1 },
    (_, at) => audio[at * 2]! + audio[at * 2 + 1]!,
  )
  const count = Math.max(0, Math.floor((samples.length - FRAME - LONGEST) / HOP))
  const energies = Array.from({ length: count }, (_, at) => energyOf(samples, at * HOP))
  const floor = Math.max(1, ...energies) * SILENT
  const semitones: number[] = []
  for (let at = count - 1; at >= 0 && semitones.length < MOST; at -= 1) {
    const period = energies[at]! < floor ? undefined : periodOf(samples, at * HOP)
    if (period !== undefined) semitones.unshift(12 * Math.log2(RATE / period))
  }
  if (semitones.length < FEWEST) return undefined
  const third = Math.floor(semitones.length / 3)
  const change = median(semitones.slice(-third)) - median(semitones.slice(0, third))
  if (Math.abs(change) < STEP) return 'level'
  return change < 0 ? 'falling' : 'rising'
}

function energyOf(samples: Float64Array, from: number): number {
  let sum = 0
  for (let at = from; at < from + FRAME; at += 1) sum += samples[at]! ** 2
  return sum
}

/** The lag of the highest autocorrelation, in samples. `undefined` if the frame is not voiced. */
function periodOf(samples: Float64Array, from: number): number | undefined {
  const energy = energyOf(samples, from)
  let best = { lag: 0, value: VOICED }
  for (let lag = SHORTEST; lag <= LONGEST; lag += 1) {
    let product = 0
    for (let at = from; at < from + FRAME; at += 1) product += samples[at]! * samples[at + lag]!
    const value = product / Math.sqrt(energy * energyOf(samples, from + lag) || 1)
    // Multiples of the period have a similar correlation. A longer lag is therefore chosen only if it is clearly
    // better.
    if (value > best.value * (best.lag > 0 ? 1.05 : 1)) best = { lag, value }
  }
  return best.lag > 0 ? best.lag : undefined
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
