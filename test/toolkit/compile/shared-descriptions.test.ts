import { expect, it } from 'vitest'
import { withTitles } from '../../../src/toolkit/compile/derive-collection.js'

it('puts the title before a description that another title has too', () => {
  const descriptions = ['Sends a payment.', 'Sends a payment.', 'Lists payments.', 'Twice.', 'Twice.', '', '']
  const titles = ['Pay by card.', 'Pay by bank', 'List payments', 'Same', 'Same', 'A', 'B']
  expect(withTitles(descriptions, titles)).toEqual([
    'Pay by card. Sends a payment.',
    'Pay by bank. Sends a payment.',
    'Lists payments.',
    ...['Twice.', 'Twice.', '', ''],
  ])
})
