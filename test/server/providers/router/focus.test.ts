import { expect, it } from 'vitest'
import { tool } from './shop-tools.js'
import { type Answer, talk } from './talk.js'

const text = { type: 'string' }
const id = { type: 'object', properties: { ticket_id: text }, required: ['ticket_id'] }
const fields = { customer_id: text, subject: text, copies: { type: 'integer' } }
const body = (required: string[]) => ({ type: 'object', properties: fields, required })
const tools = [
  tool('List tickets', {
    ...{ method: 'GET', path: '/tickets' },
    parameters: { type: 'object', properties: { customer_id: text } },
  }),
  tool('Get ticket', { method: 'GET', path: '/tickets/{ticket_id}', parameters: id }),
  tool('Create ticket', {
    ...{ method: 'POST', path: '/tickets' },
    parameters: { type: 'object', properties: { body: body(['subject']) }, required: ['body'] },
  }),
  tool('Update ticket', {
    ...{ method: 'PATCH', path: '/tickets/{ticket_id}' },
    parameters: {
      ...{ type: 'object', properties: { ...id.properties, body: body([]) } },
      required: ['ticket_id', 'body'],
    },
  }),
  tool('Escalate ticket', { method: 'POST', path: '/tickets/{ticket_id}/escalate', parameters: id }),
  tool('Delete ticket', { method: 'DELETE', path: '/tickets/{ticket_id}', parameters: id }),
  tool('Get customer', {
    ...{ method: 'GET', path: '/customers/{customer_id}' },
    parameters: { type: 'object', properties: { customer_id: text }, required: ['customer_id'] },
  }),
]
const printer = { id: 31, customer_id: 'c1', subject: 'Printer broken', status: 'open' }
const answer: Answer = (name, input) => {
  if (name === 'list_tickets') return { status: 200, content: [printer, { ...printer, id: 32 }] }
  if (name === 'escalate_ticket') return { status: 200, content: { ...printer, status: 'escalated' } }
  if (name === 'create_ticket') return { status: 201, content: { id: 40, ...(input.body as object) } }
  if (name === 'get_ticket') return { status: 200, content: printer }
  return { status: 204, content: null }
}
const last = async (...says: string[]) => (await talk(says, { tools, answer })).slice(-2)

it.each([
  ['escalate', 'escalate_ticket {"ticket_id":"31"}'],
  ['delete the ticket', 'delete_ticket {"ticket_id":"31"}'],
  [
    'change the subject to Printer on fire',
    'update_ticket {"ticket_id":"31","body":{"subject":"Printer on fire"}}',
  ],
  ['which customer is that?', 'get_customer {"customer_id":"c1"}'],
  ['which customer is it?', 'get_customer {"customer_id":"c1"}'],
  ['change that to 4 copies', 'update_ticket {"ticket_id":"31","body":{"copies":4}}'],
])('takes the id of the record that was shown: %s', async (said, call) => {
  expect(await last('show ticket 31', said)).toContain(call)
})

it.each([
  [['show ticket 31', 'delete a ticket']],
  [['list the tickets', 'escalate']],
  [['delete ticket 31', 'escalate the ticket']],
])('asks which record is meant where none is in focus: %s', async (says) => {
  expect((await last(...says)).at(-1)).toBe('Which ticket do you mean? Tell me its id.')
})

it.each([
  ['show ticket 31', 'what is the subject?', 'The subject of the ticket is Printer broken.'],
  ['escalate ticket 31', 'what is its status?', 'The status of Printer broken is escalated.'],
])('answers from what the last call returned: %s, %s', async (first, question, told) => {
  expect((await last(first, question)).at(-1)).toBe(told)
})

it('changes what it has created and creates no second one', async () => {
  const said = await last('create a ticket with the subject Posters and 2 copies', 'make that three')
  expect(said).toContain('update_ticket {"ticket_id":"40","body":{"copies":3}}')
})

it('gives up an open question for a new request', async () => {
  const said = await last('escalate a ticket', 'create a ticket with the subject Posters')
  expect(said).toContain('create_ticket {"body":{"subject":"Posters"}}')
})

it('looks up a record by a word of its name before its noun', async () => {
  const said = await talk(['escalate the printer ticket'], {
    tools,
    answer: (name, input) =>
      name === 'list_tickets' ? { status: 200, content: [printer] } : answer(name, input),
  })
  expect(said).toContain('escalate_ticket {"ticket_id":"31"}')
})

it('puts a place and the form of an example to their filters', async () => {
  const events = tool('List events', {
    ...{ method: 'GET', path: '/events' },
    parameters: {
      type: 'object',
      properties: { host: { ...text, examples: ['Ann Lee'] }, city: text },
    },
  })
  const told = await talk(['list the events of Omar Diaz in Oslo'], {
    ...{ tools: [events], answer: () => ({ status: 200, content: [] }) },
  })
  expect(told[0]).toBe('list_events {"host":"Omar Diaz","city":"Oslo"}')
})

it('takes a number that counts people for no id', async () => {
  const user = tool('Get user', {
    method: 'GET',
    path: '/users/{user_id}',
    parameters: { type: 'object', properties: { user_id: text }, required: ['user_id'] },
  })
  const users = tool('List users', { method: 'GET', path: '/users' })
  const told = await talk(['show me ten users'], {
    tools: [user, users],
    answer: () => ({ status: 200, content: [] }),
  })
  expect(told[0]).toBe('list_users {}')
})
