import { describe, expect, it } from 'vitest'
import { findWrongRecord, spokenIds } from '../../../src/server/agent/addressed-record.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { ToolFunction } from '../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../../support/agent.js'

const items = [
  { name: 'Delete customer', request: { method: 'DELETE', url: 'http://127.0.0.1:1/customers/:customerId' } },
  {
    name: 'Delete post',
    request: { method: 'DELETE', url: 'http://127.0.0.1:1/users/:userId/posts/:postId' },
  },
  {
    name: 'Set price',
    request: {
      method: 'PUT',
      url: 'http://127.0.0.1:1/products/:productId',
      body: { mode: 'raw', raw: '{"price": 1}', options: { raw: { language: 'json' } } },
    },
  },
  { name: 'Get customer', request: { method: 'GET', url: 'http://127.0.0.1:1/customers/:customerId' } },
  { name: 'Empty cart', request: { method: 'DELETE', url: 'http://127.0.0.1:1/cart' } },
]

async function tools(): Promise<Map<string, ToolFunction>> {
  const toolkit = await RESTAPIToolkit.fromApiCollection({
    collection: { info: { name: 'Shop' }, item: items },
  })
  return new Map(toolkit.getFunctions().map((tool) => [tool.name, tool]))
}

const NOUNS = new Set(['customer', 'order'])

describe('the ids that a sentence names', () => {
  const cases: [sentence: string, ids: string[]][] = [
    ['Delete customer 5', ['5']],
    ['Delete customer 5 please', ['5']],
    ['Delete customers 5 and 6.', ['5', '6']],
    ['Elimina el cliente 5', ['5']],
    ['Lösche den Kunden Nummer 17 jetzt', ['17']],
    ['Xóa khách hàng 5', ['5']],
    ['cancel #4711', ['4711']],
    ['cancel order ORD-0017', ['ORD-0017']],
    ['remove 7628ab5b-8a08-3aba-bf12-107c0a73d259', ['7628ab5b-8a08-3aba-bf12-107c0a73d259']],
    ['5', ['5']],
    ['order 3 pizzas', ['3']],
    ['send 3 pizzas', []],
    ['set it to 20', []],
    ['delete the last 5', []],
    ['book it for 5pm', []],
    ['at 10:30 on 2026-01-05', []],
    ['add 5% tax and 3.50 tip', []],
    ['yes', []],
  ]
  it.each(cases)('%s names %j', (sentence, ids) => {
    expect(spokenIds(sentence, NOUNS)).toEqual(ids)
  })
})

describe('a write that is about another record than the user said', () => {
  const LOOKED_UP = JSON.stringify({
    content: [
      { id: 812, number: 5 },
      { id: 9, number: 6 },
    ],
  })
  const cases: [said: string, tool: string, input: JsonObject, isRefused: boolean, outputs?: string[]][] = [
    ['Delete customer 5', 'delete_customer', { customerId: 1 }, true],
    ['Delete customer 5', 'delete_customer', { customerId: '5' }, false],
    ['Delete customer 17', 'delete_customer', { customerId: 'CUS-0017' }, false],
    ['Delete customers 5 and 6', 'delete_customer', { customerId: 6 }, false],
    ['Delete customers 5 and 6', 'delete_customer', { customerId: 9 }, true],
    ['Delete customer 5', 'get_customer', { customerId: 1 }, false],
    ['Delete post 7 of user 3', 'delete_post', { userId: 3, postId: 7 }, false],
    ['Delete post 7 of user 3', 'delete_post', { userId: 3, postId: 9 }, true],
    ['Delete post 7', 'delete_post', { userId: 3, postId: 7 }, false],
    ['Set the price of product Lamp to 30', 'set_price', { productId: 812, body: { price: 30 } }, false],
    ['Delete customer Ann', 'delete_customer', { customerId: 812 }, false],
    ['yes', 'delete_customer', { customerId: 812 }, false],
    ['Delete customer 5', 'delete_customer', { customerId: 812 }, false, [LOOKED_UP]],
    ['Delete customer 5', 'delete_customer', { customerId: 9 }, true, [LOOKED_UP]],
    ['Delete customer 5', 'empty_cart', {}, false],
  ]
  it.each(cases)('"%s" and %s %j', async (said, name, input, isRefused, outputs = []) => {
    const tool = (await tools()).get(name)!
    const result = findWrongRecord({ tool, input, arguments: '{}' }, { said, outputs })
    expect(result?.reason).toBe(isRefused ? 'wrong-record' : undefined)
  })

  it('is not sent, and the model is told why', async () => {
    const model = new ScriptedModel(({ history }) =>
      history.at(-1)?.role === 'user'
        ? [{ call: 'delete_customer', input: { customerId: 1 } }]
        : [{ say: 'Which customer do you mean?' }],
    )
    const agent = testAgent({ models: [model], tools: [...(await tools()).values()], approve: 'none' })
    const conversation = new TestConversation(agent)
    expect(await conversation.turn('Delete customer 5')).toEqual(['Which customer do you mean?'])
    expect(JSON.stringify(conversation.events)).toContain('Not sent: the user said')
  })
})
