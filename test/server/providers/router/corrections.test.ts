import { expect, it } from 'vitest'
import type { ModelMessage } from '../../../../src/server/model/language-model.js'
import { tool } from './shop-tools.js'
import { step, talk } from './talk.js'

const budget = tool('Set budget', {
  method: 'PUT',
  path: '/projects/{projectId}/budget',
  parameters: {
    type: 'object',
    properties: {
      projectId: { type: 'string' },
      body: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    },
    required: ['projectId', 'body'],
  },
})
const answer = () => ({ status: 204, content: null })
const call = (projectId: string, amount: number) =>
  `set_budget ${JSON.stringify({ projectId, body: { amount } })}`

it('gives a new value to the same record', async () => {
  const said = await talk(['set the budget of project p_91 to 3000', 'and to 3500', 'no, to 3600'], {
    tools: [budget],
    answer,
  })
  expect(said.filter((line) => line.startsWith('set_budget'))).toEqual([
    call('p_91', 3000),
    call('p_91', 3500),
    call('p_91', 3600),
  ])
})

it('reads thousands as the language of the user writes them', async () => {
  const options = { tools: [budget], answer, router: { language: 'de' } }
  const [first] = await talk(['Setze das Budget von project p_91 auf 2.500 Euro'], options)
  const [second] = await talk(['Setze das Budget von project p_91 auf 2.500,50 Euro'], options)
  expect([first, second]).toEqual([call('p_91', 2500), call('p_91', 2500.5)])
})

it.each([
  ['no, to 3500', call('p_91', 3500)],
  ['no, p_92', call('p_92', 3000)],
])('changes the call that the user has declined with "%s"', async (text, corrected) => {
  const [callId, name] = ['c1', 'set_budget']
  const input = JSON.stringify({ projectId: 'p_91', body: { amount: 3000 } })
  const history: ModelMessage[] = [
    { role: 'user', text: 'set the budget of project p_91 to 3000' },
    { role: 'assistant', text: '', toolCalls: [{ callId, name, arguments: input }] },
    {
      ...{ role: 'tool', callId, name, isError: true },
      output: JSON.stringify({ isError: true, reason: 'declined', content: 'The user declined.' }),
    },
  ]
  const next = await step([...history, { role: 'user', text }], { tools: [budget] })
  expect(`${next.call?.name} ${JSON.stringify(next.call?.input)}`).toBe(corrected)
  const refused = await step([...history, { role: 'user', text: 'no' }], { tools: [budget] })
  expect(refused.call).toBeUndefined()
})

const bookRoom = tool('Book room', {
  method: 'POST',
  path: '/bookings',
  parameters: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: { room_id: { type: 'integer' }, guest_id: { type: 'integer' } },
        required: ['room_id', 'guest_id'],
      },
    },
    required: ['body'],
  },
})
const listGuests = tool('List guests', { method: 'GET', path: '/guests' })
const renameGuest = tool('Rename guest', {
  method: 'PATCH',
  path: '/guests/{guestId}',
  parameters: {
    type: 'object',
    properties: {
      guestId: { type: 'integer' },
      body: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
    required: ['guestId', 'body'],
  },
})

it('repeats a call for another record that it takes', async () => {
  const said = await talk(['book room 12 for guest 501', 'and for guest 502'], {
    tools: [bookRoom, listGuests, renameGuest],
    answer,
  })
  expect(said).toContain('book_room {"body":{"room_id":12,"guest_id":502}}')
})
