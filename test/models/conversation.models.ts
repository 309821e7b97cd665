import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRecognizer, checkSynthesizer } from '../../src/cli/doctor/speech.js'
import { loadCollection } from '../../src/cli/load.js'
import { silentLogger } from '../../src/ports.js'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp, type VoiceApp } from '../../src/server/app.js'
import { type Mock, startMock } from '../../src/server/mock/mock-server.js'
import { closeEngines } from '../../src/server/providers/speech/sherpa/engine-process.js'
import { samplesOf } from '../../src/server/speech/audio/audio-format.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { RawClient } from '../support/raw-client.js'
import { microphone, modelsWith, recorded, resampled } from '../support/speech-files.js'
import { engineMegabytes, localSpeech } from './local-speech.js'
import { wordErrors } from './word-errors.js'

const KEY = 'test-key'
const PETSHOP = 'examples/petshop/postman.json'
const PATIENCE_MS = 240_000
/** Of the words of the answer, as they come back through a voice and recognizers: names of pets are no words they know. */
const MAX_ERROR_RATE = 0.5

/** The language model; the router unless one is named. */
const LLM = process.env.VOICE_MODELS_LLM ?? 'builtin/router'
/** Recordings with what they say and the tool that answers. */
const TURNS = [
  ['list-pets-rms', 'list the pets', 'list_pets'],
  ['list-orders-slt', 'list the orders', 'list_orders'],
] as const

const { recognizers, voices } = localSpeech()
const [stt] = recognizers
const [tts] = voices
const silero = stt && tts ? await modelsWith('silero/v5') : undefined

describe.skipIf(silero === undefined)('a conversation with local models only', () => {
  let mock: Mock
  let app: VoiceApp
  let url = ''

  beforeAll(async () => {
    const collections = [(await loadCollection(PETSHOP)).collection]
    const place = { host: '127.0.0.1', port: 0, latencyMs: 0, logger: silentLogger }
    mock = await startMock({ collections, ...place })
    const agentSession = new AgentSession({
      ...{ stt: stt!, llm: LLM, tts: tts!, vad: 'silero/v5' },
      tools: [await RESTAPIToolkit.fromApiCollection({ collectionPath: PETSHOP, baseUrl: mock.url })],
      credentials: { modelsDirectory: silero! },
    })
    app = createApp({ agentSession, apiKeyValidator: (key) => key === KEY })
    url = (await app.listen({ port: 0 })).url
  })

  afterAll(async () => {
    await app?.close()
    await mock?.close()
    closeEngines()
  })

  it('hears recordings, calls the API, and is understood when it answers', async () => {
    const client = await RawClient.connect(url, { key: KEY, patienceMs: PATIENCE_MS })
    // Loaded as by the first user of a server.
    await checkSynthesizer(tts!, 'One.')
    await checkRecognizer(stt!, recorded('yes-slt'))
    for (const [recording, words, tool] of TURNS) {
      const { said, calls, answer, sound, wordsMs, firstSoundMs } = await turn(client, recording)
      const answered = await checkRecognizer(stt!, resampled(samplesOf(sound), { from: 24_000, to: 16_000 }))
      console.log(`${stt!.name} heard: ${said}`)
      console.log(`${LLM} called: ${calls.join(', ')}`)
      console.log(`${tts!.name} said: ${answer}`)
      console.log(`${stt!.name} heard of the answer: ${answered.words}`)
      console.log(
        `from the end of the turn: words after ${wordsMs} ms, first sound after ${firstSoundMs} ms; engines ${engineMegabytes()} MB`,
      )
      expect(said.toLowerCase()).toContain(words)
      expect(calls).toEqual([tool])
      const { errors, words: count } = wordErrors(answered.words, answer)
      expect(errors / count).toBeLessThan(MAX_ERROR_RATE)
    }
    await client.close()
  })
})

/** Says a recording, all at once, and takes the spoken answer. */
async function turn(client: RawClient, name: string) {
  const from = client.events.length
  const sound = Buffer.concat([Buffer.alloc(24_000), microphone(name), Buffer.alloc(5 * 48_000)])
  for (let at = 0; at < sound.length; at += 9_600)
    client.send({
      type: 'input_audio_buffer.append',
      audio: sound.subarray(at, at + 9_600).toString('base64'),
    })
  await client.next('input_audio_buffer.speech_stopped')
  const ended = performance.now()
  const { transcript } = await client.next('conversation.item.input_audio_transcription.completed')
  const wordsMs = Math.round(performance.now() - ended)
  await client.next('response.output_audio.delta')
  const firstSoundMs = Math.round(performance.now() - ended)
  await client.next('response.done')
  const events = client.events.slice(from)
  return {
    ...{ said: transcript, wordsMs, firstSoundMs },
    sound: Buffer.concat(
      events.flatMap((event) =>
        event.type === 'response.output_audio.delta' ? [Buffer.from(event.delta, 'base64')] : [],
      ),
    ),
    answer: events
      .flatMap((event) => (event.type === 'response.output_audio_transcript.done' ? [event.transcript] : []))
      .join(' '),
    calls: events.flatMap((event) =>
      event.type === 'response.output_item.done' && event.item.type === 'mcp_call' ? [event.item.name] : [],
    ),
  }
}
