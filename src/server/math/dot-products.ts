/** The binary of `dot-products.wat`. V8 computes four products at once only in WebAssembly; JavaScript takes eight times as long. */
const BINARY =
  'AGFzbQEAAAABDAFgCH9/f39/f39/AAIPAQNlbnYGbWVtb3J5AgABAwIBAAcMAQhtdWx0aXBseQAACtYDAdMDAgh/BXsDQEEAIQggAyEJIAYhCwNAIAAhDCAMIAFqIQ0gDSABaiEOIA4gAWohD/0MAAAAAAAAAAAAAAAAAAAAACEQ/QwAAAAAAAAAAAAAAAAAAAAAIRH9DAAAAAAAAAAAAAAAAAAAAAAhEv0MAAAAAAAAAAAAAAAAAAAAACETIAkgAWohCiAIQQFqIQgDQCAJ/QAEACEUIBAgFCAM/QAEAP3mAf3kASEQIBEgFCAN/QAEAP3mAf3kASERIBIgFCAO/QAEAP3mAf3kASESIBMgFCAP/QAEAP3mAf3kASETIAxBEGohDCANQRBqIQ0gDkEQaiEOIA9BEGohDyAJQRBqIgkgCkkNAAsgECAR/Q0AAQIDEBESEwQFBgcUFRYXIBAgEf0NCAkKCxgZGhsMDQ4PHB0eH/3kASEQIBIgE/0NAAECAxAREhMEBQYHFBUWFyASIBP9DQgJCgsYGRobDA0ODxwdHh/95AEhEiALIBAgEv0NAAECAwQFBgcQERITFBUWFyAQIBL9DQgJCgsMDQ4PGBkaGxwdHh/95AH9CwQAIAsgB2ohCyADIAggBGxqIQkgCCAFSQ0ACyAAIAFBBGxqIQAgBkEQaiEGIAJBBGsiAg0ACws='

const F32 = 4

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

/** Multiplies matrices in WebAssembly memory. Widths, and the rows of `weights`, must be multiples of four. */
export class DotProducts {
  readonly #memory: WebAssembly.Memory
  readonly #multiply: Multiply
  #used = 0

  /** `numbers` is the number of values that all matrices have together. */
  constructor(numbers: number) {
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil((numbers * F32) / 65_536) })
    const compiled = new WebAssembly.Module(Buffer.from(BINARY, 'base64'))
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } })
    this.#multiply = exports.multiply as Multiply
  }

  matrix(rows: number, width: number): Matrix {
    const values = new Float32Array(this.#memory.buffer, this.#used, rows * width)
    this.#used += values.byteLength
    return { values, rows, width }
  }

  /** Multiplies `weights` with columns of `x`: number n starts at `from + n * step`, and gives a row of `y` from `toRow` on. */
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
