import { describe, expect, it } from 'vitest'
import type { SpeechChunk, TextToSpeech } from '../../../src/server/model/text-to-speech.js'
import { speakSentence } from '../../../src/server/speech/output/speak-sentence.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

/** The audio of one sentence in ms, or the failure; the engine never stops by itself. */
async function speak(chunk: SpeechChunk) {
  let chunks = 0
  const tts: TextToSpeech = {
    name: 'test/endless',
    async *speak() {
      for (; chunks < 100_000; chunks += 1) yield chunk
    },
  }
  const options = {
    tts,
    format: 24_000,
    voice: undefined,
    clock: new VirtualClock(),
    signal: new AbortController().signal,
  }
  let ms = 0
  const failure = await (async () => {
    for await (const piece of speakSentence('Hi there.', options)) ms += piece.ms
    return 'none'
  })().catch((error: Error) => error.message)
  return { ms, chunks, failure }
}

describe('an engine that does not stop', () => {
  it('is stopped after five minutes of audio', async () => {
    const { ms, failure } = await speak({ pcm: new Uint8Array(48_000), rate: 24_000 })
    expect(ms).toBeGreaterThan(299_000)
    expect(ms).toBeLessThanOrEqual(300_000)
    expect(failure).toContain('more than 300 seconds or 30000 chunks for one sentence')
  })

  it('is stopped after 30,000 empty chunks', async () => {
    const { ms, chunks, failure } = await speak({ pcm: new Uint8Array(0), rate: 24_000 })
    expect([ms, chunks]).toEqual([0, 30_000])
    expect(failure).toContain('30000 chunks')
  })
})

it.each([0, 1, -1, 3_999, 192_001, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses audio of %d samples per second',
  async (rate) => {
    const { ms, failure } = await speak({ pcm: new Uint8Array(4_800), rate })
    expect(ms).toBe(0)
    expect(failure).toContain(`audio of ${rate} samples per second`)
  },
)
