import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ask } from '../../src/cli/chat/ask.js'
import { Connection, type SocketConstructor } from '../../src/client/connection.js'
import { systemClock } from '../../src/ports.js'
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

it('is asked by the chat of a terminal, which approves', async () => {
  const { server, create } = await serve({ clock: systemClock })
  const Socket = WebSocket as unknown as SocketConstructor
  const connection = new Connection({ url: server.url, apiKey: KEY, Socket })
  ended.push(() => connection.close())
  await connection.connect()
  const answer = await ask({ connection, message: 'create a pet', approve: true, explain: false })
  expect(answer).toMatchObject({
    text: expect.stringContaining('Rex is in the book.'),
    approvals: [{ name: 'create_pet', approved: true }],
  })
  expect(create.calls).toHaveLength(1)
})

it('talks with the Realtime class of the official package, which approves', async () => {
  const { server, create, provider } = await serve({ clock: systemClock })
  const options = { createConnection: () => createConnection(server.port, '127.0.0.1') } as object
  const client = new OpenAIRealtimeWS(
    { model: 'gpt-realtime', options },
    new OpenAI({ apiKey: KEY, baseURL: `http://127.0.0.1:${server.port}/v1` }),
  )
  ended.push(() => client.close())
  const events: RealtimeServerEvent[] = []
  const errors: unknown[] = []
  client.on('event', (event) => events.push(event))
  client.on('error', (error) => errors.push(error))
  const hear = (pcm: Uint8Array) =>
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.from(pcm).toString('base64') })
  await eventually(() => events.some(({ type }) => type === 'session.created'))
  hear(new Uint8Array(4_800))
  await eventually(() => provider.sessions.length > 0)
  provider.session.hears('create a pet')
  hear(tone(600, 24_000))
  hear(new Uint8Array(48_000))
  const asked = () =>
    events.flatMap((event) =>
      event.type === 'conversation.item.done' && event.item.type === 'mcp_approval_request'
        ? [event.item.id]
        : [],
    )
  await eventually(() => asked().length > 0)
  const item = { type: 'mcp_approval_response' as const, approval_request_id: asked()[0]!, approve: true }
  client.send({ type: 'conversation.item.create', item: { ...item, id: 'item_1' } })
  const said = () =>
    events.flatMap((event) =>
      event.type === 'response.output_audio_transcript.done' ? [event.transcript] : [],
    )
  await eventually(() => said().includes('Rex is in the book.'))
  expect(events.map(({ type }) => type)).toContain('response.output_audio.delta')
  expect(create.calls).toHaveLength(1)
  expect(errors).toEqual([])
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
