import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/toolkit/model/json.js'
import type { DryRun, ToolFunction } from '../../src/toolkit/model/tool.js'
import { type CollectionOptions, RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'

/** What a model tries: a request, and an input that would turn it into a write. */
interface Attack {
  name?: string
  request: JsonObject
  input?: unknown
  options?: Omit<CollectionOptions, 'collection'>
}

/**
 * `asks`: the tool is no read, so that the user decides. `refused`: the input is not taken. `harmless`: it is sent, and stands where only values
 * stand; what decides is that of the collection.
 */
type Outcome = 'asks' | 'refused' | 'harmless'

const raw = (text: string, language = 'json') => ({ mode: 'raw', raw: text, options: { raw: { language } } })
const json = (value: JsonValue) => raw(JSON.stringify(value))
const post = (body: JsonObject, url = 'https://x.com/search'): JsonObject => ({ method: 'POST', url, body })
const get = (url: JsonValue, rest: JsonObject = {}): JsonObject => ({ method: 'GET', url, ...rest })
const query = (...entries: JsonObject[]) => ({ host: ['x', 'com'], path: ['pets'], query: entries })
const graphql = (document: string, variables = '{}'): JsonObject =>
  post({ mode: 'graphql', graphql: { query: document, variables } }, 'https://x.com/graphql')
const form = (fields: Record<string, string>): JsonObject =>
  post({ mode: 'urlencoded', urlencoded: Object.entries(fields).map(([key, value]) => ({ key, value })) })

const MUTATION = 'mutation EVIL { deleteAll }'
const READ = 'query Pets($n: Int) { pets(first: $n) { id } }'
const DOCUMENT = post(json({ query: READ, variables: { n: 1 } }))
const SEARCH = post(json({ query: { match: { name: 'Rex' } }, size: 10, sort: [], after: null }))
const SCRIPTED = post(
  json({
    query: { match: { a: 'b' } },
    script_fields: { s: { script: { source: 'doc.a', lang: 'painless' } } },
  }),
)
const PIPELINE = post(json({ collection: 'pets', pipeline: [{ $match: { a: 1 } }, { $limit: 5 }] }))
const RPC = post(json({ jsonrpc: '2.0', id: 1, method: 'pets.list', params: { limit: 5 } }))

const attacks: [title: string, attack: Attack, outcome: Outcome][] = [
  // GraphQL
  ['another document', { request: DOCUMENT, input: { body: { query: MUTATION } } }, 'refused'],
  [
    'a document under a name in capitals',
    { request: DOCUMENT, input: { body: { Query: MUTATION } } },
    'refused',
  ],
  [
    'a document under a name with a Cyrillic letter',
    { request: DOCUMENT, input: { body: { quеry: MUTATION } } },
    'refused',
  ],
  [
    'a document under a name with a zero-width space',
    { request: DOCUMENT, input: { body: { 'query\u200b': MUTATION } } },
    'refused',
  ],
  [
    'a document under a name with a control character',
    { request: DOCUMENT, input: { body: { 'query\0': MUTATION } } },
    'refused',
  ],
  [
    'the body as a text',
    { request: DOCUMENT, input: { body: JSON.stringify({ query: MUTATION }) } },
    'refused',
  ],
  [
    'a batch instead of one request',
    { request: DOCUMENT, input: { body: [{ query: MUTATION }] } },
    'refused',
  ],
  [
    'a document in the prototype',
    { request: DOCUMENT, input: JSON.parse(`{"body":{"__proto__":{"query":"${MUTATION}"}}}`) },
    'refused',
  ],
  [
    'a document in the constructor',
    { request: DOCUMENT, input: { body: { constructor: { query: MUTATION } } } },
    'refused',
  ],
  [
    'a stored document',
    { request: DOCUMENT, input: { body: { extensions: { persistedQuery: { sha256Hash: 'EVIL' } } } } },
    'refused',
  ],
  ['another operation', { request: DOCUMENT, input: { body: { operationName: 'EVIL' } } }, 'refused'],
  [
    'a document as a value of a variable',
    { request: DOCUMENT, input: { body: { variables: { n: 1, m: MUTATION } } } },
    'refused',
  ],
  ['a document in the address', { request: DOCUMENT, input: { query: MUTATION } }, 'refused'],
  [
    'a document beside variables',
    { request: graphql(READ), input: { body: { query: MUTATION } } },
    'refused',
  ],
  [
    'a document in a variable of text',
    {
      request: graphql('query ($q: String) { find(q: $q) { id } }'),
      input: { body: { q: `") } ${MUTATION}` } },
    },
    'harmless',
  ],
  ['variables as a list', { request: graphql(READ), input: { body: [MUTATION] } }, 'refused'],
  ['a mutation behind a query', { request: graphql(`${READ} ${MUTATION}`) }, 'asks'],
  ['a mutation before a query', { request: graphql(`${MUTATION} ${READ}`) }, 'asks'],
  [
    'a mutation behind many comments',
    { request: graphql(`${'# query\n'.repeat(20_000)}${MUTATION}`) },
    'asks',
  ],
  ['a mutation behind a byte order mark and commas', { request: graphql(`\ufeff,,,${MUTATION}`) }, 'asks'],
  [
    'a mutation that spreads a fragment',
    { request: graphql('fragment F on M { deleteAll } mutation { ...F }') },
    'asks',
  ],
  [
    'a mutation behind a comment that looks like a text',
    { request: graphql(`query A { a } # """\n${MUTATION} # """`) },
    'asks',
  ],
  ['a document that does not parse', { request: graphql('query A { a ') }, 'asks'],
  ['a mutation in a batch', { request: post(json([{ query: READ }, { query: MUTATION }])) }, 'asks'],
  [
    'a batch of queries',
    { request: post(json([{ query: READ }])), input: { body: [{ query: MUTATION }] } },
    'refused',
  ],
  [
    'an operation that is chosen by an empty name',
    { request: post(json({ query: `${READ} ${MUTATION}`, operationName: '' })) },
    'asks',
  ],
  [
    'an operation of a name that is not there',
    { request: post(json({ query: `${READ} ${MUTATION}`, operationName: 'pets' })) },
    'asks',
  ],
  [
    'an operation name that is a variable',
    { request: post(json({ query: `${READ} ${MUTATION}`, operationName: '{{op}}' })) },
    'asks',
  ],
  [
    'a document that is a variable',
    { request: post(json({ query: '{{document}}' }), 'https://x.com/graphql') },
    'asks',
  ],
  [
    'a variable of the path inside of the document',
    { request: { ...graphql('{ pet(id: "{{id}}") { id } }'), url: 'https://x.com/{{id}}/graphql' } },
    'asks',
  ],
  [
    'a document in a GET',
    {
      request: get({ host: ['x', 'com'], path: ['graphql'], query: [{ key: 'query', value: READ }] }),
      input: { query: MUTATION },
    },
    'refused',
  ],
  [
    'a mutation in a GET',
    { request: get({ host: ['x', 'com'], path: ['graphql'], query: [{ key: 'query', value: MUTATION }] }) },
    'asks',
  ],
  [
    'a document in a form',
    { request: form({ query: READ, n: '1' }), input: { body: { query: MUTATION } } },
    'refused',
  ],
  [
    'a text body that is a document',
    { request: post(raw(READ, 'graphql')), input: { body: MUTATION } },
    'refused',
  ],
  // SQL
  [
    'another statement',
    {
      name: 'Query report',
      request: post(json({ sql: 'SELECT 1 FROM a', limit: 5 })),
      input: { body: { sql: 'DROP TABLE a' } },
    },
    'refused',
  ],
  [
    'a statement that only looks like a comment',
    { name: 'Query', request: post(json({ sql: 'SELECT 1 /*! ; DROP TABLE a */' })) },
    'asks',
  ],
  [
    'a write in a common table expression',
    { name: 'Query', request: post(json({ sql: 'WITH x AS (DELETE FROM a RETURNING *) SELECT * FROM x' })) },
    'asks',
  ],
  [
    'a statement behind a semicolon',
    { name: 'Query', request: post(json({ sql: "SELECT ';' ; DELETE FROM a" })) },
    'asks',
  ],
  [
    'a statement behind an escaped quote',
    { name: 'Query', request: post(json({ sql: "SELECT 'a\\'; DROP TABLE a; --'" })) },
    'asks',
  ],
  [
    'a statement with a variable that a model fills',
    {
      name: 'Query',
      request: post(json({ sql: 'SELECT * FROM a WHERE id = {{id}}' }), 'https://x.com/{{id}}/search'),
    },
    'asks',
  ],
  [
    'a query of a GET',
    { request: get(query({ key: 'q', value: 'SELECT a FROM b' })), input: { q: 'DROP TABLE b' } },
    'refused',
  ],
  [
    'a list of statements',
    {
      name: 'Query',
      request: post(json({ statements: [{ statement: 'MATCH (n) RETURN n' }] })),
      input: { body: { statements: [{ statement: 'MATCH (n) DELETE n' }] } },
    },
    'refused',
  ],
  [
    'a statement as a text body',
    { name: 'Query', request: post(raw('SELECT 1 FROM a', 'text')), input: { body: 'DROP TABLE a' } },
    'refused',
  ],
  [
    'a report by its name alone',
    { name: 'Query report', request: post(json({ action: 'delete_all', sql: 'drop table a' })) },
    'asks',
  ],
  // Searches
  ['a script in a search', { request: SEARCH, input: { body: { script: { source: 'EVIL' } } } }, 'refused'],
  [
    'a script inside of the query',
    { request: SEARCH, input: { body: { query: { script_score: { script: 'EVIL' } } } } },
    'refused',
  ],
  [
    'an object where a null was',
    { request: SEARCH, input: { body: { after: { script: 'EVIL' } } } },
    'refused',
  ],
  [
    'an object in an empty list',
    { request: SEARCH, input: { body: { sort: [{ _script: 'EVIL' }] } } },
    'refused',
  ],
  [
    'another script',
    { request: SCRIPTED, input: { body: { script_fields: { s: { script: { source: 'EVIL' } } } } } },
    'refused',
  ],
  [
    'a text where fixed members belong',
    { request: post(json({ filter: { $where: 'this.a', b: 1 } })), input: { body: { filter: 'EVIL' } } },
    'refused',
  ],
  [
    'an operator that writes',
    { request: PIPELINE, input: { body: { pipeline: [{ $out: 'EVIL' }] } } },
    'refused',
  ],
  [
    'an operator beside the filter',
    { request: post(json({ filter: { a: 1 } })), input: { body: { filter: { $where: 'EVIL' } } } },
    'refused',
  ],
  [
    'a member of an empty object',
    { request: post(json({ filter: {} })), input: { body: { filter: { $where: 'EVIL' } } } },
    'refused',
  ],
  ['a body of any shape', { request: post(raw('{{body}}')) }, 'asks'],
  ['a text of any kind', { request: post(raw('hello', 'text')) }, 'asks'],
  ['a document of XML without inputs', { request: post(raw('<find/>', 'xml')) }, 'asks'],
  [
    'a document in the place of an XML body',
    { request: post(raw('<find><name>Rex</name></find>', 'xml')), input: { body: '<delete>EVIL</delete>' } },
    'refused',
  ],
  [
    'an element in a leaf of XML',
    {
      request: post(raw('<find><name>Rex</name></find>', 'xml')),
      input: { body: { name: '</name></find><delete>EVIL</delete>' } },
    },
    'harmless',
  ],
  [
    'an element in a value of XML',
    {
      request: post(raw('<find><name>{{name}}</name></find>', 'xml')),
      input: { body: { name: '</name></find><delete>EVIL</delete>' } },
    },
    'harmless',
  ],
  [
    'an upload',
    { request: post({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: [] }] }) },
    'asks',
  ],
  // Remote calls
  [
    'another method of a remote call',
    { name: 'List pets', request: RPC, input: { body: { method: 'pets.delete' } } },
    'refused',
  ],
  [
    'a batch of remote calls',
    { name: 'List pets', request: RPC, input: { body: [{ method: 'pets.delete' }] } },
    'refused',
  ],
  [
    'a list of remote calls',
    {
      name: 'List pets',
      request: post(json([{ jsonrpc: '2.0', method: 'pets.list' }])),
      input: { body: [{ method: 'pets.delete' }] },
    },
    'refused',
  ],
  [
    'a remote method that deletes',
    { name: 'List pets', request: post(json({ method: 'pets.delete', params: [] })) },
    'asks',
  ],
  [
    'a method in the query',
    {
      request: get(query({ key: 'method', value: 'photos.search' }, { key: 'text', value: 'a' })),
      input: { method: 'photos.delete' },
    },
    'refused',
  ],
  [
    'the operation of a service',
    {
      request: {
        ...SEARCH,
        header: [{ key: 'X-Amz-Target', value: 'Pets.Find', description: 'The operation' }],
      },
      input: { 'X-Amz-Target': 'Pets.Delete' },
    },
    'refused',
  ],
  // The HTTP method
  [
    'an override in a header',
    {
      request: { ...SEARCH, header: [{ key: 'x-HTTP-method-Override', value: '', disabled: true }] },
      input: { 'x-HTTP-method-Override': 'DELETE' },
    },
    'refused',
  ],
  [
    'an override that is open',
    { request: { ...SEARCH, header: [{ key: 'X-Method-Override', value: '{{method}}' }] } },
    'asks',
  ],
  [
    'an override in a header of no collection',
    { request: SEARCH, input: { 'X-HTTP-Method': 'DELETE' } },
    'refused',
  ],
  [
    'an override in the query',
    { request: get(query({ key: '_method', value: '', disabled: true })), input: { _method: 'DELETE' } },
    'refused',
  ],
  [
    'an override in a form',
    { request: form({ _method: 'GET', q: 'a' }), input: { body: { _method: 'DELETE' } } },
    'refused',
  ],
  [
    'an override of the collection',
    { name: 'Get pet', request: get('https://x.com/pets/1?_method=DELETE') },
    'asks',
  ],
  [
    'an override by a line break in a header',
    {
      request: get('https://x.com/pets', { header: [{ key: 'X-Shop', value: '{{shop}}' }] }),
      input: { 'X-Shop': 'a\r\nX-HTTP-Method-Override: DELETE' },
    },
    'refused',
  ],
  [
    'an override by a separator in a value',
    { request: get(query({ key: 'q', value: 'a' })), input: { q: 'a&_method=DELETE#' } },
    'harmless',
  ],
  [
    'another path and an override in a path',
    {
      request: get({ raw: 'https://x.com/pets/:id', host: ['x', 'com'], path: ['pets', ':id'] }),
      input: { id: '../../delete?_method=DELETE' },
    },
    'harmless',
  ],
  // Actions
  [
    'another action',
    { name: 'List pets', request: get('https://x.com/api?action=list&q=a'), input: { action: 'delete' } },
    'refused',
  ],
  [
    'another action as a list',
    { name: 'List pets', request: get('https://x.com/api?action[]=list'), input: { action: ['delete'] } },
    'refused',
  ],
  [
    'another command in a search',
    { request: post(json({ cmd: 'find', q: 'a' })), input: { body: { cmd: 'delete' } } },
    'refused',
  ],
  [
    'an action that deletes, in a GET',
    { name: 'Pets', request: get('https://x.com/api?action=delete') },
    'asks',
  ],
  [
    'an action that a model fills',
    { name: 'Pets', request: get('https://x.com/api?action={{action}}') },
    'asks',
  ],
  ['an action in the path', { name: 'Get pet', request: get('https://x.com/pets/:action') }, 'asks'],
  ['an order in the path', { name: 'Pets', request: get('https://x.com/pets/7/delete') }, 'asks'],
  // Names
  [
    'a harmless name for a request that deletes',
    { name: 'Get pet', request: { method: 'DELETE', url: 'https://x.com/pets/1' } },
    'asks',
  ],
  [
    'a harmless name for a request that writes',
    { name: 'Get, list and find pets', request: { method: 'PATCH', url: 'https://x.com/pets/1' } },
    'asks',
  ],
  ['a second verb', { name: 'Search & destroy', request: SEARCH }, 'asks'],
  // The shape of the input
  ['a list as the input', { request: SEARCH, input: [{ body: {} }] }, 'refused'],
  [
    'a body that is nested too deep',
    { request: SEARCH, input: { body: JSON.parse(`${'{"query":'.repeat(100)}1${'}'.repeat(100)}`) } },
    'refused',
  ],
  [
    'a member of the prototype of the input',
    { request: SEARCH, input: JSON.parse('{"__proto__":{"script":"EVIL"}}') },
    'refused',
  ],
  // What the owner opened
  [
    'a document that the owner opened',
    { request: DOCUMENT, options: { inputs: { 'body.query': 'input' } } },
    'asks',
  ],
  [
    'a document of its own mode that the owner opened',
    { request: graphql(READ), options: { inputs: { 'body.query': 'input' } } },
    'asks',
  ],
  [
    'a statement that the owner opened',
    {
      name: 'Query',
      request: post(json({ sql: 'SELECT 1 FROM a' })),
      options: { inputs: { 'query.body.sql': 'input' } },
    },
    'asks',
  ],
  ['a body that the owner opened', { request: SEARCH, options: { inputs: { body: 'input' } } }, 'asks'],
  [
    'an object that the owner opened',
    { request: SEARCH, options: { inputs: { 'body.query': 'input' } } },
    'asks',
  ],
  [
    'an action that the owner opened',
    {
      name: 'List pets',
      request: get('https://x.com/api?action=list'),
      options: { inputs: { action: 'input' } },
    },
    'asks',
  ],
]

