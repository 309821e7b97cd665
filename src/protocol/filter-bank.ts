/** Zero crossings of the filter on each side: with them, fricatives stay, and no artefact is audible. */
const HALF_WIDTH = 16
const KAISER_BETA = 7
const PASS = 0.94

export interface FilterBank {
  up: number
  down: number
  taps: number
  /** One filter per phase, to multiply with input samples. As doubles, because converting floats takes longer. */
  phases: Float64Array[]
}

const banks = new Map<string, FilterBank>()

/** The windowed sinc that converts `from` to `to`, with a phase for each step of the ratio. Computed once. */
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

/** The filter for samples that lie `phase` (0 to 1) after an input sample. A constant signal does not change. */
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
