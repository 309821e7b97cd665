/**
 * Number of zero crossings of the filter on each side of its center. With this number, the filter keeps the fricatives
 * of speech and adds no audible artefacts.
 */
const HALF_WIDTH = 16
const KAISER_BETA = 7
/** The filter passes this share of the bandwidth of the lower sample rate. */
const PASS = 0.94

export interface FilterBank {
  up: number
  down: number
  taps: number
  /**
   * One filter per phase: an output sample is the dot product of the filter of its phase and the input samples. The
   * values are doubles, because converting floats takes longer than multiplying doubles.
   */
  phases: Float64Array[]
}

const banks = new Map<string, FilterBank>()

/**
 * The filter bank that converts the sample rate `from` to `to`: a windowed sinc with as many phases as the ratio needs.
 * It is computed once per ratio.
 */
export function filterBank(from: number, to: number): FilterBank {
  const key = `${from}:${to}`
  const known = banks.get(key)
  if (known) return known
  const divisor = gcd(from, to)
  const up = to / divisor
  const down = from / divisor
  const cutoff = (PASS * Math.min(1, up / down)) / 2
  const half = 2 * Math.ceil(HALF_WIDTH / (4 * cutoff))
  const taps = 2 * half
  const phases = Array.from({ length: up }, (_, phase) => filterOf({ phase: phase / up, cutoff, half }))
  const bank = { up, down, taps, phases }
  banks.set(key, bank)
  return bank
}

/**
 * The filter for output samples that lie `phase` of a sample period (0 to 1) after an input sample. It is scaled so
 * that a constant signal does not change.
 */
function filterOf({ phase, cutoff, half }: { phase: number; cutoff: number; half: number }): Float64Array {
  const filter = Float64Array.from({ length: 2 * half }, (_, tap) => {
    const x = tap - half - phase
    return 2 * cutoff * sinc(2 * cutoff * x) * kaiser(x / half)
  })
  const sum = filter.reduce((total, value) => total + value, 0)
  return filter.map((value) => value / sum)
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const kaiser = (x: number) =>
  Math.abs(x) > 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)

function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let n = 1; term > sum * 1e-9; n += 1) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}

export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
