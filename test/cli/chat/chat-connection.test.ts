import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openChatConnection } from '../../../src/cli/chat/chat-state.js'
import type { SocketConstructor } from '../../../src/client/connection.js'
import type { ConnectionStatus } from '../../../src/client/reconnecting-connection.js'
import type { ClientEvent, ServerEvent } from '../../../src/protocol/events.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import { KEY, startServer } from '../../support/app.js'
import { startProxy } from '../../support/cuttable-proxy.js'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settle()
}

async function openLine() {
  const llm = new ScriptedModel([[{ say: 'One answer.' }]])
  const server = await startServer({ llm })
  const proxy = await startProxy(server.port)
  const clock = new VirtualClock()
  const line = openChatConnection({
    url: `ws://127.0.0.1:${proxy.port}/ws`,
    apiKey: KEY,
    clock,
    random: () => 1,
    Socket: WebSocket as unknown as SocketConstructor,
  })
  const seen = { events: [] as ServerEvent[], states: [] as ConnectionStatus[], forgotten: 0 }
  line.on('event', (event) => seen.events.push(event))
  toClose.push(
    () => server.close(),
    () => proxy.close(),
    () => line.close(),
  )
  await line.open('session-1')
  line.on('status', (status) => seen.states.push(status))
  line.on('opened', (opening) => {
    if (opening === 'forgotten') seen.forgotten += 1
  })
  return { line, server, proxy, clock, seen, llm }
}

const WORD: ClientEvent = {
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
}

describe('the line of a chat', () => {
  it('waits longer with every try, and goes on where it was', async () => {
    const { line, proxy, clock, seen, llm } = await openLine()
    line.send(WORD)
    line.send({ type: 'response.create' })
    await until(() => seen.events.some(({ type }) => type === 'response.done'))
    proxy.cut()
    await until(() => seen.states.length === 1)
    for (const wait of [500, 1000]) {
      const before = seen.states.length
      await clock.advance(wait)
      await until(() => seen.states.length === before + 2)
    }
    expect(seen.states.map(({ retryAt }) => retryAt)).toEqual([500, null, 1500, null, 3500])
    proxy.mend()
    await clock.advance(2000)
    await until(() => seen.states.at(-1)?.state === 'open')
    line.send({ type: 'voice.ping', t: 1 })
    await until(() => seen.events.some(({ type }) => type === 'voice.pong'))
    expect(seen.events.filter(({ type }) => type === 'response.done')).toHaveLength(1)
    expect([llm.requests.length, seen.forgotten]).toEqual([1, 0])
  })

  it('says when the agent has forgotten the conversation', async () => {
    const { proxy, clock, seen, server } = await openLine()
    proxy.cut()
    await until(() => seen.states.length === 1)
    const erased = await fetch(`http://127.0.0.1:${server.port}/v1/sessions/session-1`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(erased.status).toBe(204)
    proxy.mend()
    await clock.advance(500)
    await until(() => seen.forgotten === 1)
    expect(seen.states.at(-1)?.state).toBe('open')
  })

  it('does not come back after it was left', async () => {
    const { line, proxy, clock, seen } = await openLine()
    line.close()
    proxy.cut()
    await clock.advance(60_000)
    expect(seen.states.map(({ state }) => state)).toEqual(['offline'])
  })
})
