import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'

const pay = (url: string, body: object, method = 'POST') => ({
  name: 'Charge somebody',
  request: { method, url, body: { mode: 'raw', raw: JSON.stringify(body) }, description: 'Takes a payment.' },
})

const described = (...item: object[]) =>
  Object.fromEntries(
    compileCollection(parseCollection({ info: { name: 'x' }, item })).definitions.map((one) => [
      one.name,
      one.description,
    ]),
  )

describe('tools of one title and description', () => {
  it('say their addresses', () => {
    expect(described(pay('https://x.com/cards', {}), pay('https://x.com/banks', {}))).toEqual({
      charge_somebody_cards: 'Takes a payment. (POST /cards)',
      charge_somebody_banks: 'Takes a payment. (POST /banks)',
    })
  })

  it('say in which fields they differ, and never what is secret', () => {
    const texts = described(
      pay('https://x.com/pay', { type: 'card', by: { name: 'A', api_key: 'one' }, amount: 1 }),
      pay('https://x.com/pay', { type: 'bank', by: { name: 'A', api_key: 'two' } }),
    )
    expect(Object.values(texts).sort()).toEqual([
      'Takes a payment. Its example has type "bank", another by.api_key, no amount.',
      'Takes a payment. Its example has type "card", another by.api_key, amount "1".',
    ])
  })

  it('say that they are the same', () => {
    const one = pay('https://x.com/pay', { type: 'card' })
    expect(described(one, one)).toEqual({
      charge_somebody: 'Takes a payment.',
      charge_somebody_2: 'Takes a payment. The same as charge_somebody.',
    })
  })
})
