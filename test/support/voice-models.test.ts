import { OpenAI } from 'openai'
import { LiveWS } from 'openai/resources/live/ws'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { VirtualClock } from '../../src/testing/virtual-clock.js'
import { eventually } from './eventually.js'
import { liveEvents, type StandInLive, standInLive } from './stand-in-live.js'
import { realtimeEvents, standInRealtime } from './stand-in-realtime.js'
import { toneOf, type VoiceScript } from './voice-script.js'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const base64 = (pcm: Uint8Array) => Buffer.from(pcm).toString('base64')

describe('the stand-in for OpenAI Live', () => {
  const script: VoiceScript = (cue) => ('said' in cue ? [{ delegate: 'deleg_1' }] : [])

  async function live(): Promise<{
    server: StandInLive
    client: LiveWS
    seen: string[]
    clock: VirtualClock
  }> {
    const clock = new VirtualClock(1_000_000)
    const server = await standInLive({ script, clock })
    const client = new LiveWS(new OpenAI({ apiKey: 'key', baseURL: server.baseUrl }))
    const seen: string[] = []
    client.on('event', (event) => void seen.push(event.type))
    client.on('error', (error) => void seen.push(error.message))
    ended.push(() => client.close(), server.close)
    await eventually(() => server.sessions.length > 0)
    return { server, client, seen, clock }
  }

  /** Sends audio in frames of 100 ms, at the pace of a person. */
  async function send(client: LiveWS, clock: VirtualClock, pcm: Uint8Array): Promise<void> {
    for (let at = 0; at < pcm.length; at += 4_800) {
      await clock.advance(100)
      client.send({ type: 'session.input_audio.append', audio: base64(pcm.subarray(at, at + 4_800)) })
    }
  }

  it('delegates what the official client says, and speaks commentary', async () => {
    const { server, client, seen, clock } = await live()
    client.send({ type: 'session.start', session: { model: 'gpt-live-1' } })
    await server.settled()
    server.session.hears('close the gate')
    await send(client, clock, toneOf('close the gate'))
    await send(client, clock, new Uint8Array(48_000))
    await server.settled()
    expect(seen).toContain('session.delegation.created')
    client.send({ type: 'session.commentary.append', content: 'It is closed.', delegation_id: 'deleg_1' })
    await send(client, clock, new Uint8Array(96_000))
    client.send({ type: 'session.close' })
    await server.settled()
    expect(server.session.spoken).toEqual([{ text: 'It is closed.', delegationId: 'deleg_1', cut: false }])
    expect(seen.at(-1)).toBe('session.closed')
    expect(server.broken).toEqual([])
  })

  it.each([
    ['audio before the start', { type: 'session.input_audio.append', audio: '' }, 'must come first'],
    ['an unknown field', { type: 'session.start', session: { model: 'm', tools: [] } }, 'tools'],
  ])('refuses %s', async (_name, event, complaint) => {
    const { server, client } = await live()
    client.sendRaw(JSON.stringify(event))
    await server.settled()
    expect(server.broken.join()).toContain(complaint)
  })

  it('refuses audio that is faster than real time, and texts that are too long', async () => {
    const { server, client } = await live()
    client.send({ type: 'session.start', session: { model: 'gpt-live-1' } })
    client.send({ type: 'session.input_audio.append', audio: base64(new Uint8Array(96_000)) })
    client.send({ type: 'session.commentary.append', content: 'x'.repeat(2_001), delegation_id: null })
    await server.settled()
    expect(server.broken).toEqual([
      expect.stringContaining('ahead of real time'),
      expect.stringContaining('more than 500 tokens'),
    ])
  })
})

describe('the stand-in for OpenAI Realtime', () => {
  async function realtime(script: VoiceScript) {
    const server = await standInRealtime({ script })
    const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/realtime?model=gpt-realtime-2.1`)
    const seen: string[] = []
    socket.on('message', (data) => void seen.push(JSON.parse(String(data)).type))
    ended.push(() => socket.terminate(), server.close)
    await new Promise<void>((resolve) => socket.on('open', () => resolve()))
    const send = (event: object) => socket.send(JSON.stringify(event))
    const say = (words: string) => {
      server.session.hears(words)
      send({ type: 'input_audio_buffer.append', audio: base64(toneOf(words)) })
      send({ type: 'input_audio_buffer.append', audio: base64(new Uint8Array(48_000)) })
    }
    return { server, seen, send, say }
  }

  it('calls functions, and goes on when it has the outputs', async () => {
    const { server, seen, send, say } = await realtime((cue) =>
      'said' in cue ? [{ call: 'close_gate', id: 'call_a' }] : [{ say: 'It is closed.' }],
    )
    say('close the gate')
    await server.settled()
    const item = { type: 'function_call_output', call_id: 'call_a', output: '{}' }
    send({ type: 'conversation.item.create', item })
    send({ type: 'response.create' })
    await server.settled()
    expect(seen.filter((type) => type === 'response.done')).toHaveLength(2)
    expect(seen).toContain('response.output_audio.delta')
    expect(server.broken).toEqual([])
  })

  it('ends a response when the user speaks, and knows how long its audio is', async () => {
    const { server, seen, send, say } = await realtime(() => [{ say: 'A long sentence.', held: true }])
    say('talk')
    await server.settled()
    const [id] = [...server.session.items].find(([, item]) => 'role' in item && item.role === 'assistant')!
    say('stop')
    send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: 400 })
    await server.settled()
    expect(seen).toContain('conversation.item.truncated')
    expect(server.broken).toEqual([])
    send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: 60_000 })
    await server.settled()
    expect(server.broken).toEqual([expect.stringContaining('is more than the audio')])
  })

  it.each([
    ['a second response', [{ type: 'response.create' }, { type: 'response.create' }], 'active_response'],
    [
      'an output without a call',
      [
        {
          type: 'conversation.item.create',
          item: { type: 'function_call_output', call_id: 'x', output: '' },
        },
      ],
      'no call x waits',
    ],
  ])('refuses %s', async (_name, events, complaint) => {
    const { server, send } = await realtime(() => [{ say: 'Hello.', held: true }])
    for (const event of events) send(event)
    await server.settled()
    expect(server.broken.join()).toContain(complaint)
  })
})

it.each([
  ['Live', liveEvents],
  ['Realtime', realtimeEvents],
])('has a valid sample of each %s event', (_name, events) => {
  const { server, client } = events()
  for (const known of [server, client])
    for (const name of known.names) expect(known.complaintsAbout(known.sample(name))).toEqual([])
})
