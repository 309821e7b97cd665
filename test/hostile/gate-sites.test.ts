import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import type { JsonValue } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../support/agent.js'
import { eventually } from '../support/eventually.js'
import { startApi, type TestApi, toolOf } from '../support/tool.js'

// An order may stand at any place of a request. What is a datum there must not be asked about.

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})

const kit = (name: string, request: object) =>
  RESTAPIToolkit.fromApiCollection({ collection: { info: { name: 'Shop' }, item: [{ name, request }] } })

async function isRead(name: string, request: object): Promise<boolean> {
  const { definitions } = await kit(name, request)
  expect(definitions).toHaveLength(1)
  return definitions[0]!.annotations.readOnlyHint
}

const raw = (value: JsonValue) => ({
  mode: 'raw',
  raw: JSON.stringify(value),
  options: { raw: { language: 'json' } },
})
const form = (values: Record<string, string>) => ({
  mode: 'urlencoded',
  urlencoded: Object.entries(values).map(([key, value]) => ({ key, value })),
})
const graphql = (query: string, variables: JsonValue = '') => ({
  mode: 'graphql',
  graphql: { query, variables: variables === '' ? '' : JSON.stringify(variables) },
})

/** Addresses of GETs, by what they are, each with a title that says nothing. */
const ORDERS: Record<string, string[]> = {
  'a verb that is no datum, under any name': [
    '/orders?x=delete',
    '/orders?option=remove',
    '/orders?todo=purge',
    '/orders?z=CANCEL',
    '/orders?foo[bar]=remove',
    '/orders?next=Revoke',
    '/orders?p=terminate&id=5',
    '/?wc-ajax=remove_from_cart',
  ],
  'a switch beside one record': [
    '/orders/5?archive=1',
    '/issues/:id?close=1',
    '/orders/{{id}}?restore=yes',
    '/tickets/8f14e45f-ceea-467f-a830-4e0b6cbb1f4a?reopen',
    '/posts/17?like=true',
    '/cards/5?pin=on',
  ],
  'a name that is an order, with any value': [
    '/orders/5?set_status=paid',
    '/orders/5?setRole=admin',
    '/orders/5?change-status=x',
    '/shop?set_price=0',
    '/shop?add-to-cart=7',
    '/orders/5?newStatus=done',
    '/orders?add=5',
  ],
  'a trial run that is off': [
    '/cleanup?dry_run=false',
    '/cleanup?validateOnly=off',
    '/cleanup?simulate=no',
    '/cleanup?noop=0',
    '/cleanup?options[dryRun]=false',
  ],
  'an order to a machine': [
    '/door/open',
    '/garage/5/close',
    '/valve/open',
    '/lights/1/off',
    '/light/{{id}}/on',
    '/device/5/on',
  ],
  'a verb of another language in Latin letters': [
    '/o/5/xoa',
    '/o/5/udalit',
    '/o/5/shanchu',
    '/o/5/quxiao',
    '/zhifu/5',
    '/o/otpravit',
    '/o/dobavit',
  ],
  'a second statement': ['/q?s=select%201;delete%20from%20x', '/q?filter=a%3D1;%20drop%20table%20x'],
}

const DATA: string[] = [
  '/orders?q=delete',
  '/orders?tag=remove',
  '/orders?name=Delete',
  '/orders?status=cancelled',
  '/orders?x=deleted',
  '/orders?x=delete-me-later',
  '/orders?archive=1',
  '/orders/5?archived=true',
  '/orders/5?follow=true',
  '/orders/open',
  '/doors/open',
  '/issues/closed',
  '/roles?permission=delete',
  '/events?type=delete',
  '/audit-logs?type=delete',
  '/events?event_type=create',
  '/transactions?type=cancel',
  '/api/history?change_type=create',
  '/cards?set_name=Alpha',
  '/cleanup?dry_run=true',
  '/stories?preview=false',
  '/words?word=cancel',
]

