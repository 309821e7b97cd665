import { type FilterBank, gcd } from '../../../protocol/filter-bank.js'
import { type Filter, plainFilter, toSample } from '../../../protocol/resampler.js'
import { DotProducts, type Matrix } from '../../math/dot-products.js'

/** Number of values that one SIMD instruction processes. */
const LANES = 4
/** Maximum output samples in a batch. With more rows, most values of the matrix would be zeros. */
const MAX_BATCH = 12
/** Maximum number of batches in one matrix product: enough for 20 ms of microphone audio. */
const MAX_COLUMNS = 128

const filters = new WeakMap<FilterBank, Filter>()

/** A matrix product, four times as fast as `plainFilter`, from which its samples may differ by 1. */
export function vectorFilter(bank: FilterBank): Filter {
  const known = filters.get(bank)
  if (known) return known
  const batch = LANES * (bank.up / gcd(LANES, bank.up))
  const filter = batch > MAX_BATCH ? plainFilter(bank) : matrixFilter(bank, batch)
  filters.set(bank, filter)
  return filter
}

/** All sessions can share its buffers, because each `fill` overwrites them before use. */
function matrixFilter(bank: FilterBank, batch: number): Filter {
  const { up, down, taps } = bank
  const step = (batch * down) / up
  const width = LANES * Math.ceil((taps + step) / LANES)
  const room = (MAX_COLUMNS - 1) * step + width
  const sums = new DotProducts(batch * width + room + MAX_COLUMNS * batch)
  const weights = fillRows(sums.matrix(batch, width), bank)
  const x = sums.matrix(1, room)
  const y = sums.matrix(MAX_COLUMNS, batch)
  return {
    batch,
    // Each batch moves the input position by a whole number of samples, so all batches use the same matrix.
    fill(output, { source, position }) {
      for (let done = 0; done < output.length; done += y.values.length) {
        const from = (position + done * down) / up
        const count = Math.min(output.length - done, y.values.length)
        x.values.set(source.subarray(from, from + room))
        sums.multiply(weights, { x, from: 0, step, columns: count / batch, y, toRow: 0 })
        for (let at = 0; at < count; at += 1) output[done + at] = toSample(y.values[at]!)
      }
    },
  }
}

/** Fills one row per output sample of a batch with the filter weights, shifted to the input position of the sample. */
function fillRows(weights: Matrix, { up, down, phases }: FilterBank): Matrix {
  for (let row = 0; row < weights.rows; row += 1) {
    const place = row * down
    weights.values.set(phases[place % up]!, row * weights.width + Math.floor(place / up))
  }
  return weights
}
