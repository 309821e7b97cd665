import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { collectionOf } from '../support/login-api.js'
import { startApi } from '../support/tool.js'

/** Orders in the languages of machines, under the name of a search. Only what is known to read is a read. */

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function toolOf(name: string, request: object, inputs: Record<string, 'fixed'> = {}) {
  const api = await startApi((_incoming, response) => response.end('{}'))
  cleanups.push(() => api.close())
  const { url, ...rest } = request as { url: string }
  const collection = collectionOf({ name, request: { method: 'GET', ...rest, url: `{{base_url}}${url}` } })
  const kit = await RESTAPIToolkit.fromApiCollection({ collection, baseUrl: api.url, inputs })
  return { tool: kit.getFunctions()[0]!, sent: api.seen }
}

const text = (raw: string, type = 'text/plain') => ({
  method: 'POST',
  url: '/records/search',
  header: [{ key: 'Content-Type', value: type }],
  body: { mode: 'raw', raw },
})
const json = (body: object) => text(JSON.stringify(body), 'application/json')
const value = (content: string) => `<value><string>${content}</string></value>`
const multicall = (method: string) =>
  `<methodCall><methodName>system.multicall</methodName><params><param><value><array><data><value><struct><member><name>methodName</name>${value(method)}</member><member><name>params</name>${value('5')}</member></struct></value></data></array></value></param></params></methodCall>`

describe('a program in the body of a search', () => {
  it.each<[what: string, request: object]>([
    ['XML-RPC: several methods', text(multicall('wp.deletePost'), 'text/xml')],
    [
      'the same in JSON',
      text(
        '{"method":"system.multicall","params":[[{"methodName":"post.delete","params":[5]}]]}',
        'application/json',
      ),
    ],
    ['Cypher: MERGE', text('MERGE (n:User {id: 1})')],
    ['Cypher: CREATE', text('CREATE (n:User {id: 1})')],
    ['Cypher: DETACH DELETE', text('MATCH (n) DETACH DELETE n')],
    ['Cypher: UNWIND', text('UNWIND [1, 2] AS x MERGE (:A {id: x})')],
    ['SPARQL: INSERT DATA', text('INSERT DATA { <a> <b> <c> }', 'application/sparql-update')],
    ['SPARQL: DELETE WHERE', text('DELETE WHERE { ?s ?p ?o }')],
    ['SPARQL: behind a prologue', text('PREFIX x: <http://x.test/> DELETE WHERE { ?s x:p ?o }')],
    ['SPARQL: CLEAR', text('CLEAR GRAPH <http://x.test/g>')],
    ['SPARQL: MOVE behind a prologue', text('PREFIX x: <http://x.test/> MOVE x:a TO x:b')],
    ['PostgreSQL: DO', text('DO $$ BEGIN PERFORM drop_all(); END $$')],
    ['T-SQL: DELETE TOP', text('DELETE TOP (5) FROM orders')],
    ['T-SQL: DELETE with an alias', text('DELETE o FROM orders o')],
    ['T-SQL: DECLARE', text('DECLARE @x INT; DELETE FROM orders')],
    ['MySQL: BEGIN', text('BEGIN; UPDATE pets SET a = 1; COMMIT')],
    ['Kusto: a command behind a pipe', text('Events | where a == 1 | purge')],
    ['a script', text('for (const one of db.orders) one.drop()')],
    ['a language that nobody knows', text('db.orders => erase; done')],
    ['a Gremlin traversal', text("g.V().has('a', 1).drop()")],
  ])('is not sent as a read: %s', async (_what, request) => {
    const { tool, sent } = await toolOf('Search records', request)
    expect(tool.annotations.readOnlyHint).toBe(false)
    await tool.call({}, { agreed: 'read' })
    expect(sent).toHaveLength(0)
  })

  it.each<[what: string, request: object]>([
    ['SQL', text('SELECT a FROM pets WHERE b = 1')],
    ['SQL with a common table', text('WITH x AS (SELECT 1) SELECT * FROM x')],
    ['Cypher', text('MATCH (n:User) WHERE n.a > 1 RETURN n')],
    ['SPARQL', text('SELECT ?s WHERE { ?s ?p ?o } ')],
    ['SPARQL with a prologue', text('PREFIX x: <http://x.test/> SELECT ?s WHERE { ?s x:p ?o }')],
    ['SPARQL: ASK', text('ASK WHERE { ?s ?p ?o }')],
    ['SPARQL: CONSTRUCT', text('CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }')],
    ['Kusto', text('Events | where a == 1 | summarize count() by b | take 5')],
    ['XML-RPC', text('<methodCall><methodName>records.search</methodName></methodCall>', 'text/xml')],
    ['JSON', text('{"query":{"match":{"a":"b"}}}', 'application/json')],
  ])('is a read if it is known to read: %s', async (_what, request) => {
    const { tool, sent } = await toolOf('Search records', request, { body: 'fixed' })
    expect(tool.annotations.readOnlyHint).toBe(true)
    await tool.call({}, { agreed: 'read' })
    expect(sent).toHaveLength(1)
  })
})

