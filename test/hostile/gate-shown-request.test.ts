import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../support/agent.js'
import { eventually } from '../support/eventually.js'
import { connectMcp, mcpOptions } from '../support/mcp.js'

let api: Server
let url: string
let sent: string[]
/** The value that the API answers where a later request needs one. */
let answered: string
beforeEach(async () => {
  sent = []
  answered = 'abc'
  let number = 0
  api = createServer((request, response) => {
    if (request.method !== 'GET') sent.push(`${request.method} ${request.url}`)
    if (request.url === '/orders/latest') number += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url: `${url}/orders/ord-${number}`, value: answered }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => api.close(resolve)))

const captures = {
  listen: 'test',
  script: { exec: ['pm.environment.set("order_url", pm.response.json().url);'] },
}
const json = (body: object) => ({
  body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } },
})
const post = (name: string, path: string, body: object, method = 'POST') => ({
  name,
  request: { method, url: `{{base}}${path}`, ...json(body) },
})

async function toolsOf(...items: object[]) {
  const toolkit = await RESTAPIToolkit.fromApiCollection({
    collection: {
      info: { name: 'Shop' },
      item: items,
      variable: [
        { key: 'base', value: url },
        { key: 'order_url', value: `${url}/orders/ord-0` },
      ],
    },
  })
  return toolkit
}
const SHOP = [
  { name: 'Get latest order', request: { method: 'GET', url: '{{base}}/orders/latest' }, event: [captures] },
  { name: 'Delete current order', request: { method: 'DELETE', url: '{{order_url}}' } },
]

async function talk(steps: ScriptedStep[], ...items: object[]) {
  const toolkit = await toolsOf(...items)
  const tools = toolkit.getFunctions()
  return new TestConversation(testAgent({ models: [new ScriptedModel(steps)], tools }))
}
const settled = (conversation: TestConversation, replies: number) =>
  eventually(() => conversation.events.filter(({ type }) => type === 'reply-ended').length >= replies)

describe('a yes', () => {
  it('does not send another order than the question had, and asks with the new one', async () => {
    const conversation = await talk(
      [
        [{ call: 'delete_current_order' }],
        [{ call: 'get_latest_order' }],
        [{ say: 'It was 5.' }],
        [{ say: 'Done.' }],
      ],
      ...SHOP,
    )
    conversation.say('delete it')
    await settled(conversation, 1)
    conversation.say('what was the amount of it?')
    await settled(conversation, 2)
    expect(conversation.answer(true, conversation.requests[0])).toBe(false)
    expect(JSON.stringify(conversation.events)).toContain('/orders/ord-1')
    expect(sent).toEqual([])
    conversation.say('yes')
    await settled(conversation, 3)
    expect(sent).toEqual(['DELETE /orders/ord-1'])
  })

  it('over MCP, does not send another order than the question had', async () => {
    const client = await connectMcp(
      mcpOptions([await toolsOf(...SHOP)], { approve: 'writes', toolSet: 'all' }),
    )
    const call = async (name: string, args: object = {}) =>
      JSON.stringify((await client.callTool({ name, arguments: { ...args } })).content)
    const codeOf = (text: string) => /confirmation[^0-9a-f]*([0-9a-f-]{36})/.exec(text)?.[1]
    await call('get_latest_order')
    const confirmation = codeOf(await call('delete_current_order'))
    await call('get_latest_order')
    expect(await call('confirm_call', { confirmation })).toContain('no longer the one that was approved')
    expect(sent).toEqual([])
    await call('confirm_call', { confirmation: codeOf(await call('delete_current_order')) })
    expect(sent).toEqual(['DELETE /orders/ord-2'])
  })

  it('over MCP, is not given by a form with a no in it', async () => {
    const tool = new FakeTool({ name: 'delete_pet', effect: 'destroy' })
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
    const answers = [{ approve: false }, { confirm: 'no' }, {}]
    client.setRequestHandler(ElicitRequestSchema, () => ({
      action: 'accept',
      content: answers.shift() as never,
    }))
    await connectMcp(mcpOptions([{ getFunctions: () => [tool] }], { approve: 'writes' }), client)
    for (const count of [0, 0, 1]) {
      await client.callTool({ name: 'delete_pet', arguments: {} })
      expect(tool.calls).toHaveLength(count)
    }
  })
})

const given = (variable: string) => ({
  name: 'Get current value',
  request: { method: 'GET', url: '{{base}}/current' },
  event: [
    {
      listen: 'test',
      script: { exec: [`pm.environment.set("${variable}", pm.response.json().value);`] },
    },
  ],
})
const csrf = 'x&action=wipe&_method=DELETE'
const notes = { mode: 'raw', raw: '{"text":"hi"}', options: { raw: { language: 'json' } } }

