import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { saveLock } from '../../src/toolkit/lock-file.js'
import type { CollectionOptions } from '../../src/toolkit/rest-api-toolkit.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'voice-toolkit-'))
  cleanups.push(() => rmSync(path, { recursive: true }))
  return path
}

const item = (name: string, request: unknown, more: object = {}) => ({ name, request, ...more })
const collection = (items: unknown[], more: object = {}) => ({ info: { name: 'Shop' }, item: items, ...more })
const of = (items: unknown[], options: CollectionOptions = {}, more: object = {}) =>
  RESTAPIToolkit.fromApiCollection({ collection: collection(items, more), ...options })

describe('fromApiCollection', () => {
  it('reads the files it is told and fails by name', async () => {
    const path = folder()
    const file = (name: string, value: unknown) => {
      writeFileSync(join(path, name), typeof value === 'string' ? value : JSON.stringify(value))
      return join(path, name)
    }
    const collectionPath = file('c.json', collection([item('Get it', '{{base}}/a/{{id}}/{{who}}')]))
    const environmentPath = file('e.json', { values: [{ key: 'id', value: '7' }] })
    const globalsPath = file('g.json', { values: [{ key: 'who', value: 'ann' }] })
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collectionPath, environmentPath, globalsPath })
    expect([toolkit.name, toolkit.getFunctions().map(({ name }) => name)]).toEqual(['Shop', ['get_it']])
    expect(Object.keys(toolkit.definitions[0]!.parameters.properties ?? {})).toEqual([])
    const fails = (options: CollectionOptions) => expect(RESTAPIToolkit.fromApiCollection(options)).rejects
    await fails({ collectionPath: join(path, 'none.json') }).toMatchObject({ code: 'collection-not-found' })
    await fails({ collectionPath, environmentPath: 'none.json' }).toMatchObject({
      code: 'environment-not-found',
    })
    await fails({ collectionPath: file('bad.json', '{') }).toMatchObject({ code: 'not-json' })
    await fails({ collectionPath: file('api.yaml', 'openapi: 3.0.3\npaths: {}\n') }).toMatchObject({
      code: 'not-a-collection',
      message: expect.stringMatching(/This is an OpenAPI 3\.0\.3 document in YAML.*voice import/),
    })
    await fails({ collectionPath: environmentPath }).toMatchObject({ code: 'not-a-collection' })
    await fails({ collectionPath: path }).toMatchObject({ code: 'file-unreadable' })
  })

  it.each(['v3', 'opencollection', 'bruno', 'insomnia.v4.json', 'insomnia.v5.yaml'])(
    'makes the same tools of the format of %s as of v2.1',
    async (name) => {
      const definitions = async (file: string) => {
        const collectionPath = join('test/fixtures/formats', file)
        const toolkit = await RESTAPIToolkit.fromApiCollection({ collectionPath })
        return toolkit.definitions.map(({ name, description, parameters }) => [name, description, parameters])
      }
      expect(await definitions(name)).toEqual(await definitions('bookshop.v21.json'))
    },
  )

  it('converts an older format', async () => {
    const schema = 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json'
    const older = { info: { name: 'Shop', schema }, item: [item('Get it', 'x.com/a')] }
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: older })
    expect(toolkit.definitions.map(({ name }) => name)).toEqual(['get_it'])
  })

  it('says where requests go, what is missing and what was left out', async () => {
    const toolkit = await of([
      item('A', '{{base}}/a'),
      item('B', '{{base}}/b'),
      item('C', 'https://{{region}}.x.com/c'),
      item('D', ''),
      item('E', {
        url: 'https://x.com/e',
        auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{my_token}}' }] },
      }),
    ])
    expect(toolkit.destinations).toEqual([
      { origin: '{{base}}', url: '{{base}}', requests: 2, isFallback: false },
      { origin: 'https://{{region}}.x.com', url: 'https://{{region}}.x.com', requests: 1, isFallback: false },
      { origin: 'https://x.com', url: 'https://x.com', requests: 1, isFallback: false },
    ])
    const hidden = toolkit.forIdentity({ baseUrl: 'https://me:secret@own.test/v1?key=secret' })
    expect(hidden.destinations[0]!.url).toBe('https://own.test/v1')
    expect(toolkit.missingSettings).toEqual(['my_token', 'region'])
    expect(toolkit.skipped).toEqual([{ name: 'D', pointer: '/item/3' }])
  })

  it('keeps its base URL for a user who has none', async () => {
    const toolkit = await of([item('List pets', '{{base}}/pets')], { baseUrl: 'http://main.test' })
    const own = toolkit.forIdentity({ variables: { token: 't7' } })
    expect(own.getFunctions()[0]!.dryRun!({})).toMatchObject({ url: 'http://main.test/pets' })
  })

  it('narrows for one identity', async () => {
    const toolkit = await of(
      [
        item('List pets', '{{base}}/pets/{{tenant}}'),
        item('Delete pet', { method: 'DELETE', url: '{{base}}/pets' }),
      ],
      { deny: ['POST'] },
    )
    const own = toolkit.forIdentity({ variables: { tenant: 't1' }, baseUrl: 'http://own', allow: ['GET'] })
    expect(
      own.definitions.map(({ name, parameters }) => [name, Object.keys(parameters.properties ?? {})]),
    ).toEqual([['list_pets', []]])
    expect(own.destinations[0]!.url).toBe('http://own')
    expect(toolkit.forIdentity({ allow: [] }).definitions).toEqual([])
    expect(toolkit.definitions).toHaveLength(2)
  })

  it('keeps the names of a lock file', async () => {
    const lockPath = join(folder(), 'voice.lock')
    await saveLock(lockPath, {
      collectionPath: 'postman.json',
      lock: [{ name: 'kept', method: 'GET', path: '/a', title: 'Old', folder: [] }],
    })
    const toolkit = await of([item('New', 'x.com/a')], { lockPath })
    expect(toolkit.definitions[0]!.name).toBe('kept')
    writeFileSync(lockPath, '{"lockfileVersion": 9}')
    await expect(of([item('New', 'x.com/a')], { lockPath })).rejects.toMatchObject({
      code: 'lock-unreadable',
    })
  })
})

