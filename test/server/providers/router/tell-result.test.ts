import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../../../src/server/model/language-model.js'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { shopTools, tool } from './shop-tools.js'
import { step } from './talk.js'

/** What the router says when a tool has answered. */
async function told(name: string, output: string, input = '{}', isError = false): Promise<string> {
  const history: ModelMessage[] = [
    { role: 'user', text: 'do it' },
    { role: 'assistant', text: '', toolCalls: [{ callId: 'c', name, arguments: input }] },
    { role: 'tool', callId: 'c', name, output, isError },
  ]
  return (await step(history, { tools: shopTools })).text
}

const result = (content: JsonValue, more: object = {}) =>
  JSON.stringify({ isError: false, status: 200, content, ...more })
const pet = (id: number, name = `P${id}`) => ({ id, name })

/** What is told of two pets that the only tool has found. */
async function toldOfTwo(title: string, text: string): Promise<string | undefined> {
  const only = tool(title, { method: 'GET', path: '/x' })
  const output = result([pet(1, 'Rex'), pet(2, 'Mia')])
  const history: ModelMessage[] = [
    { role: 'user', text },
    { role: 'assistant', text: '', toolCalls: [{ callId: 'c', name: only.name, arguments: '{}' }] },
    { role: 'tool', callId: 'c', name: only.name, output, isError: false },
  ]
  return (await step(history, { tools: [only] })).text
}

