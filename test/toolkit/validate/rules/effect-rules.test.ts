import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'
import { validateText } from '../../../../src/toolkit/validate/validate.js'
import { ruleCases } from '../../../support/rule-cases.js'
import { address, collectionOf, soundItem, soundRequest } from '../../../support/small-collection.js'

const post = (name: string, body: JsonObject) =>
  soundItem({ name, request: soundRequest({ method: 'POST', url: address('pets', 'search'), body }) })
const json = (value: JsonObject) => ({
  mode: 'raw',
  raw: JSON.stringify(value),
  options: { raw: { language: 'json' } },
})
const graphql = (query: string) => ({ mode: 'graphql', graphql: { query } })

ruleCases('fixed-operation', {
  bad: {
    'a GraphQL document': collectionOf([post('Pets', graphql('query { pets { id } }'))]),
    'a document in JSON': collectionOf([post('Pets', json({ query: '{ pets { id } }' }))]),
    SQL: collectionOf([post('Report', json({ sql: 'SELECT 1 FROM a' }))]),
    'an action of a read': collectionOf([post('Search pets', json({ action: 'list' }))]),
    'a batch of reads': collectionOf([
      post('Search pets', json({ requests: [{ method: 'GET', url: '/pets' }] })),
    ]),
    'an address to call back': collectionOf([post('Search pets', json({ callback_url: 'https://x.com' }))]),
    'a remote method': collectionOf([post('Pets', json({ jsonrpc: '2.0', method: 'pets.list' }))]),
  },
  good: {
    'a search': collectionOf([post('Search', json({ query: 'red shoes' }))]),
    'an action': collectionOf([post('Change order', json({ action: 'ship' }))]),
  },
})

ruleCases('read-that-writes', {
  bad: {
    'an action': collectionOf([post('Find and list', json({ action: 'delete_all' }))]),
    'a statement that a model gives': collectionOf([post('Query report', json({ sql: '' }))]),
  },
  good: {
    'a query': collectionOf([post('Search pets', graphql('query { pets { id } }'))]),
    'a write that is called so': collectionOf([post('Delete pets', graphql('mutation { deletePets }'))]),
  },
})

const get = (name: string, ...path: string[]) => {
  const variable = path.flatMap((part) =>
    part[0] === ':' ? [{ key: part.slice(1), value: 'x', description: part }] : [],
  )
  const url = { raw: `{{base_url}}/${path.join('/')}`, host: ['{{base_url}}'], path, variable }
  return soundItem({ name, request: soundRequest({ url }) })
}

ruleCases('path-that-orders', {
  bad: {
    'an input after an input': collectionOf([get('Get index', 'indexes', ':name', ':what')]),
  },
  good: {
    'a record': collectionOf([get('Get pet', 'pets', ':name')]),
    'a record by its name': collectionOf([get('Get repository', 'repos', ':owner', ':repo')]),
    'an id': collectionOf([get('Get toy', 'pets', ':name', ':toyId')]),
    'a write': collectionOf([get('Update index', 'indexes', ':name', ':what')]),
  },
})

describe('fixed-operation', () => {
  it('is one finding a kind, with the number of values', () => {
    const items = [1, 2, 3].map((number) => post(`Pets ${number}`, graphql('query { pets { id } }')))
    const found = validateText(
      JSON.stringify(collectionOf([...items, post('Report', json({ sql: 'SELECT 1 FROM a' }))])),
    )
    const kept = found.filter(({ code }) => code === 'fixed-operation')
    expect(kept.map(({ message }) => message)).toEqual([
      'The GraphQL document of request "Pets 1" is no parameter: it is sent as the file has it. Such values are kept 3 times.',
      'The query text of request "Report" is no parameter: it is sent as the file has it. Such values are kept once.',
    ])
  })
})

describe('read-that-writes', () => {
  it.each([
    ['a mutation', post('Search pets', graphql('mutation { deletePets }')), 'GraphQL document'],
    ['a statement', post('Query report', json({ sql: 'DROP TABLE a' })), 'query text'],
  ])('names %s', (_, item, what) => {
    const found = validateText(JSON.stringify(collectionOf([item])))
    const [misleading] = found.filter(({ code }) => code === 'read-that-writes')
    expect(misleading).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining(`its ${what} may`),
    })
  })
})
