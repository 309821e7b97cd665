import { expect, it } from 'vitest'
import { shopTools, tool } from './shop-tools.js'
import { talk } from './talk.js'

const pets = [
  { id: 1, name: 'Rex', price: 40, born: '2025-03-01' },
  { id: 2, name: 'Milo', price: 12, born: '2024-01-09' },
  { id: 3, name: 'Bella', price: 95, born: '2025-11-30' },
]

it.each([
  ['which pet is the cheapest?', 'en', 'It is Milo (price 12), out of 3 pets.'],
  ['which is the most expensive pet?', 'en', 'It is Bella (price 95), out of 3 pets.'],
  ['which pet has the highest price?', 'en', 'It is Bella (price 95), out of 3 pets.'],
  ['which pet is the oldest?', 'en', 'It is Milo (born January 9, 2024), out of 3 pets.'],
  ['¿cuál es la mascota más barata?', 'es', 'Es Milo (price 12), de 3 (pets).'],
  ['list the pets, oldest first', 'en', 'I found 3 pets: Rex (price 40), Milo (price 12), Bella (price 95).'],
  ['list all pets', 'en', 'I found 3 pets: Rex (price 40), Milo (price 12), Bella (price 95).'],
])('%s', async (text, language, answer) => {
  const lines = await talk([text], {
    tools: shopTools,
    answer: () => ({ status: 200, content: pets }),
    router: { language },
  })
  expect(lines.at(-1)).toBe(answer)
})

it.each([
  ['which ticket has the most free seats?', 'It is B (free seats 7), out of 2 tickets.'],
  ['which ticket is the most expensive?', 'It is A (price $10.99), out of 2 tickets.'],
  ['which ticket is the largest?', 'I found 2 tickets: A ($10.99), B ($9.50).'],
  ['list tickets with at least 3 free seats', 'I found 2 tickets: A (free seats 3), B (free seats 7).'],
  ['which ticket is the most popular?', 'I found 2 tickets: A ($10.99), B ($9.50).'],
])('%s', async (text, answer) => {
  const content = [
    { id: 1, name: 'A', price: 10.99, currency: 'USD', free_seats: 3, day: '2026-01-02' },
    { id: 2, name: 'B', price: 9.5, currency: 'USD', free_seats: 7, day: '2026-01-03' },
  ]
  const tools = [tool('List tickets', { method: 'GET', path: '/tickets' })]
  const lines = await talk([text], { tools, answer: () => ({ status: 200, content }) })
  expect(lines.at(-1)?.replace(/ I do not know .*/, '')).toBe(answer)
})

it('does not compare dates where the user asks for a size', async () => {
  const content = [
    { id: 1, amount: -8.4, currency: 'EUR', day: '2026-01-03' },
    { id: 2, amount: -129, currency: 'EUR', day: '2026-01-02' },
  ]
  const tools = [tool('List payments', { method: 'GET', path: '/payments' })]
  const lines = await talk(['list the payments', 'which payment is the largest?'], {
    tools,
    answer: () => ({ status: 200, content }),
  })
  expect(lines.at(-1)).not.toContain('out of 2')
})
