import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { needsApproval } from '../../src/server/agent/tool-calls.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import type { JsonObject, JsonValue } from '../../src/toolkit/model/json.js'
import type { ToolFunction, Toolkit } from '../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { startServer } from '../support/app.js'
import { connectMcp, mcpClient, mcpOptions } from '../support/mcp.js'

/** A request, an input for it, and a text of the input that does something where it is sent. */
type Attack = [title: string, request: Named, input: JsonObject, mark: string]
type Named = JsonObject & { name?: string }

const raw = (text: string, language = 'json') => ({ mode: 'raw', raw: text, options: { raw: { language } } })
const json = (value: JsonValue) => raw(JSON.stringify(value))
const xml = (text: string) => raw(text, 'xml')
const variable = (...keys: string[]) => keys.map((key) => ({ key, value: 'settings' }))
const path = (...segments: string[]): JsonObject => ({
  raw: `https://x.com/${segments.join('/')}`,
  protocol: 'https',
  host: ['x', 'com'],
  path: segments,
  variable: variable(...segments.filter((each) => each.startsWith(':')).map((each) => each.slice(1))),
})
const get = (name: string, url: JsonValue, rest: JsonObject = {}): Named => ({
  name,
  method: 'GET',
  url,
  ...rest,
})
const post = (name: string, url: string, body: JsonObject, rest: JsonObject = {}): Named => ({
  name,
  method: 'POST',
  url,
  body,
  ...rest,
})
const search = (value: JsonValue, rest: JsonObject = {}) =>
  post('Search pets', 'https://x.com/pets/search', json(value), rest)
const query = (name: string, entries: Record<string, string>) =>
  get(name, {
    host: ['x', 'com'],
    path: ['pets'],
    query: Object.entries(entries).map(([key, value]) => ({ key, value })),
  })
const form = (mode: 'urlencoded' | 'formdata', fields: Record<string, string>) =>
  post('Search pets', 'https://x.com/pets/search', {
    mode,
    [mode]: Object.entries(fields).map(([key, value]) => ({ key, value, type: 'text' })),
  })

const postTo = (name: string, value: JsonValue) => post(name, 'https://x.com/q', json(value))

