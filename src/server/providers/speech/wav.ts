const HEADER_BYTES = 44

/** Encodes mono samples as a PCM16 WAV file. */
export function encodeWav(samples: readonly Int16Array[], rate: number): Buffer {
  const count = samples.reduce((sum, { length }) => sum + length, 0)
  const wav = Buffer.alloc(HEADER_BYTES + count * 2)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(count * 2, 40)
  let at = HEADER_BYTES
  for (const part of samples) for (const sample of part) at = wav.writeInt16LE(sample, at)
  return wav
}

/**
 * Decodes a PCM16 WAV file to mono. If the file has several channels, only the first is used. Returns `undefined` for
 * any other file.
 */
export function decodeWav(wav: Buffer): { pcm: Buffer; rate: number } | undefined {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let format: { channels: number; rate: number } | undefined
  for (let at = 12; at + 8 <= wav.length; ) {
    const id = wav.toString('latin1', at, at + 4)
    // A program that writes to a pipe does not know the length in advance. The length is therefore limited by the end
    // of the file.
    const length = Math.min(wav.readUInt32LE(at + 4), wav.length - at - 8)
    const start = at + 8
    if (id === 'fmt ' && length >= 16) {
      if (wav.readUInt16LE(start + 14) !== 16) return undefined
      format = { channels: wav.readUInt16LE(start + 2), rate: wav.readUInt32LE(start + 4) }
    }
    if (id === 'data' && format) {
      const pcm = wav.subarray(start, start + length - (length % (2 * format.channels)))
      return { pcm: format.channels === 1 ? pcm : firstChannel(pcm, format.channels), rate: format.rate }
    }
    at = start + length + (length % 2)
  }
  return undefined
}

function firstChannel(pcm: Buffer, channels: number): Buffer {
  const mono = Buffer.alloc(pcm.length / channels)
  for (let at = 0; at < mono.length; at += 2) mono.writeInt16LE(pcm.readInt16LE(at * channels), at)
  return mono
}
