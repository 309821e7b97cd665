import { expect, it } from 'vitest'
import { shopTools } from './shop-tools.js'
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