const attacks: Attack[] = [
  // Path segments
  [
    'path: the last segment says what is done',
    get('Get index', path('indexes', ':name', ':what')),
    { name: 'pets', what: 'delete' },
    'delete',
  ],
  [
    'path: a segment called action',
    get('Run API', path('api', ':action')),
    { action: 'removeUser' },
    'removeUser',
  ],
  [
    'path: a method of Slack',
    get('Call method', path('api', ':method')),
    { method: 'chat.delete' },
    'chat.delete',
  ],
  [
    'path: a verb with an underscore before it, as Elasticsearch has them',
    get('Index information', path(':index', ':endpoint')),
    { index: 'pets', endpoint: '_delete_by_query' },
    '_delete_by_query',
  ],
  [
    'path: a verb in camel case',
    get('Device page', path('devices', ':page')),
    { page: 'rebootNow' },
    'rebootNow',
  ],
  ['path: a verb in capitals', get('Device page', path('devices', ':page')), { page: 'DELETE' }, 'DELETE'],
  [
    'path: a verb after a colon, as Google has them',
    get('Get topic', path('topics', ':id')),
    { id: 'pets:delete' },
    'delete',
  ],
  [
    'path: a verb with a file ending',
    get('Get page', path('cgi-bin', ':page')),
    { page: 'delete.php' },
    'delete.php',
  ],
  ['path: a verb behind a slash', get('Get pet', path('pets', ':id')), { id: '1/delete' }, '/delete'],
  [
    'path: a verb behind a matrix parameter',
    get('Get pet', path('pets', ':id')),
    { id: '1;action=delete' },
    ';action=delete',
  ],
  [
    'path: a hole in the middle of the segment',
    get('Status', 'https://x.com/api/{{verb}}Pet'),
    { verb: 'delete' },
    'delete',
  ],
  [
    'path: a controller and what it does',
    get('Page', path(':controller', ':view')),
    { controller: 'users', view: 'destroy' },
    'destroy',
  ],
  [
    'path: dots that leave the folder',
    get('Get pet', path('pets', ':id', 'details')),
    { id: '../admin/delete' },
    '/admin/delete',
  ],
  [
    'path: a verb in zero-width letters',
    get('Device page', path('devices', ':page')),
    { page: 'de\u200blete' },
    'lete',
  ],
  [
    'path: a verb in full-width letters',
    get('Device page', path('devices', ':page')),
    { page: 'ｄｅｌｅｔｅ' },
    '%EF%BD%84',
  ],
  [
    'path: a verb of shutting down',
    get('Service', path('service', ':what')),
    { what: 'shutdown' },
    'shutdown',
  ],
  [
    'path: a user called like an order',
    get('Get user', path('user', ':username')),
    { username: 'logout' },
    'logout',
  ],
  [
    'path: an order percent-encoded',
    get('Device page', path('devices', ':page')),
    { page: '%64elete' },
    '64elete',
  ],
  [
    'path: an order where a variable stands',
    get('Index', 'https://x.com/indexes/{{name}}/{{what}}'),
    { name: 'pets', what: 'close' },
    'close',
  ],
  // Query
  ['query: an action', query('Get pets', { action: 'list', limit: '5' }), { action: 'delete' }, 'delete'],
  [
    'query: action of a wiki',
    query('Query wiki', { action: 'query', titles: 'Pets', format: 'json' }),
    { action: 'delete' },
    'delete',
  ],
  [
    'query: _method that is not declared',
    query('Get pets', { limit: '5' }),
    { _method: 'DELETE' },
    '_method',
  ],
  [
    'query: X-HTTP-Method-Override in the query',
    query('Get pets', { limit: '5' }),
    { 'X-HTTP-Method-Override': 'DELETE' },
    'DELETE',
  ],
  ['query: a method declared as GET', query('Get pets', { _method: 'GET' }), { _method: 'DELETE' }, 'DELETE'],
  [
    'query: method of Flickr',
    query('Photos', { method: 'flickr.photos.search', text: 'cat' }),
    { method: 'flickr.photos.delete' },
    'delete',
  ],
  [
    'query: Action of EC2',
    query('Describe', { Action: 'DescribeInstances', Version: '2016-11-15' }),
    { Action: 'TerminateInstances' },
    'Terminate',
  ],
  ['query: cmd', query('Device', { cmd: 'status' }), { cmd: 'reboot' }, 'reboot'],
  ['query: do', query('Page', { do: 'show' }), { do: 'delete' }, 'do=delete'],
  ['query: task', query('Page', { option: 'com_content', task: 'view' }), { task: 'remove' }, 'task=remove'],
  ['query: SQL in q', query('Query', { q: 'SELECT * FROM pets' }), { q: 'DROP TABLE pets' }, 'DROP'],
  [
    'query: SQL in query, percent-encoded in the collection',
    query('Query', { query: 'SELECT%20*%20FROM%20pets' }),
    { query: 'DELETE FROM pets' },
    'DELETE',
  ],
  [
    'query: a GraphQL document',
    query('Pets', { query: '{ pets { id } }' }),
    { query: 'mutation { deleteAll }' },
    'mutation',
  ],
  [
    'query: the id of a stored document',
    query('Pets', {
      operationName: 'Pets',
      extensions: '{"persistedQuery":{"version":1,"sha256Hash":"abc"}}',
    }),
    { extensions: '{"persistedQuery":{"version":1,"sha256Hash":"evil"}}' },
    'evil',
  ],
  [
    'query: documentId',
    query('Pets', { documentId: 'abc', variables: '{}' }),
    { documentId: 'evil' },
    'evil',
  ],
  ['query: doc_id', query('Pets', { doc_id: '123', variables: '{}' }), { doc_id: '666' }, '666'],
  [
    'query: a callback address',
    query('Get pets', { limit: '5', callback_url: 'https://me.com/done' }),
    { callback_url: 'https://evil.com/x' },
    'evil',
  ],
  [
    'query: a webhook',
    query('Export pets', { webhook: 'https://me.com/done' }),
    { webhook: 'https://evil.com/x' },
    'evil',
  ],
  [
    'query: a delete flag',
    query('Get messages', { limit: '5', delete: 'false' }),
    { delete: 'true' },
    'delete=true',
  ],
  [
    'query: what pops from a queue',
    query('Get messages', { queue: 'a', purge: '0' }),
    { purge: '1' },
    'purge=1',
  ],
  [
    'query: an action with a word before it',
    query('Get pets', { bulk_action: 'view' }),
    { bulk_action: 'delete' },
    'delete',
  ],
  ['query: a flag switched on', query('Get messages', { remove: '0' }), { remove: 'yes' }, 'remove=yes'],
  // Headers
  [
    'header: an override',
    get('Get pets', 'https://x.com/pets', { header: [{ key: 'X-HTTP-Method-Override', value: 'GET' }] }),
    { 'X-HTTP-Method-Override': 'DELETE' },
    'DELETE',
  ],
  [
    'header: an override that is not declared',
    get('Get pets', 'https://x.com/pets'),
    { 'X-HTTP-Method-Override': 'DELETE' },
    'DELETE',
  ],
  [
    'header: header_ before its name',
    get('Get pets', 'https://x.com/pets'),
    { 'header_X-HTTP-Method-Override': 'DELETE' },
    'DELETE',
  ],
  [
    'header: SOAPAction',
    post(
      'Get pet',
      'https://x.com/soap',
      xml('<Envelope><Body><GetPet><id>1</id></GetPet></Body></Envelope>'),
      { header: [{ key: 'SOAPAction', value: 'GetPet' }] },
    ),
    { SOAPAction: 'DeletePet' },
    'DeletePet',
  ],
  [
    'header: a target of Amazon',
    search({ TableName: 'pets' }, { header: [{ key: 'X-Amz-Target', value: 'DynamoDB_20120810.Query' }] }),
    { 'X-Amz-Target': 'DynamoDB_20120810.DeleteTable' },
    'DeleteTable',
  ],
  [
    'header: Prefer of a hole',
    get('Get pets', 'https://x.com/pets', { header: [{ key: 'X-Action', value: '{{act}}' }] }),
    { act: 'delete' },
    'delete',
  ],
  // Batches
  [
    'batch: requests with a method',
    search({ requests: [{ method: 'GET', url: '/pets/1' }] }),
    { body: { requests: [{ method: 'DELETE', url: '/pets/1' }] } },
    'DELETE',
  ],
  [
    'batch: requests with another address',
    search({ requests: [{ method: 'GET', url: '/pets/1' }] }),
    { body: { requests: [{ method: 'GET', url: '/pets/1/delete' }] } },
    '/delete',
  ],
  [
    'batch: requests without a method',
    search({ requests: [{ url: '/pets/1' }] }),
    { body: { requests: [{ url: '/pets/1', method: 'DELETE' }] } },
    'DELETE',
  ],
  [
    'batch: operations with op',
    search({ operations: [{ op: 'get', id: 1 }] }),
    { body: { operations: [{ op: 'delete', id: 1 }] } },
    'delete',
  ],
  [
    'batch: operations as members',
    search({ operations: [{ get: { id: 1 } }] }),
    { body: { operations: [{ delete: { id: 1 } }] } },
    'delete',
  ],
  [
    'batch: a patch of JSON',
    post('Search pets', 'https://x.com/pets/search', json([{ op: 'test', path: '/a', value: 1 }])),
    { body: [{ op: 'remove', path: '/a' }] },
    'remove',
  ],
  [
    'batch: calls over HTTP of Facebook',
    search({ batch: [{ method: 'GET', relative_url: 'me' }] }),
    { body: { batch: [{ method: 'DELETE', relative_url: 'me' }] } },
    'DELETE',
  ],
  [
    'batch: NDJSON of searches',
    post(
      'Multi search',
      'https://x.com/_msearch',
      raw('{"index":"pets"}\n{"query":{"match_all":{}}}\n', 'text'),
    ),
    { body: '{"delete":{"_index":"pets","_id":"1"}}\n' },
    '"delete"',
  ],
  [
    'batch: NDJSON with a hole',
    post('Multi search', 'https://x.com/_msearch', raw('{"index":"{{index}}"}\n{"query":{}}\n', 'text')),
    { index: 'pets"}\n{"delete":{"_id":"1"}}', body: { index: 'pets"}\n{"delete":{"_id":"1"}}' } },
    '"delete":{',
  ],
  [
    'batch: JSON-RPC as a list',
    post(
      'List pets',
      'https://x.com/rpc',
      json([{ jsonrpc: '2.0', id: 1, method: 'pets.list', params: {} }]),
    ),
    { body: [{ jsonrpc: '2.0', id: 1, method: 'pets.delete', params: {} }] },
    'pets.delete',
  ],
  [
    'batch: one more JSON-RPC call',
    post('List pets', 'https://x.com/rpc', json([{ jsonrpc: '2.0', id: 1, method: 'pets.list' }])),
    {
      body: [
        { jsonrpc: '2.0', id: 1, method: 'pets.list' },
        { jsonrpc: '2.0', id: 2, method: 'pets.delete' },
      ],
    },
    'pets.delete',
  ],
  [
    'batch: documents of GraphQL as a list',
    post('Pets', 'https://x.com/graphql', json([{ query: '{ pets { id } }' }])),
    { body: [{ query: 'mutation { deleteAll }' }] },
    'mutation',
  ],
  [
    'batch: OData',
    post(
      'Query batch',
      'https://x.com/$batch',
      raw('--b\r\nContent-Type: application/http\r\n\r\nGET /pets HTTP/1.1\r\n\r\n--b--', 'text'),
      { header: [{ key: 'Content-Type', value: 'multipart/mixed; boundary=b' }] },
    ),
    { body: '--b\r\nContent-Type: application/http\r\n\r\nDELETE /pets(1) HTTP/1.1\r\n\r\n--b--' },
    'DELETE /pets',
  ],
  [
    'batch: OData with a hole',
    post(
      'Query batch',
      'https://x.com/$batch',
      raw('--b\r\nContent-Type: application/http\r\n\r\nGET {{address}} HTTP/1.1\r\n\r\n--b--', 'text'),
    ),
    { body: { address: '/pets HTTP/1.1\r\n\r\n--b\r\n\r\nDELETE /pets(1)' } },
    'DELETE /pets',
  ],
  [
    'batch: queries that are SQL',
    search({ queries: ['SELECT 1'] }),
    { body: { queries: ['DROP TABLE pets'] } },
    'DROP',
  ],
  // Bodies
  ['body: _method', search({ name: 'Rex' }), { body: { name: 'Rex', _method: 'DELETE' } }, '_method'],
  [
    'body: a script of a search',
    search({ query: { script: { script: { source: 'true' } } } }),
    { body: { query: { script: { script: { source: 'System.exit(0)' } } } } },
    'System',
  ],
  [
    'body: an inline script',
    search({ size: 1, runtime_mappings: { a: { type: 'long', script: 'emit(1)' } } }),
    { body: { runtime_mappings: { a: { type: 'long', script: 'evil()' } } } },
    'evil',
  ],
  [
    'body: _update_by_query',
    post('Search and mark', 'https://x.com/pets/_update_by_query', json({ query: { match_all: {} } })),
    { body: { query: { match_all: {} } } },
    'match_all',
  ],
  [
    'body: $out',
    post(
      'Aggregate',
      'https://x.com/action/aggregate',
      json({ collection: 'a', pipeline: [{ $match: {} }] }),
    ),
    { body: { pipeline: [{ $out: 'pets' }] } },
    '$out',
  ],
  [
    'body: $merge inside of a filter',
    post('Find', 'https://x.com/action/find', json({ collection: 'a', filter: {} })),
    { body: { filter: { $where: 'evil()' } } },
    '$where',
  ],
  ['body: an action', search({ action: 'list', limit: 5 }), { body: { action: 'delete_all' } }, 'delete_all'],
  [
    'body: an action deeper',
    search({ request: { options: { operation: 'read' } } }),
    { body: { request: { options: { operation: 'purge' } } } },
    'purge',
  ],
  [
    'body: an action in a list',
    search({ steps: [{ action: 'read' }] }),
    { body: { steps: [{ action: 'purge' }] } },
    'purge',
  ],
  [
    'body: SQL among other members',
    post('Query report', 'https://x.com/report/query', json({ action: 'list', sql: 'select 1' })),
    { body: { action: 'delete_all', sql: 'drop table pets' } },
    'drop',
  ],
  [
    'body: a callback',
    search({ filter: { a: 1 }, callbackUrl: 'https://me.com' }),
    { body: { callbackUrl: 'https://evil.com' } },
    'evil',
  ],
  [
    'body: a document of GraphQL',
    post('Search users', 'https://x.com/search', json({ query: 'query { users { id } }' })),
    { body: { query: 'mutation { a }' } },
    'mutation',
  ],
  [
    'body: the element of SOAP',
    post(
      'Get pet',
      'https://x.com/soap',
      xml('<Envelope><Body><GetPet><id>{{id}}</id></GetPet></Body></Envelope>'),
    ),
    { body: { id: '1</id></GetPet><DeletePet><id>1' } },
    '<DeletePet',
  ],
  [
    'body: a hole as the element of SOAP',
    post(
      'Get pet',
      'https://x.com/soap',
      xml('<Envelope><Body><{{operation}}Pet><id>1</id></{{operation}}Pet></Body></Envelope>'),
    ),
    { body: { operation: 'Delete' } },
    'DeletePet',
  ],
  [
    'body: another XML document',
    post('Search pets', 'https://x.com/search', xml('<search><name>Rex</name></search>')),
    { body: '<delete/>' },
    '<delete/>',
  ],
  [
    'body: methodCall of XML-RPC',
    post('Get pet', 'https://x.com/xmlrpc', xml('<methodCall><methodName>{{m}}</methodName></methodCall>')),
    { body: { m: 'pets.delete' } },
    'pets.delete',
  ],
  [
    'form: an action',
    form('urlencoded', { action: 'search', name: 'Rex' }),
    { body: { action: 'delete' } },
    'delete',
  ],
  [
    'form: _method that is not declared',
    form('urlencoded', { name: 'Rex' }),
    { body: { name: 'Rex', _method: 'DELETE' } },
    '_method',
  ],
  [
    'form: a field that breaks out',
    form('urlencoded', { name: 'Rex' }),
    { body: { name: 'Rex&_method=DELETE' } },
    '&_method=',
  ],
  [
    'multipart: a method',
    form('formdata', { _method: 'GET', name: 'Rex' }),
    { body: { _method: 'DELETE' } },
    'DELETE',
  ],
  [
    'multipart: a field that breaks out',
    form('formdata', { name: 'Rex' }),
    { body: { 'name"; name="_method': 'DELETE' } },
    '_method',
  ],
  [
    'multipart: a file',
    post('Search pets', 'https://x.com/search', {
      mode: 'formdata',
      formdata: [{ key: 'file', type: 'file', src: 'a.png' }],
    }),
    { body: { file: { path: '/etc/passwd' } } },
    'passwd',
  ],
  [
    'name: a search that stores',
    post('Save search', 'https://x.com/searches', json({ name: 'mine' })),
    { body: { name: 'x' } },
    'x',
  ],
  ['name: a GET that deletes', get('Delete pet', 'https://x.com/pets/delete?id=1'), { id: '1' }, 'delete'],
  [
    'name: a GET whose path deletes',
    get('Pets', 'https://x.com/api/removePet?id=1'),
    { id: '1' },
    'removePet',
  ],
  // Values, statements and texts inside of values
  [
    'text: an action that a form in a text adds',
    search({ data: 'id=1&page=2' }),
    { body: { data: 'id=1&action=delete' } },
    'delete',
  ],
  [
    'path: a command of Redis',
    get('Get key', path(':command', ':key')),
    { command: 'flushall', key: 'a' },
    'flushall',
  ],
  [
    'path: another command of Redis',
    get('Get key', path(':command', ':key')),
    { command: 'unlink', key: 'a' },
    'unlink',
  ],
  ['list: a command of Redis', postTo('Search redis', ['GET', 'foo']), { body: ['DEL', 'foo'] }, 'DEL'],
  [
    'statement: AQL in query',
    postTo('Search documents', { query: 'FOR u IN users RETURN u' }),
    { body: { query: 'FOR u IN users REMOVE u IN users' } },
    'REMOVE',
  ],
  [
    'statement: AQL in aql',
    postTo('Search documents', { aql: 'FOR u IN users RETURN u' }),
    { body: { aql: 'FOR u IN users REMOVE u IN users' } },
    'REMOVE',
  ],
  [
    'statement: a command of Kusto',
    postTo('Query table', { db: 'x', csl: 'StormEvents | take 5' }),
    { body: { csl: '.drop table StormEvents' } },
    '.drop',
  ],
  [
    'statement: a command behind a search of Splunk',
    postTo('Search jobs', { search: 'search index=main' }),
    { body: { search: 'search index=main | delete' } },
    '| delete',
  ],
  [
    'statement: Flux that writes',
    postTo('Query', { query: 'from(bucket:"a") |> range(start:-1h)', type: 'flux' }),
    { body: { query: 'from(bucket:"a") |> to(bucket:"b")' } },
    'to(',
  ],
  [
    'statement: InfluxQL in the query',
    query('Query', { db: 'x', q: 'SHOW DATABASES' }),
    { q: 'DROP DATABASE x' },
    'DROP',
  ],
  [
    'statement: SQL behind a filter',
    search({ filter: "name = 'x' AND age > 3" }),
    { body: { filter: '1=1; DROP TABLE pets' } },
    'DROP',
  ],
  [
    'statement: SQL behind a condition',
    query('List rows', { where: "name='x'" }),
    { where: '1=1; DROP TABLE pets' },
    'DROP',
  ],
  [
    'override: method_override',
    query('Get pets', { method_override: 'GET' }),
    { method_override: 'DELETE' },
    'DELETE',
  ],
  ['override: http_verb', query('Get pets', { http_verb: 'GET' }), { http_verb: 'DELETE' }, 'DELETE'],
  ['override: __method', query('Get pets', { __method: 'GET' }), { __method: 'DELETE' }, 'DELETE'],
  ['override: $method', query('Get pets', { $method: 'GET' }), { $method: 'DELETE' }, 'DELETE'],
  [
    'override: requestMethod',
    query('Get pets', { requestMethod: 'GET' }),
    { requestMethod: 'DELETE' },
    'DELETE',
  ],
  [
    'batch: a second call of JSON-RPC',
    postTo('List users', [{ jsonrpc: '2.0', id: 1, method: 'user.list', params: {} }]),
    {
      body: [
        { jsonrpc: '2.0', id: 1, method: 'user.list', params: {} },
        { jsonrpc: '2.0', id: 2, method: 'user.delete', params: {} },
      ],
    },
    'user.delete',
  ],
  [
    'parameters: the method of a call behind call',
    postTo('List users', { jsonrpc: '2.0', id: 1, method: 'call', params: ['session', 'user.list', {}] }),
    { body: { params: ['session', 'user.delete', {}] } },
    'user.delete',
  ],
  [
    'parameters: the method of execute_kw',
    postTo('Search partners', {
      jsonrpc: '2.0',
      method: 'call',
      params: {
        service: 'object',
        method: 'execute_kw',
        args: ['db', 1, 'pw', 'res.partner', 'search', [[]]],
      },
    }),
    {
      body: {
        params: {
          service: 'object',
          method: 'execute_kw',
          args: ['db', 1, 'pw', 'res.partner', 'unlink', [[1]]],
        },
      },
    },
    'unlink',
  ],
  [
    'form: operations of a GraphQL upload',
    post('Search pets', 'https://x.com/g', {
      mode: 'formdata',
      formdata: [
        { key: 'operations', value: '{"query":"query { pets { id } }"}', type: 'text' },
        { key: 'map', value: '{}', type: 'text' },
      ],
    }),
    { body: { operations: '{"query":"mutation { drop }"}' } },
    'mutation',
  ],
  [
    'text: JSON with a method',
    search({ payload: '{"method":"getUser","id":1}' }),
    { body: { payload: '{"method":"deleteUser","id":1}' } },
    'deleteUser',
  ],
  [
    'text: a form with an action',
    search({ data: 'action=list&id=1' }),
    { body: { data: 'action=delete&id=1' } },
    'delete',
  ],
  [
    'text: JSON in the query',
    query('Search', { payload: '{"action":"list"}' }),
    { payload: '{"action":"delete"}' },
    'delete',
  ],
  [
    'switch: a trial in the query',
    query('Get deletion preview', { dry_run: 'true' }),
    { dry_run: 'false' },
    'dry_run=false',
  ],
  ['switch: a trial in a body', search({ ids: [1], dryRun: true }), { body: { dryRun: false } }, 'false'],
  [
    'value: another operation type',
    query('Get pets', { operation_type: 'list' }),
    { operation_type: 'delete' },
    'delete',
  ],
  [
    'value: another request of a map service',
    search({ request: 'GetFeature' }),
    { body: { request: 'DeleteFeature' } },
    'Delete',
  ],
  ['value: another function', query('Get pets', { ajax: 'getPets' }), { ajax: 'deletePets' }, 'deletePets'],
  [
    'value: another route',
    query('Page', { route: 'product/list' }),
    { route: 'product/delete' },
    'product/delete',
  ],
  [
    'body: an operator in a free filter',
    search({ filter: {} }),
    { body: { filter: { '\u0024where': 'evil()' } } },
    'evil',
  ],
  [
    'body: an operator behind a dot',
    search({ filter: {} }),
    { body: { filter: { 'a.$where': 'evil()' } } },
    'evil',
  ],
  [
    'path: a verb behind do',
    get('Show job', path('job', ':name', ':what')),
    { name: 'a', what: 'doDelete' },
    'doDelete',
  ],
  ['path: a build', get('Show job', path('job', ':name', ':what')), { name: 'a', what: 'build' }, '/build'],
  [
    'path: an invitation that is accepted',
    get('Accept invite', path('invites', ':id', 'accept')),
    { id: '1' },
    'accept',
  ],
  ['query: cmnd', query('Device', { cmnd: 'Status' }), { cmnd: 'Power off' }, 'Power'],
  ['query: a switch that turns on', query('Get relay', { turn: 'off' }), { turn: 'on' }, 'turn=on'],
]

