import { describe, expect, it } from 'vitest'
import type { SpeechFailover } from '../../../../src/server/model/speech-error.js'
import { SpeechError, type SpeechFailure } from '../../../../src/server/model/speech-error.js'
import type { SpeechToText } from '../../../../src/server/model/speech-to-text.js'
import type { SpeechChunk, TextToSpeech } from '../../../../src/server/model/text-to-speech.js'
import { createFallbackStt, createFallbackTts } from '../../../../src/server/providers/speech/fallback.js'
import { VirtualClock } from '../../../../src/testing/virtual-clock.js'

const never = new AbortController().signal

type Outcome = 'works' | 'hangs' | SpeechFailure

/** An engine that does as it is told at the moment; it counts how often it is asked. */
function ears(name: string, plan: { now: Outcome }) {
  const heard: Int16Array[] = []
  let asked = 0
  const stt: SpeechToText = {
    name,
    streams: name.startsWith('stream'),
    createRecognizer: () => ({
      begin(listener) {
        heard.length = 0
        return {
          push(samples) {
            heard.push(samples.slice())
            listener.onPartial(`${name}...`)
          },
          async transcribe(signal) {
            asked += 1
            if (plan.now === 'hangs')
              await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
            else if (plan.now !== 'works') throw new SpeechError(plan.now, { provider: name, message: 'no' })
            return `${name} heard ${heard.reduce((sum, { length }) => sum + length, 0)}`
          },
          end() {},
        }
      },
      close() {},
    }),
  }
  return { stt, asked: () => asked }
}

/** A voice that gives some pieces and then does as it is told. */
function mouth(
  name: string,
  { pieces, rate = 24_000, plan }: { pieces: number[]; rate?: number; plan: { now: Outcome } },
) {
  let asked = 0
  const tts: TextToSpeech = {
    name,
    async *speak(_request, { signal }): AsyncGenerator<SpeechChunk> {
      asked += 1
      for (const length of pieces) yield { pcm: new Uint8Array(length).fill(name.charCodeAt(0)), rate }
      if (plan.now === 'hangs')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      else if (plan.now !== 'works') throw new SpeechError(plan.now, { provider: name, message: 'no' })
    },
  }
  return { tts, asked: () => asked }
}

async function said(tts: TextToSpeech): Promise<string[]> {
  const chunks: string[] = []
  for await (const { pcm, rate } of tts.speak({ text: 'Hi.' }, { signal: never }))
    chunks.push(`${Buffer.from(pcm).toString('latin1').replaceAll('\0', '0')}@${rate / 1000}`)
  return chunks
}

const clock = () => new VirtualClock()

