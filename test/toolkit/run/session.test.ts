import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { restoreSessionState, saveSessionState } from '../../../src/toolkit/run/session-state.js'
import { withPrerequisites } from '../../../src/toolkit/run/with-prerequisites.js'
import { contextOf, type SeenRequest, startApi, type TestApi, toolOf } from '../../support/tool.js'

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})
async function start(...handlers: Parameters<typeof startApi>): Promise<TestApi> {
  const api = await startApi(...handlers)
  apis.push(api)
  return api
}

describe('a session', () => {
  it('keeps its cookies, and only its own', async () => {
    const api = await start((request, response) => {
      if (request.url === '/login')
        response.setHeader('set-cookie', `sid=${api.seen.length}; Path=/; HttpOnly`)
      response.end('{}')
    })
    const context = contextOf()
    const login = toolOf({ request: { method: 'POST', url: `${api.url}/login` } }, context)
    const read = toolOf({ request: { method: 'GET', url: `${api.url}/read` } }, context)
    const [one, two] = [{}, {}]
    await login.call({}, { session: one })
    await login.call({}, { session: two })
    await read.call({}, { session: one })
    await read.call({}, { session: two })
    await read.call({})
    expect(api.seen.slice(2).map(({ headers }) => headers.cookie)).toEqual(['sid=1', 'sid=2', undefined])
  })

  it('keeps what an answer leaves behind, for later calls, out of sight when secret', async () => {
    const api = await start((request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify(
          request.url === '/login'
            ? { data: { token: 'captured-canary', id: 7 } }
            : { echo: request.headers.authorization, url: request.url },
        ),
      )
    })
    const context = contextOf()
    const login = toolOf(
      {
        request: { method: 'POST', url: `${api.url}/login` },
        captures: [
          { variable: 'token', from: { in: 'body', pointer: '/data/token' }, secret: true },
          { variable: 'userId', from: { in: 'body', pointer: '/data/id' }, secret: false },
        ],
      },
      context,
    )
    const me = toolOf(
      {
        request: {
          method: 'GET',
          url: `${api.url}/users/{{userId}}`,
          auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
        },
      },
      context,
    )
    const session = {}
    expect(await me.call({}, { session })).toMatchObject({ isError: true, reason: 'missing-setting' })
    expect(await login.call({}, { session })).toMatchObject({ content: { data: { token: '•••', id: 7 } } })
    const result = await me.call({}, { session })
    expect(api.seen.at(-1)).toMatchObject({
      url: '/users/7',
      headers: { authorization: 'Bearer captured-canary' },
    })
    expect(result.content).toEqual({ echo: '•••', url: '/users/7' })
    expect(await me.call({}, { session: {} })).toMatchObject({ reason: 'missing-setting' })
  })
})

/** The names of the captured variables of a session. */
const capturedNames = (session: object) =>
  Object.values(saveSessionState(session)?.collections ?? {}).flatMap(({ captured }) =>
    captured.map(({ key }) => key),
  )

