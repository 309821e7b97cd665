import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'
import { shopTools } from './shop-tools.js'
import type { Answer } from './talk.js'
import { talk } from './talk.js'

const pets = [
  { id: 1, name: 'Rex', status: 'available', price: 120 },
  { id: 2, name: 'Luna', status: 'sold', price: 80 },
  { id: 3, name: 'Milo', status: 'available', price: 60 },
]

const answers: Record<string, (input: JsonObject) => ReturnType<Answer>> = {
  list_pets: ({ status }) => ok(pets.filter((pet) => status === undefined || pet.status === status)),
  get_pet: ({ petId }) => one(pets.find((pet) => pet.id === petId)),
  create_pet: ({ body }) => ({ status: 201, content: { id: 4, ...(body as JsonObject) } }),
  update_pet: ({ petId, body }) => one({ ...pets.find((pet) => pet.id === petId), ...(body as JsonObject) }),
  delete_pet: () => ({ status: 204, content: null }),
  get_order: ({ orderId }) => ok({ id: orderId ?? null, quantity: 1, status: 'placed' }),
  list_orders: () => ok({ orders: [{ id: 17, quantity: 1, status: 'placed' }], total: 1 }),
  place_order: ({ body }) => ({
    status: 201,
    content: { id: 18, ...(body as JsonObject), status: 'placed' },
  }),
}

const ok = (content: ReturnType<Answer>['content']) => ({ status: 200, content })
const one = (content: JsonObject | undefined) =>
  content ? ok(content) : { status: 404, content: { message: 'no such pet' } }
const answer: Answer = (name, input) => answers[name]!(input)

const abilities = 'You can ask me about pets or orders, for example. What would you like?'
const noFit = `Sorry, I have nothing that fits that; with a language model, which the operator can connect, I would understand more. ${abilities}`
const all = 'I found 3 pets: Rex (available), Luna (sold), Milo (available).'

