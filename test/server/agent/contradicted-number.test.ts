import { describe, expect, it } from 'vitest'
import { findContradictedNumber } from '../../../src/server/agent/contradicted-number.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const toolkit = await RESTAPIToolkit.fromApiCollection({
  collection: {
    info: { name: 'Bank' },
    item: [
      {
        name: 'Create payment',
        request: {
          method: 'POST',
          url: 'http://127.0.0.1:1/payments',
          body: { mode: 'raw', raw: '{"amount": 1, "account": "A"}', options: { raw: { language: 'json' } } },
        },
      },
      { name: 'Get payment', request: { method: 'GET', url: 'http://127.0.0.1:1/payments/:paymentId' } },
    ],
  },
})
const tools = new Map(toolkit.getFunctions().map((tool) => [tool.name, tool]))

const reasonOf = (name: string, input: JsonObject, said: string, outputs: string[] = []) =>
  findContradictedNumber(
    { tool: tools.get(name)!, input, arguments: JSON.stringify(input) },
    { said, outputs },
  )?.reason

describe('a write with another number than the user said', () => {
  const refused: [said: string, body: JsonObject][] = [
    ['pay 4711 euros', { amount: 4 }],
    ['pay four seven one one euros', { amount: 47 }],
    ['pay 250 to account 998877', { amount: 250, account: '99887' }],
    ['pay 250 to account 998877', { amount: 250, account: '9988770' }],
    ['pay 1260', { amount: 1206 }],
  ]
  it.each(refused)('%s: %j is refused', (said, body) => {
    expect(reasonOf('create_payment', { body }, said)).toBe('contradicted-number')
  })

  const sent: [said: string, body: JsonObject][] = [
    ['pay 4711 euros', { amount: 4711 }],
    ['pay 15 euros', { amount: 1500 }],
    ['pay the 25 people 300 each', { amount: 300 }],
    ['pay what is open', { amount: 47 }],
    ['pay 250 to account 998877', { amount: 250, account: 'DE00998877' }],
  ]
  it.each(sent)('%s: %j is sent', (said, body) => {
    expect(reasonOf('create_payment', { body }, said)).toBeUndefined()
  })

  it('takes numbers of earlier outputs as known', () => {
    const outputs = ['{"content":{"open":47}}']
    expect(reasonOf('create_payment', { body: { amount: 47 } }, 'pay invoice 4711', outputs)).toBeUndefined()
  })

  it('leaves reads alone', () => {
    expect(reasonOf('get_payment', { paymentId: '4' }, 'show payment 4711')).toBeUndefined()
  })
})
