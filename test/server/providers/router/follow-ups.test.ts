import { describe, expect, it } from 'vitest'
import type { JsonSchema, JsonValue } from '../../../../src/toolkit/model/json.js'
import { members, tool } from './shop-tools.js'
import { talk } from './talk.js'

const text = { type: 'string' } as const
const byId = (name: string): Record<string, JsonSchema> => ({ [name]: { type: 'string', examples: ['1'] } })
const tools = [
  tool('List books', { method: 'GET', path: '/books', parameters: members({}) }),
  tool('Get book', { method: 'GET', path: '/books/{bookId}', parameters: members(byId('bookId')) }),
  tool('Add book', {
    method: 'POST',
    path: '/books',
    parameters: members({ body: members({ title: text, author: text, genre: text }) }),
  }),
]
const books = [
  { id: 1, title: 'Salt Road', author: 'Nora Quist', publishedYear: 2019, harga: 30, status: 'REJECTED' },
  { id: 2, title: 'Night Trains', author: 'Paul Eder', publishedYear: 2021, harga: 12, status: 'APPROVED' },
  { id: 3, title: 'Glass Rivers', author: 'Amara Obi', publishedYear: 2015, harga: 20, status: 'REJECTED' },
]

/** What the router says and does after a list of books and the other sentences before the last one. */
async function lastOf(says: string[], list: JsonValue = books) {
  const answer = (name: string) => ({ status: 200, content: name === 'list_books' ? list : {} })
  const before = await talk(says.slice(0, -1), { tools, answer })
  return (await talk(says, { tools, answer })).slice(before.length)
}

describe('a question about the list that was told', () => {
  it.each([
    ['the number', 'how many are there?', 'There are 3 books.'],
    [
      'the oldest by its year',
      'which is the oldest?',
      'It is Glass Rivers (published year 2015), out of 3 books.',
    ],
    [
      'the newest of several',
      'and the newest ones?',
      'It is Night Trains (published year 2021), out of 3 books.',
    ],
    [
      'a field in another language',
      'which one is the cheapest?',
      'It is Night Trains (harga 12), out of 3 books.',
    ],
  ])('is answered without a call: %s', async (_, question, said) => {
    expect(await lastOf(['list the books', question])).toEqual([said])
  })

  it('is answered for a few words that name a value', async () => {
    const [said] = await lastOf(['list the books', 'the rejected ones'])
    expect(said).toContain('Salt Road')
    expect(said).not.toContain('Night Trains')
  })

  it('is answered in another language, with words for the state', async () => {
    const [said] = await lastOf(['list the books', 'las rechazadas'])
    expect(said).toContain('Salt Road')
  })
})

describe('a list that was asked for with a value that no input takes', () => {
  it('has only the records with this value', async () => {
    const [call, said] = await lastOf(['which books are approved?'])
    expect(call).toMatch(/^list_books/)
    expect(said).toContain('Night Trains')
    expect(said).not.toContain('Salt Road')
  })

  it('is whole if the value is only the noun of the records', async () => {
    const list = books.map((book, at) => ({ ...book, type: at > 0 ? 'book' : 'map' }))
    expect(await lastOf(['how many books are there?'], list)).toContain('There are 3 books.')
  })
})

describe('a new record', () => {
  it('gets the person after "by" as its author, and not in its title', async () => {
    const [call] = await lastOf(['add a book called Small Hours by Tove Lind, genre Fiction'])
    expect(call).toBe('add_book {"body":{"title":"Small Hours","author":"Tove Lind","genre":"Fiction"}}')
  })
})

describe('a question about one field', () => {
  it('is answered by yes or no if it has a bound', async () => {
    const [said] = await lastOf(['list the books', 'which one is the cheapest?', 'is it under 20?'])
    expect(said).toBe('Yes, the harga of Night Trains is 12.')
  })
})

it('looks up a code that stands where the ids are numbers', async () => {
  const [call] = await lastOf(['show book SLT-9'])
  expect(call).toMatch(/^list_books/)
})

it('takes a question for no answer to its own question', async () => {
  const lines = await lastOf(['add a book', 'how many books are there?'])
  expect(lines).toContain('There are 3 books.')
})
