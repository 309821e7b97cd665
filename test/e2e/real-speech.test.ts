import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCollection } from '../../src/cli/load.js'
import { silentLogger } from '../../src/ports.js'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp, type VoiceApp } from '../../src/server/app.js'
import { type Mock, startMock } from '../../src/server/mock/mock-server.js'
import { encodeWav } from '../../src/server/providers/speech/wav.js'
import { samplesOf } from '../../src/server/speech/audio/audio-format.js'
import { toSpokenText } from '../../src/server/speech/output/spoken-text.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { grammarRecognizer } from '../support/grammar-recognizer.js'
import { missing } from '../support/needs.js'
import { RawClient } from '../support/raw-client.js'
import { microphone, modelsWith, resampled } from '../support/speech-files.js'

const KEY = 'test-key'
const PETSHOP = 'examples/petshop/postman.json'
const DICTIONARY = '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict'

const SAID = ['list the pets', 'list the orders', 'cancel order seventeen', 'yes', 'no', 'stop please']

const lacksPrograms =
  missing('flite', 'apt-get install flite') ||
  missing('pocketsphinx_continuous', 'apt-get install pocketsphinx pocketsphinx-en-us')

const models = lacksPrograms ? undefined : await modelsWith('silero/v5')

describe.skipIf(models === undefined)(
  'real speech, without a key: silero, pocketsphinx, the router, the mock, flite',
  () => {
    const place = mkdtempSync(join(tmpdir(), 'voice-speech-'))
    let mock: Mock
    let app: VoiceApp
    let url = ''

    beforeAll(async () => {
      const { collection } = await loadCollection(PETSHOP)
      mock = await startMock({
        collections: [collection],
        host: '127.0.0.1',
        port: 0,
        latencyMs: 0,
        logger: silentLogger,
      })
      const toolkit = await RESTAPIToolkit.fromApiCollection({ collectionPath: PETSHOP, baseUrl: mock.url })
      const agentSession = new AgentSession({
        stt: `exec/${grammarRecognizer(place, { name: 'said', rule: `(${SAID.join(' | ')})` })}`,
        llm: 'builtin/router',
        tts: 'exec/flite:slt',
        vad: 'silero/v5',
        tools: [toolkit],
        credentials: { ...(models && { modelsDirectory: models }) },
      })
      app = createApp({ agentSession, apiKeyValidator: (key) => key === KEY })
      url = (await app.listen({ port: 0 })).url
    })

    afterAll(async () => {
      await app?.close()
      await mock?.close()
      rmSync(place, { recursive: true, force: true })
    })

    it.each(['list-pets-slt', 'list-pets-rms', 'list-pets-espeak'])(
      '%s is heard, answered and spoken',
      async (name) => {
        const client = await RawClient.connect(url, { key: KEY })
        const { said, answer, sound, calls } = await turn(client, name)
        expect(said).toBe('list the pets')
        expect(calls).toEqual(['list_pets'])
        const words = wordsOf(toSpokenText(answer))
        const heard = wordsOf(transcribe(place, { sound, words }))
        expect(errorRate(words, heard)).toBeLessThan(0.35)
        await client.close()
      },
    )

    it('a write asks first and waits for a spoken yes', async () => {
      const client = await RawClient.connect(url, { key: KEY, protocols: ['voice.v1'] })
      const asked = await turn(client, 'cancel-order-slt')
      expect(asked.answer).toContain('Go ahead?')
      expect(asked.calls).toEqual([])
      // The player says that the question was heard to its end.
      client.send({ type: 'voice.playback', item_id: asked.itemId, content_index: 0, played_ms: 60_000 })
      const done = await turn(client, 'yes-slt')
      expect(done.said).toBe('yes')
      expect(done.calls).toEqual(['cancel_order'])
      await client.close()
    })
  },
)

/** Says a recorded sentence, all at once, and takes the spoken answer. */
async function turn(client: RawClient, name: string) {
  const from = client.events.length
  const sound = Buffer.concat([Buffer.alloc(24_000), microphone(name), Buffer.alloc(5 * 48_000)])
  for (let at = 0; at < sound.length; at += 9_600)
    client.send({
      type: 'input_audio_buffer.append',
      audio: sound.subarray(at, at + 9_600).toString('base64'),
    })
  const { transcript } = await client.next('conversation.item.input_audio_transcription.completed')
  await client.next('response.done')
  const events = client.events.slice(from)
  const pieces = events.flatMap((event) =>
    event.type === 'response.output_audio.delta' ? [Buffer.from(event.delta, 'base64')] : [],
  )
  return {
    said: transcript,
    itemId: events
      .flatMap((event) => (event.type === 'response.content_part.added' ? [event.item_id] : []))
      .at(0),
    sound: Buffer.concat(pieces),
    answer: events
      .flatMap((event) => (event.type === 'response.output_audio_transcript.done' ? [event.transcript] : []))
      .join(' '),
    calls: events.flatMap((event) =>
      event.type === 'response.output_item.done' && event.item.type === 'mcp_call' ? [event.item.name] : [],
    ),
  }
}

/** What pocketsphinx hears in an answer, when any order of its words, and of others, is allowed. */
function transcribe(place: string, { sound, words }: { sound: Buffer; words: string[] }): string {
  const known = new Set(
    readFileSync(DICTIONARY, 'latin1')
      .split('\n')
      .map((line) => line.split(' ')[0]),
  )
  const others = 'house green table yellow river mountain window paper music orange'.split(' ')
  const allowed = [...new Set([...words, ...others])].filter((word) => known.has(word))
  const program = grammarRecognizer(place, { name: 'answer', rule: `(${allowed.join(' | ')})+` })
  const wav = join(place, 'answer.wav')
  const samples = resampled(samplesOf(sound), { from: 24_000, to: 16_000 })
  writeFileSync(wav, encodeWav([samples], 16_000))
  return spawnSync(program, [wav], { encoding: 'utf8' }).stdout
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z']+/)
    .filter(Boolean)

/** Word error rate: the share of words that were changed, left out or put in. */
function errorRate(want: string[], got: string[]): number {
  let row = got.map((_, at) => at + 1)
  row.unshift(0)
  for (const [at, word] of want.entries()) {
    const next = [at + 1]
    for (const [place, other] of got.entries())
      next.push(Math.min(row[place + 1]! + 1, next[place]! + 1, row[place]! + (word === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)! / want.length
}
