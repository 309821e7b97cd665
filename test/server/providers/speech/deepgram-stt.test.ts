import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { createDeepgramStt, readDeepgramMessage } from '../../../../src/server/providers/speech/deepgram.js'
import { settle, VirtualClock } from '../../../../src/testing/virtual-clock.js'
import { eventually } from '../../../support/eventually.js'
import { type StandIn, standInSpeech } from '../../../support/stand-in-speech.js'

const RATE = 16_000
const signal = new AbortController().signal
let standIn: StandIn | undefined

afterEach(async () => {
  await standIn?.close()
  standIn = undefined
})

/** A live transcription as Deepgram publishes it: sound in, `Results` out. */
class FakeDeepgram {
  readonly sockets: WebSocket[] = []
  /** Seconds of sound per connection. */
  readonly seconds: number[] = []
  readonly told: string[] = []
  words: string[] = []
  answers = true

  readonly take = (socket: WebSocket): void => {
    const at = this.sockets.push(socket) - 1
    this.seconds.push(0)
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.seconds[at]! += data.length / 2 / RATE
        return
      }
      const { type } = JSON.parse(data.toString()) as { type: string }
      this.told.push(type)
      if (type === 'Finalize' && this.answers) this.results(this.words.shift() ?? '', { fromFinalize: true })
    })
  }

  results(transcript: string, { isFinal = true, fromFinalize = false } = {}): void {
    const at = this.sockets.length - 1
    this.sockets[at]!.send(
      JSON.stringify({
        type: 'Results',
        channel_index: [0, 1],
        start: 0,
        duration: this.seconds[at],
        is_final: isFinal,
        speech_final: false,
        from_finalize: fromFinalize,
        channel: { alternatives: [{ transcript, confidence: 0.98, words: [] }] },
        metadata: { request_id: 'a' },
      }),
    )
  }
}

async function connect(options: { refuseWith?: () => number | undefined } = {}) {
  const fake = new FakeDeepgram()
  standIn = await standInSpeech({ onSocket: fake.take, ...options })
  const clock = new VirtualClock(0)
  const stt = createDeepgramStt({
    name: 'deepgram/nova-3:en',
    model: 'nova-3',
    language: 'en',
    baseUrl: standIn.baseUrl,
    apiKey: 'key',
    clock,
  })
  const recognizer = stt.createRecognizer()
  const partials: string[] = []
  const begin = () => recognizer.begin({ onPartial: (transcript) => partials.push(transcript) })
  return { fake, clock, recognizer, begin, partials }
}

