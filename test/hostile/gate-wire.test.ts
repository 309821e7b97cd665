import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../support/agent.js'
import { eventually } from '../support/eventually.js'
import { capturing, collectionOf } from '../support/login-api.js'
import { connectMcp, mcpClient, mcpOptions } from '../support/mcp.js'
import { startApi } from '../support/tool.js'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const entries = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }))
const apiKey = (key: string, value: string, where: string) => ({
  type: 'apikey',
  apikey: entries({ key, value, in: where }),
})
const graphql = (query: string) => ({ mode: 'graphql', graphql: { query, variables: '' } })

/** What reads send if a variable that only the operator or the API fills has this value. */
const READS: [what: string, request: object, value: string, shown: string][] = [
  [
    'the value of an override',
    { url: '/me', auth: apiKey('X-HTTP-Method-Override', '{{x}}', 'header') },
    'DELETE',
    'DELETE',
  ],
  [
    'an action of the auth',
    { url: '/me', auth: apiKey('action', '{{x}}', 'query') },
    'delete',
    'action delete',
  ],
  [
    'a switch of the auth',
    { url: '/me', auth: apiKey('{{x}}', 'k-12345678', 'query') },
    'delete',
    'delete delete',
  ],
  ['the name of a parameter', { url: '/me?{{x}}=list' }, 'delete', 'delete'],
  ['a switch without a value', { url: '/me?{{x}}' }, 'delete', 'delete'],
  ['a second parameter', { url: '/me?q={{x}}' }, 'a&action=delete', 'action delete'],
  ['a segment', { url: '/me/{{x}}' }, 'delete', '/me/delete'],
  ['an encoded segment', { url: '/me/{{x}}' }, '%64elete', 'delete'],
  [
    'a mutation',
    { method: 'POST', url: '/graphql', body: graphql('{{x}}') },
    'mutation { deleteUser }',
    'mutation deleteUser',
  ],
  [
    'a mutation behind a query',
    { method: 'POST', url: '/graphql', body: graphql('{{x}}') },
    '# query { a }\n\n fragment F on M { deleteAll } mutation { ...F }',
    'mutation',
  ],
]

/** Requests of which the file says it already: their values are commands, whatever the names of their headers are. */
const WRITES: typeof READS = [
  [
    'an override in the auth',
    { url: '/me', auth: apiKey('{{x}}', 'DELETE', 'header') },
    'X-HTTP-Method-Override',
    'DELETE',
  ],
  ['the name of a parameter', { url: '/me?{{x}}=delete' }, 'action', 'action delete'],
  ['the name of a header', { url: '/me', header: entries({ '{{x}}': 'DELETE' }) }, 'X-HTTP-Method', 'DELETE'],
]

/** An API, and a collection with a read whose variable `x` the operator fills, or the variable `captured`, which the answer of `Get settings` fills. */
async function setUp(request: object, value: string, captured = 'x') {
  const api = await startApi((incoming, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(incoming.url === '/settings' ? { x: value } : { ok: true }))
  })
  cleanups.push(() => api.close())
  const { url, ...rest } = request as { url: string }
  const toolkit = await RESTAPIToolkit.fromApiCollection({
    collection: collectionOf(
      capturing('Get settings', { method: 'GET', url: '{{base_url}}/settings' }, { [captured]: 'x' }),
      { name: 'Get user', request: { method: 'GET', ...rest, url: `{{base_url}}${url}` } },
    ),
    baseUrl: api.url,
    ...(captured === 'x' && { variables: { x: value } }),
  })
  const lines = () =>
    api.seen.filter(({ url }) => url !== '/settings').map(({ method, url }) => `${method} ${url}`)
  return { api, toolkit, lines }
}

const settled = (conversation: TestConversation, replies: number) =>
  eventually(() => conversation.events.filter(({ type }) => type === 'reply-ended').length >= replies)