describe('an answer of the API that a request needs', () => {
  it.each([
    ['order_token', '../users/5?all=true&purge=1', 'DELETE', '/orders/{{order_token}}'],
    ['order_token', '5/items#a', 'DELETE', '/orders/{{order_token}}'],
    ['csrf_token', csrf, 'POST', '/notes?csrf={{csrf_token}}'],
    ['note_ref', csrf, 'POST', '/notes?csrf={{note_ref}}'],
  ])('adds nothing to the approved request: %s is %s', async (variable, value, method, path) => {
    answered = value
    const name = method === 'DELETE' ? 'Cancel current order' : 'Create note'
    const request = { method, url: `{{base}}${path}`, ...(method === 'POST' && { body: notes }) }
    const call = name.toLowerCase().replaceAll(' ', '_')
    const input: JsonObject = method === 'POST' ? { body: { text: 'hi' } } : {}
    const steps: ScriptedStep[] = [[{ call, input }], [{ say: 'Done.' }]]
    const conversation = await talk(steps, given(variable), { name, request })
    conversation.say('that order or note')
    await settled(conversation, 1)
    expect(sent).toEqual([])
    conversation.say('yes')
    await settled(conversation, 2)
    const text = encodeURIComponent(value).replace(/^\.\./, '%2E%2E')
    expect(sent).toEqual([`${method} ${path.replace(/\{\{\w+\}\}/, text)}`])
  })

  it.each([
    ['is a command in the path', 'purge', '/orders/{{order_token}}'],
    ['is an action', 'wipe', '/orders?action={{order_token}}'],
    ['is the name of a parameter', 'force', '/orders?{{order_token}}=1'],
    ['is a whole address with more in it', '/orders/7/all?force=1', '{{base}}{{order_token}}'],
  ])('is asked about before it is sent if it %s', async (_, value, path) => {
    answered = value
    const address = path.startsWith('{{') ? path : `{{base}}${path}`
    const request = { method: 'POST', url: address, body: notes }
    const conversation = await talk(
      [[{ call: 'update_current_order', input: { body: { text: 'hi' } } }], [{ say: 'Done.' }]],
      given('order_token'),
      { name: 'Update current order', request },
    )
    conversation.say('that order or note')
    await settled(conversation, 1)
    conversation.say('yes')
    await settled(conversation, 2)
    expect(sent).toEqual([])
    expect(conversation.requests).toHaveLength(2)
    conversation.say('yes')
    await settled(conversation, 3)
    expect(sent).toEqual([`POST ${path.replace('{{base}}', '').replace('{{order_token}}', value)}`])
  })
})

describe('an earlier answer beside the address and the body', () => {
  const cancel = { call: 'cancel_order' }
  const places: [what: string, request: object][] = [
    ['in a header', { header: [{ key: 'X-Account', value: '{{order_url}}' }] }],
    ['in a cookie', { header: [{ key: 'Cookie', value: 'account={{order_url}}' }] }],
  ]
  const talkOf = (request: object, variable: string, between: ScriptedStep[]) =>
    talk(
      [[{ call: 'get_current_value' }], [{ say: 'Ann.' }], [cancel], ...between, [{ say: 'Done.' }]],
      given(variable),
      { name: 'Cancel order', request: { method: 'DELETE', url: '{{base}}/order', ...request } },
    )

  it.each(places)('is the one of the question, %s', async (_, request) => {
    const conversation = await talkOf(request, 'order_url', [
      [{ call: 'get_current_value' }],
      [{ say: 'It is now Bob.' }],
    ])
    conversation.say('whose account is it?')
    await settled(conversation, 1)
    conversation.say('cancel the order of it')
    await settled(conversation, 2)
    answered = 'other'
    conversation.say('whose account is it?')
    await settled(conversation, 3)
    const [first] = conversation.requests
    expect(conversation.answer(true, first)).toBe(false)
    expect(sent).toEqual([])
    conversation.say('yes')
    await settled(conversation, 4)
    expect(sent).toEqual(['DELETE /order'])
  })

  it('may be renewed if it is a credential', async () => {
    const request = { header: [{ key: 'X-Session-Token', value: '{{session_token}}' }] }
    const conversation = await talkOf(request, 'session_token', [
      [{ call: 'get_current_value' }],
      [{ say: 'It is renewed.' }],
    ])
    conversation.say('log me in')
    await settled(conversation, 1)
    conversation.say('cancel the order')
    await settled(conversation, 2)
    answered = 'other-12345678'
    conversation.say('and again?')
    await settled(conversation, 3)
    conversation.say('yes')
    await settled(conversation, 4)
    expect(sent).toEqual(['DELETE /order'])
  })
})

describe('a request named as a check of an identity', () => {
  const said = 'I am 00451277 and my PIN is 4711, amount 900 to mallory, 42'
  const who = { customer_number: '00451277', pin: '4711' }
  it.each([
    ['sends money', post('Verify caller', '/transfer', who), 'verify_caller', { body: who }],
    [
      'has other data',
      post('Login', '/login', { ...who, amount: 1 }),
      'login',
      { body: { ...who, amount: 900 } },
    ],
    ['is a PUT', post('Sign in user', '/users/login', who, 'PUT'), 'sign_in_user', { body: who }],
    [
      'checks out',
      { name: 'Check out guest', request: { method: 'POST', url: '{{base}}/guests/:guest_id/checkout' } },
      'check_out_guest',
      { guest_id: '42' },
    ],
    [
      'sends no credential',
      post('Verify caller', '/verify', { email: 'x' }),
      'verify_caller',
      { body: { email: '42' } },
    ],
  ])('asks if it %s', async (_, item, call, input) => {
    const conversation = await talk([[{ call, input }], [{ say: 'x' }]], item)
    conversation.say(said)
    await settled(conversation, 1)
    expect(sent).toEqual([])
    expect(conversation.requests).toHaveLength(1)
  })

  it.each(['do not verify 00451277 with 4711', 'is 00451277 with 4711 right?'])(
    'asks after %j',
    async (words) => {
      const conversation = await talk(
        [[{ call: 'verify_caller', input: { body: who } }], [{ say: 'x' }]],
        post('Verify caller', '/verify', who),
      )
      conversation.say(words)
      await settled(conversation, 1)
      expect(sent).toEqual([])
      expect(conversation.requests).toHaveLength(1)
    },
  )

  it('runs after the user gave the values', async () => {
    const conversation = await talk(
      [[{ call: 'verify_caller', input: { body: who } }], [{ say: 'x' }]],
      post('Verify caller', '/verify', who),
    )
    conversation.say('I am 00451277, PIN 4711')
    await settled(conversation, 1)
    expect(sent).toEqual(['POST /verify'])
  })
})
