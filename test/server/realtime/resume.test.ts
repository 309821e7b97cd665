import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerEvent } from '../../../src/protocol/events.js'
import { offerSubprotocols } from '../../../src/protocol/subprotocols.js'
import { Metrics } from '../../../src/server/telemetry/metrics.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { RawClient, type RefusedError } from '../../support/raw-client.js'
import { ResumingClient } from '../../support/resuming-client.js'
import { seeded } from '../../support/seeded.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const CUTS = process.env.VOICE_TEST_FULL ? 1_000 : 200

/** What a person sees of a conversation: everything but the greetings, without ids that differ from run to run. */
function viewOf(events: readonly ServerEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'conversation.item.done' || event.type === 'response.done') return [event.type]
    if (event.type === 'response.output_text.delta') return [`delta ${event.delta}`]
    if (event.type === 'conversation.item.added') return [`added ${event.item.type}`]
    return []
  })
}

describe('a client that loses the line', () => {
  it(`sees the same conversation as an undisturbed one, over ${CUTS} cuts`, async () => {
    const random = seeded(11)
    const tool = new FakeTool({
      name: 'look',
      answer: async () => {
        for (let turns = random() * 8; turns > 0; turns -= 1) await nextTurn()
        return { isError: false, content: 'seen', requestMs: 1 }
      },
    })
    const model = new ScriptedModel(({ history }) =>
      history.at(-1)?.role === 'tool'
        ? [{ say: 'I have' }, { waitMs: 1 }, { say: ' looked at' }, { waitMs: 1 }, { say: ' it for you.' }]
        : [{ call: 'look' }],
    )
    server = await startServer({ llm: model, tools: [tool] })
    const TURNS = 10
    const talk = async (id: string, cuts: boolean) => {
      const client = new ResumingClient(server!.url, id)
      await client.connect()
      for (let turn = 0; turn < TURNS; turn += 1) {
        if (cuts) client.cutAfter(1 + Math.floor(random() * 16))
        await client.turn(turn)
      }
      client.close()
      return client
    }
    const undisturbed = await talk('undisturbed', false)
    const before = tool.calls.length
    expect(before).toBe(TURNS)
    let resumes = 0
    let conversations = 0
    while (resumes < CUTS) {
      const client = await talk(`session-${conversations}`, true)
      expect(viewOf(client.events)).toEqual(viewOf(undisturbed.events))
      const numbers = client.events.map((event) => ('event_id' in event ? event.event_id : ''))
      expect(numbers).toEqual(numbers.map((_, at) => `event_${at + 1}`))
      resumes += client.resumes
      conversations += 1
    }
    expect(tool.calls.length - before).toBe(conversations * TURNS)
    console.log(
      `cuts: ${resumes} resumes in ${conversations} conversations, 0 events lost or doubled, 0 tools run twice`,
    )
  })
})

async function firstConnection(sessionId = 'session-1') {
  const model = new ScriptedModel([[{ say: 'Hello.' }], [{ say: 'Again.' }]])
  server = await startServer({ llm: model })
  const client = await RawClient.connect(`${server.url}?session_id=${sessionId}`, {
    protocols: offerSubprotocols({ apiKey: KEY }),
  })
  const { resume_token: resumeToken } = await client.next('voice.session')
  return { client, resumeToken }
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ status: 101 }),
    (error: RefusedError) => ({ status: error.status }),
  )