const stories: { title: string; says: string[]; lines: string[] }[] = [
  {
    title: 'greets, says what it can do and who it is',
    says: ['hello', 'what can you do?', 'who are you?', 'thanks'],
    lines: [
      `Hello! ${abilities}`,
      abilities,
      `I am the automated assistant of this service, not a person. ${abilities}`,
      "You're welcome.",
    ],
  },
  {
    title: 'waits, and says again what it asked',
    says: ['delete a pet', 'hang on a second', 'sorry, can you repeat that?', '2', 'say that again'],
    lines: [
      'Which pet do you mean? Tell me its id.',
      'Take your time.',
      'Which pet do you mean? Tell me its id.',
      'delete_pet {"petId":2}',
      'Done, pet 2 is deleted.',
      'Done, pet 2 is deleted.',
    ],
  },
  {
    title: 'reads a list back, knows the second one, and what "it" is',
    says: ['list the pets', 'show me the second one', 'delete it', 'and number 3?'],
    lines: [
      'list_pets {}',
      all,
      'get_pet {"petId":2}',
      'Here is Luna: status sold, price 80.',
      'delete_pet {"petId":2}',
      'Done, pet 2 is deleted.',
      'delete_pet {"petId":3}',
      'Done, pet 3 is deleted.',
    ],
  },
  {
    title: 'takes a name for the thing it belongs to',
    says: ['list pets', 'rename Luna to Bella'],
    lines: [
      'list_pets {}',
      all,
      'update_pet {"petId":2,"body":{"name":"Bella"}}',
      'Done, pet 2 is changed: name Bella.',
    ],
  },
  {
    title: 'looks a name up that it does not know yet',
    says: ['delete Rex', 'delete Bruno'],
    lines: [
      'list_pets {}',
      'delete_pet {"petId":1}',
      'Done, pet 1 is deleted.',
      'list_pets {}',
      'I found no pet called Bruno.',
    ],
  },
  {
    title: 'asks one thing at a time and understands bare answers',
    says: ['update a pet', 'two', 'status sold'],
    lines: [
      'Which pet do you mean? Tell me its id.',
      'What should I change? You can tell me name, category, status or price.',
      'update_pet {"petId":2,"body":{"status":"sold"}}',
      'Done, pet 2 is changed: status sold.',
    ],
  },
  {
    title: 'repeats the last wish with what was corrected',
    says: ['show me pet 1', 'no, I meant 3', 'what about 2'],
    lines: [
      'get_pet {"petId":1}',
      'Here is Rex: status available, price 120.',
      'get_pet {"petId":3}',
      'Here is Milo: status available, price 60.',
      'get_pet {"petId":2}',
      'Here is Luna: status sold, price 80.',
    ],
  },
  {
    title: 'keeps the tool for "and which are available?"',
    says: ['which pets are sold', 'and which are available?'],
    lines: [
      'list_pets {"status":"sold"}',
      'I found one pet: Luna (sold).',
      'list_pets {"status":"available"}',
      'I found 2 pets: Rex (price 120), Milo (price 60).',
    ],
  },
  {
    title: 'lets go of a question when told to, and there is nothing to stop otherwise',
    says: ['I want to add a pet', 'never mind', 'cancel'],
    lines: ['What should the name be?', 'All right, I left it.', 'There is nothing to stop right now.'],
  },
  {
    title: 'takes another wish instead of an answer',
    says: ['create a pet', 'what orders are there?'],
    lines: ['What should the name be?', 'list_orders {}', 'I found one order: 17 (placed).'],
  },
  {
    title: 'asks again when the answer is none',
    says: ['create a pet', 'umm', 'its name is Bob'],
    lines: [
      'What should the name be?',
      'I could not use that. What should the name be?',
      'create_pet {"body":{"name":"Bob"}}',
      'Done, pet Bob is created.',
    ],
  },
  {
    title: 'says in words that a thing is not there',
    says: ['show pet 9'],
    lines: ['get_pet {"petId":9}', 'There is no such pet.'],
  },
  {
    title: 'takes a number after a list for one of its things, and nothing else for it',
    says: ['list the pets', 'what about number 3', 'what is two plus two'],
    lines: ['list_pets {}', all, 'get_pet {"petId":3}', 'Here is Milo: status available, price 60.', noFit],
  },
  {
    title: 'takes a thing by its own name rather than for one of the last list',
    says: ['which pets are sold?', 'and parcel 4?', 'and order 11?', 'what about pet 3?', 'and order 12?'],
    lines: [
      'list_pets {"status":"sold"}',
      'I found one pet: Luna (sold).',
      noFit,
      'get_order {"orderId":11}',
      'Here is the order: status placed, quantity 1.',
      'get_pet {"petId":3}',
      'Here is Milo: status available, price 60.',
      'get_order {"orderId":12}',
      'Here is the order: status placed, quantity 1.',
    ],
  },
  {
    title: 'does one thing after the other when a sentence wants two',
    says: ['set pet 2 to available and then show me the orders'],
    lines: [
      'update_pet {"petId":2,"body":{"status":"available"}}',
      'Done, pet 2 is changed: status available.',
      'list_orders {}',
      'I found one order: 17 (placed).',
    ],
  },
  {
    title: 'uses what the first wish found for the second',
    says: ['show pet 3 and then delete it'],
    lines: [
      'get_pet {"petId":3}',
      'Here is Milo: status available, price 60.',
      'delete_pet {"petId":3}',
      'Done, pet 3 is deleted.',
    ],
  },
  {
    title: 'does nothing when nothing fits',
    says: ['sing me a song about the sea'],
    lines: [noFit],
  },
]

describe('a conversation with the router', () => {
  for (const { title, says, lines } of stories) {
    it(title, async () => expect(await talk(says, { tools: shopTools, answer })).toEqual(lines))
  }
})

it('says only once that a language model would understand more', async () => {
  const said = await talk(['sing me a song', 'write me a poem'], { tools: shopTools, answer })
  expect(said[0]).toContain('with a language model')
  expect(said[1]).toMatch(/^I could not use that\. You can ask me about /)
})

it('asks at most twice what a value is for, whatever is answered', async () => {
  const question = 'I am not sure what “Q-71” is for. Please tell me, or say no to leave it out.'
  const others = ['the price is 5', 'and the status is sold']
  const said = await talk(['give pet 3 the name Rex and Q-71', ...others], { tools: shopTools, answer })
  expect(said.slice(0, 3)).toEqual([question, question, 'All right, I left it.'])
})
