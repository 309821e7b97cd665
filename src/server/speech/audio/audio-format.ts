import { Resampler } from '../../../protocol/resampler.js'
import { decodeG711, encodeG711 } from './g711.js'
import { vectorFilter } from './vector-filter.js'

/** The codings of the protocol: PCM16 little-endian at 24 kHz, or G.711 at 8 kHz. */
export type AudioFormat = 'audio/pcm' | 'audio/pcmu' | 'audio/pcma'

const RATES: Record<AudioFormat, number> = { 'audio/pcm': 24_000, 'audio/pcmu': 8_000, 'audio/pcma': 8_000 }

/** Where numbers begin with their larger half, they are turned round. */
const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0

/** Samples per second of a format. */
export function rateOf(format: AudioFormat): number {
  return RATES[format]
}

/** Bytes of one millisecond. */
export function bytesPerMs(format: AudioFormat): number {
  return (RATES[format] * (format === 'audio/pcm' ? 2 : 1)) / 1000
}

/** Turns a stream of bytes into samples of another rate. Bytes may be cut anywhere, also inside a sample. */
export class AudioDecoder {
  readonly #format: AudioFormat | undefined
  readonly #resampler: Resampler
  #odd: number | undefined

  /** `format` is one of the protocol, or the rate of plain PCM16. */
  constructor(options: { format: AudioFormat | number; to: number }) {
    const { format, to } = options
    this.#format = typeof format === 'number' ? undefined : format
    const from = typeof format === 'number' ? format : RATES[format]
    this.#resampler = new Resampler({ from, to, filter: vectorFilter })
  }

  push(bytes: Uint8Array): Int16Array {
    const format = this.#format
    const samples =
      format === 'audio/pcmu' || format === 'audio/pcma' ? decodeG711(bytes, format) : this.#samplesOf(bytes)
    return this.#resampler.push(samples)
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

/** The samples of PCM16 little-endian; half a sample at the end is left out. They are the bytes themselves where those lie as samples do. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  if (bytes.byteOffset % 2 === 0 && !IS_BIG_ENDIAN)
    return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  const samples = new Int16Array(bytes.length >> 1)
  new Uint8Array(samples.buffer).set(bytes.subarray(0, 2 * samples.length))
  if (IS_BIG_ENDIAN) Buffer.from(samples.buffer).swap16()
  return samples
}

/** PCM16 little-endian of some samples. */
export function bytesOf(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2)
  new Int16Array(bytes.buffer).set(samples)
  if (IS_BIG_ENDIAN) Buffer.from(bytes.buffer).swap16()
  return bytes
}

/** Samples at the format's rate in the bytes a client wants. */
export function encodeAudio(samples: Int16Array, format: AudioFormat): Uint8Array {
  return format === 'audio/pcm' ? bytesOf(samples) : encodeG711(samples, format)
}