const reads: [title: string, request: Named, input: JsonObject, sent: string][] = [
  [
    'a name that holds a verb',
    get('Get pet', path('pets', ':name')),
    { name: 'update-reader' },
    'update-reader',
  ],
  [
    'a slug',
    get('Get article', path('articles', ':slug')),
    { slug: 'how-to-delete-an-account' },
    'how-to-delete-an-account',
  ],
  [
    'a repository',
    get('Get repository', path('repos', ':owner', ':repo')),
    { owner: 'ann', repo: 'create-pets' },
    'create-pets',
  ],
  ['a function', get('Get function', path('functions', ':id')), { id: 'send-mail.v2' }, 'send-mail'],
  ['a text in the path', get('Find', path('find', ':text')), { text: 'remove stains' }, 'remove'],
  ['a lookup by number', get('Get order', path('order', ':id')), { id: '17' }, '17'],
  ['an event of a log', query('Get logs', { last_action: 'created' }), { last_action: 'deleted' }, 'deleted'],
  ['a sentence like SQL', query('Search pets', { q: 'Rex' }), { q: 'delete the list, drop it' }, 'delete'],
  ['a create in words', query('Search help', { q: 'Rex' }), { q: 'create user guide' }, 'create'],
  ['an explanation', query('Search help', { q: 'Rex' }), { q: 'Explain how to delete a pet' }, 'Explain'],
  ['a single filter', query('Get pets', { filter: 'a=1' }), { filter: 'status=sold' }, 'sold'],
  ['another view', query('Get pets', { view: 'list' }), { view: 'grid' }, 'grid'],
  ['a sentence with a semicolon', query('Search pets', { q: 'Rex' }), { q: 'cats; dogs | birds' }, 'cats'],
  ['a trial that stays one', query('Get preview', { dry_run: 'true' }), { dry_run: 'true' }, 'dry_run=true'],
  ['a way to pay', query('Get pets', { payment_method: 'card' }), { payment_method: 'transfer' }, 'transfer'],
  ['a JSONP callback', query('Get pets', { callback: 'show' }), { callback: 'display' }, 'display'],
  [
    'several searches at once',
    search({ requests: [{ indexName: 'pets', query: 'Rex' }] }),
    { body: { requests: [{ indexName: 'pets', query: 'Ada' }] } },
    'Ada',
  ],
  ['several queries as words', search({ queries: ['Rex'] }), { body: { queries: ['Ada'] } }, 'Ada'],
  ['a search for a verb', query('Search pets', { q: 'Rex' }), { q: 'delete everything' }, 'everything'],
  ['a view', get('Index', path('indexes', ':name', ':what')), { name: 'pets', what: 'stats' }, 'stats'],
  [
    'a filter',
    search({ filter: { name: 'Rex' }, limit: 5 }),
    { body: { filter: { name: 'delete' }, limit: 9 } },
    '9',
  ],
  [
    'variables',
    post('Pets', 'https://x.com/graphql', {
      mode: 'graphql',
      graphql: { query: 'query P($n: Int) { pets(n: $n) { id } }', variables: '{"n":1}' },
    }),
    { body: { n: 3 } },
    '3',
  ],
  [
    'an order',
    query('Get pets', { order: 'asc', status: 'open' }),
    { order: 'desc', status: 'removed' },
    'removed',
  ],
  [
    'parameters of a remote call',
    post(
      'List pets',
      'https://x.com/rpc',
      json({ jsonrpc: '2.0', id: 1, method: 'pets.list', params: { limit: 5 } }),
    ),
    { body: { params: { limit: 7 } } },
    '7',
  ],
  [
    'a cell of SOAP',
    post(
      'Find pet',
      'https://x.com/soap',
      xml('<Envelope><Body><FindPet><id>{{id}}</id></FindPet></Body></Envelope>'),
    ),
    { body: { id: '77' } },
    '77',
  ],
]

