import { afterEach, describe, expect, it } from 'vitest'
import { findAgentTexts } from '../../../../src/languages/agent-texts.js'
import { SpeechError } from '../../../../src/server/model/speech-error.js'
import { createDeepgramTts } from '../../../../src/server/providers/speech/deepgram.js'
import { createOpenAIStt, createOpenAITts } from '../../../../src/server/providers/speech/openai.js'
import {
  resolveSpeechToText,
  resolveTextToSpeech,
} from '../../../../src/server/providers/speech/speech-registry.js'
import { decodeWav, encodeWav } from '../../../../src/server/providers/speech/wav.js'
import { speechFailureSentence } from '../../../../src/server/realtime/speech-failures.js'
import { samplesOf } from '../../../../src/server/speech/audio/audio-format.js'
import { type StandIn, standInSpeech, writeCut } from '../../../support/stand-in-speech.js'

let standIn: StandIn | undefined

afterEach(async () => {
  await standIn?.close()
  standIn = undefined
})

const signal = new AbortController().signal
const samples = Int16Array.from({ length: 320 }, (_, at) => at * 7)

async function transcribe(baseUrl: string): Promise<string> {
  const stt = createOpenAIStt({
    name: 'openai/whisper-1:en',
    model: 'whisper-1',
    language: 'en',
    baseUrl,
    apiKey: 'key',
  })
  const recognition = stt.createRecognizer().begin({ onPartial() {} })
  recognition.push(samples)
  recognition.push(samples)
  return recognition.transcribe(signal)
}

async function spoken(chunks: AsyncIterable<{ pcm: Uint8Array; rate: number }>) {
  const parts: Uint8Array[] = []
  let rate = 0
  for await (const chunk of chunks) {
    parts.push(chunk.pcm)
    rate = chunk.rate
  }
  return { pcm: Buffer.concat(parts), rate }
}

