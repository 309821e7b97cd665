import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ask, runLineMode } from '../../../src/cli/chat/ask.js'
import { createOutput } from '../../../src/cli/output.js'
import { Connection, type SocketConstructor } from '../../../src/client/connection.js'
import type { AppOptions } from '../../../src/server/app.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import type { ToolResult } from '../../../src/toolkit/model/tool.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'

let server: TestServer | undefined
let connection: Connection | undefined

afterEach(async () => {
  connection?.close()
  await server?.close()
})

async function start(
  script: ScriptedStep[],
  {
    tools = [new FakeTool({ name: 'list_pets', answer: ['Rex'] })],
    ...options
  }: Partial<AppOptions> & { tools?: FakeTool[] } = {},
) {
  server = await startServer({ llm: new ScriptedModel(script), tools }, options)
  const Socket = WebSocket as unknown as SocketConstructor
  connection = new Connection({ url: server.url, apiKey: KEY, Socket })
  await connection.connect()
  return (message: string) => ask({ connection: connection!, message, explain: false })
}

describe('one turn of a terminal', () => {
  it('is over when the agent is, with its calls', async () => {
    const say = await start([[{ say: 'Let me look.' }, { call: 'list_pets' }], [{ say: 'There is Rex.' }]])
    const { text, toolCalls } = await say('list the pets')
    expect(text).toBe('Let me look.\nThere is Rex.')
    expect(toolCalls).toEqual([{ name: 'list_pets', input: {}, isError: false }])
  })

  it.each<[why: string, content: JsonValue, failure: string]>([
    ['its sentence', 'Nothing listens\nthere.', 'Nothing listens there.'],
    ['its status', { code: 7 }, '404 http-error'],
  ])('tells why a call failed: %s', async (_why, content, failure) => {
    const answer = (): ToolResult => ({
      isError: true,
      status: 404,
      reason: 'http-error',
      content,
      requestMs: 1,
    })
    const tools = [new FakeTool({ name: 'list_pets', answer })]
    const say = await start([[{ call: 'list_pets' }], [{ say: 'That failed.' }]], { tools })
    expect((await say('list the pets')).toolCalls).toEqual([
      { name: 'list_pets', input: {}, isError: true, failure },
    ])
  })

  it('is over when a budget is used up, which takes no work to say', async () => {
    const say = await start([[{ say: 'Hello.' }]], { budgets: { session: { turns: 1 } } })
    expect((await say('hello')).text).toBe('Hello.')
    expect((await say('hello again')).text).toMatch(/limit/)
    expect((await say('and again')).text).toMatch(/limit/)
  })

  it('says why it failed, also where the agent has told it in its own words', async () => {
    const say = await start([[{ fail: 'unauthorized', status: 401 }], [{ say: 'Hello.' }]], { tools: [] })
    expect(await say('hello')).toMatchObject({
      text: expect.stringMatching(/\w+ .*\./),
      error: expect.stringMatching(/unauthorized \(HTTP 401\)/),
    })
  })
})

describe('several approvals at once', () => {
  const tool = () => new FakeTool({ name: 'cancel_order', effect: 'write' })
  const twoCalls: ScriptedStep = [
    { call: 'cancel_order', input: { id: 1 }, callId: 'a' },
    { call: 'cancel_order', input: { id: 2 }, callId: 'b' },
  ]

  it.each([true, false])('are all answered with %s, and the turn ends', async (approve) => {
    const tools = [tool()]
    await start([twoCalls, [{ say: 'Thank you.' }]], { tools })
    const answer = await ask({
      connection: connection!,
      message: 'cancel both orders',
      explain: false,
      approve,
    })
    expect(answer.approvals.map(({ approved }) => approved)).toEqual([approve, approve])
    expect(answer.text).toMatch(/Thank you\.$/)
    expect(tools[0]!.calls).toHaveLength(approve ? 2 : 0)
  })
})

describe('a server that is no agent', () => {
  let foreign: WebSocketServer
  afterEach(() => {
    connection?.abandon()
    for (const client of foreign.clients) client.terminate()
    foreign.close()
  })

  async function connectTo(onMessage: (socket: WebSocket) => void): Promise<Connection> {
    foreign = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    foreign.on('connection', (socket) => socket.once('message', () => onMessage(socket)))
    await once(foreign, 'listening')
    const { port } = foreign.address() as AddressInfo
    const Socket = WebSocket as unknown as SocketConstructor
    connection = new Connection({ url: `ws://127.0.0.1:${port}`, apiKey: KEY, Socket })
    await connection.connect()
    return connection
  }

  it('is told as one when it stays silent', async () => {
    const clock = new VirtualClock()
    const silent = await connectTo(() => {})
    const answer = ask({ connection: silent, message: 'hi', explain: false, clock })
    const told = expect(answer).rejects.toMatchObject({
      code: 'connection-failed',
      message: expect.stringContaining('It sent nothing for 30 seconds.'),
    })
    await clock.advance(30_000)
    await told
  })

  it('is told as one when its events lack members', async () => {
    const strange = await connectTo((socket) => socket.send('{"type":"response.created"}'))
    await expect(ask({ connection: strange, message: 'hi', explain: false })).rejects.toMatchObject({
      code: 'connection-failed',
      message: expect.stringContaining('"response.created"'),
    })
  })

  it('is not asked when it has closed the connection already', async () => {
    const closed = await connectTo(() => {})
    closed.close()
    await expect(ask({ connection: closed, message: 'hi', explain: false })).rejects.toMatchObject({
      code: 'disconnected',
      message: 'The agent closed the connection before it had answered.',
    })
  })
})

describe('lines of a pipe', () => {
  async function printed(script: ScriptedStep[], lines: string, tool: FakeTool) {
    const agent = { llm: new ScriptedModel(script), tools: [tool], limits: { backgroundAfterMs: 20 } }
    server = await startServer(agent)
    const Socket = WebSocket as unknown as SocketConstructor
    connection = new Connection({ url: server.url, apiKey: KEY, Socket })
    await connection.connect()
    const written: string[] = []
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0)
    try {
      const output = createOutput({ format: 'text', color: false })
      const isFine = await runLineMode({ connection, output, explain: false, input: Readable.from([lines]) })
      expect(isFine).toBe(true)
    } finally {
      write.mockRestore()
    }
    return written.join('')
  }

  it('get words and calls in their order, and commands are none for the agent', async () => {
    const script = [[{ say: 'Let me look.' }, { call: 'list_pets' }], [{ say: 'There is Rex.' }]]
    const tool = new FakeTool({ name: 'list_pets', answer: ['Rex'] })
    expect(await printed(script, '/help\nlist the pets\n/quit\nnever sent\n', tool)).toBe(
      [
        'Each line is a message, or the answer to a question. /quit or the end of the input leaves.',
        'agent Let me look.',
        '  → list_pets {}',
        'agent There is Rex.',
        '',
      ].join('\n'),
    )
  })

  it('get the result of a call that still runs at their end', async () => {
    const script = [[{ call: 'slow' }], [{ say: 'It is running.' }], [{ say: 'Here it is.' }]]
    const answer = () =>
      new Promise<ToolResult>((resolve) =>
        setTimeout(() => resolve({ isError: false, status: 200, content: 1, requestMs: 1 }), 1_500),
      )
    const text = await printed(script, 'go\n', new FakeTool({ name: 'slow', answer }))
    expect(text).toBe('agent It is running.\n  → slow {}\nagent Here it is.\n')
  })
})
