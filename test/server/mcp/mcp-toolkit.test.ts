import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { Budget } from '../../../src/server/agent/budget.js'
import { startMcpHttp } from '../../../src/server/mcp/mcp-http.js'
import { type McpServerOptions, McpToolkit } from '../../../src/server/mcp/mcp-toolkit.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { Toolkit, ToolResult } from '../../../src/toolkit/model/tool.js'
import { TestConversation, testAgent } from '../../support/agent.js'
import { eventually } from '../../support/eventually.js'
import { connectMcp, mcpOptions } from '../../support/mcp.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(closing.splice(0).map((close) => close()))
})

const NOTES = [join(import.meta.dirname, '../../support/mcp-notes.mjs')]

async function open(options: McpServerOptions = {}, name = 'notes'): Promise<McpToolkit> {
  const own = options.url === undefined ? { command: process.execPath, args: NOTES } : {}
  const toolkit = new McpToolkit(name, { ...own, ...options })
  closing.push(() => toolkit.close())
  await toolkit.ready
  return toolkit
}

const toolOf = (toolkit: Toolkit, name: string) => toolkit.getFunctions().find((tool) => tool.name === name)!
const call = (toolkit: Toolkit, name: string, input: JsonObject = {}): Promise<ToolResult> =>
  toolOf(toolkit, name).call(input)

describe('the tools of an MCP server', () => {
  it('have the effects that their hints say; without a hint a tool destroys', async () => {
    const toolkit = await open()
    const effects = toolkit.getFunctions().map(({ name, annotations: { readOnlyHint, destructiveHint } }) => {
      return `${name} ${readOnlyHint ? 'reads' : destructiveHint ? 'destroys' : 'writes'}`
    })
    expect(effects.slice(0, 4)).toEqual([
      'list_notes reads',
      'add_note writes',
      'wipe destroys',
      'say_env reads',
    ])
  })

  it('are called; JSON in a text is read', async () => {
    const toolkit = await open()
    expect(await call(toolkit, 'add_note', { text: 'tea' })).toMatchObject({
      isError: false,
      content: 'added 2',
    })
    expect(await call(toolkit, 'list_notes')).toMatchObject({ content: { notes: ['milk', 'tea'] } })
  })

  it('are chosen by allow and deny, also those of an identity', async () => {
    const toolkit = await open({ allow: ['list_*', 'add_note', 'wipe', 'say_*'], deny: ['say*'] })
    const names = (one: Toolkit) => one.getFunctions().map(({ name }) => name)
    expect(names(toolkit)).toEqual(['list_notes', 'add_note', 'wipe'])
    const narrowed = toolkit.forIdentity({ deny: ['wipe'] })
    expect(names(narrowed)).toEqual(['list_notes', 'add_note'])
    expect(narrowed).toMatchObject({ name: 'notes' })
  })

  it('get no credential of the environment, and those of the configuration are masked in results', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-operator-1234567890')
    const toolkit = await open({ env: { NOTES_TOKEN: 'tok-4711-of-notes', NOTES_LANGUAGE: 'en' } })
    const { content } = await call(toolkit, 'say_env')
    expect(content).toMatchObject({ NOTES_TOKEN: '•••', NOTES_LANGUAGE: 'en' })
    expect(JSON.stringify(content)).not.toContain('of-the-operator')
  })

  describe('of a server that repeats the headers', () => {
    const SECRET = 'SECRETVALUE4711'
    const says = (name: string, answer: () => ToolResult): Toolkit => ({
      getFunctions: () => [
        new FakeTool({
          name,
          description: `Reads as ${SECRET}.`,
          parameters: { type: 'object', properties: { tenant: { type: 'string', default: SECRET } } },
          answer,
        }),
      ],
    })
    const openWith = async (options: McpServerOptions) => {
      const toolkits = [
        says('echo', () => ({
          isError: false,
          content: { tenant: SECRET, mode: 'europe-west' },
          requestMs: 0,
        })),
        says('fail', () => ({ isError: true, content: `No tenant ${SECRET}`, requestMs: 0 })),
        says(`of_${SECRET}`, () => ({ isError: false, content: 'called', requestMs: 0 })),
      ]
      const server = await startMcpHttp(mcpOptions(toolkits), { port: 0 })
      closing.push(() => server.close())
      return open({ url: server.url, ...options })
    }

    it.each<[name: string, options: McpServerOptions]>([
      ['all of them', { headers: { 'X-Tenant': SECRET } }],
      ['the token of one', { headers: { 'X-Tenant': `Tenant ${SECRET}` } }],
      ['those that are secrets', { headers: { 'X-Tenant': `t-${SECRET}` }, secrets: [SECRET] }],
    ])('show none in results, errors, names, descriptions and schemas: %s', async (_name, options) => {
      const toolkit = await openWith(options)
      const tools = toolkit.getFunctions()
      expect(tools.map(({ name }) => name)).toEqual(['echo', 'fail', 'of____'])
      expect(tools[0]).toMatchObject({
        description: expect.stringMatching(/^Reads as ?•••/),
        parameters: { properties: { tenant: { default: '•••' } } },
      })
      const results = [await call(toolkit, 'echo'), await call(toolkit, 'fail')]
      expect(results).toMatchObject([
        { content: { tenant: '•••' } },
        { isError: true, content: expect.stringMatching(/^No.*•••$/) },
      ])
      expect(JSON.stringify([tools, results])).not.toContain(SECRET)
      expect(await call(toolkit, 'of____')).toMatchObject({ content: 'called' })
    })

    it('show the headers that are no secrets', async () => {
      const headers = { 'X-Mode': 'europe-west', 'X-Api-Key': SECRET }
      const toolkit = await openWith({ headers, secrets: [] })
      expect(await call(toolkit, 'echo')).toMatchObject({ content: { tenant: '•••', mode: 'europe-west' } })
    })
  })

  it('give results that are short enough for a model', async () => {
    const result = await call(await open(), 'say_much')
    expect(JSON.stringify(result.content).length).toBeLessThan(17_000)
    expect(result.truncated).toMatchObject({ total: 4_000 })
  })

  it('are not called with a masked value', async () => {
    const result = await call(await open(), 'add_note', { text: '•••' })
    expect(result).toMatchObject({ isError: true, reason: 'invalid-input' })
  })

  it('are stopped when their call is', async () => {
    const toolkit = await open()
    const stop = new AbortController()
    const waiting = toolOf(toolkit, 'wait').call({}, { signal: stop.signal })
    await call(toolkit, 'list_notes')
    stop.abort()
    expect(await waiting).toMatchObject({ isError: true })
    await eventually(async () => {
      const { content } = await call(toolkit, 'list_notes')
      return (content as JsonObject).stopped === 1
    })
  })
})

