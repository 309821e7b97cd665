import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import { type Answer, step, talk } from './talk.js'

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

/** The tools of a small collection, one request each: title, method, path, and the members of the body. */
function toolsOf(requests: [name: string, method: string, path: string, body?: object][]): ModelTool[] {
  const item = requests.map(([name, method, path, body]) => ({
    name,
    request: {
      ...{ method, url: `https://api.example${path}` },
      ...(body && {
        body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } },
      }),
    },
  }))
  return compileCollection(parseCollection({ info: { name: 'Small' }, item })).definitions.map(
    (definition) => ({
      ...definition,
      definition,
    }),
  )
}

const firstStep = (text: string, tools: ModelTool[]) => step([{ role: 'user', text }], { tools })

describe('a word and its synonym, both subjects of tools', () => {
  const stays = toolsOf([
    ['Get booking by id', 'GET', '/bookings/:id'],
    ['Get all bookings', 'GET', '/bookings'],
    ['Remove booking', 'DELETE', '/bookings/:id'],
    ['Get reservation by id', 'GET', '/reservations/:id'],
    ['Get all reservations', 'GET', '/reservations'],
    ['Remove reservation', 'DELETE', '/reservations/:id'],
  ])

  it.each([
    ['can you pull up booking eight eight one four?', 'get_booking_by_id'],
    ['show me reservation 12', 'get_reservation_by_id'],
    ['I need to call off booking 5573', 'remove_booking'],
  ])('finds the word itself: %s', async (text, name) =>
    expect((await firstStep(text, stays)).call?.name).toBe(name),
  )
})

describe('a deletion that names no kind of record', () => {
  it('asks, also if the number could be any parameter', async () => {
    const tools = toolsOf([
      ['Supprimer un joueur', 'DELETE', '/joueurs?Numero_Licence=LIC1'],
      ['Supprimer un match', 'DELETE', '/matchs?Id_Match=1'],
    ])
    const { call } = await firstStep('la rencontre numéro 62 est annulée, tu peux la supprimer', tools)
    expect(call).toBeUndefined()
  })
})

describe('a text at the end of a sentence', () => {
  it('goes on behind "for" and an adjective that is also a verb', async () => {
    const tools = toolsOf([['Create board', 'POST', '/boards', { name: 'A', description: 'b' }]])
    const { call } = await firstStep(
      'create a board, call it Renovation, the description is everything for the new kitchen',
      tools,
    )
    expect(call?.input).toEqual({
      body: { name: 'Renovation', description: 'everything for the new kitchen' },
    })
  })
})

describe('a verb that makes or sets something', () => {
  const rooms = toolsOf([
    ['Block room', 'POST', '/rooms/:roomId/blocks', { reason: 'Cleaning' }],
    ['Create booking', 'POST', '/bookings', { roomId: 'r3', title: 'Meeting' }],
    ['List rooms', 'GET', '/rooms'],
  ])
  const users = toolsOf([
    ['Get user', 'GET', '/users/:userId'],
    ['Create user', 'POST', '/users', { name: 'Ann', role: 'member' }],
    ['Set user role', 'PUT', '/users/:userId/role', { role: 'admin' }],
    ['Ban user', 'POST', '/users/:userId/ban'],
  ])
  const first = async (text: string, from: ModelTool[], language = 'en') =>
    (
      await talk([text], {
        tools: from,
        answer: () => ({ status: 204, content: null }),
        router: { language },
      })
    )[0]

  it('means what it makes: "book" makes a booking, and blocks no room', async () => {
    expect(await first('book a room', rooms)).toBe('Which room do you mean? Tell me its id.')
    expect(await first('block room r4', rooms)).toContain('reason')
  })

  it.each([
    ['make user u7 an admin', 'en'],
    ['haz admin al usuario u7', 'es'],
  ])('%s: changes the record with this id', async (text, language) => {
    expect(await first(text, users, language)).toBe('set_user_role {"userId":"u7","body":{"role":"admin"}}')
  })

  it('still creates what has no id yet', async () => {
    expect(await first('make a user called Tom', users)).toBe('What should the role be?')
  })
})

describe('two records that are named', () => {
  const library = toolsOf([
    ['Search books', 'GET', '/books?q=dune'],
    ['Find members', 'GET', '/members?name=lena'],
    ['Lend a book', 'POST', '/loans', { book_id: 3, member_id: 9 }],
  ])

  it.each(['lend Momo to Lena Vogt', 'lend the member Lena Vogt the book Momo'])(
    '%s: looks up both',
    async (text) => {
      const answer: Answer = (name) => ({
        status: 200,
        content: name === 'search_books' ? [{ id: 5, title: 'Momo' }] : [{ id: 12, name: 'Lena Vogt' }],
      })
      const lines = await talk([text], { tools: library, answer })
      expect(lines.slice(0, 3)).toEqual([
        'search_books {"q":"Momo"}',
        'find_members {"name":"Lena Vogt"}',
        'lend_a_book {"body":{"book_id":5,"member_id":12}}',
      ])
    },
  )
})