/** What the body of a POST "Search orders" has to order something. */
const VALUES: JsonValue[] = [
  { type: 'DeleteOrderCommand' },
  { kind: 'order.cancel' },
  { messageType: 'CancelOrder' },
  { $type: 'RemoveUser' },
  { request: 'purgeCache' },
  { route: 'users/remove' },
  { method: 'deleteOrder', id: 1 },
  { q: 'x', after: 'delete' },
  { nested: { deep: { next: 'revoke' } } },
  { ids: [1], dryRun: false },
  ['DEL', 'key'],
  ['FLUSHALL'],
  [
    ['SET', 'a', '1'],
    ['GET', 'a'],
  ],
  { sql: 'SELECT * FROM delete_user(5)' },
  { query: 'SELECT pg_terminate_backend(1)' },
  { query: 'select lo_unlink(1)' },
  { sql: 'select cancelOrder(7) from dual' },
  { sql: 'SELECT billing.send_invoice(7), 1' },
  { sql: 'select app_purge_all () from t' },
  { search: 'index=a | outputlookup x' },
  { text: 'error | sendemail to=x' },
]
const FIELDS: Record<string, string>[] = [
  { submit: 'Delete' },
  { btn: 'Remove' },
  { go: 'cancel' },
  { action_type: 'x', after: 'Purge' },
]
const BODIES: [what: string, body: object][] = [
  ...VALUES.map((value): [string, object] => [JSON.stringify(value), raw(value)]),
  ...FIELDS.map((fields): [string, object] => [
    `form ${JSON.stringify(fields)}`,
    form({ q: 'x', ...fields }),
  ]),
]

const SEARCHES: JsonValue[] = [
  { q: 'delete' },
  { type: 'delete' },
  { kind: 'create' },
  { filter: { name: 'delete' } },
  { permission: 'delete', user: 1 },
  { events: ['delete', 'create'] },
  { fields: ['created', 'updated'] },
  { order: 'created', sort: 'asc' },
  { dryRun: true },
  ['red', 'blue'],
  ['GET', 'key'],
  { q: 'cats; dogs | birds' },
  { sql: 'SELECT array_remove(a, 1), date_add(b, 1), count(*) FROM t' },
  { sql: 'SELECT updated_at, is_deleted, cancel_reason FROM t WHERE deleted_by IS NULL' },
  { sql: 'SELECT jsonb_set(a, b), regexp_replace(c, d), string_agg(e, f) FROM t' },
]

const QUERIES: [query: string, variables?: JsonValue][] = [
  ['query { order(id: 1, action: DELETE) { id } }'],
  ['query { order(id: 1) { status(set: PAID, delete: true) } }'],
  ['query { orders { id } }', { action: 'delete' }],
  ['query($in: In!) { order(in: $in) { id } }', { in: { op: 'remove' } }],
  ['query($purge: Boolean = true) { cache(purge: $purge) { size } }'],
  ['{ shell(cmd: "reboot") }'],
  ['{ run(sql: "DELETE FROM a") }'],
  ['query { order(input: { next: CANCEL }) { id } }'],
  ['query Q { ...F } fragment F on Query { order(do: "delete") { id } }'],
]

const QUERIES_OF_DATA: typeof QUERIES = [
  ['query { events(type: DELETE) { id } }'],
  ['query { orders(status: CANCELLED, orderBy: CREATED_AT) { id } }'],
  ['query($delete: Boolean = false) { orders(delete: $delete) { id } }'],
  ['query { search(q: "delete", mode: FAST) { id } }', { name: 'remove' }],
  ['query { permissions(permission: CREATE) { id } }'],
  ['query { user(id: 1) { posts(first: 5, filter: { kind: CREATE }) { id } } }'],
]

describe('a request that says nothing of a change in its title', () => {
  it.each(Object.entries(ORDERS).flatMap(([what, urls]) => urls.map((url): [string, string] => [what, url])))(
    'is asked about for %s: GET %s',
    async (_, url) => {
      expect(await isRead('Thing', { method: 'GET', url: `https://x.com${url}` })).toBe(false)
    },
  )

  it.each(DATA)('is not asked about for a datum: GET %s', async (url) => {
    expect(await isRead('List things', { method: 'GET', url: `https://x.com${url}` })).toBe(true)
  })

  const post = (path: string, body: object) => ({ method: 'POST', url: `https://x.com${path}`, body })

  it.each(BODIES)('is asked about for a search with %s', async (_, body) => {
    expect(await isRead('Search orders', post('/orders/search', body))).toBe(false)
  })

  it.each(SEARCHES.map((value): [string, JsonValue] => [JSON.stringify(value), value]))(
    'is not asked about for a search with %s',
    async (_, value) => {
      expect(await isRead('Search orders', post('/orders/search', raw(value)))).toBe(true)
    },
  )

  it.each(QUERIES)('is asked about for a query with an order: %s %j', async (query, variables) => {
    expect(await isRead('Orders', post('/graphql', graphql(query, variables)))).toBe(false)
  })

  it.each(QUERIES_OF_DATA)('is not asked about for a query with data: %s %j', async (query, variables) => {
    expect(await isRead('Orders', post('/graphql', graphql(query, variables)))).toBe(true)
  })
})