async function toolOf({ name, ...request }: Named): Promise<ToolFunction> {
  const collection = { info: { name: 'Shop' }, item: [{ name, request }] }
  const toolkit = await RESTAPIToolkit.fromApiCollection({ collection })
  return toolkit.getFunctions()[0]!
}

/** What a call without an answer of the user sends; `undefined` when it asks or refuses. */
function sentUnasked(tool: ToolFunction, input: JsonObject): string | undefined {
  if (needsApproval(tool, { policy: 'writes', input })) return undefined
  const dryRun = tool.dryRun!(input)
  if ('isError' in dryRun) return undefined
  return [
    dryRun.method,
    dryRun.url,
    ...dryRun.headers.map((pair) => pair.join(': ')),
    dryRun.body ?? '',
  ].join('\n')
}

describe('a call that writes is not sent unasked', () => {
  it.each(attacks)('%s', async (_, request, input, mark) => {
    expect(sentUnasked(await toolOf(request), input) ?? '').not.toContain(mark)
  })
})

/** Statements in the free text of a search, in any case and with comments. */
const STATEMENTS = [
  'drop table pets',
  'DeLeTe FrOm pets',
  'delete from pets where 1=1',
  '/**/dRoP/**/ table pets',
  '/*! DROP TABLE pets */',
  'EXPLAIN ANALYZE DELETE FROM pets',
  "LOAD DATA INFILE 'x' INTO TABLE pets",
  "COPY pets TO PROGRAM 'sh'",
  'update pets set a = 1',
  'insert into pets values (1)',
  'truncate table pets',
  'search * | sendemail to=a',
  'index=main | outputlookup pets',
  'x | sh',
]