async function toolOf({ name = 'Search pets', request, options = {} }: Attack): Promise<ToolFunction> {
  const collection = { info: { name: 'Shop' }, item: [{ name, request }] }
  const toolkit = await RESTAPIToolkit.fromApiCollection({ ...options, collection })
  return toolkit.getFunctions()[0]!
}

function outcomeOf(tool: ToolFunction, input: unknown): Outcome {
  if (!tool.annotations.readOnlyHint) return 'asks'
  const dryRun = tool.dryRun!(input as JsonObject)
  if ('isError' in dryRun) {
    expect(dryRun.reason).toBe('invalid-input')
    return 'refused'
  }
  expect(sentParts(dryRun)).toEqual([])
  return 'harmless'
}

/** The marks of an attack where they would do something. */
function sentParts({ method, url, headers, body }: DryRun): string[] {
  const { pathname, search } = new URL(url)
  const found: string[] = []
  if (!['GET', 'POST'].includes(method)) found.push(method)
  if (/\/(?:delete|\.\.)(?:\/|$)/.test(pathname) || /[?&](?:_method|action)=/.test(search)) found.push(url)
  if (headers.some(([name]) => /override|http-method/i.test(name))) found.push(JSON.stringify(headers))
  if (body !== null && /<delete>|"query":"mutation/.test(body)) found.push(body)
  return found
}

describe('a model that wants to write without asking, by', () => {
  it.each(attacks)('%s', async (_, attack, outcome) => {
    expect(outcomeOf(await toolOf(attack), attack.input ?? {})).toBe(outcome)
  })

  it('the tools above, which work as they are meant', async () => {
    const tools = await Promise.all(attacks.map(([, attack]) => toolOf(attack)))
    const reads = tools.filter(({ annotations }) => annotations.readOnlyHint)
    expect(reads.length).toBeGreaterThan(50)
    for (const { parameters } of reads) expect(openPlaces(parameters)).toEqual([])
  })

  it('a name that voice.lock gave', async () => {
    const tool = await toolOf({
      name: 'Delete pet',
      request: { method: 'DELETE', url: 'https://x.com/pets/1' },
    })
    const renamed = { ...tool, name: 'get_pet' }
    expect(renamed.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })
})

/** Objects of a schema that take what they do not name. */
function openPlaces(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, properties, additionalProperties } = schema as JsonObject
  const isOpen = (type === 'object' || properties !== undefined) && additionalProperties !== false
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(schema).flatMap(([key, inner]) => openPlaces(inner, `${at}/${key}`)),
  ]
}

