import { HttpAgent } from '@ag-ui/client'
import { EventSchemas } from '@ag-ui/core/schemas'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../../src/server/app-options.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'

let server: TestServer | undefined
afterEach(() => server?.close())

const listPets = () => new FakeTool({ name: 'list_pets', answer: [{ name: 'Rex' }] })
const deleteOrder = () => new FakeTool({ name: 'delete_order', effect: 'destroy', answer: { deleted: true } })

async function serve(
  script: ScriptedStep[],
  tools: FakeTool[] = [],
  options: Omit<Partial<AppOptions>, 'agentSession'> = {},
) {
  const llm = new ScriptedModel(script)
  server = await startServer({ llm, tools }, options)
  return { llm, url: `http://127.0.0.1:${server.port}/ag-ui` }
}

/** A chat front end: the official client, with what it was sent. */
function frontEnd(url: string, key = KEY) {
  const agent = new HttpAgent({
    url,
    threadId: 'thread-of-the-test',
    headers: { Authorization: `Bearer ${key}` },
  })
  const types: string[] = []
  agent.subscribe({
    onEvent: ({ event }) => {
      EventSchemas.parse(event)
      types.push(event.type)
    },
  })
  return {
    agent,
    types,
    ask: (text: string) => agent.addMessage({ id: `user-${text}`, role: 'user', content: text }),
  }
}

describe('the official client of AG-UI', () => {
  it('gets words and tool calls, and goes on with the conversation', async () => {
    const script = [[{ call: 'list_pets' }], [{ say: 'There is Rex.' }], [{ say: 'Yes.' }]]
    const { url, llm } = await serve(script, [listPets()])
    const { agent, types, ask } = frontEnd(url)
    ask('list the pets')
    await agent.runAgent()
    expect(types.filter((type) => type !== 'TEXT_MESSAGE_CONTENT')).toEqual([
      ...['RUN_STARTED', 'TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END', 'TOOL_CALL_RESULT'],
      ...['TEXT_MESSAGE_START', 'TEXT_MESSAGE_END', 'RUN_FINISHED'],
    ])
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'There is Rex.' })
    ask('really?')
    await agent.runAgent()
    expect(agent.messages.at(-1)).toMatchObject({ content: 'Yes.' })
    const said = llm.requests.at(-1)?.history.filter(({ role }) => role === 'user')
    expect(said).toEqual([
      { role: 'user', text: 'list the pets' },
      { role: 'user', text: 'really?' },
    ])
  })

  it.each([
    ['approves', { status: 'resolved', payload: { approved: true } }, 1],
    ['declines', { status: 'resolved', payload: { approved: false } }, 0],
    ['cancels', { status: 'cancelled' }, 0],
    ['takes back', { status: 'resolved', payload: { approved: true } }, 0, 'no, stop'],
    ['takes back in German', { status: 'resolved', payload: { approved: true } }, 0, 'nein, halt'],
    ['says yes twice to', { status: 'resolved', payload: { approved: true } }, 1, 'yes, please'],
    ['declines, whatever is said of,', { status: 'resolved', payload: { approved: false } }, 0, 'yes'],
  ] as const)('%s a call that destroys', async (_, answer, calls, words?: string) => {
    const order = deleteOrder()
    const { url } = await serve(
      [[{ call: 'delete_order', input: { orderId: 17 } }], [{ say: 'Well.' }]],
      [order],
    )
    const { agent, types, ask } = frontEnd(url)
    ask('delete order 17')
    let interrupts: { id: string; message?: string; toolCallId?: string }[] = []
    agent.subscribe({
      onRunFinishedEvent: ({ event }) => {
        if (event.outcome?.type === 'interrupt') interrupts = event.outcome.interrupts
      },
    })
    await agent.runAgent()
    expect(interrupts).toEqual([
      expect.objectContaining({ reason: 'tool_call', message: 'This deletes the order.\norder id: 17' }),
    ])
    expect([order.calls.length, types.includes('TOOL_CALL_RESULT')]).toEqual([0, false])
    const [{ id }] = interrupts as [{ id: string }]
    if (words) ask(words)
    await agent.runAgent({ resume: [{ interruptId: id, ...answer }] })
    expect(order.calls).toHaveLength(calls)
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Well.' })
  })

  it('has tools of its own', async () => {
    const script = [[{ call: 'tell_time', input: { zone: 'UTC' } }], [{ say: 'It is noon.' }]]
    const { url, llm } = await serve(script)
    const { agent, ask } = frontEnd(url)
    ask('what time is it?')
    const tools = [
      { name: 'tell_time', description: 'Tells the time.', parameters: { type: 'object', properties: {} } },
    ]
    await agent.runAgent({ tools })
    expect(agent.messages.at(-1)).toMatchObject({
      toolCalls: [{ function: { name: 'tell_time', arguments: '{"zone":"UTC"}' } }],
    })
    const calls = agent.messages.flatMap((message) =>
      'toolCalls' in message ? (message.toolCalls ?? []) : [],
    )
    agent.addMessage({ id: 'result', role: 'tool', toolCallId: calls[0]!.id, content: '12:00' })
    await agent.runAgent({ tools })
    expect(agent.messages.at(-1)).toMatchObject({ content: 'It is noon.' })
    expect(llm.requests.at(-1)?.history.at(-1)).toMatchObject({ role: 'tool', output: '12:00' })
  })

  it('begins again with the messages of a conversation that the server no longer has', async () => {
    const { url, llm } = await serve([[{ say: 'Rex.' }], [{ say: 'Three.' }]])
    const first = frontEnd(url)
    first.ask('who?')
    await first.agent.runAgent()
    const second = frontEnd(url)
    second.agent.threadId = 'another-thread'
    second.agent.setMessages(first.agent.messages)
    second.ask('how old?')
    await second.agent.runAgent()
    expect(llm.requests.at(-1)?.history).toMatchObject([
      { text: 'who?' },
      { text: 'Rex.' },
      { text: 'how old?' },
    ])
  })
})

describe('a request', () => {
  const post = (url: string, body: string, key = KEY) =>
    fetch(url, { method: 'POST', body, headers: { Authorization: `Bearer ${key}` } })

  it('is refused without a key, and with a sentence for a body that is none', async () => {
    const { url } = await serve([])
    expect((await post(url, '{}', 'wrong')).status).toBe(401)
    const answer = await post(url, '{"threadId":"t"}')
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/runId.* must be a text\./),
    ])
  })

  it('ends with an error when the model fails', async () => {
    const { url } = await serve([[{ fail: 'broken' } as never]])
    const answer = await post(url, JSON.stringify({ threadId: 't', runId: 'r', messages: [] }))
    expect(await answer.text()).toContain('"type":"RUN_ERROR"')
  })
})