describe('a statement in a search is not sent unasked', () => {
  it.each(STATEMENTS)('%s', async (q) => {
    const request = query('Query data', { q: 'cats' })
    expect(sentUnasked(await toolOf(request), { q })).toBeUndefined()
  })
})

const texts = (list: string) => list.split(/\s+/)

/** Names of commands in the forms in which servers know them. */
const COMMANDS =
  texts(`suspend freeze ban kick checkout confirm impersonate signout sign-out DeLeTe delete1 deleteUser user_delete
  userDelete user.ban banuser mark-as-read`)

describe('a command that a model gives is never sent unasked', () => {
  it.each(COMMANDS)('%s', async (given) => {
    const section = get('Get details', path('users', ':userId', ':section'))
    expect(sentUnasked(await toolOf(section), { userId: '5', section: given })).toBeUndefined()
    const action = query('Get users', { bulk_action: 'none' })
    expect(sentUnasked(await toolOf(action), { bulk_action: given })).toBeUndefined()
  })

  it.each([
    ['methods', 'chat.delete'],
    ['actions', 'delete-user'],
    ['commands', 'reboot-now'],
    ['triggers', 'send-mail'],
  ])('%s/%s', async (acts, name) => {
    expect(sentUnasked(await toolOf(get('Get details', path(acts, ':name'))), { name })).toBeUndefined()
  })

  it.each(texts('overview summary settings deletion suspended blog-post last_update'))(
    'but %s is',
    async (section) => {
      const request = get('Get details', path('users', ':userId', ':section'))
      expect(sentUnasked(await toolOf(request), { userId: '5', section })).toContain(section)
    },
  )
})

