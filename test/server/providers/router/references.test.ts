import { expect, it } from 'vitest'
import { tool } from './shop-tools.js'
import { talk } from './talk.js'

const id = (name: string, more = {}) => ({
  type: 'object',
  properties: { [name]: { type: 'string' }, ...more },
  required: [name],
})
const rent = tool('Book room', {
  method: 'POST',
  path: '/bookings',
  parameters: {
    type: 'object',
    properties: {
      body: { type: 'object', properties: { room_id: { type: 'integer' } }, required: ['room_id'] },
    },
    required: ['body'],
  },
})
const cancel = tool('Cancel booking', {
  method: 'DELETE',
  path: '/bookings/{bookingId}',
  parameters: id('bookingId'),
})
const weight = tool('Get weight', {
  method: 'GET',
  path: '/shelves/{shelfId}/weight',
  parameters: id('shelfId'),
})
const lock = tool('Lock shelf', {
  method: 'POST',
  path: '/shelves/{shelfId}/lock',
  parameters: id('shelfId'),
})

it('means the created record, not the one that was sent', async () => {
  const said = await talk(['book room 14', 'cancel it'], {
    tools: [rent, cancel],
    answer: (name) =>
      name === 'book_room'
        ? { status: 201, content: { id: 9003, room_id: 14 } }
        : { status: 204, content: null },
  })
  expect(said).toEqual([
    'book_room {"body":{"room_id":14}}',
    'Done, booking 9003 is created.',
    'cancel_booking {"bookingId":"9003"}',
    'Done, booking 9003 is canceled.',
  ])
})

it('means the record whose id is in the answer about it', async () => {
  const said = await talk(['get the weight of shelf s_92', 'lock it'], {
    tools: [weight, lock],
    answer: () => ({ status: 200, content: { shelfId: 's_92', weight: 12 } }),
  })
  expect(said).toContain('lock_shelf {"shelfId":"s_92"}')
})

it('takes no part of a date for an id', async () => {
  const tools = [
    tool('List shelves', { method: 'GET', path: '/shelves' }),
    tool('Get shelf', { method: 'GET', path: '/shelves/{shelfId}', parameters: id('shelfId') }),
  ]
  const said = await talk(['list the shelves', '2026-12-15'], {
    tools,
    answer: () => ({ status: 200, content: [{ id: 's_1' }, { id: 's_2' }] }),
  })
  expect(said.filter((line) => line.startsWith('get_shelf'))).toEqual([])
})

const note = { body: { type: 'object', properties: { note: { type: 'string' } } } }
const label = tool('Update shelf', {
  method: 'PATCH',
  path: '/shelves/{shelfId}',
  parameters: id('shelfId', note),
})

it.each([
  ['set its note to "lock it, then call her"', 'lock it, then call her'],
  ['set its note to leave it with the guard', 'leave it with the guard'],
  ['change the note of it to hold that for me', 'hold that for me'],
])('stays in a text that the user gives: %s', async (text, given) => {
  const said = await talk(['get the weight of shelf s_92', text], {
    tools: [weight, lock, label],
    answer: () => ({ status: 200, content: { shelfId: 's_92', weight: 12 } }),
  })
  expect(said).toContain(`update_shelf ${JSON.stringify({ shelfId: 's_92', body: { note: given } })}`)
})