describe('/audio/transcriptions', () => {
  it('gets a WAV file of all sound, the model, the language and the key', async () => {
    standIn = await standInSpeech({ answer: (_, response) => void response.end('{"text":" Hello there. "}') })
    expect(await transcribe(standIn.baseUrl)).toBe('Hello there.')
    const [request] = standIn.requests
    expect(request).toMatchObject({
      url: '/v1/audio/transcriptions',
      headers: { authorization: 'Bearer key' },
    })
    const form = await new Response(new Uint8Array(request!.body), {
      headers: { 'content-type': request!.headers['content-type'] ?? '' },
    }).formData()
    expect([form.get('model'), form.get('language'), form.get('response_format')]).toEqual([
      'whisper-1',
      'en',
      'json',
    ])
    const file = form.get('file') as File
    expect(file.name).toBe('speech.wav')
    const wav = decodeWav(Buffer.from(await file.arrayBuffer()))
    expect(wav?.rate).toBe(16_000)
    expect(samplesOf(wav!.pcm)).toEqual(Int16Array.from([...samples, ...samples]))
  })

  it('gets the language without its region, which it would refuse', async () => {
    standIn = await standInSpeech({ answer: (_, response) => void response.end('{"text":"Grüß Gott."}') })
    const credentials = { stt: { baseUrl: standIn.baseUrl, apiKey: 'key' } }
    const recognizer = resolveSpeechToText('openai/whisper-1:de-AT', credentials).createRecognizer()
    const recognition = recognizer.begin({ onPartial() {} })
    recognition.push(samples)
    await recognition.transcribe(signal)
    expect(standIn.requests[0]!.body.toString('latin1')).toMatch(/name="language"\r\n\r\nde\r\n/)
  })

  it.each([
    [
      'gpt-transcribe',
      ['en', 'de'],
      { 'languages[]': ['en', 'de'], language: [], 'keywords[]': ['Rex', 'Momo'] },
    ],
    ['gpt-transcribe', ['de'], { 'languages[]': [], language: ['de'], 'keywords[]': ['Rex', 'Momo'] }],
    ['whisper-1', ['en', 'de'], { 'languages[]': [], language: ['fr'], 'keywords[]': [] }],
  ])('gets the hints that %s takes', async (model, languages, fields) => {
    standIn = await standInSpeech({ answer: (_, response) => void response.end('{"text":"Rex."}') })
    const credentials = { stt: { baseUrl: standIn.baseUrl, apiKey: 'key' } }
    const recognizer = resolveSpeechToText(`openai/${model}:fr`, credentials).createRecognizer()
    const recognition = recognizer.begin({ onPartial() {}, hints: { languages, keywords: ['Rex', 'Momo'] } })
    recognition.push(samples)
    await recognition.transcribe(signal)
    const [request] = standIn.requests
    const headers = { 'content-type': request!.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(request!.body), { headers }).formData()
    expect(Object.fromEntries(Object.keys(fields).map((name) => [name, form.getAll(name)]))).toEqual(fields)
  })

  it('is read the same wherever its answer is cut', async () => {
    const body = Buffer.from('{"text":"Grüße, 3 Hunde","usage":{"type":"duration","seconds":1}}')
    let at = 0
    standIn = await standInSpeech({ answer: (_, response) => writeCut(response, { body, at }) })
    for (at = 0; at <= body.length; at += 1) expect(await transcribe(standIn.baseUrl)).toBe('Grüße, 3 Hunde')
  })

  it('takes plain text of servers that answer so', async () => {
    standIn = await standInSpeech({ answer: (_, response) => void response.end('hello\n') })
    expect(await transcribe(standIn.baseUrl)).toBe('hello')
  })

  it.each([
    [
      401,
      '{"error":{"message":"Incorrect API key provided: sk-abc***xyz."}}',
      'unauthorized',
      'HTTP 401: Incorrect API key provided: ...',
    ],
    [
      429,
      '{"error":{"message":"You exceeded your current quota"}}',
      'rate-limited',
      'HTTP 429: You exceeded your current quota',
    ],
    [400, 'nonsense', 'rejected', 'HTTP 400'],
    [503, '', 'unavailable', 'HTTP 503'],
    [200, '{"no":"text"}', 'bad-answer', 'the answer has no "text"'],
    [200, '{"text":', 'bad-answer', ''],
  ])('HTTP %i %s is %s', async (status, body, failure, message) => {
    standIn = await standInSpeech({
      answer: (_, response) => {
        response.statusCode = status
        response.end(body)
      },
    })
    const error = await transcribe(standIn.baseUrl).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SpeechError)
    expect(error).toMatchObject({ failure, provider: 'openai/whisper-1:en' })
    expect((error as SpeechError).message).toContain(message)
    expect((error as SpeechError).message).not.toContain('sk-')
  })

  it('that never ends is read no further than it may be', async () => {
    let ended = false
    standIn = await standInSpeech({
      answer: (_, response) => {
        const piece = 'x'.repeat(100_000)
        const more = () => {
          while (!ended && response.write(piece));
        }
        response.on('drain', more)
        response.on('close', () => {
          ended = true
        })
        more()
      },
    })
    await expect(transcribe(standIn.baseUrl)).rejects.toMatchObject({ failure: 'bad-answer' })
  })

  it('that nobody serves is unreachable', async () => {
    await expect(transcribe('http://127.0.0.1:1/v1')).rejects.toMatchObject({ failure: 'unreachable' })
  })

  it('is not asked for silence', async () => {
    const stt = createOpenAIStt({ name: 'x', model: 'm', language: '', baseUrl: 'http://127.0.0.1:1' })
    expect(
      await stt
        .createRecognizer()
        .begin({ onPartial() {} })
        .transcribe(signal),
    ).toBe('')
  })
})

