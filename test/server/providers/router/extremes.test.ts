import { expect, it } from 'vitest'
import { shopTools } from './shop-tools.js'
import { talk } from './talk.js'

const pets = [
  { id: 1, name: 'Rex', price: 40, born: '2025-03-01' },
  { id: 2, name: 'Milo', price: 12, born: '2024-01-09' },
  { id: 3, name: 'Bella', price: 95, born: '2025-11-30' },
]

it.each([
  ['which pet is the cheapest?', 'en', 'Of 3 pets it is Milo (price 12).'],
  ['which is the most expensive pet?', 'en', 'Of 3 pets it is Bella (price 95).'],
  ['which pet has the highest price?', 'en', 'Of 3 pets it is Bella (price 95).'],
  ['which pet is the oldest?', 'en', 'Of 3 pets it is Milo (born 2024-01-09, price 12).'],
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
