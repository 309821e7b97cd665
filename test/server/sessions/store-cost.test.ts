import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { missing } from '../../support/needs.js'
import { RawClient } from '../../support/raw-client.js'
import { INSTALL_REDIS, type RedisProcess, startRedis } from '../../support/redis-server.js'

const without = missing('redis-server', INSTALL_REDIS)
const WORDS = 100

let redis: RedisProcess
let server: TestServer
let observer: ReturnType<typeof createClient>

beforeAll(async () => {
  if (without) return
  redis = await startRedis()
  observer = createClient({ url: redis.url })
  await observer.connect()
  const words = Array.from({ length: WORDS }, (_, at) => [
    { chunk: { type: 'text-delta' as const, text: `word${at} ` } },
    { waitMs: 5 },
  ]).flat()
  server = await startServer({ llm: new ScriptedModel(() => words) }, { store: redis.url, secret: 'shared' })
})

afterAll(async () => {
  await server?.close()
  observer?.destroy()
  await redis?.close()
})

/** How many scripts Redis has run, and the bytes that it has got. */
async function cost(): Promise<{ writes: number; bytes: number }> {
  const info = await observer.info('all')
  const read = (pattern: RegExp) => Number(pattern.exec(info)?.[1] ?? 0)
  return {
    writes: read(/cmdstat_evalsha:calls=(\d+)/) + read(/cmdstat_eval:calls=(\d+)/),
    bytes: read(/total_net_input_bytes:(\d+)/),
  }
}

describe.skipIf(without)('what the store bears', () => {
  it('for a streamed answer: at most 12 writes, and 3 times the bytes of its events', async () => {
    const client = await RawClient.connect(`${server.url}?session_id=cost-session`, {
      protocols: ['voice.v1', `voice-api-key.${Buffer.from(KEY).toString('base64url')}`],
    })
    const tool = (at: number) => ({
      type: 'function',
      name: `tool_${at}`,
      description: 'A function of the client that is described in a sentence or two. '.repeat(4),
      parameters: { type: 'object', properties: { id: { type: 'string' }, note: { type: 'string' } } },
    })
    client.send({
      type: 'session.update',
      session: { type: 'realtime', tools: Array.from({ length: 30 }, (_, at) => tool(at)) },
    })
    for (let at = 0; at < 256; at += 1)
      client.send({ type: 'voice.ping', t: at, event_id: `an-event-id-of-a-client-${at}` })
    for (let at = 0; at < 50; at += 1) {
      client.say(`The user said this as number ${at}.`)
      client.send({
        type: 'conversation.item.create',
        item: {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: `And got the answer ${at}.` }],
        },
      })
    }
    client.send({ type: 'voice.ping', t: 1_000 })
    while ((await client.next('voice.pong')).t !== 1_000);
    const before = { ...(await cost()), events: client.events.length }
    client.send({
      event_id: 'said',
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Tell me.' }] },
    })
    client.send({ event_id: 'asked', type: 'response.create' })
    await client.next('response.done')
    await client.next('voice.metrics')
    const after = await cost()
    const events = client.events.slice(before.events)
    expect(events.filter(({ type }) => type === 'response.output_text.delta')).toHaveLength(WORDS)
    const eventBytes = JSON.stringify(events).length
    const [writes, bytes] = [after.writes - before.writes, after.bytes - before.bytes]
    console.log(`store: ${writes} writes, ${bytes} bytes for ${eventBytes} bytes of events`)
    expect(writes).toBeLessThanOrEqual(12)
    expect(bytes).toBeLessThanOrEqual(3 * eventBytes)
    await client.close()
  })
})
