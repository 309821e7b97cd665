import { OpenAI } from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { openai } from '../../../src/server/phone/carriers/openai.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { CallServer, type CallServerOptions, SECRET, signedHeaders } from '../../support/call-server.js'
import { eventually } from '../../support/eventually.js'
import type { VoiceScript } from '../../support/voice-script.js'

let server: CallServer | undefined
afterEach(async () => {
  await server?.close()
  expect(server?.provider.broken ?? []).toEqual([])
  server = undefined
})

const KINDS = ['Realtime', 'Live'] as const

/** A model that creates a pet when it is asked to. */
const creating: VoiceScript = (cue) => {
  if ('outputs' in cue) return [{ say: 'It is there.' }]
  if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
  return cue.said.startsWith('create')
    ? [{ call: 'create_pet', arguments: { name: 'Rex' } }]
    : [{ say: 'Fine.' }]
}

const delegating = (): VoiceScript => {
  let tasks = 0
  return (cue) => ('said' in cue ? [{ delegate: `task_${++tasks}` }] : [])
}

async function start(kind: (typeof KINDS)[number], more: Partial<CallServerOptions> = {}) {
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  server = await CallServer.start({
    kind,
    script: kind === 'Live' ? delegating() : creating,
    steps: [[{ call: 'create_pet', input: { name: 'Rex' } }], [{ say: 'It is there.' }]],
    tools: [create],
    ...more,
  })
  return { server, create }
}
describe.each(KINDS)('a telephone call at OpenAI with %s', { timeout: 120_000 }, (kind) => {
  it('is accepted, greeted, and does what the caller approves with a key', async () => {
    const { server, create } = await start(kind)
    expect((await server.ring('call_12345')).status).toBe(200)
    const call = server.provider.calls.open('call_12345')!
    await server.pause(3_000)
    expect(JSON.stringify(call.accepted)).toContain('You are on the telephone')
    expect(JSON.stringify(call.accepted).includes('create_pet')).toBe(kind === 'Realtime')
    expect(server.said).toMatch(/this is an automated assistant/)
    await server.say('create a pet')
    await server.pause(9_000)
    expect(server.said).toMatch(/press (1|one) to go ahead/)
    expect(create.calls).toEqual([])
    server.session.press('1')
    await server.pause(4_000)
    expect(create.calls.map(({ input }) => input)).toEqual([{ name: 'Rex' }])
    expect(server.said).toMatch(/It is there/)
    server.session.hangUp()
    await server.until(() => server.server.app.sessions === 0)
  })

  it('takes a spoken no', async () => {
    const { server, create } = await start(kind)
    await server.ring('call_12345')
    await server.pause(6_000)
    await server.say('create a pet')
    await server.pause(9_000)
    await server.say('no')
    await server.pause(4_000)
    expect(create.calls).toEqual([])
  })

  it('is hung up when nobody speaks', async () => {
    const { server } = await start(kind)
    await server.ring('call_12345')
    await server.pause(60_000)
    expect(server.server.app.sessions).toBe(0)
    await eventually(() => server.provider.calls.open('call_12345') === undefined)
  })

  it('is attached to again after a loss, and its write is done once', async () => {
    const { server, create } = await start(kind)
    await server.ring('call_12345')
    await server.pause(6_000)
    await server.say('create a pet')
    await server.pause(9_000)
    server.session.cut()
    await server.until(() => server.provider.sessions.length === 2)
    await server.say('yes')
    await server.pause(6_000)
    expect(create.calls).toHaveLength(1)
    expect(server.said).toMatch(/It is there/)
  })

  it('ends when the budget of audio is used up', async () => {
    const { server } = await start(kind, { budgets: { session: { audioMinutes: 0.1 } } })
    await server.ring('call_12345')
    await server.pause(6_000)
    // Live tells what it charges for; the time of a Realtime call counts.
    const usage = { seconds: 8 }
    if (kind === 'Live') server.session.tell({ type: 'session.usage.updated', usage } as never)
    await server.until(() => server.server.app.sessions === 0)
    expect(server.said).toMatch(/reached its limit/)
    await eventually(() => server.provider.calls.open('call_12345') === undefined)
  })

  it('is declined if the caller may not call, and opened once if it is announced twice', async () => {
    const { server } = await start(kind)
    await server.ring('call_unknown', { from: '+4999999999' })
    const state = () => server.provider.calls.get('call_unknown')?.state
    await eventually(() => state() === 'rejected')
    await Promise.all([server.ring('call_12345'), server.ring('call_12345')])
    await server.pause(500)
    expect(server.provider.sessions).toHaveLength(1)
  })
})

