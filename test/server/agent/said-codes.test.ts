import { describe, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../../support/agent.js'

const json = (raw: string) => ({ mode: 'raw', raw, options: { raw: { language: 'json' } } })
const toolkit = await RESTAPIToolkit.fromApiCollection({
  collection: {
    info: { name: 'Shop' },
    item: [
      {
        name: 'Delete customer',
        request: { method: 'DELETE', url: 'http://127.0.0.1:1/customers/:customerId' },
      },
      {
        name: 'Create payment',
        request: {
          method: 'POST',
          url: 'http://127.0.0.1:1/payments',
          body: json('{"amount": 1, "account": "A"}'),
        },
      },
      { name: 'Get customer', request: { method: 'GET', url: 'http://127.0.0.1:1/customers/:customerId' } },
    ],
  },
})
const tools = toolkit.getFunctions()

async function questionFor(said: string, call: string, input: JsonObject): Promise<string> {
  const model = new ScriptedModel([[{ call, input }]])
  const conversation = new TestConversation(testAgent({ models: [model], tools }))
  const [question = ''] = await conversation.turn(said)
  return question
}

describe('the approval of a write shows beside it which record the user named', () => {
  const told: [said: string, tool: string, input: JsonObject, words: string][] = [
    ['Delete customer 5', 'delete_customer', { customerId: 1 }, '“5”'],
    ['Delete customers 5 and 6', 'delete_customer', { customerId: 9 }, '“5”, “6”'],
    ['Delete customer CUS-17.', 'delete_customer', { customerId: 'CUS-18' }, '“CUS-17”'],
    ['Bitte lösche den Kunden Nummer fünf', 'delete_customer', { customerId: 1 }, '“5”'],
    ['borra el cliente 5', 'delete_customer', { customerId: 1 }, '“5”'],
  ]
  it.each(told)('%s, and %s %j', async (said, tool, input, words) => {
    expect(await questionFor(said, tool, input)).toContain(` You said ${words}. Go ahead?`)
  })

  const same: [said: string, tool: string, input: JsonObject][] = [
    ['Delete customer 5', 'delete_customer', { customerId: '5' }],
    ['Delete customer 17', 'delete_customer', { customerId: 'CUS-0017' }],
    ['Delete customer Ann', 'delete_customer', { customerId: 'ann' }],
    ['Delete her', 'delete_customer', { customerId: 812 }],
    ['Delete the customer for 7 people at 3 pm', 'delete_customer', { customerId: 812 }],
    ['Delete the customer of March 3, he is 54', 'delete_customer', { customerId: 'CUS-18' }],
    ['pay 4711 euros', 'create_payment', { body: { amount: 4 } }],
    ['pay 250 to account 998877', 'create_payment', { body: { amount: 250, account: '99887' } }],
    ['pay the 25 people 300 each', 'create_payment', { body: { amount: 300 } }],
    ['pay 250 to account 998877', 'create_payment', { body: { amount: 250, account: 'DE00998877' } }],
  ]
  it.each(same)('and not if nothing differs: %s, and %s %j', async (said, tool, input) => {
    const question = await questionFor(said, tool, input)
    expect(question).toMatch(/Go ahead\?$/)
    expect(question).not.toContain('You said')
  })
})

describe('the approval of a write names the record', () => {
  it.each<[content: JsonObject, want: string]>([
    [{ customers: [{ id: 812, name: 'Ann Bell', city: 'Rome' }] }, 'This deletes customer 812 “Ann Bell”'],
    [{ id: 812, firstName: 'Ann', lastName: 'Bell' }, 'This deletes customer 812 “Ann Bell”'],
    [{ orders: [{ id: 5, customerId: 812, name: 'Lamp' }] }, 'This deletes customer 812. '],
    [{ id: 812, city: 'Rome' }, 'This deletes customer 812. '],
  ])('as an earlier result does: %j', async (content, want) => {
    const find = new FakeTool({ name: 'find_customers', answer: content })
    const script = [[{ call: 'find_customers' }], [{ call: 'delete_customer', input: { customerId: 812 } }]]
    const agent = testAgent({ models: [new ScriptedModel(script)], tools: [...tools, find] })
    const [question = ''] = await new TestConversation(agent).turn('delete Ann')
    expect(question).toContain(want)
  })
})

describe('a write that needs no approval', () => {
  it('is sent as the model wrote it', async () => {
    const model = new ScriptedModel(({ history }) =>
      history.at(-1)?.role === 'user'
        ? [{ call: 'delete_customer', input: { customerId: 1 } }]
        : [{ say: 'It failed.' }],
    )
    const conversation = new TestConversation(testAgent({ models: [model], tools, approve: 'none' }))
    await conversation.turn('Delete customer 5')
    const call = conversation.conversation.history.items.find(({ type }) => type === 'mcp_call')
    expect(call).toMatchObject({ arguments: '{"customerId":1}' })
    expect(JSON.stringify(conversation.events)).not.toContain('Not sent')
  })
})
