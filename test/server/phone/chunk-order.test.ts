import { expect, it } from 'vitest'
import { ChunkOrder } from '../../../src/server/phone/phone-call.js'

it.each<[what: string, numbers: number[], order: number[]]>([
  ['in order', [1, 2, 3], [1, 2, 3]],
  ['from any number on', [7, 8], [7, 8]],
  ['two exchanged', [1, 3, 2, 4], [1, 2, 3, 4]],
  ['three late', [1, 4, 3, 2, 5], [1, 2, 3, 4, 5]],
  ['repeated', [1, 1, 2, 2, 1], [1, 2]],
  ['one lost', [1, 3, 4, 5, 6, 7, 8, 9], [1, 3, 4, 5, 6, 7, 8, 9]],
  ['one lost and late', [1, 3, 4, 5, 6, 7, 8, 2, 9], [1, 3, 4, 5, 6, 7, 8, 9]],
  ['far away', [1, 2, 10_000, 10_001], [1, 2, 10_000, 10_001]],
])('%s', (_, numbers, order) => {
  const chunks = new ChunkOrder()
  const out = numbers.flatMap((number) => chunks.push(number, Uint8Array.of(number % 256, number >> 8)))
  expect(out.map(([low = 0, high = 0]) => low + 256 * high)).toEqual(order)
})