describe('what scripts leave behind', () => {
  interface Shop {
    url: string
    seen: string[]
    /** The token that is good now. */
    token: string
  }

  /** A shop that wants the token its login gives. */
  async function startShop(): Promise<Shop> {
    const shop: Shop = { url: '', seen: [], token: 'first' }
    const server: Server = createServer((request, response) => {
      shop.seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
      response.setHeader('content-type', 'application/json')
      if (request.url === '/login') response.end(JSON.stringify({ access_token: shop.token, region: 'eu' }))
      else if (request.headers.authorization !== `Bearer ${shop.token}`) response.writeHead(401).end('{}')
      else response.end(JSON.stringify({ id: 5 }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
    shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return shop
  }

  const test = (...exec: string[]) => ({ event: [{ listen: 'test', script: { exec } }] })
  const bearer = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] }
  const login = (body?: unknown) =>
    item(
      'Login',
      { method: 'POST', url: '{{base}}/login', ...(body ? { body } : {}) },
      test(
        "pm.environment.set('token', pm.response.json().access_token)",
        "pm.environment.set('region', pm.response.json().region)",
      ),
    )
  const pets = item('List pets', { url: '{{base}}/pets/{{region}}', auth: bearer })

  it('a named login runs by itself, once a session, and again when its token is no longer good', async () => {
    const shop = await startShop()
    const toolkit = await of([login(), pets], { baseUrl: shop.url, allow: ['list_pets'], login: 'login' })
    expect(toolkit.missingSettings).toEqual([])
    const [list] = toolkit.getFunctions()
    expect(list!.parameters.properties).toEqual({})
    const session = {}
    expect(await list!.call({}, { session })).toMatchObject({ isError: false, content: { id: 5 } })
    await list!.call({}, { session })
    expect(shop.seen).toEqual(['POST /login', 'GET /pets/eu Bearer first', 'GET /pets/eu Bearer first'])
    shop.seen = []
    shop.token = 'second'
    expect(await list!.call({}, { session })).toMatchObject({ isError: false })
    expect(shop.seen).toEqual(['GET /pets/eu Bearer first', 'POST /login', 'GET /pets/eu Bearer second'])
  })

  it('a named login sends the values that its request has in the file', async () => {
    const shop = await startShop()
    const body = { mode: 'raw', raw: '{"user":"ann","password":"{{password}}"}' }
    const toolkit = await of([login(body), pets], {
      ...{ baseUrl: shop.url, login: 'login', variables: { password: 'of-ann' } },
    })
    expect(toolkit.definitions[0]!.parameters.properties).toEqual({})
    expect(await toolkit.getFunctions()[1]!.call({}, { session: {} })).toMatchObject({ isError: false })
    expect(shop.seen).toEqual(['POST /login', 'GET /pets/eu Bearer first'])
  })

  it('is kept for its session only', async () => {
    const shop = await startShop()
    const toolkit = await of([login(), pets], { baseUrl: shop.url, login: 'login' })
    const list = toolkit.getFunctions()[1]!
    for (const options of [{ session: {} }, { session: {} }, {}]) await list.call({}, options)
    expect(shop.seen.filter((line) => line === 'POST /login')).toHaveLength(3)
  })

  it('a login that was denied does not run, not even by itself', async () => {
    const shop = await startShop()
    const toolkit = await of([login(), pets], { baseUrl: shop.url, deny: ['Login'], login: 'login' })
    expect(toolkit.missingSettings).toEqual(['token'])
    const result = await toolkit.getFunctions()[0]!.call({}, { session: {} })
    expect(result).toMatchObject({
      isError: true,
      reason: 'missing-setting',
      missingSettings: ['region', 'token'],
    })
    expect(shop.seen).toEqual([])
  })

  it('a name in "login" that no tool has is an error', async () => {
    // Several requests may have one title, so that a title names no tool.
    for (const name of ['log in', 'Login'])
      await expect(of([login(), pets], { login: name })).rejects.toMatchObject({
        code: 'login-unknown',
        message: expect.stringContaining(`"${name}"`),
      })
  })

  it('a login that needs input is named, to the model and in the result', async () => {
    const shop = await startShop()
    const body = { mode: 'raw', raw: '{"user":"ann"}' }
    const toolkit = await of([login(body), pets], { baseUrl: shop.url })
    const [first, list] = toolkit.getFunctions()
    expect(list!.description).toContain('Call login first.')
    const session = {}
    const refused = await list!.call({}, { session })
    expect(refused).toMatchObject({
      isError: true,
      reason: 'call-first',
      missingSettings: ['region', 'token'],
      content: expect.stringContaining('login'),
    })
    await first!.call({ body: { user: 'ann' } }, { session })
    expect(await list!.call({}, { session })).toMatchObject({ isError: false })
  })

  it('a dry run shows the request that would follow the login, and sends nothing', async () => {
    const shop = await startShop()
    const toolkit = await of([login(), pets], { baseUrl: shop.url, login: 'login' })
    const shown = toolkit.getFunctions()[1]!.dryRun!({}, { session: {} })
    expect(shown).toMatchObject({
      method: 'GET',
      headers: expect.arrayContaining([['Authorization', expect.any(String)]]),
    })
    expect(shop.seen).toEqual([])
  })

  it('a value that a model must choose stays a parameter and says where it comes from', async () => {
    const create = item(
      'Create pet',
      { method: 'POST', url: '{{base}}/pets', body: { mode: 'raw', raw: '{"name":"Rex"}' } },
      test("pm.globals.set('petId', pm.response.json().id)"),
    )
    const toolkit = await of([create, item('Get pet', '{{base}}/pets/{{petId}}')])
    expect(toolkit.definitions[1]!.parameters).toEqual({
      type: 'object',
      properties: { petId: { type: 'string', description: 'From the answer of create_pet.' } },
      required: ['petId'],
      additionalProperties: false,
    })
  })
})
