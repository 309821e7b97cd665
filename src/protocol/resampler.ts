import { type FilterBank, filterBank } from './filter-bank.js'

export interface Filter {
  /** How many output samples are computed together. The length of `output` is a multiple of `batch`. */
  readonly batch: number
  /** Fills `output`. `position` counts from the start of `source`, in steps of 1/`up` input sample. */
  fill(output: Int16Array, sound: { source: Float64Array; position: number }): void
}

export interface ResamplerOptions {
  from: number
  to: number
  /** The code that computes the samples. @default plainFilter, which runs everywhere */
  filter?: (bank: FilterBank) => Filter
}

/** Changes the rate of a stream of samples, such as from 24 to 16 kHz. The output does not depend on how the input is split into pieces. */
export class Resampler {
  readonly #bank: FilterBank | undefined
  readonly #filter: Filter | undefined
  /** Past samples that the filter still needs, then the samples that are not used yet. Only the first `#filled` are valid. */
  #source: Float64Array
  #filled: number
  /** Position of the next output sample, from the start of `#source` and in steps of 1/`up` input sample. */
  #position = 0
  #taken = 0
  #given = 0

  constructor({ from, to, filter = plainFilter }: ResamplerOptions) {
    this.#bank = from === to ? undefined : filterBank(from, to)
    this.#filter = this.#bank && filter(this.#bank)
    // The source begins with silence of half a filter length, so that the output is not shifted in time against the
    // input.
    this.#filled = (this.#bank?.taps ?? 0) / 2
    this.#source = new Float64Array(this.#filled)
  }

  push(input: Int16Array): Int16Array {
    if (!this.#bank || !this.#filter) return input.slice()
    const { up, down, taps } = this.#bank
    const { batch } = this.#filter
    const source = this.#append(input)
    const last = this.#filled - taps
    const ready = Math.max(0, Math.floor(((last + 1) * up - 1 - this.#position) / down) + 1)
    const output = new Int16Array(ready - (ready % batch))
    this.#filter.fill(output, { source, position: this.#position })
    const next = this.#position + output.length * down
    const used = Math.min(Math.floor(next / up), this.#filled)
    source.copyWithin(0, used, this.#filled)
    this.#filled -= used
    this.#position = next - used * up
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

  flush(): Int16Array {
    if (!this.#bank || !this.#filter) return new Int16Array(0)
    const { up, down, taps } = this.#bank
    const missing = Math.round((this.#taken * up) / down) - this.#given
    const batch = Math.ceil((this.#filter.batch * down) / up)
    return this.push(new Int16Array(taps + batch)).subarray(0, missing)
  }
}

export function plainFilter({ up, down, phases }: FilterBank): Filter {
  return {
    batch: 1,
    fill(output, { source, position }) {
      let from = Math.floor(position / up)
      let phase = position % up
      for (let at = 0; at < output.length; at += 1) {
        output[at] = toSample(dot(source, from, phases[phase]!))
        phase += down
        while (phase >= up) {
          phase -= up
          from += 1
        }
      }
    },
  }
}

export function toSample(sum: number): number {
  return sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : Math.round(sum)
}

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
  return a + b + (c + d)
}