describe('an order in the query of a read', () => {
  it.each([
    'screen=delete',
    'page=suspend',
    'tab=purge',
    'section=removeUser',
    'mod=unsubscribe',
    'view=ban',
    'panel=approve',
    'module=user.delete',
    'step=cancel',
    'widget=disableAll',
    'window=regenerate',
    'aktion=löschen',
    'aktion=loeschen',
    'acción=eliminar',
    'ação=excluir',
    'azione=elimina',
    'actie=verwijderen',
    'akcja=usuń',
    'işlem=sil',
    'hành_động=xóa',
    'aksi=hapus',
    'действие=удалить',
    '操作=删除',
    'action=xóa',
    'action=删除',
    'tipo=eliminar',
    '删除=1',
    'xóa=true',
  ])('asks: %s', async (query) => {
    expect((await toolOf('Get settings', { url: `/admin?${query}` })).tool.annotations.readOnlyHint).toBe(
      false,
    )
  })

  it.each([
    'screen=small',
    'page=2',
    'page=settings',
    'tab=deleted',
    'section=orders',
    'module=users',
    'view=list',
    'panel=left',
    'step=3',
    'widget=clock',
    'type=verified',
    'aktion=anzeigen',
    'acción=listar',
    'action=查询',
    '操作=查看',
    '更新时间=0',
    'tipo=cliente',
  ])('asks nothing: %s', async (query) => {
    expect((await toolOf('Get settings', { url: `/admin?${query}` })).tool.annotations.readOnlyHint).toBe(
      true,
    )
  })
})

describe('the title of a GET', () => {
  it.each([
    'Mint NFT',
    'Open gate',
    'Open the garage door',
    'Stake tokens',
    'Airdrop tokens',
    'Arm alarm',
    'Disarm house',
    'Brew coffee',
    'Dispense cash',
    'Eject disk',
    'Launch campaign',
    'Place order',
    'Place an order',
    'Make payment',
    'Issue refund',
    'Checkout',
    'Top up',
    'Sign up',
    '退款',
    '支付',
    '下单',
    'Bestellung aufgeben',
    'Passer une commande',
    'Realizar pedido',
    'Оформить заказ',
    'D-e-l-e-t-e user',
    'd e l e t e user',
    'Del\u200bete user',
    'De\u00adlete user',
    'Del\u3164ete user',
  ])('orders something: %s', async (title) => {
    expect((await toolOf(title, { url: '/thing' })).tool.annotations.readOnlyHint).toBe(false)
  })

  it.each([
    'Open incidents',
    'Open API status',
    'Open orders of a user',
    'Mint addresses',
    'Stake history',
    'Launch status',
    'Launches',
    'Get gate',
    'Gates',
    'Coffee of the day',
    'Place details',
    'Place order status',
    'Payment',
    'Plan A B C',
    '退款记录',
    '支付状态',
    'Opening hours',
  ])('orders nothing: %s', async (title) => {
    expect((await toolOf(title, { url: '/thing' })).tool.annotations.readOnlyHint).toBe(true)
  })
})

