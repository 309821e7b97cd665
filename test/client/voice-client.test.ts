import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { LoggedEvent } from '../../src/client/client-events.js'
import type { ClientState } from '../../src/client/client-state.js'
import type { SocketConstructor } from '../../src/client/connection.js'
import { SessionMemory } from '../../src/client/resume-token-store.js'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp } from '../../src/server/app.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../support/app.js'
import { newClient, until, wordsOf } from '../support/client.js'

/** Sockets that a test can show as closing, although they are open. */
class ClosingSockets {
  readonly Socket: SocketConstructor
  isClosing = false
  cut = () => {}

  constructor() {
    const sockets = this
    class ClosingSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols)
        sockets.cut = () => this.terminate()
        const state = () => Reflect.get(WebSocket.prototype, 'readyState', this)
        Object.defineProperty(this, 'readyState', { get: () => (sockets.isClosing ? 2 : state()) })
      }
    }
    this.Socket = ClosingSocket as unknown as SocketConstructor
  }
}

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function server(...args: Parameters<typeof startServer>): Promise<TestServer> {
  const started = await startServer(...args)
  open.push(started)
  return started
}

function clientOf(url: string, options: Parameters<typeof newClient>[1] = {}) {
  const client = newClient(url, options)
  open.push({ close: () => client.dispose() })
  return client
}

const idle = { responseId: null, agent: 'idle' }
const isIdle = (state: object) =>
  Object.entries(idle).every(([key, value]) => Reflect.get(state, key) === value)