describe('any input at all', () => {
  const targets: [title: string, attack: Attack, kept: (body: JsonObject) => JsonValue | undefined][] = [
    ['a document', { request: DOCUMENT }, ({ query: document }) => document],
    ['variables', { request: graphql(READ) }, ({ query: document }) => document],
    ['a search with a script', { request: SCRIPTED }, ({ script_fields: fields }) => fields],
    ['a pipeline', { request: PIPELINE }, ({ pipeline }) => pipeline],
    ['a remote call', { name: 'List pets', request: RPC }, ({ method }) => method],
  ]
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.integer(),
      fc.constant(null),
      tie('object'),
      tie('list'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(
      fc.constantFrom(
        'body',
        'query',
        'variables',
        'n',
        'method',
        'params',
        'pipeline',
        'script_fields',
        's',
        'limit',
        'collection',
        '$out',
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  })).object

  it.each(targets)('leaves %s as the collection has it', async (_, attack, kept) => {
    const tool = await toolOf(attack)
    const bodyOf = (dryRun: DryRun) => JSON.parse(dryRun.body ?? '{}') as JsonObject
    const plain = tool.dryRun!({ body: {} })
    if ('isError' in plain) throw new Error(JSON.stringify(plain.content))
    const meant = kept(bodyOf(plain))
    expect(meant).toBeDefined()
    fc.assert(
      fc.property(anything, (input) => {
        const dryRun = tool.dryRun!(input as JsonObject)
        if (!('isError' in dryRun) && dryRun.body !== null) expect(kept(bodyOf(dryRun))).toEqual(meant)
      }),
      { numRuns: process.env.VOICE_TEST_FULL ? 20_000 : 500 },
    )
  })
})