describe('a captured value', () => {
  const HOSTILE = '{{secret}}{{$guid}}{{'

  async function startHostile() {
    const api = await start((request, response) =>
      response.end(
        request.url === '/login' ? JSON.stringify({ id: HOSTILE, long: 'x'.repeat(70_000) }) : '{}',
      ),
    )
    const context = contextOf({ secret: 'canary-value' })
    const login = toolOf(
      {
        name: 'login',
        request: { method: 'POST', url: `${api.url}/login` },
        captures: [
          { variable: 'id', from: { in: 'body', pointer: '/id' }, secret: false },
          { variable: 'long', from: { in: 'body', pointer: '/long' }, secret: false },
        ],
      },
      context,
    )
    const request = {
      method: 'POST',
      url: `${api.url}/items/{{id}}?q={{id}}`,
      header: [{ key: 'X-Id', value: 'id {{id}}' }],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{id}}' }] },
      body: { mode: 'raw', raw: 'before {{id}}secret}} after' },
    }
    return { api, context, login, request }
  }

  function expectText({ url = '', headers, body }: Partial<SeenRequest> = {}) {
    expect(decodeURIComponent(url)).toBe(`/items/${HOSTILE}?q=${HOSTILE}`)
    expect(headers).toMatchObject({ 'x-id': `id ${HOSTILE}`, authorization: `Bearer ${HOSTILE}` })
    expect(body?.toString()).toBe(`before ${HOSTILE}secret}} after`)
    expect(JSON.stringify([url, headers, body?.toString()])).not.toContain('canary')
  }

  it('is text in address, headers, auth and body: nothing in it is filled', async () => {
    const { api, context, login, request } = await startHostile()
    const session = {}
    await login.call({}, { session })
    expect(await toolOf({ request }, context).call({}, { session })).toMatchObject({ isError: false })
    expectText(api.seen.at(-1))
  })

  it('is text after a prerequisite ran by itself, and after the session moved', async () => {
    const { api, context, login, request } = await startHostile()
    const prerequisites = [{ variable: 'id', tool: 'login', runsAlone: true }]
    const tool = toolOf({ name: 'send', request, prerequisites }, context)
    const [, send] = withPrerequisites([login, tool])
    const session = {}
    expect(await send!.call({}, { session })).toMatchObject({ isError: false })
    expectText(api.seen.at(-1))
    const moved = {}
    restoreSessionState(moved, JSON.parse(JSON.stringify(saveSessionState(session))))
    await send!.call({}, { session: moved })
    expectText(api.seen.at(-1))
  })

  it('is not kept when it is longer than any token', async () => {
    const { context, login } = await startHostile()
    const session = {}
    await login.call({}, { session })
    const long = toolOf({ request: { method: 'GET', url: '{{long}}' } }, context)
    expect(await long.call({}, { session })).toMatchObject({ reason: 'missing-setting' })
    expect(capturedNames(session)).toEqual(['id'])
  })
})

describe('credentials an API asks for', () => {
  it('Digest: the body is sent again, with the answer', async () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const api = await start((request, response) => {
      const given = String(request.headers.authorization ?? '')
      const member = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(given)?.[1]
      const secret = md5('ada:r:p')
      const want = md5(
        [secret, 'n0', member('nc'), member('cnonce'), 'auth', md5(`POST:${request.url}`)].join(':'),
      )
      if (member('response') === want) return response.end('{"in":true}')
      return response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n0", qop="auth"' }).end()
    })
    const auth = {
      type: 'digest',
      digest: [
        { key: 'username', value: 'ada' },
        { key: 'password', value: 'p' },
      ],
    }
    const tool = toolOf({
      request: { method: 'POST', url: `${api.url}/d?x=1`, body: { mode: 'raw', raw: 'data' }, auth },
    })
    expect(await tool.call({})).toMatchObject({ status: 200, content: { in: true } })
    expect(api.seen.map(({ body }) => body.toString())).toEqual(['data', 'data'])
  })

  it('NTLM: three legs over one connection, never shared', async () => {
    const ports: (number | undefined)[] = []
    const challenge = Buffer.alloc(56)
    challenge.write('NTLMSSP\0', 0, 'latin1')
    challenge.writeUInt32LE(2, 8)
    challenge.writeUInt16LE(4, 40)
    challenge.writeUInt16LE(4, 42)
    challenge.writeUInt32LE(48, 44)
    const api = await start((request, response) => {
      const type = Buffer.from(String(request.headers.authorization ?? '').replace('NTLM ', ''), 'base64')
      ports.push(response.socket?.remotePort)
      if (type.length > 8 && type.readUInt32LE(8) === 3) return response.end('{"in":true}')
      const offer = type.length > 8 ? `NTLM ${challenge.toString('base64')}` : 'NTLM'
      return response.writeHead(401, { 'www-authenticate': offer }).end()
    })
    const auth = {
      type: 'ntlm',
      ntlm: [
        { key: 'username', value: 'D\\ada' },
        { key: 'password', value: 'p' },
      ],
    }
    const tool = toolOf({ request: { method: 'GET', url: `${api.url}/n`, auth } })
    expect(await tool.call({})).toMatchObject({ status: 200 })
    expect(await tool.call({})).toMatchObject({ status: 200 })
    expect(new Set(ports.slice(0, 3)).size).toBe(1)
    expect(new Set(ports).size).toBe(2)
  })
})