describe('A read whose request says that it changes something', () => {
  it.each([...READS, ...WRITES])(
    'asks in a conversation, and shows it: %s',
    async (_, request, value, shown) => {
      const { toolkit, lines } = await setUp(request, value)
      const model = new ScriptedModel([[{ call: 'get_user' }], [{ say: 'Done.' }], [{ say: 'Done.' }]])
      const conversation = new TestConversation(testAgent({ models: [model], tools: toolkit.getFunctions() }))
      conversation.say('who is it?')
      await settled(conversation, 1)
      expect(lines()).toEqual([])
      expect(conversation.requests).toHaveLength(1)
      expect(JSON.stringify(conversation.events)).toContain(shown)
      conversation.say('yes')
      await eventually(() => lines().length > 0)
      expect(lines()).toHaveLength(1)
    },
  )

  it.each(READS)('is not sent, if a program calls it: %s', async (_, request, value) => {
    const { toolkit, lines } = await setUp(request, value)
    const [tool] = toolkit.getFunctions().filter(({ name }) => name === 'get_user')
    expect(await tool!.call({})).toMatchObject({
      reason: 'not-approved',
      content: expect.stringMatching(/^get_user was not called: its request does more than the tool says \(/),
    })
    expect(lines()).toEqual([])
    expect(await tool!.call({}, { agreed: 'destructive' })).toMatchObject({ isError: false })
  })

  it.each(WRITES)('is no read at all: %s', async (_, request, value) => {
    const { toolkit } = await setUp(request, value)
    const [definition] = toolkit.definitions.filter(({ name }) => name === 'get_user')
    expect(definition!.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it('asks over MCP, also if the API has given the value', async () => {
    const { toolkit, lines } = await setUp({ url: '/me/{{api_token}}' }, 'delete', 'api_token')
    const client = mcpClient({ elicitation: {} })
    const asked: string[] = []
    const answers = ['decline', 'accept']
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return { action: answers[asked.length - 1] as 'accept' }
    })
    await connectMcp(mcpOptions([toolkit], { approve: 'writes', toolSet: 'all' }), client)
    await client.callTool({ name: 'get_settings', arguments: {} })
    for (const sent of [[], ['GET /me/delete']]) {
      await client.callTool({ name: 'get_user', arguments: {} })
      expect(lines()).toEqual(sent)
    }
    expect(asked).toEqual(Array(2).fill(expect.stringContaining('(GET /me/delete)')))
  })

  it.each([
    ['destructive', 'archive', 1],
    ['destructive', 'delete', 0],
    ['none', 'delete', 1],
  ] as const)('asks as the policy "%s" says: %s', async (approve, value, count) => {
    const { toolkit, lines } = await setUp({ url: '/me?action={{x}}&y={{x}}' }, value)
    const model = new ScriptedModel([[{ call: 'get_user' }], [{ say: 'Done.' }]])
    const conversation = new TestConversation(
      testAgent({ models: [model], tools: toolkit.getFunctions(), approve }),
    )
    conversation.say('who is it?')
    await settled(conversation, 1)
    expect(lines()).toHaveLength(count)
  })
})

const oauth2 = (grant: string, path: string, more: object[] = []) => ({
  type: 'oauth2',
  oauth2: [
    ...entries({
      grant_type: grant,
      accessTokenUrl: `{{base_url}}${path}`,
      clientId: 'shop',
      clientSecret: 'secret-canary',
      username: 'ann',
      password: 'pass-canary',
    }),
    { key: 'tokenRequestParams', value: more },
  ],
})
const further = (key: string, value: string, place: string) => [
  { key, value, send_as: `request_${place}`, enabled: true },
]

describe('The token of a read', () => {
  /** A read whose token comes from `auth`, and the requests that reach the API. */
  async function readWith(auth: object, login?: string) {
    const api = await startApi((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"access_token":"t-canary-1"}')
    })
    cleanups.push(() => api.close())
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf({
        name: 'Get user',
        request: { method: 'GET', url: '{{base_url}}/me', auth },
      }),
      baseUrl: api.url,
      variables: { base_url: api.url },
      ...(login && { login }),
    })
    return { toolkit, lines: () => api.seen.map(({ method, url }) => `${method} ${url}`) }
  }

  it.each([
    ['a password', oauth2('password_credentials', '/oauth/token'), '/oauth/token'],
    ['another address', oauth2('client_credentials', '/orders/express'), '/orders/express'],
    ['an address that takes tokens back', oauth2('client_credentials', '/oauth/revoke'), '/oauth/revoke'],
    ['an address that makes new keys', oauth2('client_credentials', '/auth/keys/rotate'), '/rotate'],
    [
      'a method override',
      oauth2('client_credentials', '/token', further('X-HTTP-Method-Override', 'DELETE', 'header')),
      '/token',
    ],
    ['an action', oauth2('client_credentials', '/token', further('action', 'delete', 'body')), '/token'],
    ['a switch', oauth2('client_credentials', '/token', further('delete', '1', 'url')), '/token'],
    ['an address with an action', oauth2('client_credentials', '/token?op=delete'), '/token?op=delete'],
  ])('needs a yes if it needs %s', async (_, auth, address) => {
    const { toolkit, lines } = await readWith(auth)
    const model = new ScriptedModel([[{ call: 'get_user' }], [{ say: 'Done.' }], [{ say: 'Done.' }]])
    const conversation = new TestConversation(testAgent({ models: [model], tools: toolkit.getFunctions() }))
    conversation.say('who am I?')
    await settled(conversation, 1)
    expect(lines()).toEqual([])
    const events = JSON.stringify(conversation.events)
    expect(events).toContain(address)
    expect(events).not.toContain('canary')
    expect(conversation.requests).toHaveLength(1)
    conversation.say('yes')
    await eventually(() => lines().length > 1)
    expect(lines()[1]).toBe('GET /me')
  })

  it.each([
    ['in the body', [{ key: 'action', value: 'delete_account', send_as: 'request_body', enabled: true }]],
    ['in the query', further('action', 'delete_account', 'url')],
    ['in a header', further('X-HTTP-Method-Override', 'DELETE', 'header')],
    ['under another name', further('amount', '1000', 'body')],
  ])('is renewed by no order that a question does not show: %s', async (_, more) => {
    const api = await startApi((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"access_token":"t-canary-1","refresh_token":"r-canary-1","expires_in":1}')
    })
    cleanups.push(() => api.close())
    const auth = oauth2('client_credentials', '/oauth/token')
    auth.oauth2.push({ key: 'refreshRequestParams', value: more } as never)
    const request = (method: string) => ({ method, url: '{{base_url}}/note', auth })
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf(
        { name: 'Get note', request: request('GET') },
        { name: 'Delete note', request: request('DELETE') },
      ),
      baseUrl: api.url,
      variables: { base_url: api.url },
    })
    for (const tool of toolkit.getFunctions())
      expect(await tool.call({}, { agreed: 'destructive' })).toMatchObject({ status: 200 })
    const asked = api.seen.filter(({ url }) => url.startsWith('/oauth/token'))
    expect(
      asked.map(({ url, headers, body }) => [url, headers['x-http-method-override'], String(body)]),
    ).toEqual(Array(2).fill(['/oauth/token', undefined, 'grant_type=client_credentials']))
  })

  it('shows the fields that are none of a token request', async () => {
    const auth = oauth2('client_credentials', '/oauth/token', further('amount', '1000', 'body'))
    const { toolkit } = await readWith(auth)
    expect(toolkit.getFunctions()[0]!.dryRun!({})).toMatchObject({ login: { fields: ['amount 1000'] } })
  })

  it.each([
    ['the credentials of a program', oauth2('client_credentials', '/oauth2/v1/token'), undefined],
    ['a log-in that the operator named', oauth2('password_credentials', '/oauth/token'), 'get_user'],
  ])('needs none for %s', async (_, auth, login) => {
    const { toolkit, lines } = await readWith(auth, login)
    expect(await toolkit.getFunctions()[0]!.call({})).toMatchObject({ status: 200 })
    expect(lines()).toHaveLength(2)
  })

  it('is not fetched by a log-in that a program has not named', async () => {
    const { toolkit, lines } = await readWith(oauth2('password_credentials', '/oauth/token'))
    expect(await toolkit.getFunctions()[0]!.call({})).toMatchObject({ reason: 'not-approved' })
    expect(lines()).toEqual([])
  })
})

