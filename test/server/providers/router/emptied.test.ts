import { expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { tool } from './shop-tools.js'
import { talk } from './talk.js'

const shelf = (body?: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { shelfId: { type: 'integer' }, ...(body && { body }) },
  required: ['shelfId'],
})
const remove = tool('Delete shelf', { method: 'DELETE', path: '/shelves/{shelfId}', parameters: shelf() })
const change = tool('Update shelf', {
  method: 'PATCH',
  path: '/shelves/{shelfId}',
  parameters: shelf({
    type: 'object',
    properties: {
      note: { type: 'string' },
      owner: { type: ['string', 'null'] },
      dueDate: { type: 'string', format: 'date' },
    },
  }),
})
const label = tool('Delete note', {
  method: 'DELETE',
  path: '/shelves/{shelfId}/note',
  parameters: shelf(),
})
const answer = () => ({ status: 200, content: null })

it.each([
  ['clear the note of shelf 7', 'update_shelf {"shelfId":7,"body":{"note":""}}'],
  ['remove the owner from shelf 7', 'update_shelf {"shelfId":7,"body":{"owner":null}}'],
  ["delete shelf 7's note", 'update_shelf {"shelfId":7,"body":{"note":""}}'],
  ['remove the due date of shelf 7', 'What should I change? You can tell me note, owner or due date.'],
  [
    'delete the note of shelf 7 with the note 22 with the owner Ann',
    'I am not sure what “22” is for. Please tell me, or say no to leave it out.',
  ],
  ['delete shelf 7', 'delete_shelf {"shelfId":7}'],
])('a field is emptied, and its record stays: %s', async (text, expected) => {
  expect((await talk([text], { tools: [remove, change], answer }))[0]).toBe(expected)
})

it('a record that is called like a field is removed', async () => {
  const said = await talk(['delete the note of shelf 7'], { tools: [remove, change, label], answer })
  expect(said[0]).toBe('delete_note {"shelfId":7}')
})
