/** The two telephone codings of ITU-T G.711: μ-law and A-law, one byte per sample, 8 kHz. */
export type G711 = 'audio/pcmu' | 'audio/pcma'

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
