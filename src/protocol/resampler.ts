/** Zero crossings of the filter on either side: enough that speech keeps its fricatives and a rate change adds no audible ghosts. */
const HALF_WIDTH = 16
const KAISER_BETA = 7
/** The share of the smaller bandwidth that is kept. */
const PASS = 0.94

interface Bank {
  up: number
  down: number
  taps: number
  /** One filter per phase, so that a phase is a plain dot product. Doubles, because converting floats takes longer than multiplying them. */
  phases: Float64Array[]
}

const banks = new Map<string, Bank>()

/**
 * Changes the rate of a stream of samples by a ratio of small whole numbers (24 to 16 kHz is 2 to 3) with a polyphase windowed sinc. Filters
 * are computed once per ratio and shared. However the input is cut, the output is the same.
 */
export class Resampler {
  readonly #bank: Bank | undefined
  /** Samples the filter still reaches back to, then those not used up: so many of the room there is. */
  #source: Float64Array
  #filled: number
  /** Place of the next output sample on the finer grid, counted from the start of `#source`. */
  #position = 0
  #taken = 0
  #given = 0

  constructor(options: { from: number; to: number }) {
    this.#bank = options.from === options.to ? undefined : bankFor(options.from, options.to)
    // Half a filter of silence before the first sample: the output is neither late nor early.
    this.#filled = (this.#bank?.taps ?? 0) / 2
    this.#source = new Float64Array(this.#filled)
  }

  /** The output for some more input. */
  push(input: Int16Array): Int16Array {
    if (!this.#bank) return input.slice()
    const { up, down, taps, phases } = this.#bank
    const source = this.#append(input)
    const last = this.#filled - taps
    const output = new Int16Array(Math.max(0, Math.floor(((last + 1) * up - 1 - this.#position) / down) + 1))
    let from = Math.floor(this.#position / up)
    let phase = this.#position % up
    for (let at = 0; at < output.length; at += 1) {
      output[at] = dot(source, from, phases[phase]!)
      phase += down
      while (phase >= up) {
        phase -= up
        from += 1
      }
    }
    const used = Math.min(from, this.#filled)
    source.copyWithin(0, used, this.#filled)
    this.#filled -= used
    this.#position = (from - used) * up + phase
    this.#taken += input.length
    this.#given += output.length
    return output
  }

  #append(input: Int16Array): Float64Array {
    const needed = this.#filled + input.length
    if (needed > this.#source.length) {
      const larger = new Float64Array(needed)
      larger.set(this.#source.subarray(0, this.#filled))
      this.#source = larger
    }
    this.#source.set(input, this.#filled)
    this.#filled = needed
    return this.#source
  }

  /** The rest: what the filter still holds back. All output together is then as long as the input. */
  flush(): Int16Array {
    if (!this.#bank) return new Int16Array(0)
    const { up, down, taps } = this.#bank
    const missing = Math.round((this.#taken * up) / down) - this.#given
    return this.push(new Int16Array(taps)).subarray(0, missing)
  }
}

/** Four sums, because each addition would wait for the one before it. Filters are a multiple of four long. */
function dot(source: Float64Array, from: number, filter: Float64Array): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let tap = 0, at = from; tap < filter.length; tap += 4, at += 4) {
    a += source[at]! * filter[tap]!
    b += source[at + 1]! * filter[tap + 1]!
    c += source[at + 2]! * filter[tap + 2]!
    d += source[at + 3]! * filter[tap + 3]!
  }
  const sum = a + b + (c + d)
  return sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : Math.round(sum)
}

function bankFor(from: number, to: number): Bank {
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

/** The filter for one fraction of a sample, scaled so that a constant stays what it is. */
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
