import { describe, expect, it } from 'vitest'
import type { SearchableTool } from '../../../src/toolkit/search/facts.js'
import { createToolIndex } from '../../../src/toolkit/search/tool-index.js'

function tool(title: string, request: string, parameters: string[] = []): SearchableTool {
  const [method = '', path = ''] = request.split(' ')
  const holes = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return {
    name: title.toLowerCase().replace(/\W+/g, '_'),
    title,
    description: `${title}.`,
    method,
    path,
    parameters: {
      type: 'object',
      properties: Object.fromEntries([...holes, ...parameters].map((name) => [name, { type: 'string' }])),
      required: holes,
    },
  }
}

const library = [
  tool('List authors', 'GET /authors'),
  tool('Get author', 'GET /authors/{authorId}'),
  tool('List books of an author', 'GET /authors/{authorId}/books'),
  tool('List books', 'GET /books', ['genre']),
  tool('Get book', 'GET /books/{bookId}'),
  tool('Create book', 'POST /books'),
  tool('Update book', 'PATCH /books/{bookId}'),
  tool('Delete book', 'DELETE /books/{bookId}'),
  tool('Search catalogue', 'GET /catalogue/search', ['q']),
  tool('Lend book', 'POST /books/{bookId}/lend'),
  tool('Access policies', 'GET /accesspolicies'),
]

const index = createToolIndex(library)
const first = (text: string) => index.search(text, { limit: 1 })[0]?.definition.name

describe('search', () => {
  it.each([
    ['show me all books', 'list_books'],
    ['which books do you have?', 'list_books'],
    ['show me book 7', 'get_book'],
    ['books of an author', 'list_books_of_an_author'],
    ['list the books of author 12', 'list_books_of_an_author'],
    ['remove book 3', 'delete_book'],
    ['get rid of the book with the id 9', 'delete_book'],
    ['get rid of the wombat', 'delete_book'],
    ['throw away my wombat', 'delete_book'],
    ['add a new book', 'create_book'],
    ['change the title of book 4', 'update_book'],
    ['lend book 4', 'lend_book'],
    ['look for something in the catalogue', 'search_catalogue'],
    ['show the access policies', 'access_policies'],
    ['show the accesspolicies', 'access_policies'],
    ['list the bookks', 'list_books'],
  ])('%s → %s', (text, name) => expect(first(text)).toBe(name))

  it('brings along the tools that find an id', () => {
    const names = index.search('delete a book', { limit: 3 }).map(({ definition }) => definition.name)
    expect(names[0]).toBe('delete_book')
    expect(names).toContain('list_books')
  })

  it.each([
    ['remove a vampire', 'delete_book'],
    ['erase vampire 3', 'delete_book'],
    ['modify a vampire', 'update_book'],
    ['remove', 'delete_book'],
  ])('%s → what does that, where only the verb is known: %s', (text, name) => expect(first(text)).toBe(name))

  it('brings along what finds the id also where only the verb is known', () => {
    const names = index.search('remove a vampire', { limit: 3 }).map(({ definition }) => definition.name)
    expect(names).toContain('list_books')
  })

  it('serves both wishes of a sentence', () => {
    const names = index
      .search('delete book 4 and list the authors', { limit: 3 })
      .map(({ definition }) => definition.name)
    expect(names).toEqual(expect.arrayContaining(['delete_book', 'list_authors']))
  })

  it('gives parts that add up to the score, best first', () => {
    const hits = index.search('list the books of an author')
    for (const { score, parts } of hits)
      expect(parts.words + parts.action + parts.path + parts.dependency).toBeCloseTo(score, 10)
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a))
  })

  it('finds nothing where nothing is in common, and nothing in nothing', () => {
    expect(index.search('xyzzy')).toEqual([])
    expect(index.search('')).toEqual([])
    expect(createToolIndex([]).search('anything')).toEqual([])
  })

  it('finds the same whatever the sequence of the tools', () => {
    const shuffled = createToolIndex([...library].reverse())
    for (const text of ['delete book 3', 'books of an author', 'add a book'])
      expect(shuffled.search(text, { limit: 1 })[0]!.definition.name).toBe(first(text))
  })
})

const firm = createToolIndex([
  tool('Retrieves the list of valid invoice line types', 'GET /invoice_line_types'),
  tool('Retrieves the list of payers of the given invoice', 'GET /invoices/{invoiceId}/payers'),
  tool('Gets invoices visible to the calling person', 'GET /accounts/{accountId}/invoices'),
  tool('Gets the folders of an invoice', 'GET /invoices/{invoiceId}/invoice_folders'),
])

describe('a path that ends in just what is asked for', () => {
  it.each([
    ['list the invoices', '/accounts/{accountId}/invoices'],
    ['list invoices', '/accounts/{accountId}/invoices'],
    ['show me all invoices', '/accounts/{accountId}/invoices'],
    ['list the invoice line types', '/invoice_line_types'],
    ['list the payers of invoice 3', '/invoices/{invoiceId}/payers'],
    ['show the invoice folders', '/invoices/{invoiceId}/invoice_folders'],
  ])('%s → %s', (text, path) => expect(firm.search(text, { limit: 1 })[0]!.definition.path).toBe(path))
})

it('reads the beginning of a pasted text only', () => {
  const start = `lend book ${'and then some more of it '.repeat(100)}`
  const whole = index.search(start + 'delete author '.repeat(5_000), { limit: 3 })
  expect(whole).toEqual(index.search(start, { limit: 3 }))
  expect(whole[0]?.definition.name).toBe('lend_book')
})
