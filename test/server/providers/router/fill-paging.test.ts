import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { tool } from './shop-tools.js'
import { step } from './talk.js'

const paged: JsonSchema = {
  type: 'object',
  properties: { page: { type: 'integer', examples: [1] }, limit: { type: 'integer', examples: [10] } },
}
const tools = [
  tool('List invoices', { method: 'GET', path: '/invoices', parameters: paged }),
  tool('Get invoice', {
    ...{ method: 'GET', path: '/invoices/{invoiceId}' },
    parameters: {
      type: 'object',
      properties: { invoiceId: { type: 'integer', examples: [1] } },
      required: ['invoiceId'],
    },
  }),
]

describe('pages of a list', () => {
  it.each([
    ['give me the second page of the invoices, five at a time', { page: 2, limit: 5 }],
    ['show page 3 of the invoices, ten per page', { page: 3, limit: 10 }],
    ['the invoices, twenty on each page, third page please', { page: 3, limit: 20 }],
    ['list the invoices 15 a page', { limit: 15 }],
  ])('%s', async (text, input) =>
    expect((await step([{ role: 'user', text }], { tools })).call).toMatchObject({
      name: 'list_invoices',
      input,
    }),
  )

  it('German', async () => {
    const history = [
      { role: 'user' as const, text: 'zeig mir die dritte Seite der Invoices, zehn pro Seite' },
    ]
    const { call } = await step(history, { tools, router: { language: 'de' } })
    expect(call).toMatchObject({ name: 'list_invoices', input: { page: 3, limit: 10 } })
  })

  it('leaves the number of a record alone', async () => {
    const { call } = await step([{ role: 'user', text: 'show invoice 5 on a page' }], { tools })
    expect(call).toMatchObject({ name: 'get_invoice', input: { invoiceId: 5 } })
  })
})