describe('reading results back', () => {
  it.each<[string, string, string]>([
    ['an empty list', result([]), 'I found no pets.'],
    ['one thing', result([pet(1)]), 'I found one pet: P1.'],
    ['names that are numbers', result([pet(1), pet(2, '7')]), 'I found 2 pets: P1, 7.'],
    [
      'a list in an envelope with a total',
      result({ data: [pet(1), pet(2)], total: 12 }),
      'I found 12 pets: P1, P2, and 10 more.',
    ],
    [
      'more than five',
      result([1, 2, 3, 4, 5, 6, 7].map((id) => pet(id))),
      'I found 7 pets: P1, P2, P3, P4, P5, and 2 more.',
    ],
    ['things with the same name', result([pet(1, 'Rex'), pet(2, 'Rex')]), 'I found 2 pets, all alike: Rex.'],
    [
      'things that have only an id',
      result([{ id: 1 }, { id: 2 }]),
      'There are 2 pets. I cannot say more than that.',
    ],
    [
      'an address inside of a text',
      result([{ id: 1, description: 'GET https://x.example/1 OK', status: 'sold' }]),
      'I found one pet: 1 (sold).',
    ],
    [
      'a name of its own and a description',
      result({ description: 'after ten', group_name: 'Night Shift' }),
      'Here is Night Shift: description after ten.',
    ],
    ['things without a name', result([{ id: 4, status: 'sold' }]), 'I found one pet: 4 (sold).'],
    [
      'a thing of other things',
      result({ a: { x: [1] }, b: { c: { y: 1 } }, d: null }),
      'I found the pet, but nothing more.',
    ],
    [
      'what only a program can use',
      result([{ guid: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', self: 'https://x.example/1', size: 4 }]),
      'I found one pet: size 4.',
    ],
    [
      'a day and a long number',
      result({ name: 'Rex', born: '2025-03-01T09:00:00Z', weight: 4.23456 }),
      'Here is Rex: born March 1, 2025, weight 4.23.',
    ],
    [
      'names that only number the things',
      result([pet(1, 'Pet 1'), pet(2, 'Pet 2')]),
      'I found 2 pets: Pet 1, Pet 2.',
    ],
    ['a short form', result({ name: 'Rex', qty: 4 }), 'Here is Rex: quantity 4.'],
    [
      'a text that an author left to be replaced',
      result({ name: 'Rex', note: 'Your pet description', price: 4 }),
      'Here is Rex: price 4.',
    ],
    [
      'numbers of doors',
      result([pet(1, 'Door 101'), pet(2, 'Door 204')]),
      'I found 2 pets: Door 101, Door 204.',
    ],
    ['a value that repeats its field', result([{ raw: 'Raw 1', price: 4 }]), 'I found one pet: price 4.'],
    ['a code of the name', result([{ name: 'ACH Debit', type: 'ach' }]), 'I found one pet: ACH Debit.'],
    ['a name of a class', result([{ name: 'Rex', type: 'HouseDog' }]), 'I found one pet: Rex.'],
    ['only an address', result([{ memberEmail: 'a@x.example' }]), 'I found one pet: a@x.example.'],
    [
      'things that are all alike',
      result([
        { id: 1, status: 'sold', tame: true },
        { id: 2, status: 'sold', tame: true },
      ]),
      'I found 2 pets, all alike: status sold.',
    ],
    [
      'things with the same contact',
      result([
        { id: 1, keeper: 'Ann', comment: 'shy', price: 4 },
        { id: 2, keeper: 'Ann', comment: 'shy', price: 4 },
      ]),
      'I found 2 pets, all alike: price 4.',
    ],
    [
      'a number of a person',
      result({ owner: 92, legs: 4, tail: 'long' }),
      'Here is the pet: legs 4, tail long.',
    ],
    [
      'a number of another record',
      result({ pet: 61, legs: 4, tail: 'long' }),
      'Here is the pet: legs 4, tail long.',
    ],
    [
      'a flattened name',
      result({ name: 'Rex', coat_color_code_list: 'red', legs: 4 }),
      'Here is Rex: legs 4.',
    ],
    [
      'examples that repeat their field',
      result({ name: 'Rex', note: 'noteTEST', step: 'example step5', legs: 4 }),
      'Here is Rex: legs 4.',
    ],
    [
      'nothing but numbers of other records',
      result({ owner: 92, bed: {} }),
      'I found the pet, but nothing more.',
    ],
    ['one thing that has only an id', result([{ id: 1 }]), 'There is one pet. I cannot say more than that.'],
    [
      'a name that only numbers a thing',
      result({ id: 8, name: 'Pet 8' }),
      'I found the pet, but nothing more.',
    ],
    ['a name with a number', result({ id: 8, name: 'Door 8' }), 'I found Door 8, but nothing more.'],
    ['one fact', result({ status: 'sold' }), 'The status of the pet is sold.'],
    ['facts of many', result({ name: 'Rex', owners: [{ name: 'Ann' }] }), 'Here is Rex: owners Ann.'],
    ['a year', result({ name: 'Rex', birthYear: '2020-01-01' }), 'Here is Rex: birth year 2020.'],
    [
      'a list inside a thing that has a name',
      result({ result: { name: 'Rex', status: 'sold', photos: [{ height: 4 }] } }),
      'Here is Rex: status sold.',
    ],
    [
      'rows of rows',
      result({ rows: [{ elements: [{ distance: { text: '4 km', value: 4 }, status: 'OK' }] }] }),
      'I found one pet: distance 4 km.',
    ],
    ['a page of nothing', result({ page: 1, pageSize: 1, totalCount: 0 }), 'I found no pets.'],
    ['plain values', result(['red', 'blue']), 'I found 2 pets: red, blue.'],
    [
      'a part of a list',
      result([pet(1)], { truncated: { total: 90, kept: 1 } }),
      'I found 90 pets: P1, and 89 more.',
    ],
    [
      'a list with a next page',
      result([pet(1)], { next: { page: 2 } }),
      'I found one pet: P1. There are more.',
    ],
    [
      'a list beside its links',
      result({ limit: 1, links: [{ rel: 'next' }, { rel: 'previous' }], data: [pet(1)] }),
      'I found one pet: P1.',
    ],
    [
      'links that are the things',
      result({ links: [{ id: 8, name: 'Docs' }], total: 1 }),
      'I found one pet: Docs.',
    ],
    [
      'a shorter list that is the answer',
      result({ owners: [{ id: 7 }, { id: 8 }], items: [pet(1)] }),
      'I found one pet: P1.',
    ],
    ['content alone', JSON.stringify([pet(1)]), 'I found one pet: P1.'],
    [
      'JSON marked as data',
      `Data from the API:\n${JSON.stringify([pet(1)])}\nEnd of data.`,
      'I found one pet: P1.',
    ],
    [
      'a list with its numbers beside another object',
      result({ team: { id: 4, name: 'A' }, members: { users: [{ name: 'Ann' }], total_count: 9 } }),
      'I found 9 pets: Ann, and 8 more.',
    ],
    [
      'a record with a list of its own',
      result({
        petId: 4,
        keeper: { name: 'Ann' },
        food: 'fish',
        home: 'lake',
        notes: [{ name: 'x' }, { name: 'y' }],
      }),
      'Here is the pet: keeper Ann, food fish, home lake.',
    ],
    [
      'a file',
      result({ type: 'image/png', bytes: 11 }),
      'I have it, but it is a file or data that I cannot read out.',
    ],
    ['a title after it', result([{ pet_title: 'Rex', pet_text: 'A dog' }]), 'I found one pet: Rex.'],
    ['a name before an address', result([{ nom: 'Ann', email: 'a@x.example' }]), 'I found one pet: Ann.'],
    [
      'names as they are',
      result([
        { name: 'nightShift' },
        { name: 'NIGHT_SHIFT 2' },
        { name: 'PayPal iPhone' },
        { name: 'a_b@x.example' },
      ]),
      'I found 4 pets: nightShift, NIGHT_SHIFT 2, PayPal iPhone, a_b@x.example.',
    ],
    ['a name in a namespace', result([{ 'x:weight': 4 }]), 'I found one pet: weight 4.'],
    ['a truth in words', result({ name: 'Rex', sold: 'false' }), 'Here is Rex: not sold.'],
    ['a count alone', result({ count: 42 }), 'There are 42 pets.'],
    [
      'words beside a state',
      result({ message: ['beagle', 'poodle'], status: 'success' }),
      'I found 2 pets: beagle, poodle.',
    ],
    [
      'a list inside of what HAL embeds',
      result({ _links: {}, sold: 14, _embedded: { pets: [{ total: 30, currency: 'USD', status: 'sold' }] } }),
      'I found one pet: status sold, total $30.00.',
    ],
    [
      'fields that stand in a part of each thing',
      result({
        issues: [
          { key: 'ED-1', fields: { summary: 'Bug', status: { name: 'To Do' } } },
          { key: 'ED-2', fields: { summary: 'Idea' } },
        ],
      }),
      'I found 2 pets: Bug (To Do), Idea.',
    ],
    [
      'a long number for an id',
      result([{ id: '7777777770', status: 'sold' }]),
      'I found one pet: status sold.',
    ],
    [
      'a text with an address',
      result([{ text: 'Tea is good, see https://x.example/1', username: 'ann' }]),
      'I found one pet: Tea is good, see (ann).',
    ],
    ['a name in another language', result([{ nama_barang: 'Teh', harga: 4 }]), 'I found one pet: Teh.'],
    [
      'a time on the clock',
      result({ title: 'Visit', startTime: '2026-12-03T14:30:00+01:00', updated: '2026-12-03T14:30:00Z' }),
      'Here is Visit: start time December 3, 2026 at 2:30 PM, updated December 3, 2026.',
    ],
    [
      'a sentence of a long text',
      result({ name: 'Rex', description: `Rex is a good dog that sleeps a lot. ${'He eats. '.repeat(20)}` }),
      'Here is Rex: description Rex is a good dog that sleeps a lot. He eats. He eats. He eats. He eats. He eats. He eats. He eats.',
    ],
    ['a fragment of HTML', result('<p>Closed on <b>Monday</b></p>'), 'The answer is: Closed on Monday'],
    ['words', result('All is well'), 'The answer is: All is well'],
    ['nothing', result(null), 'I found no pets.'],
  ])('%s', async (_, output, text) => expect(await told('list_pets', output)).toBe(text))

  it('a single thing by its plain fields, nested ones by their names', async () => {
    const content = {
      id: 3,
      name: 'Rex',
      inStock: true,
      owner: { id: 1, name: 'Ann' },
      tags: ['a'],
      note: null,
    }
    expect(await told('get_pet', result(content))).toBe('Here is Rex: in stock, owner Ann.')
  })

  it.each([
    ['how many pets are there?', 'list_pets', [pet(1), pet(2)], 'There are 2 pets.'],
    ['how much is pet 1?', 'get_pet', { id: 1, name: 'Rex', price: 12 }, 'The price of Rex is 12.'],
    ['when was pet 1 born?', 'get_pet', { id: 1, name: 'Rex' }, 'I found Rex, but nothing about that.'],
    [
      'when did pet 1 arrive?',
      'get_pet',
      { name: 'Rex', time_zone: 'UTC', format: 'small', arrivalDate: '2026-12-03' },
      'The arrival date of Rex is December 3, 2026.',
    ],
    [
      'who owns pet 1?',
      'get_pet',
      { name: 'Rex', ownerId: 4, owner: { id: 4, name: 'Ann' } },
      'The owner of Rex is Ann.',
    ],
    ['is pet 1 vaccinated?', 'get_pet', { id: 1, name: 'Rex', vaccinated: false }, 'No, not vaccinated.'],
    [
      'show me pet 1',
      'get_pet',
      { data: { id: '1', attributes: { name: 'Rex', price: 12 } } },
      'Here is Rex: price 12.',
    ],
    ['show me pet 1', 'get_pet', { text: '<p>Good <b>dog</b></p>' }, 'The pet says: Good dog'],
    ['show me pet 1', 'get_pet', '<html>', 'I have it, but it is a file or data that I cannot read out.'],
    ['list the pets', 'list_pets', [{ id: 1, name: 'YOUR_NAME', price: 3 }], 'I found one pet: 1 (price 3).'],
  ] as [string, string, JsonValue, string][])(
    'what was asked first: %s',
    async (text, name, content, said) => {
      const history: ModelMessage[] = [
        { role: 'user', text },
        { role: 'assistant', text: '', toolCalls: [{ callId: 'c', name, arguments: '{}' }] },
        { role: 'tool', callId: 'c', name, output: result(content), isError: false },
      ]
      expect((await step(history, { tools: shopTools })).text).toBe(said)
    },
  )

  it.each([
    ['returns_list_of_pets_that_the_caller_owns', 'I found 2 pets: Rex, Mia.'],
    ['get_documents_in_the_given_room', 'I found 2 documents: Rex, Mia.'],
    ['get_import_requests', 'I found 2 import requests: Rex, Mia.'],
    ['list_people_with_email', 'I found 2 people: Rex, Mia.'],
  ])('with the noun of the title: %s', async (name, said) =>
    expect(await told(name, result([pet(1, 'Rex'), pet(2, 'Mia')]))).toBe(said),
  )

  it.each([
    ['Get invoice', 'I found 2 invoices: Rex, Mia.'],
    ['Get company policy', 'I found 2 company policies: Rex, Mia.'],
    ['Fetch all todos', 'I found 2 todos: Rex, Mia.'],
    ['Get market data', 'I found 2 entries: Rex, Mia.'],
    ['Kitap getir', 'I found 2 entries: Rex, Mia.'],
  ])('with a plural of the title: %s', async (title, said) => {
    expect(await toldOfTwo(title, 'do it')).toBe(said)
  })

  it.each([
    ['what collars are there?', 'Get leather collars', 'I found 2 collars: Rex, Mia.'],
    ['and the leather ones?', 'Get leather collars', 'I found 2 leather collars: Rex, Mia.'],
    ['do it', 'Get trainings finished after time', 'I found 2 trainings: Rex, Mia.'],
    ['do it', 'List sales channels', 'I found 2 sales channels: Rex, Mia.'],
    ['do it', 'Get inc grps', 'I found 2 entries: Rex, Mia.'],
    ['do it', 'Get own liability leverage brackets', 'I found 2 entries: Rex, Mia.'],
    ['do it', 'Obtenir la liste des administrateurs', 'I found 2 entries: Rex, Mia.'],
    ['les administrateurs', 'Obtenir la liste des administrateurs', 'I found 2 administrateurs: Rex, Mia.'],
    ['do it', 'Get all pedidos', 'I found 2 entries: Rex, Mia.'],
  ])('with a noun for the ears of who said %s: %s', async (text, title, said) => {
    expect(await toldOfTwo(title, text)).toBe(said)
  })

  it.each([
    ['how much is pet 1?', { name: 'Rex', prices: '4 to 5' }, 'The prices of Rex are 4 to 5.'],
    [
      'is the light by the door on?',
      { id: 'light.door', name: 'Lamp', state: 'on' },
      'Yes, the state of Lamp is on.',
    ],
    ['when was pet 1 sold?', { name: 'Rex', sold_at: '2026-12-03' }, 'Here is Rex: sold December 3, 2026.'],
    ['show me the pet whose id is 3', { id: 3, name: 'Rex', price: 3 }, 'Here is Rex: price 3.'],
  ] as [string, JsonValue, string][])('of one thing what was asked: %s', async (text, content, said) => {
    const history: ModelMessage[] = [
      { role: 'user', text },
      {
        role: 'assistant',
        text: '',
        toolCalls: [{ callId: 'c', name: 'get_pet', arguments: '{"petId":3}' }],
      },
      { role: 'tool', callId: 'c', name: 'get_pet', output: result(content), isError: false },
    ]
    expect((await step(history, { tools: shopTools })).text).toBe(said)
  })

  it.each([
    ['create_pet', '{"body":{"name":"Rex"}}', { id: 7, name: 'Rex' }, 'Done, pet Rex is created.'],
    ['create_pet', '{"body":{"name":"Rex"}}', { id: 7, name: 'Pet 7' }, 'Done, pet 7 is created.'],
    [
      'create_pet',
      '{"body":{"text":"Hi there"}}',
      { id: 12345678, text: 'Hi there' },
      'Done, the pet is created: text Hi there.',
    ],
    [
      'create_pet',
      '{"body":{"name":"Rex"}}',
      { id: 7, name: 'Rex', status: 'waiting', price: 12.5, colour: 'brown' },
      'Done, pet Rex is created: status waiting, price 12.5.',
    ],
    [
      'update_pet',
      '{"petId":3,"body":{"price":4}}',
      { id: 3, name: 'Rex', price: 4 },
      'Done, pet 3 is changed: price 4.',
    ],
  ] as [string, string, JsonValue, string][])(
    'what was done by %s with %s',
    async (name, input, content, said) => expect(await told(name, result(content), input)).toBe(said),
  )

  it('of what was done no words of another language', async () => {
    const only = tool('Modificar un cliente', { method: 'PUT', path: '/clientes/{id}' })
    const history: ModelMessage[] = [
      { role: 'user', text: 'do it' },
      {
        role: 'assistant',
        text: '',
        toolCalls: [{ callId: 'c', name: only.name, arguments: '{"id":3,"body":{"direccion":"Mayor 14"}}' }],
      },
      {
        role: 'tool',
        callId: 'c',
        name: only.name,
        output: result({ id: 3, direccion: 'Mayor 14' }),
        isError: false,
      },
    ]
    expect((await step(history, { tools: [only] })).text).toBe('Done.')
  })

  it('what was done, with the id that was given when the answer is empty', async () => {
    expect(await told('delete_pet', result(null, { status: 204 }), '{"petId":3}')).toBe(
      'Done, pet 3 is deleted.',
    )
  })

  it('never says raw JSON', async () => {
    const deep = { id: 1, a: { b: { c: [1, { d: 2 }] } }, list: [{ x: { y: 1 } }] }
    for (const name of ['get_pet', 'list_pets', 'create_pet'])
      expect(await told(name, result(deep))).not.toMatch(/[{}[\]]/)
  })
})

const failure = (status: number | undefined, content: JsonValue, reason = 'http-error') =>
  JSON.stringify({ isError: true, ...(status !== undefined && { status }), reason, content })

describe('reading errors back in plain words', () => {
  it.each<[string, string, string]>([
    [
      '404 of an address that names no record',
      failure(404, { message: 'No route' }),
      'The service found nothing for that. No route.',
    ],
    [
      'the mock without an example',
      failure(404, { error: 'no-matching-example', message: 'The mock has no example for GET /pets.' }),
      'This is only a mock, and it has no answer to that.',
    ],
    ['401', failure(401, ''), 'The service did not let me do that. Perhaps I have no permission for it.'],
    [
      '422 with words',
      failure(422, { errors: [{ message: 'name is too long' }] }),
      'The service did not accept that. Name is too long.',
    ],
    [
      '422 with a field and its words',
      failure(422, { errors: { petName: ['is too long'] } }),
      'The service did not accept that. Pet name is too long.',
    ],
    [
      '422 with a field that is called like a message',
      failure(422, { errors: { title: ["can't be blank"], vendor: ['is too long'] } }),
      "The service did not accept that. Title can't be blank.",
    ],
    [
      '422 with the place of a field',
      failure(422, { detail: [{ loc: ['body', 'petName'], msg: 'field required' }] }),
      'The service did not accept that. Pet name field required.',
    ],
    [
      'a failure with a status of success',
      result({ success: false, message: 'The room is not free.' }),
      'That did not work. The room is not free.',
    ],
    [
      'errors of GraphQL',
      result({ data: null, errors: [{ message: 'You must be logged in.', path: ['me'] }] }),
      'That did not work. You must be logged in.',
    ],
    ['429', failure(429, ''), 'The service is too busy right now. Please try again in a moment.'],
    ['500', failure(500, '<html>'), 'The service has a problem of its own right now, so that did not work.'],
    [
      'a timeout',
      failure(undefined, 'x', 'timeout'),
      'The service took too long to answer, so I do not know whether it worked.',
    ],
    ['no connection', failure(undefined, 'x', 'unreachable'), 'I cannot reach the service right now.'],
    [
      'missing settings, which a caller cannot set',
      JSON.stringify({ isError: true, reason: 'call-first', missingSettings: ['API_TOKEN'], content: 'x' }),
      'I cannot do that yet, because I am not connected to the service. Someone has to set it up first.',
    ],
    [
      'words with names of fields',
      failure(422, { message: '"body.due_date" is required' }),
      'The service did not accept that. Due date is required.',
    ],
    [
      'words with a name of a program',
      failure(422, { message: 'net-ospf:input is required' }),
      'The service did not accept that.',
    ],
    [
      'words that only a program can use',
      failure(400, { message: 'See https://api.example/errors/7' }),
      'The service did not accept that.',
    ],
    ['a call that was not approved', 'Not run. The user did not agree to it.', 'All right, I did not do it.'],
  ])('%s', async (_, output, text) => expect(await told('get_pet', output, '{}', true)).toBe(text))

  it.each([
    ['an error beside data', { name: 'Rex', error: 'late' }, 'Here is Rex: error late.'],
    ['no errors', { data: { name: 'Rex', price: 4 }, errors: [] }, 'Here is Rex: price 4.'],
  ] as [string, JsonValue, string][])('but no failure of %s', async (_, content, text) =>
    expect(await told('get_pet', result(content))).toBe(text),
  )

  it('404 of a record that was named', async () => {
    const output = failure(404, { message: 'x' })
    expect(await told('get_pet', output, '{"petId":9}', true)).toBe('There is no such pet.')
  })
})
