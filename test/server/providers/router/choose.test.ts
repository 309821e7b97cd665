import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import { step } from './talk.js'

const tools: ModelTool[] = compileCollection(
  parseCollection({
    info: { name: 'Customers' },
    item: [
      { name: 'Get customer', request: { method: 'GET', url: 'https://api.example/customers/:customerId' } },
    ],
  }),
).definitions.map((definition) => ({ ...definition, definition }))

const called = async (text: string) => (await step([{ role: 'user', text }], { tools })).call?.name

describe('an instruction to delete, where no tool deletes', () => {
  it.each(['delete customer 4', 'please remove customer 4', 'supprime le client 4'])(
    '%s: calls nothing',
    async (text) => {
      expect(await called(text)).toBeUndefined()
    },
  )

  it('leaves the read of the same record alone', async () => {
    expect(await called('show customer 4')).toBe('get_customer')
  })
})