describe('the connection to an MCP server', () => {
  it('is made again after its program has ended', async () => {
    const clock = new VirtualClock()
    const warnings: unknown[] = []
    const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) }
    const toolkit = await open({ clock, logger })
    await call(toolkit, 'add_note', { text: 'tea' })
    expect(await call(toolkit, 'crash')).toMatchObject({ isError: true, reason: 'unreachable' })
    expect(await call(toolkit, 'list_notes')).toMatchObject({ content: { notes: ['milk'] } })
    expect(warnings).toEqual(['MCP server not reachable'])
  })

  it('tells when the tools change, and the agent offers them', async () => {
    const toolkit = await open()
    const session = new AgentSession({ tools: [toolkit] })
    const updated = new Promise((resolve) => session.onUpdate(resolve))
    await call(toolkit, 'learn')
    await updated
    expect(toolOf(toolkit, 'count_notes').annotations.readOnlyHint).toBe(true)
  })

  it('fails with a sentence if there is no such program, and the agent starts all the same', async () => {
    const toolkit = await open({ command: '/no/such/program', args: [] })
    expect(toolkit.getFunctions()).toEqual([])
  })

  it('goes over HTTP, and survives a restart of the server', async () => {
    const note: Toolkit = {
      getFunctions: () => [
        {
          ...{ name: 'note', description: 'A note.', parameters: { type: 'object' } },
          annotations: {
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: false,
          },
          call: async () => ({ isError: false, content: 'milk', requestMs: 0 }),
        },
      ],
    }
    const server = await startMcpHttp(mcpOptions([note]), { port: 0 })
    const toolkit = await open({ url: server.url })
    expect(await call(toolkit, 'note')).toMatchObject({ isError: false, content: 'milk' })
    await server.close()
    expect(await call(toolkit, 'note')).toMatchObject({ isError: true, reason: 'unreachable' })
    const again = await startMcpHttp(mcpOptions([note]), { port: Number(new URL(server.url).port) })
    closing.push(() => again.close())
    expect(await call(toolkit, 'note')).toMatchObject({ isError: false, content: 'milk' })
  })

  it('is refused without a command and without an address', () => {
    expect(() => new McpToolkit('notes', {})).toThrow('either "command" or an address')
  })
})

