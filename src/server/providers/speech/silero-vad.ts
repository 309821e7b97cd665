import { readFile } from 'node:fs/promises'
import { messageOf } from '../../../errors.js'
import type { Logger } from '../../../ports.js'
import { DotProducts, type Matrix } from '../../math/dot-products.js'
import { SpeechError } from '../../model/speech-error.js'
import { FRAME_SAMPLES, type Vad, type VadWatch } from '../../model/vad.js'
import { createEnergyVad } from './energy-vad.js'
import { findModel } from './models/catalog.js'
import { protobufFields } from './onnx-file.js'

interface SileroOptions {
  /** The provider string, `silero/v5` or `silero/v6`. It is also the name of the model. */
  name: string
  directory: string
}

/**
 * Speech starts at a probability of `THRESHOLD` and continues while the probability is at least `THRESHOLD - HOLD`.
 * Both values are from Silero's own code.
 */
const THRESHOLD = 0.5
const HOLD = 0.15

/**
 * The voice activity detectors `silero/v5` and `silero/v6`, which run a small neural network. If the model file is
 * missing, logs a warning and uses the detector `energy/v1`, which needs no model.
 */
export function createSileroVad(options: SileroOptions): Vad {
  let loading: Promise<SileroNetwork> | undefined
  let fallback: Promise<Vad | undefined> | undefined
  return {
    name: options.name,
    async watch({ logger }) {
      fallback ??= missingDependency(options).then((missing) =>
        missing === undefined ? undefined : fallBack(options.name, { reason: missing, logger }),
      )
      const instead = await fallback
      if (instead) return instead.watch({ logger })
      // A failed load is not stored: the next session tries to load the model again.
      loading ??= load(options).catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return watchWith(await loading)
    },
  }
}

/** The sentence that tells the user which model file is missing; `undefined` if the Silero detector can run. */
export async function missingDependency({ name, directory }: SileroOptions): Promise<string | undefined> {
  return (await findModel(name, directory))
    ? undefined
    : `${name} needs its model file: voice models pull ${name}`
}

function fallBack(name: string, { reason, logger }: { reason: string; logger: Logger }): Vad {
  const energy = createEnergyVad()
  logger.warn('voice detection falls back', { wanted: name, used: energy.name, reason })
  return energy
}

async function load({ name, directory }: SileroOptions): Promise<SileroNetwork> {
  try {
    return new SileroNetwork(await readFile((await findModel(name, directory)) ?? ''))
  } catch (error) {
    throw new SpeechError('unavailable', { provider: name, message: messageOf(error), cause: error })
  }
}

function watchWith(network: SileroNetwork): VadWatch {
  let state = network.createState()
  let speaks = false
  return {
    isSpeech(frame, { threshold = THRESHOLD } = {}) {
      const probability = network.probability(frame, state)
      speaks = probability >= (speaks ? Math.max(threshold - HOLD, 0.01) : threshold)
      return speaks
    },
    reset() {
      state = network.createState()
      speaks = false
    },
    close() {},
  }
}

/** In the model file, the names of the weights for audio at 16 kHz begin with this text. */
const BRANCH = 'If_0_then_branch__Inline_0__'
/** Number of samples that the network gets before each frame: the end of the previous frame. */
const CONTEXT = 64
/**
 * Sizes of the spectrum of a frame: four windows of 256 samples, which start 128 samples apart, with 129 frequencies
 * each.
 */
const WINDOW = 256
const HOP = 128
const WINDOWS = 4
const FREQUENCIES = 129
const HIDDEN = 128
/** Number of input samples of the network: the context, the frame, and the end of the frame mirrored. */
const SOUND = CONTEXT + FRAME_SAMPLES + CONTEXT

/** Input and output channels of the four convolution layers. */
const ENCODER = [
  { from: FREQUENCIES, to: 128 },
  { from: 128, to: 64 },
  { from: 64, to: 64 },
  { from: 64, to: HIDDEN },
] as const

interface SileroState {
  context: Float32Array
  hidden: Float32Array
  cell: Float32Array
}

/** The width of a matrix row that has `width` values and one value for the bias, rounded up to a multiple of four. */
const padded = (width: number) => Math.ceil((width + 1) / 4) * 4

/**
 * The neural network of Silero VAD v5 and v6 for audio at 16 kHz: a spectrum, four convolutions, an LSTM. All sessions
 * share one copy of the weights. Fifty copies would not fit into the processor's cache, and detection would take three
 * times as long.
 */
