import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { LISTENING_RATE } from '../../../model/vad.js'
import type { TurnAnswer, TurnEngineData, TurnQuestion } from './turn-messages.js'

/**
 * The part of the API of onnxruntime-web that this file uses. The package is an optional peer dependency, so its own
 * types may be absent.
 */
interface Onnx {
  env: { wasm: { numThreads: number } }
  InferenceSession: { create(file: Uint8Array, options: object): Promise<OnnxSession> }
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => object
}

interface OnnxSession {
  run(inputs: Record<string, object>): Promise<Record<string, { data: Float32Array } | undefined>>
}

/** The main function of the worker thread: loads the model, then handles one `TurnQuestion` after the other. */
async function work({ model, runtime }: TurnEngineData): Promise<void> {
  const loaded = (await import(runtime)) as Onnx & { default?: Onnx }
  // If onnxruntime-web is a CommonJS module, `import` returns its exports in `default`.
  const onnx = loaded.default ?? loaded
  onnx.env.wasm.numThreads = 1
  const session = await onnx.InferenceSession.create(await readFile(model), { executionProviders: ['wasm'] })
  const judge = async (samples: Int16Array) => {
    const features = new onnx.Tensor('float32', logMel(samples), [1, MELS, STEPS])
    const { logits } = await session.run({ input_features: features })
    return logits?.data[0] ?? Number.NaN
  }
  let before: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', ({ id, samples }: TurnQuestion) => {
    before = before
      .then(() => judge(samples))
      .then(
        (ended) => answer({ id, ended }),
        (error: unknown) => answer({ id, problem: String(error) }),
      )
  })
}

function answer(message: TurnAnswer): void {
  parentPort?.postMessage(message)
}

const data = workerData as TurnEngineData | null
// A test imports this file without data. In the worker, an error ends the thread, and the detector notices it.
if (data?.runtime) void work(data)

/** Number of audio samples that the model gets: eight seconds. */
const SOUND_SAMPLES = 8 * LISTENING_RATE
/** Size of the feature matrix: `MELS` rows (mel bands) and `STEPS` columns (time steps). */
export const MELS = 80
export const STEPS = 800

const WINDOW = 400
const HOP = 160
const BINS = WINDOW / 2 + 1
/** A Fourier transform of length 400 is computed from transforms of length 16 and 25, because 400 = 16 · 25. */
const [COARSE, FINE] = [16, 25]
/**
 * For silence, `VARIANCE_FLOOR` prevents a division by zero and `MEL_FLOOR` the logarithm of zero. Both values are from
 * the original code (see `logMel`).
 */
const VARIANCE_FLOOR = 1e-7
const MEL_FLOOR = 1e-10
/**
 * Maximum distance of a feature from the largest feature. Features are logarithms to the base 10. Features below
 * `maximum - RANGE` are set to this value.
 */
const RANGE = 8

/**
 * The input of the Smart Turn v3 model: Whisper's log-mel spectrum of the last eight seconds of audio, as `MELS` rows
 * of `STEPS` values. Shorter audio gets silence before it. The original code is
 * `WhisperFeatureExtractor(chunk_length=8)` of the Python package transformers, with normalized audio.
 */
export function logMel(samples: Int16Array): Float32Array {
  const sound = normalized(samples)
  const features = new Float32Array(MELS * STEPS)
  const column = new Float64Array(MELS)
  let loudest = Number.NEGATIVE_INFINITY
  // One complex transform computes two time steps. The real part of its input is the first step, the imaginary part the
  // second.
  for (let step = 0; step < STEPS; step += 2) {
    const powers = powersOfTwoSteps(sound, step)
    for (const [at, power] of powers.entries()) {
      toMel(power, column)
      for (let mel = 0; mel < MELS; mel += 1) {
        const value = Math.log10(Math.max(MEL_FLOOR, column[mel]!))
        features[mel * STEPS + step + at] = value
        if (value > loudest) loudest = value
      }
    }
  }
  return features.map((value) => (Math.max(value, loudest - RANGE) + 4) / 4)
}

/**
 * The last eight seconds of audio, scaled to mean 0 and variance 1. Both ends are extended by half a window of mirrored
 * audio.
 */
function normalized(samples: Int16Array): Float64Array {
  const recent = samples.subarray(Math.max(0, samples.length - SOUND_SAMPLES))
  let sum = 0
  let squares = 0
  for (const sample of recent) {
    sum += sample / 32_768
    squares += (sample / 32_768) ** 2
  }
  const mean = sum / SOUND_SAMPLES
  const scale = 1 / Math.sqrt(squares / SOUND_SAMPLES - mean ** 2 + VARIANCE_FLOOR)
  const pad = WINDOW / 2
  const sound = new Float64Array(SOUND_SAMPLES + WINDOW).fill(-mean * scale)
  const start = pad + SOUND_SAMPLES - recent.length
  for (const [at, sample] of recent.entries()) sound[start + at] = (sample / 32_768 - mean) * scale
  const last = pad + SOUND_SAMPLES - 1
  for (let at = 1; at <= pad; at += 1) {
    sound[pad - at] = sound[pad + at]!
    sound[last + at] = sound[last - at]!
  }
  return sound
}

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW),
)

/** The cosine and sine of -2π · row · column / length for each row and column: the factors of a Fourier transform. */
function rotations(rows: number, columns: number, length: number) {
  const angle = (at: number) => (-2 * Math.PI * Math.floor(at / columns) * (at % columns)) / length
  const places = Float64Array.from({ length: rows * columns }, (_, at) => angle(at))
  return { cos: places.map(Math.cos), sin: places.map(Math.sin) }
}

