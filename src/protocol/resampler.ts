/** Zero crossings of the filter on either side: enough that speech keeps its fricatives and a rate change adds no audible ghosts. */
const HALF_WIDTH = 16
const KAISER_BETA = 7
/** The share of the smaller bandwidth that is kept. */
const PASS = 0.94

interface Bank {
  up: number
  down: number
  taps: number
  /** One filter per phase, reversed, so that a phase is a plain dot product. */
  phases: Float32Array[]
}

const banks = new Map<string, Bank>()

/**
 * Changes the rate of a stream of samples by a ratio of small whole numbers (24 to 16 kHz is 2 to 3) with a polyphase windowed sinc. Filters
 * are computed once per ratio and shared. However the input is cut, the output is the same.
 */
export class Resampler {
  readonly #bank: Bank | undefined
  /** Samples the filter still reaches back to, then those not used up. */
  #pending: Float32Array
  /** Place of the next output sample on the finer grid, counted from the start of `#pending`. */
  #position: number
  #taken = 0
  #given = 0

  constructor(options: { from: number; to: number }) {
    this.#bank = options.from === options.to ? undefined : bankFor(options.from, options.to)
    const taps = this.#bank?.taps ?? 1
    // Half a filter of silence before the first sample: the output is neither late nor early.
    this.#pending = new Float32Array(Math.floor(taps / 2))
    this.#position = 0
  }

  /** The output for some more input. */
  push(input: Int16Array): Int16Array {
    if (!this.#bank) return input.slice()
    const { up, down, taps, phases } = this.#bank
    const source = joined(this.#pending, input)
    const last = source.length - taps
    const output = new Int16Array(Math.max(0, Math.floor(((last + 1) * up - 1 - this.#position) / down) + 1))
    let position = this.#position
    for (let at = 0; at < output.length; at += 1, position += down) {
      output[at] = dot(source, Math.floor(position / up), phases[position % up]!)
    }
    const used = Math.min(Math.floor(position / up), source.length)
    this.#pending = source.slice(used)
    this.#position = position - used * up
    this.#taken += input.length
    this.#given += output.length
    return output
  }

  /** The rest: what the filter still holds back. All output together is then as long as the input. */
  flush(): Int16Array {
    if (!this.#bank) return new Int16Array(0)
    const { up, down, taps } = this.#bank
    const missing = Math.round((this.#taken * up) / down) - this.#given
    return this.push(new Int16Array(taps)).subarray(0, missing)
  }
}

function dot(source: Float32Array, from: number, filter: Float32Array): number {
  let sum = 0
  for (let tap = 0; tap < filter.length; tap += 1) sum += source[from + tap]! * filter[tap]!
  return sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : Math.round(sum)
}

function joined(head: Float32Array, tail: Int16Array): Float32Array {
  const all = new Float32Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}

function bankFor(from: number, to: number): Bank {
  const key = `${from}:${to}`
  const known = banks.get(key)
  if (known) return known
  const divisor = gcd(from, to)
  const up = to / divisor
  const down = from / divisor
  const cutoff = (PASS * Math.min(1, up / down)) / 2
  const half = Math.ceil(HALF_WIDTH / (2 * cutoff))
  const taps = 2 * half
  const phases = Array.from({ length: up }, (_, phase) => filterOf({ phase: phase / up, cutoff, half }))
  const bank = { up, down, taps, phases }
  banks.set(key, bank)
  return bank
}

/** The filter for one fraction of a sample, scaled so that a constant stays what it is. */
function filterOf({ phase, cutoff, half }: { phase: number; cutoff: number; half: number }): Float32Array {
  const filter = Float32Array.from({ length: 2 * half }, (_, tap) => {
    const x = tap - half - phase
    return 2 * cutoff * sinc(2 * cutoff * x) * kaiser(x / half)
  })
  const sum = filter.reduce((total, value) => total + value, 0)
  return filter.map((value) => value / sum)
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const kaiser = (x: number) =>
  Math.abs(x) > 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)

/** The modified Bessel function of the first kind, order zero. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let n = 1; term > sum * 1e-9; n += 1) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
