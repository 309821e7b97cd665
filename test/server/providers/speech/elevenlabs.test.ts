import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import {
  createElevenLabsStt,
  createElevenLabsTts,
  readElevenLabsMessage,
} from '../../../../src/server/providers/speech/elevenlabs.js'
import {
  resolveSpeechToText,
  resolveTextToSpeech,
} from '../../../../src/server/providers/speech/speech-registry.js'
import { settle, VirtualClock } from '../../../../src/testing/virtual-clock.js'
import { eventually } from '../../../support/eventually.js'
import { type StandIn, standInSpeech, writeCut } from '../../../support/stand-in-speech.js'

const RATE = 16_000
const signal = new AbortController().signal
let standIn: StandIn | undefined

afterEach(async () => {
  await standIn?.close()
  standIn = undefined
})

/** A message of the client, as the SDK's types have it. */
interface InputAudioChunk {
  message_type: 'input_audio_chunk'
  audio_base_64: string
  commit: boolean
  sample_rate: number
}

/** A realtime transcription with the messages of the SDK's types: chunks and commits in, transcripts out. */
class FakeScribe {
  readonly sockets: WebSocket[] = []
  /** Seconds of audio per connection. */
  readonly seconds: number[] = []
  commits = 0
  /** The transcripts of the next commits. Without one, a commit gets no answer. */
  words: string[] = []

  readonly take = (socket: WebSocket): void => {
    const at = this.sockets.push(socket) - 1
    this.seconds.push(0)
    this.tell({ message_type: 'session_started', session_id: 's', config: { sample_rate: RATE } })
    socket.on('message', (data: Buffer, isBinary) => {
      expect(isBinary).toBe(false)
      const chunk = JSON.parse(data.toString()) as InputAudioChunk
      expect(chunk).toMatchObject({ message_type: 'input_audio_chunk', sample_rate: RATE })
      this.seconds[at]! += Buffer.from(chunk.audio_base_64, 'base64').length / 2 / RATE
      if (!chunk.commit) return
      this.commits += 1
      const text = this.words.shift()
      if (text !== undefined) this.tell({ message_type: 'committed_transcript', text })
    })
  }

  tell(message: object): void {
    this.sockets.at(-1)!.send(JSON.stringify(message))
  }
}

async function connect(options: { refuseWith?: () => number | undefined } = {}) {
  const fake = new FakeScribe()
  standIn = await standInSpeech({ onSocket: fake.take, ...options })
  const clock = new VirtualClock(0)
  const stt = createElevenLabsStt({
    name: 'elevenlabs/scribe_v2_realtime:en',
    ...{ model: 'scribe_v2_realtime', language: 'en', baseUrl: standIn.baseUrl, apiKey: 'secret-key', clock },
  })
  const recognizer = stt.createRecognizer()
  const partials: string[] = []
  const begin = () => recognizer.begin({ onPartial: (transcript) => partials.push(transcript) })
  return { fake, clock, recognizer, begin, partials }
}