describe('a client', () => {
  it('talks in text: question, tool, answer', async () => {
    const tool = new FakeTool({ name: 'get_time', answer: { time: 'noon' } })
    const llm = new ScriptedModel([[{ call: 'get_time' }], [{ say: 'It is noon.' }]])
    const { url } = await server({ llm, tools: [tool] })
    const client = clientOf(url)
    const told: string[] = []
    client.on('transcript', ({ text, partial }) => told.push(`transcript ${text} ${partial}`))
    client.on('tool', ({ status }) => told.push(`tool ${status}`))
    client.on('reply', ({ text, partial }) => partial || told.push(`reply ${text}`))
    await client.connect({ sessionId: 'session-1' })
    expect(client.state).toMatchObject({
      connection: 'open',
      sessionId: 'session-1',
      mode: 'text',
      microphone: 'off',
      speech: { in: 'none', out: 'none' },
    })
    client.sendText(' What time is it? ')
    expect(wordsOf(client.state)).toEqual(['user: What time is it?…'])
    const state = await until(client, (now) => isIdle(now) && now.items.length === 3)
    expect(wordsOf(state)).toEqual(['user: What time is it?', 'assistant: It is noon.'])
    expect(state.items[1]).toMatchObject({
      kind: 'tool',
      name: 'get_time',
      status: 'done',
      ms: expect.any(Number),
    })
    expect([...new Set(told)]).toEqual([
      'transcript What time is it? true',
      'transcript What time is it? false',
      'tool running',
      'tool done',
      'reply It is noon.',
    ])
  })

  it('answers a question of the agent', async () => {
    const tool = new FakeTool({ name: 'delete_order', effect: 'destroy', answer: {} })
    const llm = new ScriptedModel([[{ call: 'delete_order' }], [{ say: 'It is gone.' }]])
    const { url } = await server({ llm, tools: [tool], approve: 'writes' })
    const client = clientOf(url)
    await client.connect({ sessionId: 'session-1' })
    client.sendText('Delete it.')
    const asked = await until(client, ({ items }) => items.some(({ kind }) => kind === 'approval'))
    const question = asked.items.find(({ kind }) => kind === 'approval')!
    expect(question).toMatchObject({ name: 'delete_order', approved: null })
    // A double click answers twice.
    client.answerApproval(question.id, true)
    client.answerApproval(question.id, true)
    const state = await until(client, (now) => wordsOf(now).includes('assistant: It is gone.'))
    expect(state.items.find(({ id }) => id === question.id)).toMatchObject({ approved: true })
    expect(tool.calls).toHaveLength(1)
    expect(state.error).toBeNull()
  })

  it.each([
    ['all alike', [], true, [1, 1]],
    ['the rest after one alone', [0], false, [1, 0]],
  ] as const)(
    'answers two approval requests, %s, in the words of the agent',
    async (_, alone, rest, want) => {
      const tools = ['delete_order', 'place_order'].map(
        (name) => new FakeTool({ name, effect: 'write', answer: {} }),
      )
      const calls = [{ call: 'delete_order', input: { orderId: 17 } }, { call: 'place_order' }]
      const llm = new ScriptedModel([calls, [{ say: 'That was that.' }]])
      const { url } = await server({ llm, tools, approve: 'writes' })
      const client = clientOf(url)
      await client.connect({ sessionId: 'session-1' })
      client.sendText('Swap them.')
      const isAsked = ({ items }: ClientState) =>
        items.filter((item) => item.kind === 'approval' && item.question).length === 2
      const { items } = await until(client, isAsked)
      const requests = items.filter((item) => item.kind === 'approval')
      const message = items.find((item) => item.kind === 'message' && item.role === 'assistant')
      expect(message).toMatchObject({
        text: '1. This deletes the order: order id 17. 2. This places an order. Go ahead?',
      })
      expect(requests.map(({ question }) => question)).toEqual([
        {
          messageId: message?.id,
          text: 'This deletes the order.',
          fields: [{ name: 'order id', value: '17' }],
          request: null,
          note: null,
          destructive: false,
        },
        {
          messageId: message?.id,
          text: 'This places an order.',
          fields: [],
          request: null,
          note: null,
          destructive: false,
        },
      ])
      for (const at of alone) client.answerApproval(requests[at]!.id, true)
      client.answerApprovals(rest)
      await until(client, (now) => wordsOf(now).includes('assistant: That was that.'))
      expect(tools.map(({ calls }) => calls.length)).toEqual(want)
      expect(client.state.error).toBeNull()
    },
  )

  it('cuts an answer off when the user types on, and answers what came last', async () => {
    let steps = 0
    const llm = new ScriptedModel(() => {
      steps += 1
      return steps === 1 ? [{ say: 'A long ' }, { waitMs: 60_000 }, { say: 'story' }] : [{ say: 'Fine.' }]
    })
    const { url } = await server({ llm })
    const client = clientOf(url)
    await client.connect({ sessionId: 'session-1' })
    client.sendText('Tell me a story')
    await until(client, (state) => wordsOf(state).some((words) => words.startsWith('assistant: A')))
    client.sendText('Enough')
    const state = await until(client, (now) => wordsOf(now).includes('assistant: Fine.') && isIdle(now))
    expect(state.items.filter(({ kind }) => kind === 'message')[1]).toMatchObject({ interrupted: true })
    expect(state.error).toBeNull()
  })

  it('goes on with the session after a reload: the items come back', async () => {
    const { url } = await server({ llm: new ScriptedModel(() => [{ say: 'Hello.' }]) })
    const memory = new SessionMemory(undefined)
    const first = clientOf(url, { parts: { memory } })
    await first.connect({ sessionId: 'session-1' })
    first.sendText('Hi')
    await until(first, (state) => wordsOf(state).includes('assistant: Hello.') && isIdle(state))
    const second = clientOf(url, { parts: { memory } })
    await second.connect({ sessionId: 'session-1' })
    const state = await until(second, ({ items }) => items.length === 2)
    expect(wordsOf(state)).toEqual(['user: Hi', 'assistant: Hello.'])
    // The older page is told, and does not take the session back.
    expect(await until(first, ({ errorCode }) => errorCode === 'replaced')).toMatchObject({
      connection: 'closed',
    })
  })

  it('connects once when it is asked twice, while the first attempt is running', async () => {
    const { url } = await server({ llm: new ScriptedModel(() => [{ say: 'Hello.' }]) })
    for (let waitMs = 0; waitMs < 12; waitMs += 2) {
      const client = clientOf(url)
      const sessionId = `session-asked-twice-${waitMs}`
      const first = client.connect({ sessionId })
      await new Promise((resolve) => setTimeout(resolve, waitMs / 2))
      await Promise.all([first, client.connect({ sessionId })])
      expect(client.state.connection).toBe('open')
    }
  })

  it('does not stop an answer for a message that is too long', async () => {
    const { url } = await server({ llm: new ScriptedModel(() => [{ say: 'A long ' }, { waitMs: 60_000 }]) })
    const client = clientOf(url)
    await client.connect({ sessionId: 'session-1' })
    client.sendText('Tell me a story')
    await until(client, ({ responseId }) => responseId !== null)
    const sent: string[] = []
    client.on('event', ({ direction, event }) => direction === 'out' && sent.push(event.type))
    expect(() => client.sendText('x'.repeat(500_001))).toThrow(/500001 characters/)
    expect(sent).toEqual([])
  })

  it('keeps a message for the next connection while the connection is closing', async () => {
    const { url } = await server({ llm: new ScriptedModel(() => [{ say: 'Hello.' }]) })
    const sockets = new ClosingSockets()
    const client = clientOf(url, { parts: { Socket: sockets.Socket } })
    await client.connect({ sessionId: 'session-1' })
    sockets.isClosing = true
    client.sendText('Hi')
    expect(wordsOf(client.state)).toEqual(['user: Hi…'])
    sockets.isClosing = false
    sockets.cut()
    const state = await until(client, (now) => wordsOf(now).includes('assistant: Hello.'))
    expect(wordsOf(state)).toEqual(['user: Hi', 'assistant: Hello.'])
  })

  it('repeats nothing when the server has lost the session right after an answer', async () => {
    const llm = () => new ScriptedModel(() => [{ say: 'Hello.' }])
    const { url, port, app } = await server({ llm: llm() })
    const client = clientOf(url)
    await client.connect({ sessionId: 'session-1' })
    client.sendText('Hi')
    await until(client, (now) => wordsOf(now).includes('assistant: Hello.') && isIdle(now))
    await app.close({ drainMs: 0 })
    const next = createApp({
      apiKeyValidator: () => true,
      agentSession: new AgentSession({ llm: llm(), credentials: {} }),
    })
    open.push(next)
    await next.listen({ port })
    await until(client, ({ connection }) => connection === 'open')
    client.sendText('And now?')
    const state = await until(client, (now) => wordsOf(now).length === 4 && isIdle(now))
    expect(wordsOf(state)).toEqual(['user: Hi', 'assistant: Hello.', 'user: And now?', 'assistant: Hello.'])
    expect(state.error).toBeNull()
  })

  it('is offline after a disconnect, without an error, and not before it connects', async () => {
    const { url } = await server({ llm: new ScriptedModel([]) })
    const client = clientOf(url)
    const states: string[] = []
    client.on('connection', ({ state }) => states.push(state))
    await client.connect({ sessionId: 'session-1' })
    client.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(states).toEqual(['connecting', 'open', 'offline'])
    expect(client.state).toMatchObject({ connection: 'offline', error: null })
  })

  it('does nothing any more after a disconnect, and connects again for a message', async () => {
    const { url } = await server({ llm: new ScriptedModel([[{ waitMs: 60_000 }], [{ say: 'Hello.' }]]) })
    const client = clientOf(url)
    await client.connect({ sessionId: 'session-1' })
    client.sendText('Hi')
    await until(client, ({ agent }) => agent === 'thinking')
    client.disconnect()
    expect(client.state.agent).toBe('idle')
    client.sendText('Are you there?')
    const state = await until(client, (now) => now.items.length === 3 && isIdle(now))
    expect(wordsOf(state)).toEqual(['user: Hi', 'user: Are you there?', 'assistant: Hello.'])
    expect(state.items.some((item) => item.kind === 'message' && item.waits)).toBe(false)
  })

  it.each(['session-1', 'session-2'])(
    'is not disturbed by the end of an earlier connection when it opens %s',
    async (sessionId) => {
      const { url } = await server({ llm: new ScriptedModel([]) })
      const client = clientOf(url)
      await client.connect({ sessionId: 'session-1' })
      if (sessionId === 'session-1') client.disconnect()
      await client.connect({ sessionId })
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(client.state).toMatchObject({ connection: 'open', error: null, sessionId })
    },
  )

  it('shows events as they pass', async () => {
    const { url } = await server({ llm: new ScriptedModel([[{ say: 'Yes.' }]]) })
    const client = clientOf(url)
    const log: LoggedEvent[] = []
    client.on('event', (entry) => log.push(entry))
    await client.connect({ sessionId: 'session-1' })
    client.sendText('Yes?')
    await until(client, (state) => wordsOf(state).includes('assistant: Yes.') && isIdle(state))
    const types = (way: string) =>
      log.filter(({ direction }) => direction === way).map(({ event }) => event.type)
    expect(types('in')).toEqual(
      expect.arrayContaining(['session.created', 'voice.session', 'response.done', 'voice.metrics']),
    )
    expect(types('out').slice(0, 5)).toEqual([
      'voice.mode',
      'session.update',
      'voice.mode',
      'conversation.item.create',
      'response.create',
    ])
    expect(client.state.metrics).toMatchObject({ stagesMs: expect.any(Object) })
  })
})

describe('a client that cannot connect', () => {
  it('is told of a wrong key, and does not try again', async () => {
    const { url } = await server({ llm: new ScriptedModel([]) })
    const client = clientOf(url, { config: { apiKey: 'wrong' } })
    await expect(client.connect({ sessionId: 'session-1' })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(client.state).toMatchObject({ connection: 'closed', errorCode: 'unauthorized' })
  })

  it('is told that nobody is there, and tries again in the background', async () => {
    const { url, close } = await startServer({ llm: new ScriptedModel([]) })
    await close()
    const client = clientOf(url)
    await expect(client.connect({ sessionId: 'session-1' })).rejects.toMatchObject({
      code: 'connection-failed',
    })
    expect(client.state).toMatchObject({ connection: 'reconnecting', attempt: 1 })
  })
})