describe('a GET named by the noun of an act', () => {
  const ACTS = [
    ...[
      'Kündigung',
      'Stornierung',
      'Virement',
      'Résiliation',
      'Transferencia',
      'Cancelación',
      'Bonifico',
      'Disdetta',
    ],
    ...[
      'Pagamento',
      'Cancelamento',
      'Betaling',
      'Opzegging',
      'Przelew',
      'Wypłata',
      'Оплата',
      'Havale',
      'Ödeme',
    ],
    ...['Chuyển khoản', 'Thanh toán', 'Pembatalan', 'Pembayaran', '退款'],
  ]
  it.each(ACTS)('may be the act: %s', async (title) => {
    expect((await toolOf(title, { url: '/thing' })).tool.annotations.readOnlyHint).toBe(false)
  })
  it.each(ACTS.filter((title) => title !== 'Chuyển khoản' && /^[\p{Script=Latin}\s]+$/u.test(title)))(
    'is the record that the path names: %s',
    async (title) => {
      expect((await toolOf(title, { url: '/things/:id' })).tool.annotations.readOnlyHint).toBe(true)
    },
  )
})

describe('a value of a path that names what is done', () => {
  const PLACES = [
    '/methods/:method_id',
    '/commands/:command',
    '/actions/:action_id/run',
    '/operations/:operation',
    '/procedures/:procedure_name',
    '/triggers/:trigger',
  ]
  it.each(
    PLACES.flatMap((path) => ['orders.delete', 'user.ban'].map((given): [string, string] => [path, given])),
  )('is no record: %s with %s', async (url, given) => {
    const { tool, sent } = await toolOf('Get result', { url })
    const [name = ''] = Object.keys(tool.parameters.properties ?? {})
    await tool.call({ [name]: given }, { agreed: 'read' })
    expect(sent).toHaveLength(0)
  })

  it.each<[url: string, given: string]>([
    ['/payment_methods/:method_id', 'pm_12345'],
    ['/commands/:command', 'c-17'],
    ['/functions/:function_name', 'send-mail'],
    ['/users/:username', 'ban.delete'],
    ['/files/:file', 'delete.txt'],
    ['/actions/:action_id', '5f0c8a'],
  ])('is a record: %s with %s', async (url, given) => {
    const { tool, sent } = await toolOf('Get result', { url })
    const [name = ''] = Object.keys(tool.parameters.properties ?? {})
    await tool.call({ [name]: given } as JsonObject, { agreed: 'read' })
    expect(sent).toHaveLength(1)
  })
})

describe('what a remote call names in its parameters', () => {
  const rpc = (method: string, params: unknown) => ({
    ...json({ jsonrpc: '2.0', id: 1, method, params }),
    url: '/users/search',
  })
  const odoo = (method: string) => ({
    service: 'object',
    method: 'execute_kw',
    args: ['db', 1, 'res.partner', method],
  })

  it.each<[method: string, params: unknown]>([
    ['tools/call', { name: 'delete_user', arguments: { id: 5 } }],
    ['call', { method: 'users.delete', id: 5 }],
    ['users.search', { method: 'users.delete' }],
    ['call', odoo('unlink')],
    ['call', { model: 'res.partner', method: 'unlink', args: [[1]] }],
    ['call', ['session', 'user', 'delete', {}]],
    ['call', [['session', 'user', 'delete', {}]]],
    ['tools/invoke', { tool: 'delete_user' }],
  ])('is a write: %s %j', async (method, params) => {
    const { tool, sent } = await toolOf('Search users', rpc(method, params))
    await tool.call({}, { agreed: 'read' })
    expect([tool.annotations.readOnlyHint, sent]).toEqual([false, []])
  })

  it.each<[method: string, params: unknown]>([
    ['tools/call', { name: 'get_user', arguments: { id: 5 } }],
    ['call', { method: 'users.search', id: 5 }],
    ['call', odoo('search_read')],
    ['users.search', { name: 'Delete', method: 'card' }],
    ['users.search', ['remove', 'add']],
    ['posts.search', { q: 'tea' }],
    ['getUpdates', { offset: 0 }],
  ])('is a read: %s %j', async (method, params) => {
    const { tool } = await toolOf('Search users', rpc(method, params))
    expect(tool.annotations.readOnlyHint).toBe(true)
  })

  it('is fixed if it names what runs, and an input if it does not', async () => {
    const { tool } = await toolOf(
      'Create issue',
      rpc('tools/call', { name: 'create_issue', arguments: { title: 'x' } }),
    )
    const { tool: other } = await toolOf('Create user', rpc('users.create', { name: 'Ann' }))
    const names = [tool, other].map(({ parameters }) => JSON.stringify(parameters.properties))
    expect(names[0]).not.toContain('"name"')
    expect(names[1]).toContain('"name"')
  })
})