describe('an agent with an MCP server', () => {
  it('asks before a tool without readOnlyHint, and calls it after a yes', async () => {
    const toolkit = await open()
    const model = new ScriptedModel([[{ call: 'wipe' }], [{ say: 'All notes are gone.' }]])
    const talk = new TestConversation(testAgent({ models: [model], tools: toolkit.getFunctions() }))
    await talk.turn('Remove my notes')
    expect(talk.requests).toHaveLength(1)
    expect(await call(toolkit, 'list_notes')).toMatchObject({ content: { notes: ['milk'] } })
    talk.answer(true)
    await eventually(() => talk.events.some(({ type }) => type === 'call-ended'))
    expect(await call(toolkit, 'list_notes')).toMatchObject({ content: { notes: [] } })
  })

  it('calls no more of its tools than the budget allows', async () => {
    const toolkit = await open()
    const calls = ['tea', 'bread', 'salt'].map((text) => ({ call: 'add_note', input: { text } }))
    const model = new ScriptedModel([calls, [{ say: 'Some are noted.' }]])
    const agent = testAgent({ models: [model], tools: toolkit.getFunctions(), approve: 'none' })
    const budgets = [new Budget('session', { toolCalls: 2 })]
    const talk = new TestConversation(agent, undefined, { budgets })
    await talk.turn('Note tea, bread and salt')
    expect(await call(toolkit, 'list_notes')).toMatchObject({ content: { notes: ['milk', 'tea', 'bread'] } })
    const refused = talk.conversation.history.items.filter((item) => item.type === 'mcp_call' && item.error)
    expect(refused).toMatchObject([{ arguments: '{"text":"salt"}' }])
  })
})

describe('two MCP servers with a tool of the same name', () => {
  const start = async () => {
    const [first, second] = [await open({}, 'a'), await open({}, 'b')]
    const options = mcpOptions([first, second], { approve: 'writes' })
    const client = await connectMcp(options, undefined, { onChange: (listener) => first.onChange(listener) })
    const asked = await client.callTool({ name: 'wipe', arguments: {} })
    const confirmation = /confirmation\\":\\"([^"\\]+)/.exec(JSON.stringify(asked.content))?.[1]
    const confirm = async () =>
      JSON.stringify((await client.callTool({ name: 'confirm_call', arguments: { confirmation } })).content)
    const notes = async (toolkit: Toolkit) => (await call(toolkit, 'list_notes')).content
    return { first, second, client, confirm, notes }
  }
  const names = (toolkit: Toolkit) => toolkit.getFunctions().map(({ name }) => name)

  it('run an approved call at the server that the user was asked about', async () => {
    const { first, second, confirm, notes } = await start()
    expect(await confirm()).toContain('removed 1')
    expect(await notes(first)).toMatchObject({ notes: [] })
    expect(await notes(second)).toMatchObject({ notes: ['milk'] })
  })

  it('do not run it at the other one when the first has dropped its tool', async () => {
    const { first, second, confirm, notes } = await start()
    await call(first, 'forget_wipe')
    await eventually(() => !names(first).includes('wipe'))
    expect(await confirm()).toContain('another tool than when the user was asked')
    expect(await notes(second)).toMatchObject({ notes: ['milk'] })
  })
})