describe('the live transcription of deepgram', () => {
  it('is dialled with the first speech, with model, language, coding and key', async () => {
    const { begin, fake, recognizer } = await connect()
    expect(standIn!.requests).toEqual([])
    begin()
    await eventually(() => fake.sockets.length === 1)
    const [request] = standIn!.requests
    const query = Object.fromEntries(new URL(request!.url, 'http://x').searchParams)
    expect(request!.url).toContain('/v1/listen?')
    expect(query).toMatchObject({
      model: 'nova-3',
      language: 'en',
      encoding: 'linear16',
      sample_rate: '16000',
      channels: '1',
      interim_results: 'true',
    })
    expect(request!.headers.authorization).toBe('Token key')
    recognizer.close()
  })

  it('gives words while the user speaks, and all of them at the end', async () => {
    const { begin, fake, partials, recognizer } = await connect()
    const recognition = begin()
    recognition.push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    fake.results('show me', { isFinal: false })
    fake.results('Show me the', {})
    fake.results('pets', { isFinal: false })
    await eventually(() => partials.length === 3)
    expect(partials).toEqual(['show me', 'Show me the', 'Show me the pets'])
    fake.words = ['pets, please.']
    expect(await recognition.transcribe(signal)).toBe('Show me the pets, please.')
    recognizer.close()
  })

  it('keeps stretches apart on one line', async () => {
    const { begin, fake, recognizer } = await connect()
    fake.words = ['one', 'two']
    for (const want of ['one', 'two']) {
      const recognition = begin()
      recognition.push(new Int16Array(RATE))
      expect(await recognition.transcribe(signal)).toBe(want)
      recognition.end()
    }
    expect(fake.sockets).toHaveLength(1)
    recognizer.close()
  })

  it('does not wait at all without sound, nor for ever when nothing was heard', async () => {
    const { begin, clock, fake, recognizer } = await connect()
    const recognition = begin()
    expect(await recognition.transcribe(signal)).toBe('')
    recognition.push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    fake.sockets[0]!.removeAllListeners('message')
    const transcript = recognition.transcribe(signal)
    await settle()
    await clock.advance(1_500)
    expect(await transcript).toBe('')
    recognizer.close()
  })

  it('gives late words to the stretch they belong to, never to the next', async () => {
    const { begin, clock, fake, partials, recognizer } = await connect()
    const late = begin()
    late.push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    fake.answers = false
    const transcript = late.transcribe(signal)
    await eventually(() => fake.told.length === 1)
    await clock.advance(1_500)
    expect(await transcript).toBe('')
    late.end()
    const next = begin()
    fake.results('too late', { fromFinalize: true })
    fake.results('noise', {})
    fake.answers = true
    fake.words = ['hello']
    next.push(new Int16Array(RATE))
    expect(await next.transcribe(signal)).toBe('hello')
    expect(partials).toEqual([])
    recognizer.close()
  })

  it('stays open with KeepAlive while the user is silent, and closes after two minutes', async () => {
    const { begin, clock, fake } = await connect()
    begin().push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    await clock.advance(13_000)
    await eventually(() => fake.told.length === 3)
    expect(fake.told).toEqual(['KeepAlive', 'KeepAlive', 'KeepAlive'])
    const closed = once(fake.sockets[0]!, 'close')
    await clock.advance(120_000)
    await closed
    expect(fake.told.at(-1)).toBe('CloseStream')
  })

  it('dials again when the line breaks, and sends again what is not final', async () => {
    const { begin, clock, fake, recognizer } = await connect()
    const recognition = begin()
    recognition.push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    fake.results('First part', {})
    recognition.push(new Int16Array(RATE * 2))
    await eventually(() => fake.seconds[0] === 3)
    const closed = once(fake.sockets[0]!, 'close')
    fake.sockets[0]!.terminate()
    await closed
    await eventually(() => clock.pending > 1)
    fake.words = ['second part']
    const transcript = recognition.transcribe(signal)
    await clock.advance(300)
    expect(await transcript).toBe('First part second part')
    expect(fake.seconds[1]).toBe(2)
    recognizer.close()
  })

  it.each([
    [401, 'unauthorized'],
    [402, 'rate-limited'],
    [429, 'rate-limited'],
    [503, 'unavailable'],
  ])('HTTP %i is %s, said once, and the next speech dials again', async (status, failure) => {
    let refused: number | undefined = status
    const { begin, fake, recognizer } = await connect({ refuseWith: () => refused })
    const recognition = begin()
    recognition.push(new Int16Array(RATE))
    await expect(recognition.transcribe(signal)).rejects.toMatchObject({ failure })
    refused = undefined
    fake.words = ['hello']
    const next = begin()
    next.push(new Int16Array(RATE))
    expect(await next.transcribe(signal)).toBe('hello')
    recognizer.close()
  })
})

describe('messages of deepgram', () => {
  const whole = JSON.stringify({
    type: 'Results',
    start: 1.5,
    duration: 2.25,
    is_final: true,
    from_finalize: false,
    channel: { alternatives: [{ transcript: 'Grüße' }] },
  })

  it('are read with their place in the sound', () => {
    expect(readDeepgramMessage(whole)).toEqual({
      type: 'words',
      text: 'Grüße',
      isFinal: true,
      answersCommit: false,
      endSeconds: 3.75,
    })
  })

  it('cut anywhere are nothing, never an error', () => {
    for (let at = 0; at < whole.length; at += 1)
      expect(readDeepgramMessage(whole.slice(0, at))).toEqual({ type: 'other' })
  })

  it.each(['null', '[]', '1', '{"type":"Metadata"}', '{"type":"Error","description":"x"}', 'true'])(
    '%s is nothing',
    (text) => {
      expect(readDeepgramMessage(text)).toEqual({ type: 'other' })
    },
  )

  it.each([
    '{"type":"Results"}',
    '{"type":"Results","channel":null}',
    '{"type":"Results","channel":{"alternatives":[{}]}}',
  ])('%s has no words', (text) => {
    expect(readDeepgramMessage(text)).toMatchObject({ type: 'words', text: '' })
  })
})
