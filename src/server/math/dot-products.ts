/** `dot-products.wat` in its binary form. V8 does these sums four at a time only there; as plain code they take eight times as long. */
const BINARY =
  'AGFzbQEAAAABDAFgCH9/f39/f39/AAIPAQNlbnYGbWVtb3J5AgABAwIBAAcMAQhtdWx0aXBseQAACtYDAdMDAgh/BXsDQEEAIQggAyEJIAYhCwNAIAAhDCAMIAFqIQ0gDSABaiEOIA4gAWohD/0MAAAAAAAAAAAAAAAAAAAAACEQ/QwAAAAAAAAAAAAAAAAAAAAAIRH9DAAAAAAAAAAAAAAAAAAAAAAhEv0MAAAAAAAAAAAAAAAAAAAAACETIAkgAWohCiAIQQFqIQgDQCAJ/QAEACEUIBAgFCAM/QAEAP3mAf3kASEQIBEgFCAN/QAEAP3mAf3kASERIBIgFCAO/QAEAP3mAf3kASESIBMgFCAP/QAEAP3mAf3kASETIAxBEGohDCANQRBqIQ0gDkEQaiEOIA9BEGohDyAJQRBqIgkgCkkNAAsgECAR/Q0AAQIDEBESEwQFBgcUFRYXIBAgEf0NCAkKCxgZGhsMDQ4PHB0eH/3kASEQIBIgE/0NAAECAxAREhMEBQYHFBUWFyASIBP9DQgJCgsYGRobDA0ODxwdHh/95AEhEiALIBAgEv0NAAECAwQFBgcQERITFBUWFyAQIBL9DQgJCgsMDQ4PGBkaGxwdHh/95AH9CwQAIAsgB2ohCyADIAggBGxqIQkgCCAFSQ0ACyAAIAFBBGxqIQAgBkEQaiEGIAJBBGsiAg0ACws='

/** Bytes of a number. */
const F32 = 4

/** Numbers from a place in the memory on, in rows of one width. */
export interface Matrix {
  values: Float32Array
  rows: number
  width: number
}

type Multiply = (
  ...arguments_: [
    w: number,
    depth: number,
    rows: number,
    x: number,
    xStep: number,
    cols: number,
    y: number,
    yStep: number,
  ]
) => void

/** Multiplies matrices that lie in a memory of its own. Widths are multiples of four. */
export class DotProducts {
  readonly #memory: WebAssembly.Memory
  readonly #multiply: Multiply
  #used = 0

  /** `numbers` is how much all matrices hold together. */
  constructor(numbers: number) {
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil((numbers * F32) / 65_536) })
    const compiled = new WebAssembly.Module(Buffer.from(BINARY, 'base64'))
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } })
    this.#multiply = exports.multiply as Multiply
  }

  /** A matrix of zeros. */
  matrix(rows: number, width: number): Matrix {
    const values = new Float32Array(this.#memory.buffer, this.#used, rows * width)
    this.#used += values.byteLength
    return { values, rows, width }
  }

  /**
   * Puts `weights` × each column into `y`, one row for a column. Columns are stretches of `x`, as long as the weights are wide, each `step`
   * numbers after the one before; the first begins `from` numbers into `x`, its result stands in row `toRow` of `y`.
   */
  multiply(
    weights: Matrix,
    {
      x,
      from,
      step,
      columns,
      y,
      toRow,
    }: {
      x: Matrix
      from: number
      step: number
      columns: number
      y: Matrix
      toRow: number
    },
  ): void {
    this.#multiply(
      weights.values.byteOffset,
      weights.width * F32,
      weights.rows,
      x.values.byteOffset + from * F32,
      step * F32,
      columns,
      y.values.byteOffset + toRow * y.width * F32,
      y.width * F32,
    )
  }
}
