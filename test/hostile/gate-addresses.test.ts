import dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { type CollectionOptions, RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { collectionOf } from '../support/login-api.js'
import { connectMcp, mcpOptions } from '../support/mcp.js'

const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

interface Server {
  url: string
  /** The requests so far, with their cookies: `GET /a id=1`. */
  seen: string[]
}

/** A server on this machine. Each server has another port, and so another origin. */
async function start(listener: RequestListener): Promise<Server> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`.trim())
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

async function toolsOf(items: object[], options: Partial<CollectionOptions> = {}): Promise<ToolFunction[]> {
  const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: collectionOf(...items), ...options })
  return toolkit.getFunctions()
}

const get = (name: string, url: string) => ({ name, request: { method: 'GET', url } })

describe('a redirect from one origin to another and back', () => {
  it('cannot set the cookies of the first one', async () => {
    const other = await start((_request, response) =>
      response
        .writeHead(302, { location: `${first.url}/end`, 'set-cookie': ['id=evil; Path=/', 'more=evil'] })
        .end(),
    )
    const first = await start((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: `${other.url}/` }).end()
      else if (request.url === '/login') response.setHeader('set-cookie', 'id=own; Path=/').end('{}')
      else response.end('{}')
    })
    const [login, begin, check] = await toolsOf([
      get('Login', `${first.url}/login`),
      get('Begin', `${first.url}/start`),
      get('Check', `${first.url}/check`),
    ])
    const session = {}
    await login!.call({}, { session })
    await begin!.call({}, { session })
    await check!.call({}, { session })
    expect(first.seen).toEqual(['GET /login', 'GET /start id=own', 'GET /end', 'GET /check id=own'])
    expect(other.seen).toEqual(['GET /'])
  })
})

describe('a token URL', () => {
  const oauth = (url: string) => ({
    type: 'oauth2',
    oauth2: Object.entries({
      grant_type: 'client_credentials',
      accessTokenUrl: url,
      clientId: 'c',
      clientSecret: 'canary-secret',
    }).map(([key, value]) => ({ key, value })),
  })
  const token = JSON.stringify({ access_token: 'foreign' })

  it.each([301, 302, 303, 307, 308])('that redirects to another origin is refused: %i', async (status) => {
    const other = await start((_request, response) => response.end(token))
    const own = await start((request, response) => {
      if (request.url === '/token') response.writeHead(status, { location: `${other.url}/token` }).end()
      else response.end('{}')
    })
    const request = { method: 'GET', url: `${own.url}/pets`, auth: oauth(`${own.url}/token`) }
    const [tool] = await toolsOf([{ name: 'Pets', request }])
    const result = await tool!.call({})
    expect(result).toMatchObject({
      isError: true,
      reason: 'auth-failed',
      content: expect.stringContaining(`redirected to ${other.url}`),
    })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(other.seen).toEqual([])
    expect(own.seen).toEqual(['POST /token'])
  })

  it('that redirects within its origin is followed', async () => {
    const own = await start((request, response) => {
      if (request.url === '/token') response.writeHead(307, { location: '/v2/token' }).end()
      else response.end(request.url === '/v2/token' ? token : '{}')
    })
    const request = { method: 'GET', url: `${own.url}/pets`, auth: oauth(`${own.url}/token`) }
    const [tool] = await toolsOf([{ name: 'Pets', request }])
    expect(await tool!.call({})).toMatchObject({ isError: false })
    expect(own.seen).toEqual(['POST /token', 'POST /v2/token', 'GET /pets'])
  })
})

describe('a local API', () => {
  // The guard stops these requests before a connection, so nothing leaves this machine.
  it.each([
    'http://169.254.169.254/latest/meta-data/iam',
    'http://2852039166/latest/meta-data',
    'http://0xa9.254.0251.254/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/latest',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://168.63.129.16/metadata',
    'http://192.0.0.192/opc/v2',
    'http://100.100.100.200/latest',
    'http://169.254.170.2/v2/credentials',
  ])('cannot redirect to %s, nor can its file name it', async (location) => {
    const api = await start((_request, response) => response.writeHead(302, { location }).end())
    const [redirected, named] = await toolsOf([get('A', `${api.url}/a`), get('B', location)])
    for (const tool of [redirected!, named!])
      expect(await tool.call({})).toMatchObject({ isError: true, reason: 'private-address' })
    expect(api.seen).toEqual(['GET /a'])
  })

  it('cannot redirect to a name that leads to the metadata of a cloud', async () => {
    const location = 'http://metadata.google.internal/computeMetadata/v1/'
    const api = await start((_request, response) => response.writeHead(302, { location }).end())
    const systemLookup = dns.lookup
    cleanups.push(() => {
      dns.lookup = systemLookup
      syncBuiltinESMExports()
    })
    dns.lookup = ((_name: string, _options: object, callback: (...parts: unknown[]) => void) =>
      callback(null, [{ address: '169.254.169.254', family: 4 }])) as unknown as typeof dns.lookup
    syncBuiltinESMExports()
    const [redirected, named] = await toolsOf([get('A', `${api.url}/a`), get('B', location)])
    for (const tool of [redirected!, named!])
      expect(await tool.call({})).toMatchObject({ reason: 'private-address' })
  })

  it('may redirect to another local API', async () => {
    const other = await start((_request, response) => response.end('{"here":true}'))
    const api = await start((_request, response) => response.writeHead(302, { location: other.url }).end())
    const [tool] = await toolsOf([get('A', `${api.url}/a`)])
    expect(await tool!.call({})).toMatchObject({ content: { here: true } })
  })
})

describe('an address without a value', () => {
  it.each([
    'host',
    'base',
    'BASE_URL',
    'baseURL',
    'base_url2',
    'url',
    'api_url',
    'server',
    'domain',
    'endpoint',
    'my base_url',
  ])('refuses the call and names the variable: %s', async (name) => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: 'canary-token' }] }
    const [tool] = await toolsOf([
      { name: 'Pets', request: { method: 'GET', url: `{{${name}}}/pets`, auth } },
    ])
    expect(await tool!.call({})).toMatchObject({
      isError: true,
      reason: 'missing-setting',
      missingSettings: [name],
      content: expect.stringMatching(
        new RegExp(`"${name}" has no value\\. Only the operator .* tell the user`),
      ),
    })
    expect(tool!.dryRun!({})).toMatchObject({ reason: 'missing-setting' })
  })

  it.each(['base_url', 'baseUrl'])('leads to the mock only for %s', async (name) => {
    const [tool] = await toolsOf([get('Pets', `{{${name}}}/pets`)])
    expect(tool!.dryRun!({})).toMatchObject({ url: 'http://localhost:35814/pets' })
  })

  it.each([
    ['the fallback', undefined],
    ['the same address if it is given', 'http://localhost:35814'],
  ])('sends credentials only where somebody said: %s', async (_name, baseUrl) => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] }
    const header = [
      { key: 'X-Api-Key', value: 'canary-key' },
      { key: 'Cookie', value: 'session=canary-cookie' },
      { key: 'X-Shop', value: '{{token}}' },
      { key: 'X-Plain', value: 'plain' },
    ]
    const url = '{{base_url}}/pets?api_key=canary-query&limit=5'
    const pets = { name: 'Pets', request: { method: 'GET', url, header, auth } }
    const body = { mode: 'raw', raw: '{"note":"{{token}}"}' }
    const note = { name: 'Note', request: { method: 'POST', url: '{{base_url}}/notes', body } }
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf(pets, note),
      variables: { token: 'canary-token' },
      ...(baseUrl === undefined ? {} : { baseUrl }),
    })
    const [read, write] = toolkit.getFunctions()
    const shown = JSON.stringify(read!.dryRun!({ limit: 6 }, { showSecrets: true }))
    const sent = ['canary-key', 'canary-cookie', 'canary-query', 'canary-token'].filter((secret) =>
      shown.includes(secret),
    )
    expect(sent).toHaveLength(baseUrl === undefined ? 0 : 4)
    expect(shown).toContain('plain')
    expect(shown).toContain('limit=6')
    const written = write!.dryRun!({ body: { note: '{{token}}' } }, { showSecrets: true })
    expect(written).not.toMatchObject({ body: expect.stringContaining('canary') })
    const whole = write!.dryRun!({}, { showSecrets: true })
    expect(whole).toMatchObject(
      baseUrl === undefined ? { missingSettings: ['base_url'] } : { body: expect.any(String) },
    )
  })

  it('refuses also if its value is empty, blank for a model, or another variable without one', async () => {
    for (const value of ['', '<string>', '{{other}}']) {
      const document = { ...collectionOf(get('Pets', '{{host}}/pets')), variable: [{ key: 'host', value }] }
      const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: document })
      expect(await toolkit.getFunctions()[0]!.call({})).toMatchObject({ reason: 'missing-setting' })
    }
  })
})

describe('a number that is not finite', () => {
  const tool = (request: object) => toolsOf([{ name: 'Set', request }])
  const body = { mode: 'raw', raw: '{"price":5,"tags":[1],"more":{"deep":1}}' }
  const INFINITE = JSON.parse('1e400') as number

  it.each<[place: string, request: object, input: object]>([
    ['the path', { method: 'GET', url: 'http://127.0.0.1:1/pets/:id' }, { id: INFINITE }],
    ['the query', { method: 'GET', url: 'http://127.0.0.1:1/pets?limit=5' }, { limit: INFINITE }],
    [
      'a header',
      { method: 'GET', url: 'http://127.0.0.1:1/', header: [{ key: 'X-A', value: '' }] },
      { 'X-A': INFINITE },
    ],
    ['a body', { method: 'POST', url: 'http://127.0.0.1:1/', body }, { body: { price: INFINITE } }],
    [
      'a negative number',
      { method: 'POST', url: 'http://127.0.0.1:1/', body },
      { body: { price: -INFINITE } },
    ],
    [
      'no number at all',
      { method: 'POST', url: 'http://127.0.0.1:1/', body },
      { body: { price: Number.NaN } },
    ],
    ['a list', { method: 'POST', url: 'http://127.0.0.1:1/', body }, { body: { tags: [1, INFINITE] } }],
    [
      'a deep member',
      { method: 'POST', url: 'http://127.0.0.1:1/', body },
      { body: { more: { deep: INFINITE } } },
    ],
    [
      'a form',
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/',
        body: { mode: 'urlencoded', urlencoded: [{ key: 'n', value: '1' }] },
      },
      { body: { n: INFINITE } },
    ],
    [
      'a GraphQL variable',
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/',
        body: { mode: 'graphql', graphql: { query: 'query($n:Int){pets(n:$n){id}}', variables: '{"n":1}' } },
      },
      { body: { n: INFINITE } },
    ],
  ])('is refused with a sentence in %s', async (_place, request, input) => {
    const [set] = await tool(request)
    expect(await set!.call(input as never)).toMatchObject({
      reason: 'invalid-input',
      content: expect.stringContaining('too large to be sent'),
    })
  })

  it('is refused over MCP, also for functions of a program', async () => {
    const seen: unknown[] = []
    const { defineTool } = await import('../../src/toolkit/define-tool.js')
    const local = defineTool({ name: 'local', description: 'Local.', run: (input) => seen.push(input) })
    const client = await connectMcp(mcpOptions([local]))
    const answer = await client.callTool({ name: 'local', arguments: { n: INFINITE } })
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('too large to be sent') }],
    })
    expect(seen).toEqual([])
    await client.close()
  })

  it('counts as no value in a variable of a file', async () => {
    const text = JSON.stringify(collectionOf(get('Pets', 'http://127.0.0.1:1/pets?n={{token}}')))
    const document = JSON.parse(text.replace(/\}$/, ',"variable":[{"key":"token","value":1e400}]}')) as object
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: document })
    const shown = toolkit.getFunctions()[0]!.dryRun!({})
    expect(JSON.stringify(shown)).not.toMatch(/Infinity|null\/|n=null/)
  })
})