describe('a title of two nouns', () => {
  it.each([
    ['Burn rate', '/burn-rate'],
    ['Upload limits', '/upload/limits'],
    ['Purchase orders', '/purchase-orders'],
    ['Reset history', '/resets'],
    ['Mint marks', '/mints'],
    ['Purchase orders of a customer', '/customers/5/orders'],
    ['Burndown chart', '/charts/5'],
    ['Wire transfers', '/transfers'],
    ['Import duties', '/duties'],
    ['Launch date', '/launch'],
    ['Upload logs', '/uploads'],
  ])('is no order: %s at %s', async (name, path) => {
    expect(await isRead(name, { method: 'GET', url: `https://x.com${path}` })).toBe(true)
  })

  it.each([
    ['Purchase ticket', '/tickets'],
    ['Wire money', '/transfers'],
    ['Reset history', '/history'],
    ['Purge log', '/purges'],
    ['Lock rate', '/rates'],
    ['Send invoice', '/invoices'],
    ['Purchase orders and delete them', '/orders'],
    ['Upload orders', '/orders'],
  ])('is an order if its verb is one: %s at %s', async (name, path) => {
    expect(await isRead(name, { method: 'GET', url: `https://x.com${path}` })).toBe(false)
  })
})

describe('a redirect of a read', () => {
  async function follows(location: string): Promise<boolean> {
    const api = await startApi((request, response) =>
      request.url === '/orders/5' ? response.writeHead(302, { location }).end() : response.end('{}'),
    )
    apis.push(api)
    await toolOf({ request: { method: 'GET', url: `${api.url}/orders/5` } }).call({})
    return api.seen.length === 2
  }

  it.each([
    '/pay/17',
    '/void/17',
    '/x/void/17',
    '/unlock',
    '/orders/17/capture',
    '/transfer/17/99',
    '/buy/now',
    '/shutdown',
    '/reset',
    '/users/17/ban',
    '/refund/8f14e45f-ceea-467f-a830-4e0b6cbb1f4a',
    '/orders?x=delete',
    '/orders/17?archive=1',
  ])('is not followed to an order: %s', async (location) => expect(await follows(location)).toBe(false))

  it.each([
    '/orders/17',
    '/v2/orders/5',
    '/login?next=/orders/5',
    '/files/5/download',
    '/payments/17',
    '/refunds/17',
    '/blog/post/17',
    '/image/upload/v1/cat.jpg',
    '/store/products/5',
    '/orders/open',
    '/users/me',
    '/search?q=delete',
  ])('is followed to a page: %s', async (location) => expect(await follows(location)).toBe(true))

  it('reads an address in raw UTF-8', async () => {
    const api = await startApi((request, response) => {
      if (request.url !== '/orders/5') return response.end('{}')
      response.socket!.end('HTTP/1.1 302 Found\r\nLocation: /städte/köln\r\nContent-Length: 0\r\n\r\n')
    })
    apis.push(api)
    await toolOf({ request: { method: 'GET', url: `${api.url}/orders/5` } }).call({})
    expect(api.seen.map(({ url }) => url)).toEqual(['/orders/5', '/st%C3%A4dte/k%C3%B6ln'])
  })
})

describe('the question before a write', () => {
  it.each(['MOVE', 'COPY'])('shows where %s puts a file', async (method) => {
    const { toolkit, api } = await (async () => {
      const api = await startApi()
      apis.push(api)
      const header = [
        { key: 'Destination', value: '/trash/b.txt' },
        { key: 'Overwrite', value: 'T' },
      ]
      return { api, toolkit: await kit('Put file', { method, url: `${api.url}/files/a.txt`, header }) }
    })()
    const [tool] = toolkit.getFunctions()
    const model = new ScriptedModel([[{ call: tool!.name }], [{ say: 'Done.' }]])
    const conversation = new TestConversation(testAgent({ models: [model], tools: toolkit.getFunctions() }))
    conversation.say('put it away')
    await eventually(() => conversation.requests.length > 0)
    expect(JSON.stringify(conversation.events)).toContain('/trash/b.txt')
    expect(api.seen).toEqual([])
  })
})