describe('a write with an action that loses data asks when only that asks', () => {
  const body = { bulk_action: 'archive', userCommand: 'view', action: 'archive', note: '' }
  const request = post('Create job', 'https://x.com/jobs', json(body))
  const asks = async (change: JsonObject) =>
    needsApproval(await toolOf(request), { policy: 'destructive', input: { body: { ...body, ...change } } })

  it.each<JsonObject>([
    { bulk_action: 'delete' },
    { userCommand: 'delete' },
    ...['destroy', 'erase', 'wipe', 'drop', 'truncate'].map((action) => ({ action })),
    { note: 'action=delete' },
  ])('%o', async (change) => expect(await asks(change)).toBe(true))

  it.each<JsonObject>([{}, { action: 'restart' }, { note: 'delete the old ones' }])(
    'not for %o',
    async (change) => expect(await asks(change)).toBe(false),
  )
})

describe('a call that reads is sent unasked', () => {
  it.each(reads)('%s', async (_, request, input, sent) => {
    expect(sentUnasked(await toolOf(request), input)).toContain(sent)
  })
})

describe('a read that orders by its path', () => {
  const request: Named = get('Get index', path('indexes', ':name', ':what'))
  const input = { name: 'pets', what: 'delete' }
  const toolkitOf = async (): Promise<Toolkit> => {
    const tool = await toolOf(request)
    return { getFunctions: () => [tool] }
  }

  it('is asked for in a session, and nothing is left open', async () => {
    const llm = new ScriptedModel([
      [{ call: 'get_index', arguments: JSON.stringify(input) }],
      [{ say: 'Done.' }],
    ])
    const server = await startServer({ llm, tools: [await toolOf(request)] })
    const client = await server.connect({ protocols: ['voice.v1'] })
    const events = await client.turn('Look.')
    await server.close()
    const items = events.flatMap((event) => (event.type === 'conversation.item.done' ? [event.item] : []))
    expect(items.map(({ type }) => type)).toContain('mcp_approval_request')
    expect(items.map(({ type }) => type)).not.toContain('mcp_call')
    expect(JSON.stringify(items)).toContain('indexes, pets, delete')
  })

  it('is asked for over MCP, and waits where the host cannot ask', async () => {
    const asked: string[] = []
    const host = mcpClient({ elicitation: {} })
    host.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return { action: 'decline' }
    })
    const asking = await connectMcp(mcpOptions([await toolkitOf()], { approve: 'writes' }), host)
    await asking.callTool({ name: 'get_index', arguments: input })
    expect(asked.join()).toContain('/indexes/pets/delete')
    const silent = await connectMcp(mcpOptions([await toolkitOf()], { approve: 'writes' }))
    const result = await silent.callTool({ name: 'get_index', arguments: input })
    expect(result).toMatchObject({
      content: [{ text: expect.stringMatching(/^Waiting for the user: this call needs their approval/) }],
    })
  })
})
