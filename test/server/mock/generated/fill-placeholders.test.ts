import { expect, it } from 'vitest'
import { fillPlaceholders } from '../../../../src/server/mock/generated/make-value.js'

it.each<[object, unknown]>([
  [
    {
      id: '<integer>',
      price: '<number>',
      done: '<boolean>',
      at: '<dateTime>',
      day: '<date>',
      mail: '<email>',
    },
    {
      id: 1,
      price: 19.9,
      done: true,
      at: '2025-03-01T09:00:00Z',
      day: '2025-04-01',
      mail: 'ana@example.com',
    },
  ],
  [
    { tags: ['<string>'], owner: { id: '<string>' } },
    { tags: ['Tags 1'], owner: { id: '1' } },
  ],
  [
    { key: '<uuid>' },
    { key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/) },
  ],
  [
    [
      { id: '<integer>', name: '<string>', day: '<date>' },
      { id: '<integer>', name: '<string>', day: '<date>' },
    ],
    [
      { id: 1, name: 'Book 1', day: '2025-04-01' },
      { id: 2, name: 'Book 2', day: '2025-04-02' },
    ],
  ],
  [
    { name: 'Rex', kind: '<string>' },
    { name: 'Rex', kind: 'Kind 1' },
  ],
])('fills %j by type and name', (body, want) => {
  expect(JSON.parse(fillPlaceholders(JSON.stringify(body), 'book')!)).toEqual(want)
})

it.each([
  '',
  '{"a":1}',
  '<html>',
  '{"a":"<string>"',
  '"<"',
  `${'['.repeat(999)}"<string>"${']'.repeat(999)}`,
])('leaves %j alone', (body) => expect(fillPlaceholders(body, 'book')).toBeUndefined())