describe('A request that sends a password or takes a token', () => {
  const basic = { type: 'basic', basic: entries({ username: 'ann', password: 'p' }) }
  it.each([
    ['Log in', { method: 'GET', url: '{{base_url}}/login?user={{user}}&password={{password}}' }],
    ['Get session', { method: 'GET', url: '{{base_url}}/session', auth: basic }],
    ['Get token', { method: 'GET', url: '{{base_url}}/auth/token?client_secret={{secret}}' }],
    [
      'Login',
      {
        method: 'GET',
        url: '{{base_url}}/login',
        header: entries({ 'X-Client-Secret': '{{client_secret}}' }),
      },
    ],
    [
      'Get token',
      { method: 'GET', url: '{{base_url}}/token', header: entries({ 'X-Client': '{{client_secret}}' }) },
    ],
    [
      'Login',
      { method: 'GET', url: '{{base_url}}/login', header: entries({ Authorization: 'Basic {{x}}' }) },
    ],
    ['Login', { method: 'GET', url: '{{base_url}}/login', header: entries({ Authorization: '{{x}}' }) }],
    ['Login', { method: 'GET', url: '{{base_url}}/login', header: entries({ Cookie: 'remember={{x}}' }) }],
    ['Get token', { method: 'GET', url: '{{base_url}}/token', header: entries({ Cookie: 'api_secret=1' }) }],
    ['Login', { method: 'GET', url: '{{base_url}}/login/{{user}}/{{client_secret}}' }],
    ['Login', { method: 'GET', url: '{{base_url}}/login/:client_secret' }],
    ['Login', { method: 'GET', url: '{{base_url}}/login?k={{client_secret}}' }],
    [
      'Find user',
      {
        method: 'POST',
        url: '{{base_url}}/users/find',
        body: { mode: 'urlencoded', urlencoded: entries({ user: 'ann', password: '{{password}}' }) },
      },
    ],
    ['Check code', { method: 'GET', url: '{{base_url}}/check?otp=123456' }],
    [
      'Get account',
      { method: 'GET', url: '{{base_url}}/account', header: entries({ 'X-Password': '{{password}}' }) },
    ],
  ])('is no read: %s', async (name, request) => {
    const { definitions } = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf(capturing(name, request, { api_token: 'token' })),
    })
    expect(definitions.map(({ annotations }) => annotations.readOnlyHint)).toEqual([false])
  })
})