describe('recognizers in a list', () => {
  const samples = new Int16Array(100)

  it.each<SpeechFailure>(['unauthorized', 'rate-limited', 'unreachable', 'rejected', 'not-installed'])(
    'the next one hears all the sound again when the first is %s',
    async (failure) => {
      const [first, second] = [ears('a', { now: failure }), ears('b', { now: 'works' })]
      const list = createFallbackStt([first.stt, second.stt], { clock: clock() })
      const failovers: SpeechFailover[] = []
      const off = list.onFailover!((failover) => failovers.push(failover))
      const partials: string[] = []
      const recognition = list.createRecognizer().begin({ onPartial: (words) => void partials.push(words) })
      recognition.push(samples)
      recognition.push(samples)
      expect(await recognition.transcribe(never)).toBe('b heard 200')
      recognition.push(samples)
      expect(await recognition.transcribe(never)).toBe('b heard 300')
      expect(partials).toEqual(['a...', 'a...', 'b...', 'b...', 'b...'])
      expect(failovers).toMatchObject([{ stage: 'stt', failed: { failure, provider: 'a' }, next: 'b' }])
      off()
    },
  )

  it('one that failed is passed over for a while, and comes back', async () => {
    const time = clock()
    const plan: { now: Outcome } = { now: 'unreachable' }
    const [first, second] = [ears('a', plan), ears('b', { now: 'works' })]
    const list = createFallbackStt([first.stt, second.stt], { clock: time })
    const recognizer = list.createRecognizer()
    const turn = async () => {
      const recognition = recognizer.begin({ onPartial() {} })
      recognition.push(samples)
      const words = await recognition.transcribe(never)
      recognition.end()
      return words
    }
    const turns = [await turn(), await turn(), await turn()]
    expect([turns, first.asked()]).toEqual([['b heard 100', 'b heard 100', 'b heard 100'], 1])
    plan.now = 'works'
    await time.advance(30_001)
    expect(await turn()).toBe('a heard 100')
  })

  it('when all fail, the last failure is told, and everybody is tried again the next time', async () => {
    const [first, second] = [ears('a', { now: 'unauthorized' }), ears('b', { now: 'timeout' })]
    const list = createFallbackStt([first.stt, second.stt], { clock: clock() })
    for (const count of [1, 2]) {
      const recognition = list.createRecognizer().begin({ onPartial() {} })
      recognition.push(samples)
      await expect(recognition.transcribe(never)).rejects.toMatchObject({ name: 'SpeechError' })
      expect([first.asked(), second.asked()]).toEqual([count, count])
    }
  })

  it('one that hangs is left after ten seconds, and one who speaks again does not count as a failure', async () => {
    const time = clock()
    const [first, second] = [ears('a', { now: 'hangs' }), ears('b', { now: 'works' })]
    const list = createFallbackStt([first.stt, second.stt], { clock: time })
    const recognition = list.createRecognizer().begin({ onPartial() {} })
    recognition.push(samples)
    const stop = new AbortController()
    const dropped = recognition.transcribe(stop.signal)
    stop.abort()
    await expect(dropped).rejects.toMatchObject({ name: 'AbortError' })
    const words = recognition.transcribe(never)
    await time.advance(10_000)
    expect(await words).toBe('b heard 100')
    expect([first.asked(), second.asked()]).toEqual([2, 1])
  })
})

describe('voices in a list', () => {
  it('the next one says the sentence from its beginning', async () => {
    const [first, second] = [
      mouth('a', { pieces: [2], plan: { now: 'unreachable' } }),
      mouth('b', { pieces: [2, 2], rate: 16_000, plan: { now: 'works' } }),
    ]
    const list = createFallbackTts([first.tts, second.tts], { clock: clock() })
    expect(await said(list)).toEqual(['aa@24', 'bb@16', 'bb@16'])
    expect(await said(list)).toEqual(['bb@16', 'bb@16'])
    expect(first.asked()).toBe(1)
  })

  it.each([
    [[1], ['a@24', '0@24', 'bb@24']],
    [
      [1, 1],
      ['a@24', 'a@24', 'bb@24'],
    ],
    [
      [3, 2],
      ['aaa@24', 'aa@24', '0@24', 'bb@24'],
    ],
  ])('pieces of %j bytes leave no half sample behind', async (pieces, want) => {
    const first = mouth('a', { pieces, plan: { now: 'unavailable' } })
    const second = mouth('b', { pieces: [2], plan: { now: 'works' } })
    expect(await said(createFallbackTts([first.tts, second.tts], { clock: clock() }))).toEqual(want)
  })

  it('a sentence that was refused is no reason to pass the voice over', async () => {
    const first = mouth('a', { pieces: [], plan: { now: 'rejected' } })
    const second = mouth('b', { pieces: [2], plan: { now: 'works' } })
    const list = createFallbackTts([first.tts, second.tts], { clock: clock() })
    expect([await said(list), await said(list)]).toEqual([['bb@24'], ['bb@24']])
    expect(first.asked()).toBe(2)
  })

  it('one that falls silent is left after eight seconds', async () => {
    const time = clock()
    const first = mouth('a', { pieces: [2], plan: { now: 'hangs' } })
    const second = mouth('b', { pieces: [2], plan: { now: 'works' } })
    const all = said(createFallbackTts([first.tts, second.tts], { clock: time }))
    await time.advance(8_000)
    expect(await all).toEqual(['aa@24', 'bb@24'])
  })

  it('the failure of the last one is thrown', async () => {
    const first = mouth('a', { pieces: [], plan: { now: 'unauthorized' } })
    const second = mouth('b', { pieces: [], plan: { now: 'rate-limited' } })
    await expect(said(createFallbackTts([first.tts, second.tts], { clock: clock() }))).rejects.toMatchObject({
      failure: 'rate-limited',
      provider: 'b',
    })
  })
})
