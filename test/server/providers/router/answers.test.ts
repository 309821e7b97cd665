import { expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { tool } from './shop-tools.js'
import { talk } from './talk.js'

const writing = (title: string, { method, path }: { method: string; path: string }, properties: object) =>
  tool(title, {
    method,
    path,
    parameters: {
      type: 'object',
      properties: {
        ...(path.includes('{') && { ticketId: { type: 'string' } }),
        body: { type: 'object', properties, required: Object.keys(properties) } as JsonSchema,
      },
      required: ['body'],
    },
  })
const pay = writing(
  'Send payment',
  { method: 'POST', path: '/payments' },
  {
    amount: { type: 'number' },
    currency: { type: 'string', examples: ['EUR'] },
  },
)
const extend = writing(
  'Extend ticket',
  { method: 'PUT', path: '/tickets/{ticketId}/end' },
  {
    end: { type: 'string', format: 'date' },
  },
)
const answer = () => ({ status: 204, content: null })

it('takes a corrected amount, no number for a currency, and no "yes" for a text', async () => {
  const said = await talk(['send a payment of 20', 'no, 25', 'yes', 'EUR'], { tools: [pay], answer })
  expect(said.filter((line) => line.startsWith('send_payment'))).toEqual([
    'send_payment {"body":{"amount":25,"currency":"EUR"}}',
  ])
})

it('does not ask what an id is for that it knows already', async () => {
  const said = await talk(['extend ticket T-77', 'extend T-77 until December 12 2030'], {
    tools: [extend],
    answer,
  })
  expect(said).toContain('extend_ticket {"ticketId":"T-77","body":{"end":"2030-12-12"}}')
})