export class SileroNetwork {
  readonly #sums = new DotProducts(400_000)
  readonly #basis: Matrix
  readonly #layers: Matrix[]
  readonly #lstm: Matrix
  readonly #output: Float32Array
  readonly #outputBias: number
  readonly #sound = this.#sums.matrix(1, SOUND)
  readonly #spectrum = this.#sums.matrix(WINDOWS, 2 * FREQUENCIES + 2)
  /** The input of each layer: one row per time step, with a row of zeros before and after. */
  readonly #inputs = [WINDOWS, WINDOWS, 2, 1].map((steps, at) => this.#withBias(steps, ENCODER[at]!.from))
  readonly #recall = this.#sums.matrix(1, padded(2 * HIDDEN))
  readonly #gates = this.#sums.matrix(1, 4 * HIDDEN)

  /** Reads a model file. Throws a `RangeError` if the file contains another network. */
  constructor(file: Uint8Array) {
    const weights = readWeights(file)
    this.#basis = this.#sums.matrix(2 * FREQUENCIES + 2, WINDOW)
    this.#basis.values.set(named(weights, 'stft.forward_basis_buffer', 2 * FREQUENCIES * WINDOW))
    this.#layers = ENCODER.map((_, at) => this.#convolution(weights, at))
    this.#lstm = this.#gatesOf(weights)
    this.#output = named(weights, 'decoder.decoder.2.weight', HIDDEN)
    this.#outputBias = named(weights, 'decoder.decoder.2.bias', 1)[0]!
    this.#recall.values[2 * HIDDEN] = 1
  }

  createState(): SileroState {
    return {
      context: new Float32Array(CONTEXT),
      hidden: new Float32Array(HIDDEN),
      cell: new Float32Array(HIDDEN),
    }
  }

  /** The probability (0 to 1) that a frame is speech. Updates `state`. */
  probability(frame: Int16Array, state: SileroState): number {
    this.#takeSound(frame, state)
    this.#takeSpectrum()
    this.#encode()
    return this.#remember(state)
  }

  #takeSound(frame: Int16Array, { context }: SileroState): void {
    const { values } = this.#sound
    values.set(context)
    for (let at = 0; at < FRAME_SAMPLES; at += 1) values[CONTEXT + at] = frame[at]! / 32_768
    const end = CONTEXT + FRAME_SAMPLES
    for (let at = 0; at < CONTEXT; at += 1) values[end + at] = values[end - 2 - at]!
    context.set(values.subarray(end - CONTEXT, end))
  }

  #takeSpectrum(): void {
    const parts = this.#spectrum
    this.#sums.multiply(this.#basis, {
      x: this.#sound,
      from: 0,
      step: HOP,
      columns: WINDOWS,
      y: parts,
      toRow: 0,
    })
    const { values, width } = this.#inputs[0]!
    for (let row = 0; row < WINDOWS; row += 1) {
      for (let at = 0; at < FREQUENCIES; at += 1) {
        const real = parts.values[row * parts.width + at]!
        const imaginary = parts.values[row * parts.width + FREQUENCIES + at]!
        values[(row + 1) * width + at] = Math.sqrt(real * real + imaginary * imaginary)
      }
    }
  }

  /**
   * Runs the four convolution layers, which have 4, 2, 1 and 1 output time steps. The last layer uses only the middle
   * step of its filters, because the steps before and after are zeros.
   */
  #encode(): void {
    const [first, second, third, last] = this.#inputs as [Matrix, Matrix, Matrix, Matrix]
    this.#layer(0, { x: first, from: 0, step: first.width, columns: WINDOWS, y: second, toRow: 1 })
    this.#layer(1, { x: second, from: 0, step: 2 * second.width, columns: 2, y: third, toRow: 1 })
    this.#layer(2, { x: third, from: 0, step: 0, columns: 1, y: last, toRow: 1 })
    this.#layer(3, { x: last, from: last.width, step: 0, columns: 1, y: this.#recall, toRow: 0 })
  }

  #layer(at: number, place: Parameters<DotProducts['multiply']>[1]): void {
    const weights = this.#layers[at]!
    this.#sums.multiply(weights, place)
    const { y, toRow, columns } = place
    for (let row = toRow; row < toRow + columns; row += 1) {
      const end = row * y.width + weights.rows
      for (let place = row * y.width; place < end; place += 1) if (y.values[place]! < 0) y.values[place] = 0
    }
  }

  #remember({ hidden, cell }: SileroState): number {
    this.#recall.values.set(hidden, HIDDEN)
    this.#sums.multiply(this.#lstm, {
      x: this.#recall,
      from: 0,
      step: 0,
      columns: 1,
      y: this.#gates,
      toRow: 0,
    })
    const gates = this.#gates.values
    let sum = this.#outputBias
    for (let at = 0; at < HIDDEN; at += 1) {
      const [input, forget] = [sigmoid(gates[at]!), sigmoid(gates[HIDDEN + at]!)]
      const [fresh, output] = [Math.tanh(gates[2 * HIDDEN + at]!), sigmoid(gates[3 * HIDDEN + at]!)]
      cell[at] = forget * cell[at]! + input * fresh
      hidden[at] = output * Math.tanh(cell[at]!)
      if (hidden[at]! > 0) sum += hidden[at]! * this.#output[at]!
    }
    return sigmoid(sum)
  }

  /**
   * A matrix for the input of a layer, with one row per time step. Each row has one value per channel, then a 1. The
   * matrix product multiplies this 1 by the bias.
   */
  #withBias(steps: number, channels: number): Matrix {
    const input = this.#sums.matrix(steps + 2, padded(channels))
    for (let row = 1; row <= steps; row += 1) input.values[row * input.width + channels] = 1
    return input
  }

  /**
   * The filters of a convolution layer as a matrix. A filter covers three time steps; for the last layer, only the
   * middle step is used. The file orders the weights by channel, then by step. The matrix orders them by step, then by
   * channel.
   */
  #convolution(weights: Weights, at: number): Matrix {
    const { from, to } = ENCODER[at]!
    const name = `encoder.${at}.reparam_conv`
    const filters = named(weights, `${name}.weight`, to * from * 3)
    const bias = named(weights, `${name}.bias`, to)
    const steps = at === 3 ? [1] : [0, 1, 2]
    const width = padded(from)
    const layer = this.#sums.matrix(to, steps.length * width)
    for (let row = 0; row < to; row += 1) {
      for (const [place, step] of steps.entries()) {
        const start = row * layer.width + place * width
        for (let channel = 0; channel < from; channel += 1)
          layer.values[start + channel] = filters[(row * from + channel) * 3 + step]!
        if (step === 1) layer.values[start + from] = bias[row]!
      }
    }
    return layer
  }

  #gatesOf(weights: Weights): Matrix {
    const gates = this.#sums.matrix(4 * HIDDEN, padded(2 * HIDDEN))
    const size = 4 * HIDDEN * HIDDEN
    const [ofInput, ofHidden] = ['ih', 'hh'].map((part) => named(weights, `decoder.rnn.weight_${part}`, size))
    const [bias, more] = ['ih', 'hh'].map((part) => named(weights, `decoder.rnn.bias_${part}`, 4 * HIDDEN))
    for (let row = 0; row < 4 * HIDDEN; row += 1) {
      const start = row * gates.width
      gates.values.set(ofInput!.subarray(row * HIDDEN, (row + 1) * HIDDEN), start)
      gates.values.set(ofHidden!.subarray(row * HIDDEN, (row + 1) * HIDDEN), start + HIDDEN)
      gates.values[start + 2 * HIDDEN] = bias![row]! + more![row]!
    }
    return gates
  }
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

