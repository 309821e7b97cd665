import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { collectionOf } from '../support/login-api.js'

const json = (value: unknown) => ({
  mode: 'raw',
  raw: JSON.stringify(value),
  options: { raw: { language: 'json' } },
})
const form = (fields: Record<string, string>) => ({
  mode: 'urlencoded',
  urlencoded: Object.entries(fields).map(([key, value]) => ({ key, value })),
})
const document = (query: string) => ({ mode: 'graphql', graphql: { query, variables: '' } })

type Written = [line: string, body?: JsonObject]

/** Whether the tool of a request is a read. `line` is as `Get user: GET /users/5`. */
async function readsOf(requests: Written[]): Promise<[line: string, isRead: boolean][]> {
  const items = requests.map(([line, body]) => {
    const [, name, method, path] = /^(.*): ([A-Z]+) (.*)$/.exec(line)!
    return { name, request: { method, url: `https://api.example.com${path}`, ...(body && { body }) } }
  })
  const { definitions } = await RESTAPIToolkit.fromApiCollection({ collection: collectionOf(...items) })
  expect(definitions).toHaveLength(requests.length)
  return requests.map(([line], at) => [line, definitions[at]!.annotations.readOnlyHint])
}

const all = (requests: Written[], isRead: boolean) => requests.map(([line]) => [line, isRead])

describe('A GraphQL document', () => {
  it('makes no other request a read', async () => {
    const requests: Written[] = [
      ['Get r1: DELETE /users/1?query={a}'],
      ['Get r2: DELETE /users/5', json({ query: 'query{a}' })],
      ['Get r3: DELETE /users/6', document('query{a}')],
      ['Get r4: PUT /users/6', json({ query: 'query{a}', name: 'x' })],
      ['Get r5: PATCH /users/6', json({ query: 'query{a}', role: 'admin' })],
      ['Get r6: DELETE /users/7', form({ query: '{a}' })],
      ['Transfer: POST /accounts/transfer', json({ query: '{a}', amount: 5 })],
      ['Transfer: POST /transfer', json({ query: '{a}' })],
      ['Pay: POST /pay', json({ document: '{a}', amount: 5 })],
      ['Payment: POST /payment?query={a}', json({ amount: 5 })],
      ['Payment 2: POST /payment2?query={a}', { mode: 'raw', raw: 'amount: 5' }],
      ['Payment 3: POST /payment3', json({ a: { query: '{a}' }, amount: 5 })],
      ['Delete user: POST /users/7/delete', json({ query: '{a}' })],
      ['User: GET /users/8/delete?query={a}'],
    ]
    expect(await readsOf(requests)).toEqual(all(requests, false))
  })

  it('still makes a GraphQL request a read', async () => {
    const requests: Written[] = [
      ['Countries: POST /graphql', document('query{countries{code}}')],
      ['Countries 2: POST /api', json({ query: '{countries{code}}', variables: {} })],
      ['Countries 3: POST /api', json([{ query: '{a}' }, { query: '{b}' }])],
      ['Countries 4: GET /graphql?query={countries{code}}'],
    ]
    expect(await readsOf(requests)).toEqual(all(requests, true))
  })
})