describe('A request that takes a token and sends no credential but that of an earlier log-in', () => {
  it.each([
    ['Get session', { Authorization: 'Bearer {{access_token}}' }, '/session'],
    ['Get token', { Accept: 'application/json' }, '/token/{{tenant}}?lang=en'],
  ])('is a read: %s', async (name, header, path) => {
    const request = { method: 'GET', url: `{{base_url}}${path}`, header: entries(header) }
    const { definitions } = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf(capturing(name, request, { api_token: 'token' })),
    })
    expect(definitions.map(({ annotations }) => annotations.readOnlyHint)).toEqual([true])
  })
})

describe('a call that is like a harmless one before it', () => {
  const url = { raw: '{{base_url}}/pets/:id', host: ['{{base_url}}'], path: ['pets', ':id'] }
  const pet = {
    name: 'Get pet',
    request: {
      method: 'GET',
      url: {
        ...url,
        query: entries({ detail: 'all', note: 'short' }),
        variable: entries({ id: '7' }),
      },
      header: entries({ 'X-Mode': '{{mode}}' }),
    },
  }
  const setUpPets = async () => {
    const api = await startApi((_incoming, response) => response.end('{}'))
    cleanups.push(() => api.close())
    const kit = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf(pet),
      baseUrl: api.url,
      variables: { mode: 'plain' },
    })
    return { api, tool: kit.getFunctions()[0]! }
  }
  /** A caller that lets only reads pass, as a conversation does before a user has agreed. */
  const asRead = { neededBy: { tool: 'x', consent: 'read' as const } }

  it.each<[what: string, input: JsonObject, variables?: Record<string, string>]>([
    ['a statement in place of a word', { id: 7, detail: 'drop table pets' }],
    ['a command in place of a number', { id: 'delete', detail: 'all' }],
    ['a statement in another argument', { id: 7, detail: 'all', note: 'delete from pets' }],
    ['an order in a header', { id: 7, detail: 'all' }, { mode: 'drop table pets' }],
  ])('is judged anew: %s', async (_what, input, variables) => {
    const { api, tool } = await setUpPets()
    for (const id of [1, 2, '3'])
      expect(await tool.call({ id, detail: 'all' }, asRead)).toMatchObject({ isError: false })
    const sent = api.seen.length
    const result = await tool.call(input, { ...asRead, ...(variables && { variables }) })
    expect(result).toMatchObject({ isError: true, reason: 'not-approved' })
    expect(api.seen).toHaveLength(sent)
  })
})

