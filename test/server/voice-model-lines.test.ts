import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { offerSubprotocols } from '../../src/protocol/subprotocols.js'
import type { AppOptions } from '../../src/server/app.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { replayRecording } from '../../src/testing/index.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { eventually } from '../support/eventually.js'
import { AUTH_TOKEN, PhoneCaller } from '../support/phone-caller.js'
import type { RawClient } from '../support/raw-client.js'
import { tone } from '../support/speech.js'
import { type StandInRealtimeSession, standInRealtime } from '../support/stand-in-realtime.js'
import type { StandInVoiceModel, VoiceScript } from '../support/voice-script.js'

// Each piece of audio goes through the network, in both directions.
vi.setConfig({ testTimeout: 120_000 })

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

const script: VoiceScript = (cue) => {
  if ('outputs' in cue) return [{ say: 'Rex is in the book.' }]
  if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
  return cue.said.startsWith('create') ? [{ call: 'create_pet' }] : [{ say: 'Good day to you.' }]
}

interface Line {
  clock: VirtualClock
  create: FakeTool
  server: TestServer
  provider: StandInVoiceModel<StandInRealtimeSession>
}

/** A server whose agent is a voice model, on a virtual clock. */
async function serve(options: Omit<Partial<AppOptions>, 'agentSession'> = {}): Promise<Line> {
  const clock = new VirtualClock(1_700_000_000_000)
  const provider = await standInRealtime({ script })
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  const credentials = { voiceModel: { baseUrl: provider.baseUrl, apiKey: 'key' } }
  const agent = { voiceModel: 'openai/gpt-realtime-2.1', credentials, tools: [create] }
  const server = await startServer(agent, {
    apiKeyValidator: (key, _app, caller) => key === KEY || caller !== undefined,
    ...{ clock, ...options },
  })
  ended.push(
    () => provider.close(),
    () => server.close(),
    () => server.app.close({ drainMs: 0 }),
  )
  ended.push(() => expect(provider.broken).toEqual([]))
  return { clock, create, server, provider }
}

it('speaks over a telephone line in its audio, is interrupted there, and asks before a write', async () => {
  const { clock, create, server, provider } = await serve({
    phone: { carrier: 'twilio', credential: AUTH_TOKEN },
  })
  const caller = await PhoneCaller.call({ ...server, clock, said: [] })
  await caller.pause(5_000)
  const [{ session } = { session: undefined }] = provider.session.all('session.update')
  expect(session).toMatchObject({
    audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: { type: 'audio/pcmu' } } },
  })
  expect(caller.heardMs).toBeGreaterThan(1_000)
  provider.session.hears('create a pet')
  await caller.turn()
  await caller.pause(1_000)
  const before = caller.clears
  provider.session.hears('yes')
  await caller.turn()
  await caller.pause(1_000)
  expect(caller.clears).toBe(before + 1)
  expect(create.calls).toHaveLength(1)
  await caller.hangUp()
  await eventually(() => server.app.sessions === 0)
})

/** The microphone of a client, at the speed of the clock. */
function microphoneOf({ clock, provider }: Line, client: RawClient) {
  const hear = async (pcm: Uint8Array) => {
    for (let at = 0; at < pcm.length; at += 4_800) {
      const audio = Buffer.from(pcm.subarray(at, at + 4_800)).toString('base64')
      client.send({ type: 'input_audio_buffer.append', audio })
      client.socket.ping()
      await once(client.socket, 'pong')
      await clock.advance(100)
      await provider.sessions.at(-1)?.reached()
      await settle()
    }
  }
  const say = async (words: string) => {
    await hear(new Uint8Array(4_800))
    await eventually(() => provider.sessions.length > 0)
    provider.session.hears(words)
    await hear(tone(600, 24_000))
    await hear(new Uint8Array(48_000 * 8))
  }
  return { hear, say }
}

it('goes on with the same model when a client resumes while it is asked for an approval', async () => {
  const line = await serve()
  const { server, create, provider } = line
  const query = '?session_id=session-1'
  const first = await server.connect({ query, protocols: offerSubprotocols({ apiKey: KEY }) })
  const { resume_token: resumeToken } = await first.next('voice.session')
  await microphoneOf(line, first).say('create a pet')
  first.socket.terminate()
  const protocols = offerSubprotocols({ apiKey: KEY, resumeToken: String(resumeToken) })
  const back = await server.connect({ query, protocols })
  await back.next('voice.session')
  expect(create.calls).toHaveLength(0)
  await microphoneOf(line, back).say('yes')
  await eventually(() => create.calls.length === 1)
  expect(provider.sessions).toHaveLength(1)
})

it('is recorded without its audio, and the recording is replayed to the same events', async () => {
  const record = mkdtempSync(join(tmpdir(), 'voice-model-'))
  ended.push(() => rmSync(record, { recursive: true }))
  const line = await serve({ record })
  const { create, server } = line
  const client = await server.connect({ protocols: ['voice.v1', `openai-insecure-api-key.${KEY}`] })
  const { hear, say } = microphoneOf(line, client)
  await say('hello')
  await say('create a pet')
  await say('yes')
  await eventually(() => create.calls.length === 1)
  await hear(new Uint8Array(48_000 * 3))
  await client.close()
  await server.app.close({ drainMs: 0 })
  const [name = ''] = readdirSync(record).filter((one) => one.endsWith('.jsonl'))
  const path = join(record, name)
  expect(readFileSync(path, 'utf8')).toContain('Good day')
  const { difference } = await replayRecording(path)
  expect(difference).toBeUndefined()
})
