import { describe, expect, it } from 'vitest'
import { loadWebRtc, OpusCodec } from '../../../src/server/webrtc/packages.js'
import { tone } from '../../support/speech.js'

const { opus } = await loadWebRtc()
const create = () => new OpusCodec(opus, { encodes: 24_000, decodes: 16_000 })

const loudness = (pcm: Uint8Array | undefined) => {
  const samples = new Int16Array((pcm ?? new Uint8Array()).slice().buffer)
  return Math.max(0, ...samples.map(Math.abs))
}

describe('the Opus codec', () => {
  it('encodes 24 kHz, decodes to 16 kHz, and conceals a lost packet', () => {
    const codec = create()
    const sent = tone(200, 24_000)
    const packets = Array.from({ length: 10 }, (_, at) =>
      codec.encode(sent.subarray(at * 960, at * 960 + 960)),
    )
    const heard = packets.map((packet) => codec.decode(packet))
    expect(heard.map((pcm) => pcm?.length)).toEqual(Array(10).fill(640))
    expect(loudness(heard.at(-1))).toBeGreaterThan(6_000)
    const concealed = codec.conceal(packets.at(-1)!)
    expect(concealed?.length).toBe(640)
    expect(loudness(concealed)).toBeGreaterThan(1_000)
    codec.close()
    codec.close()
  })

  it.each([
    ['nothing', new Uint8Array(0)],
    ['noise', Uint8Array.of(255, 255, 1, 2, 3, 4)],
    ['too much', new Uint8Array(2_000)],
  ])('does not decode %s', (_, packet) => {
    const codec = create()
    expect(codec.decode(packet)).toBeUndefined()
    codec.close()
  })

  it('works while the memory of the module grows under it', () => {
    const first = create()
    const others = Array.from({ length: 300 }, create)
    const packet = first.encode(tone(20, 24_000))
    expect(others.at(-1)?.decode(packet)?.length).toBe(640)
    for (const codec of [first, ...others]) codec.close()
  })
})