describe('an order that a comment, a quote or a script hides', () => {
  it.each<[what: string, request: object]>([
    ['a quote in a comment', text("SELECT 1 --'\n; DELETE FROM t --'")],
    ['MySQL', text("SELECT 1 # it's\n; DELETE FROM t -- '")],
    ['Cypher', text("MATCH (n) // it's\nDETACH DELETE n // '")],
    ['nested comments', text("SELECT 1 /* /* */ ' */ ; DELETE FROM t -- '")],
    ['PostgreSQL', text("SELECT $$'$$; DELETE FROM t; SELECT $$'$$")],
    ['T-SQL', text("SELECT 1 AS [']; DELETE FROM t; SELECT 1 AS [']")],
    ['Oracle', text("SELECT q'[']' FROM a; DELETE FROM t; SELECT q'[']' FROM a")],
    ['MariaDB', text('SELECT 1 /*M! x */')],
    ['$out', json({ collection: 'users', pipeline: [{ $match: {} }, { $out: 'users' }] })],
    ['$merge', json({ pipeline: [{ $merge: 'users' }] })],
    ['$function', json({ filter: { $expr: { $function: { body: 'f', args: [], lang: 'js' } } } })],
    ['a command of Kusto', json({ csl: '.drop table T' })],
    ['the same after a semicolon', json({ kql: 'T | take 1; .drop table T' })],
    ['the same on a line', text('T\n.drop table T')],
    ['eval', json({ eval: 'db.dropDatabase()' })],
    ['a prologue of SPARQL', json({ update: 'PREFIX select: <http://a> CLEAR ALL' })],
    ['a function that writes', text("SELECT dblink_exec('x', 'y')")],
    ['setval', text("SELECT setval('ids', 1)")],
    ['a statement in a string', text("SELECT run_it('DELETE FROM t')")],
    ['a procedure of Cypher', text("MATCH (n) RETURN apoc.cypher.runFirstColumn('x', n)")],
  ])('asks: %s', async (_what, request) => {
    expect((await toolOf('Search users', request)).tool.annotations.readOnlyHint).toBe(false)
  })

  it.each<[what: string, request: object]>([
    ['a comment', text('SELECT a FROM t -- all of them')],
    ['a quote in a comment', text("SELECT a FROM t -- it's all")],
    ['a comment of MySQL', text("# it's all\nSELECT a FROM t")],
    ['a comment at the start', text("/* it's all */ SELECT a FROM t")],
    ['a word in a string', text("SELECT a FROM t WHERE b = 'delete'")],
    ['an array', text("SELECT a FROM t WHERE b = ANY(ARRAY['x'])")],
    ['a pipeline', json({ pipeline: [{ $match: { a: 'delete' } }, { $limit: 5 }] })],
    ['Kusto', json({ csl: 'T | take 1' })],
    ['a script', json({ script: "doc['price'].value * 2" })],
    ['SPARQL', text('PREFIX clear: <http://a> SELECT ?s WHERE { ?s clear:b ?o }')],
    ['a function', text("SELECT coalesce(a, 'deleted') FROM t")],
  ])('asks nothing: %s', async (_what, request) => {
    const { tool } = await toolOf('Search users', request, { body: 'fixed' })
    expect(tool.annotations.readOnlyHint).toBe(true)
  })
})

describe('a program as the input of a search', () => {
  const asked = async (query: string) => {
    const { tool, sent } = await toolOf('Search users', { url: '/users?query=ann' })
    await tool.call({ query }, { agreed: 'read' })
    return sent.length === 0
  }
  it.each([
    'LET x = (FOR u IN users REMOVE u IN users) RETURN x',
    'g.V().drop()',
    'db.users.remove({})',
    'UPSERT t:1 SET x=1',
    'REMOVE TABLE t',
    'DELETE t',
    'REPLACE t VALUES(1)',
    'T\n.drop table T',
  ])('asks: %s', async (query) => expect(await asked(query)).toBe(true))

  it.each(['delete the old report', 'Remove ann', 'sum(rate(hits[5m]))', 'status = open', 'g.V().count()'])(
    'asks nothing: %s',
    async (query) => expect(await asked(query)).toBe(false),
  )
})