describe('the realtime transcription of elevenlabs', () => {
  it('is dialled with the first speech, with model, language, format and key', async () => {
    const { begin, fake, recognizer } = await connect()
    expect(standIn!.requests).toEqual([])
    begin()
    await eventually(() => fake.sockets.length === 1)
    const [request] = standIn!.requests
    expect(request!.url).toContain('/v1/speech-to-text/realtime?')
    expect(Object.fromEntries(new URL(request!.url, 'http://x').searchParams)).toEqual({
      model_id: 'scribe_v2_realtime',
      language_code: 'en',
      audio_format: 'pcm_16000',
      commit_strategy: 'manual',
    })
    expect(request!.headers['xi-api-key']).toBe('secret-key')
    expect(request!.url).not.toContain('secret-key')
    recognizer.close()
  })

  it('gives words while the user speaks, and all of them at each pause', async () => {
    const { begin, fake, partials, recognizer } = await connect()
    const recognition = begin()
    recognition.push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    fake.tell({ message_type: 'partial_transcript', text: 'show me' })
    await eventually(() => partials.length === 1)
    fake.words = ['Show me the', 'pets, please.']
    expect(await recognition.transcribe(signal)).toBe('Show me the')
    expect(await recognition.transcribe(signal)).toBe('Show me the')
    recognition.push(new Int16Array(RATE))
    fake.tell({ message_type: 'partial_transcript', text: 'pets' })
    await eventually(() => partials.length === 2)
    expect(await recognition.transcribe(signal)).toBe('Show me the pets, please.')
    expect(partials).toEqual(['show me', 'Show me the pets'])
    recognizer.close()
  })

  it('keeps utterances apart on one connection, also one that was dropped and one that is late', async () => {
    const { begin, clock, fake, partials, recognizer } = await connect()
    const noise = begin()
    noise.push(new Int16Array(RATE))
    noise.end()
    const late = begin()
    late.push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 2 && fake.commits === 1)
    const transcript = late.transcribe(signal)
    await settle()
    await clock.advance(2_000)
    expect(await transcript).toBe('')
    late.end()
    const last = begin()
    last.push(new Int16Array(RATE))
    await eventually(() => fake.commits === 2)
    for (const text of ['noise', 'too late']) fake.tell({ message_type: 'committed_transcript', text })
    fake.words = ['hello']
    expect(await last.transcribe(signal)).toBe('hello')
    expect(partials).toEqual([])
    expect(fake.sockets).toHaveLength(1)
    recognizer.close()
  })

  it('dials again when the connection breaks, and sends again what has no transcript', async () => {
    const { begin, clock, fake, recognizer } = await connect()
    const recognition = begin()
    recognition.push(new Int16Array(RATE))
    fake.words = ['First part']
    await recognition.transcribe(signal)
    recognition.push(new Int16Array(RATE * 2))
    await eventually(() => fake.seconds[0] === 3)
    const closed = once(fake.sockets[0]!, 'close')
    fake.sockets[0]!.terminate()
    await closed
    await eventually(() => clock.pending > 1)
    fake.words = ['second part']
    const transcript = recognition.transcribe(signal)
    await settle()
    await clock.advance(300)
    expect(await transcript).toBe('First part second part')
    expect(fake.seconds[1]).toBe(2)
    recognizer.close()
  })

  it('closes after a minute without audio, and dials again with the next speech', async () => {
    const { begin, clock, fake, recognizer } = await connect()
    begin().push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    const closed = once(fake.sockets[0]!, 'close')
    await clock.advance(60_000)
    await closed
    begin()
    await eventually(() => fake.sockets.length === 2)
    recognizer.close()
  })

  it('has no words for audio that is too short for a commit', async () => {
    const { begin, fake, recognizer } = await connect()
    const recognition = begin()
    recognition.push(new Int16Array(800))
    await eventually(() => fake.seconds[0] === 0.05)
    const transcript = recognition.transcribe(signal)
    await eventually(() => fake.commits === 1)
    fake.tell({ message_type: 'commit_throttled', error: 'too little audio' })
    expect(await transcript).toBe('')
    recognizer.close()
  })

  it.each([
    ['auth_error', 'unauthorized'],
    ['quota_exceeded', 'rate-limited'],
    ['rate_limited', 'rate-limited'],
    ['resource_exhausted', 'unavailable'],
    ['invalid_request', 'rejected'],
  ])('the message %s is %s, without the key, and the next speech dials again', async (type, failure) => {
    const { begin, fake, recognizer } = await connect()
    const recognition = begin()
    recognition.push(new Int16Array(RATE))
    await eventually(() => fake.seconds[0] === 1)
    fake.tell({ message_type: type, error: 'no: secret-key' })
    const error: Error = await recognition.transcribe(signal).then(
      () => expect.fail('it has failed'),
      (reason) => reason,
    )
    expect(error).toMatchObject({ failure, provider: 'elevenlabs/scribe_v2_realtime:en' })
    expect(error.message).not.toContain('secret-key')
    fake.words = ['hello']
    const next = begin()
    next.push(new Int16Array(RATE))
    expect(await next.transcribe(signal)).toBe('hello')
    recognizer.close()
  })

  it.each([
    [401, 'unauthorized'],
    [429, 'rate-limited'],
    [503, 'unavailable'],
  ])('HTTP %i is %s', async (status, failure) => {
    const { begin, recognizer } = await connect({ refuseWith: () => status })
    const recognition = begin()
    recognition.push(new Int16Array(RATE))
    await expect(recognition.transcribe(signal)).rejects.toMatchObject({ failure })
    recognizer.close()
  })
})

