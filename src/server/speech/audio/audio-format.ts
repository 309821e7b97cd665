import { Resampler } from '../../../protocol/resampler.js'
import { vectorFilter } from './vector-filter.js'

/** The two telephone codings of ITU-T G.711: μ-law and A-law, one byte per sample, 8 kHz. */
export type G711 = 'audio/pcmu' | 'audio/pcma'

/** G.711 at 8 kHz, or a number: PCM16 little-endian with this many samples per second. */
export type AudioFormat = G711 | number

/** The audio formats of a telephone or WebRTC call: `input` is from the caller, `output` from the agent. */
export interface LineFormats {
  input: AudioFormat
  output: AudioFormat
}

/** Default samples per second of PCM16. Binary frames to clients always have this rate. */
export const PCM_RATE = 24_000

/** The rates (samples per second) of PCM16 that a client may choose. */
export const PCM_RATES: readonly number[] = [8_000, 16_000, PCM_RATE, 48_000]

const G711_RATE = 8_000

/** Whether this machine is big-endian. If so, the bytes of PCM16 must be swapped. */
const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0

export function rateOf(format: AudioFormat): number {
  return typeof format === 'number' ? format : G711_RATE
}

export function bytesPerMs(format: AudioFormat): number {
  return (rateOf(format) * (typeof format === 'number' ? 2 : 1)) / 1000
}

/** Decodes and resamples a stream of bytes. A chunk may end anywhere, even in the middle of a sample. */
export class AudioDecoder {
  readonly #format: AudioFormat
  readonly #resampler: Resampler
  #odd: number | undefined

  constructor({ format, to }: { format: AudioFormat; to: number }) {
    this.#format = format
    this.#resampler = new Resampler({ from: rateOf(format), to, filter: vectorFilter })
  }

  push(bytes: Uint8Array): Int16Array {
    const format = this.#format
    return this.#resampler.push(
      typeof format === 'number' ? this.#samplesOf(bytes) : decodeG711(bytes, format),
    )
  }

  flush(): Int16Array {
    return this.#resampler.flush()
  }

  #samplesOf(bytes: Uint8Array): Int16Array {
    const whole = this.#odd === undefined ? bytes : Buffer.concat([Uint8Array.of(this.#odd), bytes])
    this.#odd = whole.length % 2 === 1 ? whole[whole.length - 1] : undefined
    return samplesOf(whole)
  }
}

/** Converts a stream of bytes from one format to another. Audio in the right format is passed on as it is. */
export class AudioConverter {
  readonly #decoder: AudioDecoder | undefined
  readonly #to: AudioFormat

  constructor(from: AudioFormat, to: AudioFormat) {
    this.#to = to
    this.#decoder = from === to ? undefined : new AudioDecoder({ format: from, to: rateOf(to) })
  }

  convert(bytes: Uint8Array): Uint8Array {
    return this.#decoder ? encodeAudio(this.#decoder.push(bytes), this.#to) : bytes
  }
}

/** The samples of PCM16 little-endian bytes. If the bytes are aligned, the result shares their memory. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  if (bytes.byteOffset % 2 === 0 && !IS_BIG_ENDIAN)
    return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  const samples = new Int16Array(bytes.length >> 1)
  new Uint8Array(samples.buffer).set(bytes.subarray(0, 2 * samples.length))
  if (IS_BIG_ENDIAN) Buffer.from(samples.buffer).swap16()
  return samples
}

export function bytesOf(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2)
  new Int16Array(bytes.buffer).set(samples)
  if (IS_BIG_ENDIAN) Buffer.from(bytes.buffer).swap16()
  return bytes
}

/** Encodes samples, which must already have the sample rate of the format. */
export function encodeAudio(samples: Int16Array, format: AudioFormat): Uint8Array {
  return typeof format === 'number' ? bytesOf(samples) : encodeG711(samples, format)
}

const BIAS = 0x84
const CLIP = 32_635

export function decodeG711(bytes: Uint8Array, coding: G711): Int16Array {
  const table = coding === 'audio/pcmu' ? MU_LAW : A_LAW
  const samples = new Int16Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) samples[at] = table[bytes[at]!]!
  return samples
}

export function encodeG711(samples: Int16Array, coding: G711): Uint8Array {
  const encode = coding === 'audio/pcmu' ? toMuLaw : toALaw
  const bytes = new Uint8Array(samples.length)
  for (let at = 0; at < samples.length; at += 1) bytes[at] = encode(samples[at]!)
  return bytes
}

function fromMuLaw(byte: number): number {
  const value = ~byte & 0xff
  const magnitude = (((value & 0x0f) << 3) + BIAS) << ((value >> 4) & 0x07)
  return value & 0x80 ? BIAS - magnitude : magnitude - BIAS
}

function fromALaw(byte: number): number {
  const value = byte ^ 0x55
  const segment = (value >> 4) & 0x07
  const step = ((value & 0x0f) << 4) + 8
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return value & 0x80 ? magnitude : -magnitude
}

function toMuLaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS
  const exponent = Math.max(0, 24 - Math.clz32(magnitude))
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}

function toALaw(sample: number): number {
  const magnitude = Math.min(sample < 0 ? -sample - 1 : sample, 32_767) >> 4
  const segment = Math.max(0, 28 - Math.clz32(magnitude))
  const mantissa = segment === 0 ? magnitude & 0x0f : (magnitude >> (segment - 1)) & 0x0f
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | mantissa) ^ 0x55
}

const MU_LAW = Int16Array.from({ length: 256 }, (_, byte) => fromMuLaw(byte))
const A_LAW = Int16Array.from({ length: 256 }, (_, byte) => fromALaw(byte))