describe('a trial run that the collection asks for', () => {
  const asRead = { neededBy: { tool: 'x', consent: 'read' as const } }
  async function cleanup(request: object, input: JsonObject) {
    const api = await startApi((_incoming, response) => response.end('{}'))
    cleanups.push(() => api.close())
    const { url, ...rest } = request as { url: string }
    const kit = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf({
        name: 'Get cleanup',
        request: { method: 'GET', ...rest, url: `{{base_url}}${url}` },
      }),
      baseUrl: api.url,
    })
    const [tool] = kit.getFunctions()
    const result = await tool!.call(input, asRead)
    return { result, sent: api.seen, parameters: Object.keys(tool!.parameters.properties ?? {}) }
  }

  it.each(['dry_run=true', 'dry_run=1', 'dry_run=on', 'validateOnly=yes'])(
    'is sent if a call leaves out its parameter: %s',
    async (query) => {
      const { sent } = await cleanup({ url: `/cleanup?${query}` }, {})
      expect(sent.map(({ url }) => url)).toEqual([`/cleanup?${query}`])
    },
  )

  it('is sent if a call leaves out its header', async () => {
    const header = entries({ 'X-Dry-Run': 'true' })
    const { sent } = await cleanup({ url: '/cleanup', header }, {})
    expect(sent.map(({ headers }) => headers['x-dry-run'])).toEqual(['true'])
  })

  it.each<[query: string, value: string | number]>([
    ['dry_run=1', 0],
    ['dry_run=1', '0'],
    ['dry_run=1', 2],
    ['dry_run=on', 0],
    ['dry_run=on', 'off'],
    ['dry_run=on', ''],
    ['dry_run=true', 'false'],
    ['dry_run=true', 'none at all'],
  ])('is not switched off unasked: %s by %j', async (query, value) => {
    const { sent, parameters } = await cleanup({ url: `/cleanup?${query}` }, { dry_run: value })
    expect(parameters).toContain('dry_run')
    expect(sent).toEqual([])
  })

  it('is judged anew for each number', async () => {
    const api = await startApi((_incoming, response) => response.end('{}'))
    cleanups.push(() => api.close())
    const kit = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf({
        name: 'Get cleanup',
        request: { method: 'GET', url: '{{base_url}}/cleanup?dry_run=1' },
      }),
      baseUrl: api.url,
    })
    const [tool] = kit.getFunctions()
    for (const value of [1, 0, 1]) await tool!.call({ dry_run: value }, asRead)
    expect(api.seen.map(({ url }) => url)).toEqual(['/cleanup?dry_run=1', '/cleanup?dry_run=1'])
  })
})
