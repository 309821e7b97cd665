import { afterEach, describe, expect, it } from 'vitest'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { collectionOf } from '../support/login-api.js'
import { startApi } from '../support/tool.js'

/** Orders that stand in the name of an operation: of a stored document, a header, a command of a database, a switch. */

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function toolOf(name: string, request: object) {
  const api = await startApi((_incoming, response) => response.end('{}'))
  cleanups.push(() => api.close())
  const { url, ...rest } = request as { url: string }
  const collection = collectionOf({ name, request: { method: 'GET', ...rest, url: `{{base_url}}${url}` } })
  const kit = await RESTAPIToolkit.fromApiCollection({ collection, baseUrl: api.url })
  return { tool: kit.getFunctions()[0]!, sent: api.seen }
}

const json = (body: object, url = '/records/search') => ({
  method: 'POST',
  url,
  header: [{ key: 'Content-Type', value: 'application/json' }],
  body: { mode: 'raw', raw: JSON.stringify(body) },
})
const graphql = (body: object) => json(body, '/graphql')
const header = (key: string, value: string, method = 'GET') => ({
  method,
  url: '/records',
  header: [{ key, value }],
})
const query = (text: string) => ({ url: `/records?${text}` })

it.each<[what: string, request: object]>([
  ['a hash of a stored document', json({ documentId: '{{d}}', variables: {} })],
  [
    'a persisted query',
    json({ extensions: { persistedQuery: { version: 1, sha256Hash: '{{h}}' } }, variables: {} }),
  ],
  ['a hash with variables', json({ query_hash: '{{h}}', variables: {} })],
  ['an id in a batch', json([{ id: '{{d}}', variables: {} }] as never)],
])('is no read if a model gives it: %s', async (_what, request) => {
  expect((await toolOf('Search records', request)).tool.annotations.readOnlyHint).toBe(false)
})

it.each(['Users', 'User list', 'Benutzer'])(
  'is no read by its title: the hash of a stored document for %s',
  async (title) => {
    for (const request of [
      graphql({ documentId: '9f86d081', variables: {} }),
      { url: '/graphql?extensions={"persistedQuery":{"version":1,"sha256Hash":"9f86d081"}}' },
      { url: '/graphql?query_hash=9f86d081&variables={}' },
    ])
      expect((await toolOf(title, request)).tool.annotations.readOnlyHint).toBe(false)
  },
)

describe('an operation that its name orders', () => {
  it.each<[what: string, request: object]>([
    ['a stored document', graphql({ id: 'deleteUser' })],
    ['a stored document in words', graphql({ documentId: 'DeleteUser', variables: {} })],
    ['a stored query', graphql({ queryId: 'deleteUser' })],
    ['a stored document with a path', graphql({ docId: 'users/delete' })],
    ['a stored document elsewhere', json({ documentId: 'deleteUser', variables: {} })],
    ['an operation elsewhere', json({ operationName: 'DeleteUser', extensions: {} })],
    ['a stored document in a query', query('id=deleteUser&variables={}')],
    ['a stored query in a query', query('queryId=deleteUser')],
    ['a field of a query', graphql({ query: '{ deleteUser(id: 5) }' })],
    ['a field behind an alias', graphql({ query: 'query { a: deleteAll }' })],
    ['a field in a fragment', graphql({ query: 'query { ...F } fragment F on Query { removeUser { id } }' })],
    ['GraphQL in a header', header('X-GraphQL-Operation-Name', 'DeleteUser')],
    ['Apollo in a header', header('X-APOLLO-OPERATION-NAME', 'DeleteUser')],
    ['htmx', header('HX-Action', 'delete')],
    ['Next', header('Next-Action', 'deleteUser')],
    ['Twirp', header('Twirp-Method', 'Delete')],
    ['gRPC', header('grpc-method', 'DeleteUser')],
    ['a bare override', header('X-Override', 'DELETE')],
    ['another override', header('Method-Override', 'DELETE')],
    ['a bare command', header('Command', 'wipe')],
    ['a type of an event', header('X-Event-Type', 'delete')],
    ['a version that is a command', header('X-API-Version', 'delete')],
    ['a CloudEvent', header('Ce-Type', 'user.delete')],
    ['an intent', header('X-Intent', 'remove')],
    ['Redis: FLUSHALL', json({ cmd: 'FLUSHALL' })],
    ['Redis: HSET', json({ command: ['HSET', 'a', 'b', '1'] })],
    ['Redis: LPUSH', json({ commands: [['LPUSH', 'a', '1']] })],
    ['a line of a list', json({ commands: ['delete 5'] })],
    ['a shell in a list', json({ commands: ['ls', 'rm -rf /data'] })],
    ['a shell', json({ cmd: 'mkfs /dev/sda' })],
    ['a switch with a point', query('user.delete')],
    ['a switch with a colon', query('users:delete')],
    ['a switch of a method', query('method:delete=1')],
    ['a second question mark', query('a=1?action=delete')],
    ['an encoded name', query('%61ction=delete')],
    ['a name that is encoded twice', query('%2561ction=delete')],
    ['an escaped separator', query('a=1&amp;action=delete')],
    ['an exclamation mark', query('!delete=5')],
    ['a point before an action', query('user.action=delete')],
  ])('is not sent as a read: %s', async (_what, request) => {
    const { tool, sent } = await toolOf('Search records', request)
    const input = Object.fromEntries(
      Object.entries(tool.definition?.parameters.properties ?? {}).flatMap(([name, { examples, type }]) =>
        examples ? [[name, examples[0]!]] : type === 'string' ? [[name, '']] : [],
      ),
    )
    await tool.call(input, { agreed: 'read' })
    expect(sent).toHaveLength(0)
  })

  it.each<[what: string, request: object]>([
    ['a type that is a noun', header('X-Client-Type', 'web')],
    ['a version', header('X-API-Version', 'v2')],
    [
      'a persisted query of the file',
      graphql({ extensions: { persistedQuery: { version: 1, sha256Hash: '9f86' } } }),
    ],
    ['a template with variables', json({ id: '{{d}}', variables: {}, page: 1 })],
    ['a document', json({ documentId: '{{d}}', page: 1 })],
    ['a hash', graphql({ id: '9f86d081884c7d65', variables: { action: 'x' } })],
    ['a stored document that reads', graphql({ documentId: 'getOrders' })],
    ['a stored query in a query', query('queryId=orders')],
    [
      'a field that is a noun',
      graphql({ query: '{ order(id: 5) { id } posts { id } cancelledOrders { id } }' }),
    ],
    ['a field about a deletion', graphql({ query: '{ deletedUsers { id } checkout { id } }' })],
    ['an operation that reads', header('X-APOLLO-OPERATION-NAME', 'GetOrders')],
    ['a means of payment', header('Payment-Method', 'card')],
    ['a question of a browser', header('Access-Control-Request-Method', 'DELETE', 'OPTIONS')],
    ['Redis: HGETALL', json({ cmd: 'HGETALL' })],
    ['a filter with a point', query('filter.status=open&sort.order=asc')],
    ['a filter with a colon', query('date:gte=2024-01-01')],
    ['an address with a query', query('next=https://a.test/x?page=2')],
  ])('is a read if its name reads: %s', async (_what, request) => {
    const { tool } = await toolOf('Search records', request)
    expect(tool.annotations.readOnlyHint).toBe(true)
  })
})