function named(weights: Weights, name: string, length: number): Float32Array {
  const values = weights.get(BRANCH + name)
  if (values?.length === length) return values
  throw new RangeError(`The model file has no "${name}" of ${length} numbers: it is no Silero VAD v5 or v6.`)
}

/** Protobuf field numbers of the ONNX format (onnx.proto3): the fields that lead to the weights of a network. */
const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const NODE = { output: 2, attribute: 5 }
const ATTRIBUTE = { tensor: 5, graph: 6 }
const TENSOR = { type: 2, raw: 9 }
const FLOAT = 1

/** The weights of a network. The key is the output name of the graph node that contains them. */
type Weights = ReadonlyMap<string, Float32Array>

/**
 * Reads all float constants of an ONNX file, including those in the branches of `If` nodes. Throws a `RangeError` if
 * the file is truncated.
 */
export function readWeights(file: Uint8Array): Weights {
  const weights = new Map<string, Float32Array>()
  for (const { number, bytes } of protobufFields(file)) if (number === MODEL_GRAPH) readGraph(bytes, weights)
  return weights
}

function readGraph(graph: Uint8Array, into: Map<string, Float32Array>): void {
  for (const { number, bytes } of protobufFields(graph)) if (number === GRAPH_NODE) readNode(bytes, into)
}

function readNode(node: Uint8Array, into: Map<string, Float32Array>): void {
  let output = ''
  for (const { number, bytes } of protobufFields(node)) {
    if (number === NODE.output) output = Buffer.from(bytes).toString()
    if (number !== NODE.attribute) continue
    for (const inner of protobufFields(bytes)) {
      if (inner.number === ATTRIBUTE.graph) readGraph(inner.bytes, into)
      const values = inner.number === ATTRIBUTE.tensor ? readTensor(inner.bytes) : undefined
      if (values) into.set(output, values)
    }
  }
}

/**
 * The values of a float tensor. `undefined` for a tensor of another type: it contains settings of the graph, not
 * weights.
 */
function readTensor(tensor: Uint8Array): Float32Array | undefined {
  const fields = [...protobufFields(tensor)]
  const raw = fields.find(({ number }) => number === TENSOR.raw)?.bytes
  if (!raw || fields.find(({ number }) => number === TENSOR.type)?.value !== FLOAT) return undefined
  return new Float32Array(Uint8Array.from(raw).buffer)
}