describe('messages of elevenlabs', () => {
  const whole = JSON.stringify({ message_type: 'committed_transcript', text: ' Grüße ' })

  it('are read; cut anywhere they are nothing, never an error', () => {
    expect(readElevenLabsMessage(whole)).toMatchObject({ type: 'words', text: 'Grüße', isFinal: true })
    for (let at = 0; at < whole.length; at += 1)
      expect(readElevenLabsMessage(whole.slice(0, at))).toEqual({ type: 'other' })
  })

  it.each([
    ...['null', '[]', '1', '{}', '{"message_type":"session_started"}', '{"message_type":"constructor"}'],
    '{"message_type":"final_transcript","text":"x"}',
  ])('%s is nothing', (text) => expect(readElevenLabsMessage(text)).toEqual({ type: 'other' }))
})

describe('a voice of elevenlabs', () => {
  const voice = (baseUrl: string) =>
    createElevenLabsTts({
      name: 'elevenlabs/eleven_flash_v2_5',
      ...{ model: 'eleven_flash_v2_5', voice: 'a voice', baseUrl, apiKey: 'secret-key' },
    })
  const speak = async (baseUrl: string, request: { text: string; voice?: string }) => {
    const parts: Uint8Array[] = []
    for await (const { pcm, rate } of voice(baseUrl).speak(request, { signal })) {
      expect(rate).toBe(24_000)
      parts.push(pcm)
    }
    return Buffer.concat(parts)
  }

  it.each([301, 302, 303, 307, 308])(
    'sends nothing to another server after a redirect with %i',
    async (status) => {
      const other = await standInSpeech({ answer: (_, response) => void response.end(Buffer.alloc(200)) })
      const headers = { location: `${other.baseUrl}/text-to-speech/v` }
      standIn = await standInSpeech({
        answer: (_, response) => void response.writeHead(status, headers).end(),
      })
      await expect(speak(standIn.baseUrl, { text: 'Hello.' })).rejects.toThrow(`HTTP ${status}`)
      expect([standIn.requests.length, other.requests.length]).toEqual([1, 0])
      await other.close()
    },
  )

  it('streams raw samples of the sentence, with the key in a header', async () => {
    const body = Buffer.from([1, 2, 3, 4, 5])
    standIn = await standInSpeech({ answer: (_, response) => writeCut(response, { body, at: 3 }) })
    expect(await speak(standIn.baseUrl, { text: 'Hello.' })).toEqual(body)
    const [request] = standIn.requests
    expect(request!.url).toBe('/v1/text-to-speech/a%20voice/stream?output_format=pcm_24000')
    expect(request!.headers['xi-api-key']).toBe('secret-key')
    expect(JSON.parse(request!.body.toString())).toEqual({ text: 'Hello.', model_id: 'eleven_flash_v2_5' })
  })

  it.each([
    ['JBFqnCBsd6RMkjVDRZzb', '/JBFqnCBsd6RMkjVDRZzb/'],
    ['marin', '/a%20voice/'],
  ])('takes a voice that the client names, when it is an id: %s', async (named, part) => {
    standIn = await standInSpeech({ answer: (_, response) => void response.end() })
    await speak(standIn.baseUrl, { text: 'Hello.', voice: named })
    expect(standIn.requests[0]!.url).toContain(part)
  })

  it('fails with the words of the service', async () => {
    const detail = { status: 'invalid_api_key', message: 'Invalid API key: secret-key' }
    standIn = await standInSpeech({
      answer: (_, response) => void response.writeHead(401).end(JSON.stringify({ detail })),
    })
    const failed = expect(speak(standIn.baseUrl, { text: 'Hello.' })).rejects
    await failed.toMatchObject({
      failure: 'unauthorized',
      message: expect.stringMatching(/^HTTP 401: Invalid/),
    })
    await failed.not.toMatchObject({ message: expect.stringContaining('secret-key') })
  })
})

describe('elevenlabs in a provider string', () => {
  it('takes its own key, and says which is missing', () => {
    const credentials = { keys: { ELEVENLABS_API_KEY: 'k' } }
    expect(resolveSpeechToText('elevenlabs/scribe_v2_realtime:en', credentials).streams).toBe(true)
    expect(resolveTextToSpeech('elevenlabs/eleven_flash_v2_5', credentials).name).toBe(
      'elevenlabs/eleven_flash_v2_5',
    )
    expect(() => resolveSpeechToText('elevenlabs/scribe_v2_realtime', {})).toThrow(/ELEVENLABS_API_KEY/)
  })
})