it('answers only signed events, and none that announces no call for its model', async () => {
  const { server } = await start('Realtime')
  const forged = `whsec_${Buffer.from('another secret').toString('base64')}`
  expect((await server.ring('call_12345', { secret: forged })).status).toBe(403)
  const other = { type: 'live.transport.incoming', from: '+4930123456', id: 'live_12345', secret: SECRET }
  expect((await server.webhook(other)).status).toBe(200)
  expect((await server.webhook({ ...other, type: 'batch.completed' })).status).toBe(200)
  await server.pause(200)
  expect(server.provider.sessions).toHaveLength(0)
})

it('checks signatures as the official client does', async () => {
  const seconds = Math.floor(Date.now() / 1000)
  const headers = signedHeaders({ body: '{}', seconds, secret: SECRET })
  const { webhooks } = new OpenAI({ apiKey: 'key', webhookSecret: SECRET })
  await expect(webhooks.verifySignature('{}', headers)).resolves.toBeUndefined()
  const isSigned = (now: number, body = '{}') =>
    openai.isSigned({ url: '', headers, body }, { credential: SECRET, now })
  expect([
    isSigned(seconds * 1000),
    isSigned(seconds * 1000 + 301_000),
    isSigned(seconds * 1000, '{} '),
  ]).toEqual([...[true, false, false]])
})

describe.each(KINDS)(
  'a call that a browser has opened with OpenAI, with %s',
  { timeout: 120_000 },
  (kind) => {
    it('gets the tools of the server, and the approval of a click', async () => {
      const { server, create } = await start(kind)
      server.provider.calls.add('call_12345', 'open')
      const client = await server.server.connect({ query: '?call_id=call_12345' })
      await server.settled()
      await server.say('create a pet')
      await server.pause(6_000)
      const asked = client.events.find(
        (event) => event.type === 'conversation.item.added' && event.item.type === 'mcp_approval_request',
      ) as { item: { id: string } } | undefined
      expect(asked).toBeDefined()
      const item = { type: 'mcp_approval_response', approval_request_id: asked!.item.id, approve: true }
      client.send({ type: 'conversation.item.create', item } as never)
      await eventually(() => create.calls.length === 1)
      await server.pause(4_000)
      const text = JSON.stringify(client.events)
      expect(text).toContain('create a pet')
      expect(text).toContain('It is there')
      expect(client.frames).toEqual([])
      expect(text).not.toContain('response.output_audio.delta')
      // The call is that of the browser: it goes on.
      await client.close()
      await server.settled()
      expect(server.provider.calls.open('call_12345')).toBeDefined()
    })

    it('belongs to one session', async () => {
      const { server } = await start(kind, { apiKeyValidator: (key) => ({ userId: key }) })
      server.provider.calls.add('call_12345', 'open')
      await server.server.connect({ query: '?call_id=call_12345' })
      await server.settled()
      await expect(server.server.connect({ query: '?call_id=call_12345', key: 'other' })).rejects.toThrow(
        '404',
      )
      await server.server.connect({ query: '?call_id=call_12345' })
      await server.settled()
      expect(server.provider.sessions).toHaveLength(1)
    })

    it('is told that the call does not exist', async () => {
      const { server } = await start(kind)
      const client = await server.server.connect({ query: '?call_id=call_12345' })
      await eventually(() => client.events.some(({ type }) => type === 'error'))
      expect(JSON.stringify(client.events)).toContain('call_ended')
      await eventually(() => server.server.app.sessions === 0)
    })
  },
)
