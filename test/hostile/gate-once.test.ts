import { afterEach, describe, expect, it } from 'vitest'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../support/agent.js'
import { eventually } from '../support/eventually.js'
import { collectionOf } from '../support/login-api.js'
import { connectMcp, mcpClient, mcpOptions } from '../support/mcp.js'
import { startApi } from '../support/tool.js'

/** A call is judged, shown and sent with the same input, and sends no more than what somebody agreed to. */

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function shop(...items: object[]) {
  const api = await startApi((_incoming, response) => response.end('{}'))
  cleanups.push(() => api.close())
  const kit = await RESTAPIToolkit.fromApiCollection({ collection: collectionOf(...items), baseUrl: api.url })
  return {
    kit,
    tools: kit.getFunctions(),
    sent: () => api.seen.map(({ method, url, body }) => `${method} ${url} ${body}`.trim()),
  }
}

const get = (url: string) => ({ name: 'Get report', request: { method: 'GET', url: `{{base_url}}${url}` } })

/** Inputs whose values are converted before they are sent: what is judged is what is sent. */
const CONVERTED: [url: string, input: JsonObject, isAsked: boolean][] = [
  ['/reports?dry_run=true&size=3', { dry_run: false }, true],
  ['/reports?dry_run=true&size=3', { dry_run: 'false' }, true],
  ['/reports?dry_run=1&size=3', { dry_run: 0 }, true],
  ['/reports?dry_run=1&size=3', { dry_run: '0' }, true],
  ['/reports?commit=false', { commit: 'true' }, true],
  ['/reports?bulk_action=list', { bulk_action: 'delete' }, true],
  ['/reports?size=3&filter=a', { filter: '1=1; DROP TABLE pets', size: '4' }, true],
  ['/reports/:name', { name: ['delete'] }, true],
  ['/reports?size=3', { size: '4' }, false],
  ['/reports?size=3', { size: null }, false],
  ['/reports?dry_run=true&size=3', { dry_run: 'true' }, false],
  ['/reports?tag=a', { tag: true }, false],
  ['/reports?tag=a', { tag: 5 }, false],
]

describe('an input that is converted', () => {
  it.each(CONVERTED)('is judged by an agent as it is sent: %s with %j', async (url, input, isAsked) => {
    const { tools, sent } = await shop(get(url))
    const model = new ScriptedModel([[{ call: 'get_report', input }], [{ say: 'Done.' }]])
    const talk = new TestConversation(testAgent({ models: [model], tools }))
    talk.say('now')
    await eventually(() => talk.events.some(({ type }) => type === 'reply-ended'))
    const asked = talk.conversation.history.items.find(({ type }) => type === 'mcp_approval_request')
    expect(sent()).toHaveLength(isAsked || asked ? 0 : 1)
    if (!asked) return
    const from = talk.events.length
    const shown = (asked as { arguments: string }).arguments
    const [tool] = tools
    const would = tool!.dryRun!(JSON.parse(shown))
    talk.answer(true)
    await eventually(() => talk.events.slice(from).some(({ type }) => type === 'reply-ended'))
    expect(sent().map((line) => line.split(' ')[1])).toEqual([
      new URL((would as { url: string }).url).pathname + new URL((would as { url: string }).url).search,
    ])
  })

  it.each(CONVERTED)('is judged over MCP as it is sent: %s with %j', async (url, input, isAsked) => {
    const { kit, sent } = await shop(get(url))
    const client = await connectMcp(mcpOptions([kit], { approve: 'writes' }))
    const result = await client.callTool({ name: 'get_report', arguments: input })
    const text = JSON.stringify(result.content)
    expect(sent()).toHaveLength(isAsked ? 0 : 1)
    if (!text.includes('confirm_call')) return
    const [, code] = /confirmation\\*":\\*"([\w-]+)/.exec(text) ?? []
    await client.callTool({ name: 'confirm_call', arguments: { confirmation: code } })
    expect(sent()).toHaveLength(1)
  })

  it('stays converted in the question', async () => {
    const { tools, sent } = await shop({
      name: 'Create order',
      request: {
        method: 'POST',
        url: '{{base_url}}/orders',
        body: { mode: 'raw', raw: '{"count":3,"paid":false}', options: { raw: { language: 'json' } } },
      },
    })
    const model = new ScriptedModel([
      [{ call: 'create_order', input: { body: { count: '5', paid: 'true' } } }],
      [{ say: 'Done.' }],
    ])
    const talk = new TestConversation(testAgent({ models: [model], tools }))
    talk.say('order five')
    await eventually(() => talk.events.some(({ type }) => type === 'reply-ended'))
    const asked = talk.conversation.history.items.find(({ type }) => type === 'mcp_approval_request')
    expect(JSON.parse((asked as { arguments: string }).arguments)).toEqual({ body: { count: 5, paid: true } })
    talk.answer(true)
    await eventually(() => sent().length > 0)
    expect(sent()).toEqual(['POST /orders {"count":5,"paid":true}'])
  })
})