describe('a session id', () => {
  it('that is known needs its token, also with the same key', async () => {
    const { resumeToken } = await firstConnection()
    const again = (key: string, token?: string) =>
      refusal(
        RawClient.connect(`${server!.url}?session_id=session-1`, {
          protocols: offerSubprotocols({ apiKey: key, ...(token && { resumeToken: token }) }),
        }).then((client) => client.close()),
      )
    expect(await again(KEY)).toEqual({ status: 403 })
    expect(await again(KEY, 'forged')).toEqual({ status: 403 })
    expect(await again(KEY, `${resumeToken}x`)).toEqual({ status: 403 })
    expect(await again('other', resumeToken)).toEqual({ status: 401 })
    expect(await again(KEY, resumeToken)).toEqual({ status: 101 })
  })

  it.each(['short', 'with space', 'a/b/c/d/e', 'x'.repeat(129)])('like %j is refused', async (id) => {
    server = await startServer({ llm: new ScriptedModel([]) })
    const url = `${server.url}?session_id=${encodeURIComponent(id)}`
    expect(await refusal(RawClient.connect(url, { key: KEY }))).toEqual({ status: 400 })
  })

  it('that comes back takes the line from the older connection', async () => {
    const { client, resumeToken } = await firstConnection()
    const closed = once(client.socket, 'close')
    const second = await RawClient.connect(`${server!.url}?session_id=session-1`, {
      protocols: offerSubprotocols({ apiKey: KEY, resumeToken }),
    })
    const [code, reason] = await closed
    expect([code, String(reason)]).toEqual([1008, 'replaced'])
    await second.close()
  })

  it('without a cursor, or with one that is gone, gets all items', async () => {
    const { client, resumeToken } = await firstConnection()
    await client.turn('hi')
    await client.close()
    for (const cursor of ['', '&last_event_id=event_99999', '&last_event_id=nonsense']) {
      const back = await RawClient.connect(`${server!.url}?session_id=session-1${cursor}`, {
        protocols: offerSubprotocols({ apiKey: KEY, resumeToken }),
      })
      expect(await back.next('voice.session')).toMatchObject({ gap: true, session_id: 'session-1' })
      const roles = [await back.next('conversation.item.done'), await back.next('conversation.item.done')]
      expect(roles.map(({ item }) => item.type === 'message' && item.role)).toEqual(['user', 'assistant'])
      await back.close()
    }
  })

  it('that lost events gets again what the open approval requests ask', async () => {
    const tool = new FakeTool({ name: 'delete_order', effect: 'destroy' })
    const llm = new ScriptedModel([[{ call: 'delete_order', input: { orderId: 17 } }], [{ say: 'Deleted.' }]])
    server = await startServer({ llm, tools: [tool], approve: 'writes' })
    const url = `${server.url}?session_id=session-1`
    const client = await RawClient.connect(url, { protocols: offerSubprotocols({ apiKey: KEY }) })
    const { resume_token: resumeToken } = await client.next('voice.session')
    const asked = (await client.turn('delete order 17')).find(({ type }) => type === 'voice.approval')
    expect(asked).toMatchObject({
      requests: [
        { text: 'This deletes the order.', destructive: true, fields: [{ name: 'order id', value: '17' }] },
      ],
    })
    await client.close()
    const back = await RawClient.connect(url, { protocols: offerSubprotocols({ apiKey: KEY, resumeToken }) })
    const again = await back.next('voice.approval')
    expect(again).toEqual({ ...asked, event_id: again.event_id })
    expect(tool.calls).toEqual([])
    await back.turn('yes')
    expect(tool.calls).toHaveLength(1)
    await back.close()
  })

  it('is forgotten after the grace time', async () => {
    const [clock, metrics] = [new VirtualClock(), new Metrics()]
    server = await startServer({ llm: new ScriptedModel([]) }, { graceMs: 20, clock, metrics })
    const url = `${server.url}?session_id=session-1`
    const client = await RawClient.connect(url, { protocols: offerSubprotocols({ apiKey: KEY }) })
    await client.next('voice.session')
    await client.close()
    await expect.poll(() => metrics.render()).toMatch(/^voice_connections 0$/m)
    await clock.advance(20)
    expect(server.app.sessions).toBe(0)
    const fresh = await RawClient.connect(url, { protocols: offerSubprotocols({ apiKey: KEY }) })
    expect((await fresh.next('voice.session')).gap).toBe(false)
    await fresh.close()
  })
})
