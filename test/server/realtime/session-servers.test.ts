import { afterEach, describe, expect, it } from 'vitest'
import { startMcpHttp } from '../../../src/server/mcp/mcp-http.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import type { ToolFunction } from '../../../src/toolkit/model/tool.js'
import { startServer } from '../../support/app.js'
import { mcpOptions } from '../../support/mcp.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const tool = (name: string, readOnlyHint: boolean): ToolFunction => ({
  ...{ name, description: `The tool ${name}.`, parameters: { type: 'object' } },
  annotations: { readOnlyHint, destructiveHint: !readOnlyHint, idempotentHint: false, openWorldHint: true },
  call: async () => ({ isError: false, content: `${name} ran`, requestMs: 0 }),
})

/** An MCP server of notes, and a session whose client may add it. */
async function start(script: ScriptedStep[] = [], { mayAdd = true } = {}) {
  const notes = await startMcpHttp(
    mcpOptions([{ getFunctions: () => [tool('list_notes', true), tool('wipe', false)] }]),
    { port: 0 },
  )
  const model = new ScriptedModel(script)
  const server = await startServer(
    { llm: model, tools: [new FakeTool({ name: 'list_pets', answer: [] })] },
    mayAdd ? { mcpOrigins: [new URL(notes.url).origin] } : {},
  )
  closing.push(() => server.close(), notes.close)
  const client = await server.connect()
  const add = (more: object = {}) => {
    const entry = { type: 'mcp', server_label: 'notes', server_url: notes.url, ...more }
    client.send({ type: 'session.update', session: { type: 'realtime', tools: [entry] } })
  }
  const say = (text: string) => {
    const content = [{ type: 'input_text', text }]
    client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
    client.send({ type: 'response.create' })
  }
  return { client, model, notes, add, say }
}

describe('an MCP server in the tools of a session', () => {
  it('is asked for its tools, which the client gets under its label', async () => {
    const { client, add } = await start()
    add({ authorization: 'token-of-the-client', headers: { 'X-Key': 'key-of-the-client' } })
    await client.next('mcp_list_tools.in_progress')
    const { item } = await client.next('conversation.item.done')
    expect(item).toMatchObject({
      type: 'mcp_list_tools',
      server_label: 'notes',
      tools: [{ name: 'list_notes' }, { name: 'wipe' }],
    })
    await client.next('mcp_list_tools.completed')
    expect(JSON.stringify(client.events)).not.toMatch(/(token|key)-of-the-client/)
  })

  it('has its tools beside those of the agent, and its label in the items of calls', async () => {
    const { client, model, add, say } = await start([[{ call: 'list_notes' }], [{ say: 'None.' }]])
    add()
    await client.next('mcp_list_tools.completed')
    say('Which notes are there?')
    const { response } = await client.next('response.done')
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['list_pets', 'list_notes', 'wipe'])
    expect(response.output).toMatchObject([
      { type: 'mcp_call', server_label: 'notes', name: 'list_notes', output: expect.stringContaining('ran') },
      { type: 'message' },
    ])
  })

  it.each([
    ['a write', {}, 'wipe', true],
    ['a read that must always ask', { require_approval: 'always' }, 'list_notes', true],
    ['a tool that never asks', { require_approval: { never: { tool_names: ['wipe'] } } }, 'wipe', false],
  ])('asks for approval: %s', async (_, more, name, asks) => {
    const { client, add, say } = await start([[{ call: name }], [{ say: 'Done.' }]])
    add(more)
    await client.next('mcp_list_tools.completed')
    say('Do it')
    const { response } = await client.next('response.done')
    const type = asks ? 'mcp_approval_request' : 'mcp_call'
    expect(response.output).toContainEqual(expect.objectContaining({ type, server_label: 'notes', name }))
    const other = asks ? 'mcp_call' : 'mcp_approval_request'
    expect(JSON.stringify(response.output)).not.toContain(other)
  })

  it.each([
    [['wipe'], ['wipe']],
    [{ read_only: true }, ['list_notes']],
    [[], []],
  ])('offers only the allowed tools: %j', async (allowed_tools, names) => {
    const { client, add } = await start()
    add({ allowed_tools })
    const { item } = await client.next('conversation.item.done')
    expect(item).toMatchObject({ tools: names.map((name) => ({ name })) })
  })

  it('is refused if the operator has not allowed its origin', async () => {
    const { client, add } = await start([], { mayAdd: false })
    add()
    const { error } = await client.next('error')
    expect(error).toMatchObject({ code: 'invalid_value', param: 'session.tools' })
    expect(error.message).toContain('the setting "mcpOrigins" names, which has none')
  })

  it('tells the client if it cannot be reached', async () => {
    const { client, notes, add } = await start()
    await notes.close()
    add()
    await client.next('mcp_list_tools.failed')
  })
})