describe('a permit', () => {
  const ITEMS = [
    get('/reports?filter=a'),
    { name: 'Create order', request: { method: 'POST', url: '{{base_url}}/orders' } },
    { name: 'Delete order', request: { method: 'DELETE', url: '{{base_url}}/orders/:id' } },
  ]
  it.each<[name: string, input: JsonObject, agreed: 'read' | 'write' | 'destructive', isSent: boolean]>([
    ['get_report', {}, 'read', true],
    ['get_report', { filter: 'b' }, 'read', true],
    ['get_report', { filter: '1=1; DROP TABLE pets' }, 'read', false],
    ['get_report', { filter: '1=1; DROP TABLE pets' }, 'write', false],
    ['get_report', { filter: '1=1; DROP TABLE pets' }, 'destructive', true],
    ['create_order', {}, 'read', false],
    ['create_order', {}, 'write', true],
    ['create_order', {}, 'destructive', true],
    ['delete_order', { id: '5' }, 'read', false],
    ['delete_order', { id: '5' }, 'write', false],
    ['delete_order', { id: '5' }, 'destructive', true],
  ])('is no stronger than what was agreed: %s %j as %s', async (name, input, agreed, isSent) => {
    const { tools, sent } = await shop(...ITEMS)
    const result = await tools.find((tool) => tool.name === name)!.call(input, { agreed })
    expect(sent()).toHaveLength(isSent ? 1 : 0)
    expect(result.isError && result.reason).toBe(isSent ? false : 'not-approved')
  })
})

describe('confirm_call', () => {
  const listed = async (...items: object[]) => {
    const { kit } = await shop(...items)
    const { tools } = await (await connectMcp(mcpOptions([kit], { approve: 'writes' }))).listTools()
    return tools.map(({ name }) => name).includes('confirm_call')
  }

  it('is listed for a read that a text can turn into a write, and confirms this call', async () => {
    expect(await listed(get('/reports?filter=a'))).toBe(true)
    const { kit, sent } = await shop(get('/reports?filter=a'))
    const client = await connectMcp(mcpOptions([kit], { approve: 'writes' }))
    const { content } = await client.callTool({
      name: 'get_report',
      arguments: { filter: '1=1; DROP TABLE pets' },
    })
    const [, code] = /confirmation\\*":\\*"([\w-]+)/.exec(JSON.stringify(content)) ?? []
    expect(sent()).toEqual([])
    await client.callTool({ name: 'confirm_call', arguments: { confirmation: code } })
    expect(sent()).toHaveLength(1)
  })

  it('is not listed where no call can need it', async () => {
    expect(await listed(get('/reports'))).toBe(false)
    expect(await listed(get('/reports?page=2'))).toBe(false)
    const { kit } = await shop(get('/reports?filter=a'))
    const asking = await connectMcp(mcpOptions([kit], { approve: 'writes' }), mcpClient({ elicitation: {} }))
    expect((await asking.listTools()).tools.map(({ name }) => name)).not.toContain('confirm_call')
  })
})

describe('a question about parts that stand inside a masked value', () => {
  const tool = Object.assign(new FakeTool({ name: 'cancel_order', answer: {} }), {
    dryRun: () => ({
      method: 'POST',
      url: 'http://api.test/orders',
      headers: [],
      body: null,
      effects: [{ name: 'X-Action', text: 'purge all' }],
    }),
  })

  it.each(['spoken', 'typed', 'shown'] as const)('says them: %s', async (form) => {
    const { approvalQuestion } = await import('../../src/server/agent/approval-question.js')
    const { findAgentTexts } = await import('../../src/languages/agent-texts.js')
    const call = { tool, input: {}, arguments: '{}', dryRun: tool.dryRun() }
    expect(approvalQuestion([call as never], { locale: findAgentTexts('en'), form })).toContain(
      'X-Action purge all',
    )
  })
})
