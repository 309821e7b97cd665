import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Framer } from '../../../src/protocol/framer.js'
import { plainFilter, Resampler } from '../../../src/protocol/resampler.js'
import {
  AudioDecoder,
  bytesOf,
  decodeG711,
  encodeAudio,
  encodeG711,
  samplesOf,
} from '../../../src/server/speech/audio/audio-format.js'
import { vectorFilter } from '../../../src/server/speech/audio/vector-filter.js'
import { joinSamples, resampled } from '../../support/speech-files.js'

const sine = (hertz: number, { rate, ms = 500 }: { rate: number; ms?: number }) =>
  Int16Array.from(
    { length: (rate * ms) / 1000 },
    (_, at) => 10_000 * Math.sin((2 * Math.PI * hertz * at) / rate),
  )

/** Decibels of a signal over what differs from the wanted one, without the edges. */
function signalToError(got: Int16Array, want: Int16Array): number {
  let signal = 0
  let error = 0
  for (let at = 200; at < want.length - 200; at += 1) {
    signal += want[at]! ** 2
    error += (want[at]! - got[at]!) ** 2
  }
  return 10 * Math.log10(signal / Math.max(error, 1e-9))
}

const power = (samples: Int16Array) => samples.slice(200, -200).reduce((sum, sample) => sum + sample ** 2, 0)

describe('G.711', () => {
  it.each([
    ['audio/pcmu', 0xff, 0],
    ['audio/pcmu', 0x7f, 0],
    ['audio/pcmu', 0x00, -32_124],
    ['audio/pcmu', 0x80, 32_124],
    ['audio/pcma', 0xd5, 8],
    ['audio/pcma', 0x55, -8],
    ['audio/pcma', 0xaa, 32_256],
    ['audio/pcma', 0x2a, -32_256],
  ] as const)('%s reads %i as %i', (coding, byte, sample) => {
    expect(Math.abs(decodeG711(Uint8Array.of(byte), coding)[0]! - sample)).toBe(0)
  })

  it.each(['audio/pcmu', 'audio/pcma'] as const)(
    '%s keeps every value it can say, and others closely',
    (coding) => {
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      const values = decodeG711(bytes, coding)
      expect(decodeG711(encodeG711(values, coding), coding)).toEqual(values)
      for (let sample = -32_768; sample < 32_768; sample += 37) {
        const [back = 0] = decodeG711(encodeG711(Int16Array.of(sample), coding), coding)
        expect(Math.abs(back - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 16))
      }
    },
  )
})

describe('Resampler', () => {
  it.each([
    [24_000, 16_000, 1_000],
    [24_000, 16_000, 6_000],
    [16_000, 24_000, 3_000],
    [8_000, 16_000, 3_000],
    [22_050, 24_000, 5_000],
    [48_000, 16_000, 4_000],
    [24_000, 8_000, 2_000],
  ])('from %i to %i keeps a tone of %i Hz, 50 dB above all it adds', (from, to, hertz) => {
    const got = resampled(sine(hertz, { rate: from }), { from, to })
    const want = sine(hertz, { rate: to })
    expect(Math.abs(got.length - want.length)).toBeLessThanOrEqual(1)
    expect(signalToError(got, want)).toBeGreaterThan(50)
  })

  it.each([9_500, 11_000])('lets nothing of %i Hz come back as something audible', (hertz) => {
    const tone = sine(hertz, { rate: 24_000 })
    const ghost = resampled(tone, { from: 24_000, to: 16_000 })
    expect(10 * Math.log10(power(tone) / Math.max(1, power(ghost)))).toBeGreaterThan(50)
  })

  it.each([plainFilter, vectorFilter])('gives the same however the input is cut (%o)', (filter) => {
    const whole = sine(700, { rate: 24_000, ms: 100 })
    const rates = { from: 24_000, to: 16_000, filter }
    const all = new Resampler(rates)
    const want = joinSamples([all.push(whole), all.flush()])
    expect(want).toHaveLength(1_600)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 12 }), (cuts) => {
        const resampler = new Resampler(rates)
        const parts: Int16Array[] = []
        let at = 0
        for (const length of [...cuts, whole.length]) {
          parts.push(resampler.push(whole.subarray(at, at + length)))
          at += length
        }
        expect(joinSamples([...parts, resampler.flush()])).toEqual(want)
      }),
      { seed: 20261121 },
    )
  })

  it('clips instead of wrapping round', () => {
    const square = Int16Array.from({ length: 4_000 }, (_, at) => (at % 60 < 30 ? 32_767 : -32_768))
    const got = resampled(square, { from: 24_000, to: 16_000 })
    for (let at = 100; at < 2_000; at += 1) expect(Math.abs(got[at]! - got[at - 1]!)).toBeLessThan(65_536)
  })

  it.each([
    [24_000, 16_000],
    [8_000, 16_000],
    [48_000, 16_000],
    [16_000, 24_000],
    [44_100, 16_000],
  ])('from %i to %i is the same but for one, whether one sample at a time or several', (from, to) => {
    let noise = 1
    const sound = Int16Array.from({ length: 3 * from + 17 }, () => {
      noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
      return (noise >>> 16) - 32_768
    })
    const [plain, vector] = [plainFilter, vectorFilter].map((filter) => {
      const resampler = new Resampler({ from, to, filter })
      return joinSamples([resampler.push(sound), resampler.flush()])
    }) as [Int16Array, Int16Array]
    expect(vector).toHaveLength(plain.length)
    const furthest = plain.reduce((most, sample, at) => Math.max(most, Math.abs(sample - vector[at]!)), 0)
    expect(furthest).toBeLessThanOrEqual(1)
  })
})

describe('AudioDecoder', () => {
  it('takes bytes cut anywhere, also inside a sample', () => {
    const bytes = bytesOf(sine(500, { rate: 24_000, ms: 60 }))
    const want = new AudioDecoder({ format: 24_000, to: 16_000 }).push(bytes)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 15 }), (cuts) => {
        const decoder = new AudioDecoder({ format: 24_000, to: 16_000 })
        const parts: Int16Array[] = []
        let at = 0
        for (const length of [...cuts, bytes.length]) {
          parts.push(decoder.push(bytes.subarray(at, at + length)))
          at += length
        }
        expect(joinSamples(parts)).toEqual(want)
      }),
      { seed: 20261121 },
    )
  })

  it('reads plain PCM16 of any rate', () => {
    const decoder = new AudioDecoder({ format: 8_000, to: 16_000 })
    const samples = joinSamples([decoder.push(bytesOf(sine(500, { rate: 8_000 }))), decoder.flush()])
    expect(samples).toHaveLength(8_000)
  })

  it('has encodeAudio as its way back', () => {
    const samples = sine(400, { rate: 24_000, ms: 20 })
    expect(samplesOf(encodeAudio(samples, 24_000))).toEqual(samples)
    expect(encodeAudio(samples, 'audio/pcmu')).toHaveLength(samples.length)
  })
})

describe('Framer', () => {
  it('cuts any stream into frames and loses no sample', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_500 }), { maxLength: 12 }), (lengths) => {
        const framer = new Framer(512)
        const frames: Int16Array[] = []
        let next = 0
        for (const length of lengths)
          framer.push(
            Int16Array.from({ length }, () => next++ % 30_000),
            (frame) => frames.push(frame.slice()),
          )
        const total = lengths.reduce((sum, length) => sum + length, 0)
        expect(frames).toHaveLength(Math.floor(total / 512))
        for (const [at, sample] of joinSamples(frames).entries()) expect(sample).toBe(at % 30_000)
      }),
      { seed: 20261121 },
    )
  })
})
