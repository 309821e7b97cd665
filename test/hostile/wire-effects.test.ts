import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { capturing, collectionOf } from '../support/login-api.js'

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

const entries = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }))
const apiKey = (key: string, value: string, where: string) => ({
  type: 'apikey',
  apikey: entries({ key, value, in: where }),
})
const base = 'https://api.example.com'
const VARIABLES = {
  name: 'action',
  order: 'delete',
  header: 'X-HTTP-Method-Override',
  method: 'DELETE',
  tail: '5?action=delete',
  whole: `${base}/users/5?action=delete`,
  document: 'mutation { deleteAll }',
  operation: 'B',
  evil: `${base}/x?action=delete&p=`,
}
const two = 'query A { a } mutation B { deleteAll }'

/** Requests that are named as reads. The collection knows all values, so their tools are no reads. */
const HIDDEN: [what: string, request: JsonObject][] = [
  [
    'an override in a header of the auth',
    { url: '/u/5', auth: apiKey('X-HTTP-Method-Override', 'DELETE', 'header') },
  ],
  ['an action of the auth', { url: '/u/5', auth: apiKey('action', 'delete', 'query') }],
  ['a switch of the auth', { url: '/u/5', auth: apiKey('delete', 'a1b2c3d4', 'query') }],
  ['an action of the auth in variables', { url: '/u/5', auth: apiKey('{{name}}', '{{order}}', 'query') }],
  ['the name of a header in a variable', { url: '/u/5', header: entries({ '{{header}}': 'DELETE' }) }],
  ['an override in a variable', { url: '/u/5', header: entries({ 'X-HTTP-Method': '{{method}}' }) }],
  ['the method of a proxy', { url: '/u/5', header: entries({ 'X-Original-Method': 'DELETE' }) }],
  ['the path of a proxy', { url: '/u/5', header: entries({ 'X-Original-URL': '/u/5/delete' }) }],
  ['a cookie', { url: '/u/5', header: entries({ Cookie: 'a=1; _method=DELETE' }) }],
  ['the name of a query parameter in a variable', { url: '/u/5?{{name}}={{order}}' }],
  ['a switch without a value', { url: '/u/5?delete' }],
  ['a switch with an id', { url: '/u?remove_user=5' }],
  ['a switch in percent-encoding', { url: '/u/5?%64elete=1' }],
  ['an action in percent-encoding', { url: '/u/5?%61ction=%64elete' }],
  ['an action in brackets', { url: '/u/5?bulk[0][action]=delete' }],
  ['an action behind a semicolon', { url: '/u/5?a=1;action={{order}}' }],
  ['a segment in a variable', { url: '/u/5/{{order}}' }],
  ['a whole address in a variable', { url: '{{whole}}' }],
  ['an address that ends with a query', { url: '{{evil}}/u' }],
  ['a method in a variable', { method: '{{method}}', url: '/u/5' }],
  ['a list of actions', { method: 'POST', url: '/u/search', body: json({ actions: ['list', 'delete'] }) }],
  [
    'an action with members',
    { method: 'POST', url: '/u/search', body: json({ action: { type: 'delete' } }) },
  ],
  [
    'the name of a field in a variable',
    { method: 'POST', url: '/u/search', body: form({ '{{name}}': 'delete' }) },
  ],
  ['a mutation in a variable', { method: 'POST', url: '/graphql', body: document('{{document}}') }],
  ['a mutation in a member', { method: 'POST', url: '/api', body: json({ query: '{{document}}' }) }],
  [
    'a mutation behind a comment',
    { method: 'POST', url: '/graphql', body: document('# query { a }\n mutation { deleteAll }') },
  ],
  ['a mutation in a header', { url: '/u', header: entries({ 'X-Query': 'mutation { deleteAll }' }) }],
  ['a mutation under an encoded name', { url: '/graphql?%71uery=mutation%7BdeleteAll%7D' }],
  ...(
    [
      ['X-Command-Name', 'deleteOrder'],
      ['X-Trigger', 'delete'],
      ['X-Event-Key', 'repo:delete'],
      ['X-Job', 'purge'],
      ['HX-Trigger', 'delete'],
      ['X-Payload', '{"action":"delete"}'],
      ['X-Steps', '[{"op":"remove"}]'],
      ['X-Args', 'action=delete&id=5'],
      ['X-Options', 'a=1; action=delete'],
      ['Cookie', 'flow=deleteUser'],
      ['Cookie', 'p=%7B%22action%22%3A%22delete%22%7D'],
    ] as const
  ).map(([name, value]): [string, JsonObject] => [
    `${name}: ${value}`,
    { url: '/u/5', header: entries({ [name]: value }) },
  ]),
  [
    'another operation',
    { method: 'POST', url: '/graphql', body: json({ query: two, operationName: '{{operation}}' }) },
  ],
  [
    'two names of operations',
    { method: 'POST', url: '/graphql?operationName=B', body: json({ query: two, operationName: 'A' }) },
  ],
]

describe('A request named as a read', () => {
  it.each(['Get user', 'User', 'List users'])('is judged by what it sends: "%s"', async (name) => {
    const items = HIDDEN.map(([, request], at) => {
      const url = String(request.url)
      return {
        name: `${name} ${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[at]}x`,
        request: { method: 'GET', ...request, url: url.startsWith('{') ? url : base + url },
      }
    })
    const collection = { ...collectionOf(...items), variable: entries(VARIABLES) }
    const { definitions } = await RESTAPIToolkit.fromApiCollection({ collection })
    const reads = definitions.filter(({ annotations }) => annotations.readOnlyHint).map(({ title }) => title)
    expect(HIDDEN.filter((_, at) => reads.includes(items[at]!.name)).map(([what]) => what)).toEqual([])
    expect(definitions).toHaveLength(HIDDEN.length)
  })
})

it('A request with ordinary headers stays a read', async () => {
  const headers = {
    Connection: 'close',
    'X-Client': 'web',
    'X-Filter': '{"status":"open"}',
    Prefer: 'a=1; b=2',
  }
  const items = Object.entries(headers).map(([name, value], at) => ({
    name: `Get user ${'abcd'[at]}`,
    request: { method: 'GET', url: `${base}/u/5`, header: entries({ [name]: value }) },
  }))
  const { definitions } = await RESTAPIToolkit.fromApiCollection({ collection: collectionOf(...items) })
  expect(definitions.map(({ annotations }) => annotations.readOnlyHint)).toEqual([true, true, true, true])
})

it.each(['admin:{{password}}', '{{user}}:{{password}}', '{{credentials}}', 'admin:hunter2', ':{{password}}'])(
  'A log-in by GET that sends %s in its address is a write',
  async (user) => {
    const logIn = capturing(
      'Get token',
      { method: 'GET', url: `https://${user}@api.example.com/login` },
      { token: 'token' },
    )
    const { definitions } = await RESTAPIToolkit.fromApiCollection({ collection: collectionOf(logIn) })
    expect(definitions[0]!.annotations.readOnlyHint).toBe(false)
  },
)