describe('/audio/speech', () => {
  const pcm = Buffer.from(Array.from({ length: 61 }, (_, at) => at))
  const create = (baseUrl: string) =>
    createOpenAITts({ name: 'openai/tts-1:alloy', model: 'tts-1', voice: 'alloy', baseUrl, apiKey: 'key' })

  it('gets the words, the voice and the format, and streams raw samples', async () => {
    standIn = await standInSpeech({ answer: (_, response) => void response.end(pcm) })
    const tts = create(standIn.baseUrl)
    expect(await spoken(tts.speak({ text: 'Hi.' }, { signal }))).toEqual({ pcm, rate: 24_000 })
    await spoken(tts.speak({ text: 'Hi.', voice: 'marin' }, { signal }))
    const bodies = standIn.requests.map(({ body }) => JSON.parse(body.toString()) as object)
    expect(bodies).toEqual([
      { model: 'tts-1', voice: 'alloy', input: 'Hi.', response_format: 'pcm' },
      { model: 'tts-1', voice: 'marin', input: 'Hi.', response_format: 'pcm' },
    ])
    expect(standIn.requests[0]).toMatchObject({
      url: '/v1/audio/speech',
      headers: { authorization: 'Bearer key' },
    })
  })

  it.each([
    ['raw samples', pcm, 24_000, pcm],
    [
      'a WAV file',
      encodeWav([samples.subarray(0, 20)], 22_050),
      22_050,
      encodeWav([samples.subarray(0, 20)], 22_050).subarray(44),
    ],
  ])('%s are read the same wherever they are cut', async (_, body, rate, want) => {
    let at = 0
    standIn = await standInSpeech({ answer: (_request, response) => writeCut(response, { body, at }) })
    const tts = create(standIn.baseUrl)
    for (at = 0; at <= body.length; at += 1) {
      const got = await spoken(tts.speak({ text: 'Hi.' }, { signal }))
      expect(got.rate).toBe(rate)
      expect(got.pcm.equals(want)).toBe(true)
    }
  })

  it('that breaks in the middle is an error, after the sound that came', async () => {
    standIn = await standInSpeech({
      answer: (_, response) => {
        response.setHeader('content-length', '1000')
        response.write(pcm, () => response.socket?.end())
      },
    })
    let bytes = 0
    const read = async () => {
      for await (const chunk of create(standIn!.baseUrl).speak({ text: 'Hi.' }, { signal }))
        bytes += chunk.pcm.length
    }
    await expect(read()).rejects.toMatchObject({ failure: 'unreachable' })
    expect(bytes).toBe(pcm.length)
  })

  it('stops at once when nobody wants to hear it any more', async () => {
    const stop = new AbortController()
    standIn = await standInSpeech({ answer: (_, response) => void response.write(pcm) })
    const read = async () => {
      for await (const _ of create(standIn!.baseUrl).speak({ text: 'Hi.' }, { signal: stop.signal }))
        stop.abort()
    }
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the voice of groq', () => {
  it('gets WAV files, of at most 200 characters each', async () => {
    const body = encodeWav([samples], 24_000)
    standIn = await standInSpeech({ answer: (_, response) => void response.end(body) })
    const credentials = { tts: { baseUrl: standIn.baseUrl, apiKey: 'key' } }
    const tts = resolveTextToSpeech('groq/canopylabs/orpheus-v1-english:hannah', credentials)
    const text = `${'A rather long sentence of many words '.repeat(9)}${'x'.repeat(250)}`
    const { pcm, rate } = await spoken(tts.speak({ text }, { signal }))
    const sent = standIn.requests.map((request) => JSON.parse(request.body.toString()))
    expect(sent[0]).toMatchObject({
      ...{ model: 'canopylabs/orpheus-v1-english', voice: 'hannah', response_format: 'wav' },
    })
    const inputs: string[] = sent.map(({ input }) => input)
    expect(Math.max(...inputs.map((input) => input.length))).toBeLessThanOrEqual(200)
    expect(inputs.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    expect(rate).toBe(24_000)
    expect(pcm).toHaveLength(inputs.length * samples.length * 2)
  })
})

describe('a voice of OpenAI that a client chose', () => {
  it.each([
    ['groq/canopylabs/orpheus-v1-english:hannah', 'alloy', 'hannah'],
    ['groq/canopylabs/orpheus-v1-english:hannah', 'troy', 'troy'],
    ['openai/gpt-4o-mini-tts:alloy', 'sage', 'sage'],
  ])('reaches only services that have it: %s, %s', async (name, voice, want) => {
    standIn = await standInSpeech({
      answer: (_, response) => void response.end(encodeWav([samples], 24_000)),
    })
    const tts = resolveTextToSpeech(name, { tts: { baseUrl: standIn.baseUrl, apiKey: 'key' } })
    await spoken(tts.speak({ text: 'Hi.', voice }, { signal }))
    expect(JSON.parse(standIn.requests[0]!.body.toString())).toMatchObject({ voice: want })
  })
})

describe('Aura of deepgram', () => {
  const create = (baseUrl: string) =>
    createDeepgramTts({ name: 'deepgram/aura-2', model: 'aura-2-thalia-en', baseUrl, apiKey: 'key' })

  it('is read the same wherever its sound is cut', async () => {
    const body = Buffer.from(Array.from({ length: 63 }, (_, at) => at))
    let at = 0
    standIn = await standInSpeech({ answer: (_, response) => writeCut(response, { body, at }) })
    for (at = 0; at <= body.length; at += 1) {
      const got = await spoken(create(standIn.baseUrl).speak({ text: 'Hi.' }, { signal }))
      expect(got.pcm.equals(body)).toBe(true)
    }
  })

  it('gets the words and the format in its own way', async () => {
    standIn = await standInSpeech({ answer: (_, response) => void response.end(Buffer.alloc(8)) })
    const tts = createDeepgramTts({
      name: 'deepgram/aura-2:thalia-en',
      model: 'aura-2-thalia-en',
      baseUrl: standIn.baseUrl,
      apiKey: 'key',
    })
    expect(await spoken(tts.speak({ text: 'Hi.' }, { signal }))).toEqual({
      pcm: Buffer.alloc(8),
      rate: 24_000,
    })
    const [{ url, headers, body }] = standIn.requests as [StandIn['requests'][0]]
    expect(url).toBe('/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=24000&container=none')
    expect(headers.authorization).toBe('Token key')
    expect(JSON.parse(body.toString())).toEqual({ text: 'Hi.' })
  })

  it('says in its own words why not', async () => {
    standIn = await standInSpeech({
      answer: (_, response) => {
        response.statusCode = 402
        response.end('{"err_code":"ASR_PAYMENT_REQUIRED","err_msg":"Project does not have enough credits"}')
      },
    })
    const tts = createDeepgramTts({ name: 'deepgram/aura-2', model: 'aura-2', baseUrl: standIn.baseUrl })
    await expect(spoken(tts.speak({ text: 'Hi.' }, { signal }))).rejects.toMatchObject({
      failure: 'rate-limited',
      message: 'HTTP 402: Project does not have enough credits',
    })
  })
})

describe('a voice that does not work', () => {
  const openai = (baseUrl: string) =>
    createOpenAITts({ name: 'openai/tts-1', model: 'tts-1', voice: 'alloy', baseUrl, apiKey: 'sk-own' })
  const deepgram = (baseUrl: string) =>
    createDeepgramTts({ name: 'deepgram/aura-2', model: 'aura-2', baseUrl, apiKey: 'dg-own' })

  it.each([
    [
      openai,
      401,
      '{"error":{"message":"Incorrect API key provided: sk-own***1"}}',
      'openai/tts-1 refused the key',
    ],
    [
      openai,
      429,
      '{"error":{"message":"You exceeded your current quota"}}',
      'openai/tts-1 is over its limit',
    ],
    [openai, 503, '', 'openai/tts-1 has a problem (HTTP 503)'],
    [
      deepgram,
      401,
      '{"err_code":"INVALID_AUTH","err_msg":"Invalid credentials."}',
      'deepgram/aura-2 refused the key',
    ],
    [deepgram, 429, '{"err_msg":"Too many requests"}', 'is over its limit (HTTP 429: Too many requests)'],
  ])('says so in words: %o HTTP %i', async (create, status, body, sentence) => {
    standIn = await standInSpeech({
      answer: (_, response) => {
        response.statusCode = status
        response.end(body)
      },
    })
    const error = (await spoken(create(standIn.baseUrl).speak({ text: 'Hi.' }, { signal })).catch(
      (thrown: unknown) => thrown,
    )) as SpeechError
    const said = speechFailureSentence(error, { stage: 'tts', locale: findAgentTexts('en') })
    expect(said).toContain(sentence)
    expect(said).toMatch(/^I cannot speak: .* I answer in text\.$/)
    expect(said).not.toMatch(/sk-own|dg-own/)
  })

  it('is said to be out of reach when nobody answers', async () => {
    const speaking = spoken(deepgram('http://127.0.0.1:1/v1').speak({ text: 'Hi.' }, { signal }))
    await expect(speaking).rejects.toMatchObject({ failure: 'unreachable', provider: 'deepgram/aura-2' })
  })
})