const COARSE_ROTATIONS = rotations(COARSE, COARSE, COARSE)
const FINE_ROTATIONS = rotations(FINE, FINE, FINE)
const TWIDDLES = rotations(COARSE, FINE, WINDOW)
const [partX, partY] = [new Float64Array(COARSE), new Float64Array(COARSE)]
const [real, imaginary] = [new Float64Array(WINDOW), new Float64Array(WINDOW)]
const [partReal, partImaginary] = [new Float64Array(WINDOW), new Float64Array(WINDOW)]
const powers = [new Float64Array(BINS), new Float64Array(BINS)] as const

/**
 * The power of each frequency in the windows of `step` and `step + 1`. The next call overwrites the returned arrays.
 */
function powersOfTwoSteps(sound: Float64Array, step: number): readonly [Float64Array, Float64Array] {
  transform(sound, step * HOP)
  for (let bin = 0; bin < BINS; bin += 1) {
    const mirror = (WINDOW - bin) % WINDOW
    const [sumReal, sumImaginary] = [real[bin]! + real[mirror]!, imaginary[bin]! - imaginary[mirror]!]
    const [otherReal, otherImaginary] = [imaginary[bin]! + imaginary[mirror]!, real[mirror]! - real[bin]!]
    powers[0][bin] = (sumReal * sumReal + sumImaginary * sumImaginary) / 4
    powers[1][bin] = (otherReal * otherReal + otherImaginary * otherImaginary) / 4
  }
  return powers
}

/**
 * Computes the Fourier transforms of two windows as one complex transform. First runs 25 transforms of length 16, then
 * 16 of length 25.
 */
function transform(sound: Float64Array, from: number): void {
  for (let fine = 0; fine < FINE; fine += 1) {
    for (let n = 0; n < COARSE; n += 1) {
      const at = FINE * n + fine
      partX[n] = sound[from + at]! * HANN[at]!
      partY[n] = sound[from + HOP + at]! * HANN[at]!
    }
    for (let k = 0; k < COARSE; k += 1) coarse(k, fine)
  }
  for (let k = 0; k < COARSE; k += 1) for (let bin = 0; bin < FINE; bin += 1) fineSum(k, bin)
}

/**
 * Computes value `k` of one transform of length 16. Multiplies it by the twiddle factor for the transforms of length
 * 25.
 */
function coarse(k: number, fine: number): void {
  const { cos, sin } = COARSE_ROTATIONS
  let re = 0
  let im = 0
  for (let n = 0, at = k * COARSE; n < COARSE; n += 1, at += 1) {
    re += partX[n]! * cos[at]! - partY[n]! * sin[at]!
    im += partX[n]! * sin[at]! + partY[n]! * cos[at]!
  }
  const place = k * FINE + fine
  partReal[place] = re * TWIDDLES.cos[place]! - im * TWIDDLES.sin[place]!
  partImaginary[place] = re * TWIDDLES.sin[place]! + im * TWIDDLES.cos[place]!
}

/** Computes value `bin` of one transform of length 25. */
function fineSum(k: number, bin: number): void {
  const { cos, sin } = FINE_ROTATIONS
  let re = 0
  let im = 0
  for (let n = 0, at = bin * FINE, from = k * FINE; n < FINE; n += 1, at += 1, from += 1) {
    re += partReal[from]! * cos[at]! - partImaginary[from]! * sin[at]!
    im += partReal[from]! * sin[at]! + partImaginary[from]! * cos[at]!
  }
  real[k + COARSE * bin] = re
  imaginary[k + COARSE * bin] = im
}

/** For each mel band, sums the weighted power of its frequencies. */
function toMel(power: Float64Array, column: Float64Array): void {
  for (const [mel, { first, weights }] of FILTERS.entries()) {
    let sum = 0
    for (let at = 0; at < weights.length; at += 1) sum += power[first + at]! * weights[at]!
    column[mel] = sum
  }
}

/** Constants of Slaney's mel scale: linear up to 1 kHz, logarithmic above. */
const KINK_HERTZ = 1_000
const HERTZ_PER_MEL = 200 / 3
const KINK_MEL = KINK_HERTZ / HERTZ_PER_MEL
const LOG_STEP = Math.log(6.4) / 27
const toHertz = (mel: number) =>
  mel < KINK_MEL ? mel * HERTZ_PER_MEL : KINK_HERTZ * Math.exp(LOG_STEP * (mel - KINK_MEL))

const FILTERS = createFilters()

/**
 * The filters of the mel bands: triangles of equal area. Filter n begins at step n of the mel scale and ends at step n
 * + 2.
 */
function createFilters(): { first: number; weights: number[] }[] {
  const top = KINK_MEL + Math.log(LISTENING_RATE / 2 / KINK_HERTZ) / LOG_STEP
  const corners = Array.from({ length: MELS + 2 }, (_, at) => toHertz((top * at) / (MELS + 1)))
  return Array.from({ length: MELS }, (_, mel) => {
    const [low, middle, high] = corners.slice(mel, mel + 3) as [number, number, number]
    const all = Array.from({ length: BINS }, (_, bin) => {
      const hertz = (bin * LISTENING_RATE) / WINDOW
      const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle))
      return (Math.max(0, height) * 2) / (high - low)
    })
    const first = all.findIndex((weight) => weight > 0)
    return { first, weights: all.slice(first, all.findLastIndex((weight) => weight > 0) + 1) }
  })
}
