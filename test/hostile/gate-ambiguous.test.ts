import { afterEach, describe, expect, it } from 'vitest'
import type { ToolResult } from '../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { exampleInput } from '../support/example-input.js'
import { collectionOf } from '../support/login-api.js'
import { startApi } from '../support/tool.js'

/** Requests that a server may read in another way than `voice`, and answers that lead a call elsewhere. */

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

type Handler = Parameters<typeof startApi>[0]
const OK: Handler = (_request, response) => response.end('{"ok":true}')

/** Calls the only tool of a collection, and returns its effect, its result, and the lines of the requests that were sent. */
async function call(
  request: object,
  { handler = OK, variables = {} }: { handler?: Handler; variables?: Record<string, string> } = {},
) {
  const api = await startApi(handler)
  cleanups.push(() => api.close())
  const { name = 'Search orders', ...rest } = request as { name?: string; url?: string }
  const { url = '/orders/search' } = rest
  const toolkit = await RESTAPIToolkit.fromApiCollection({
    collection: collectionOf({ name, request: { method: 'POST', ...rest, url: `{{base_url}}${url}` } }),
    baseUrl: api.url,
    variables: { base_url: api.url, ...variables },
  })
  const [tool] = toolkit.getFunctions()
  const result: ToolResult = await tool!.call(exampleInput(tool!.definition!))
  const lines = api.seen.map((one) => `${one.method} ${one.url}`)
  return { isRead: tool!.annotations.readOnlyHint, result, lines }
}

const raw = (text: string) => ({ mode: 'raw', raw: text, options: { raw: { language: 'json' } } })
const typed = (type: string) => [{ key: 'Content-Type', value: type }]

describe('a body that servers may read in several ways', () => {
  it.each([
    '{"action":"delete","action":"list"}',
    '{"action":"list","action":"delete"}',
    '{"a":{"action":"delete"},"a":{"action":"list"}}',
    '{"a":{"x":1,"\\u0078":2}}',
    '[{"q":1},{"q":1,"q":2}]',
    '{"q":1,/* twice */"q":2}',
    '{"q" : 1, "q"\n: 2}',
    '{"__proto__":1,"__proto__":2}',
  ])('is no read as a search: %s', async (text) => {
    expect(await call({ body: raw(text) })).toMatchObject({ isRead: false })
  })

  it.each(['{"q":"a\\":1, \\"b","b":2}', '{"q":{"q":1},"r":[{"q":1},{"q":2}]}', '{"q":"x: y"}'])(
    'is a read if each member stands once: %s',
    async (text) => {
      expect(await call({ body: raw(text) })).toMatchObject({ isRead: true, lines: ['POST /orders/search'] })
    },
  )

  it.each([
    ['a repeated member', '{"q":1{{x}}}', ',"q":2'],
    ['a byte order mark', '{{x}}{"action":"delete"}', '\ufeff'],
    ['a NUL', '{"q":"{{x}}","action":"delete"}', 'a\0'],
  ])('is not sent if a variable makes it so: %s', async (_, text, x) => {
    const { isRead, result, lines } = await call({ body: { mode: 'raw', raw: text } }, { variables: { x } })
    if (!isRead) return
    expect(lines).toEqual([])
    expect(result).toMatchObject({ reason: 'not-approved' })
  })

  it.each([
    ['JSON as a form', 'application/x-www-form-urlencoded', '{"{{x}}":"delete"}'],
    ['JSON as HTML', 'text/html', '{"{{x}}":"delete"}'],
    ['JSON as XML', 'application/xml', '{"{{x}}":"delete"}'],
    ['a form as JSON', 'application/json', '{{x}}=delete'],
  ])('is judged by its content: %s', async (_, type, text) => {
    const request = { header: typed(type), body: { mode: 'raw', raw: text } }
    expect(await call(request, { variables: { x: 'action' } })).toMatchObject({ lines: [] })
  })
})

describe('a redirect of a read', () => {
  const redirecting =
    (status: number, location: string): Handler =>
    (request, response) =>
      request.url?.startsWith('/orders/search') || request.url === '/me'
        ? response.writeHead(status, { location }).end()
        : response.end('{"moved":true}')

  it.each([301, 302, 303, 307, 308])('with status %d is not followed to a change', async (status) => {
    for (const location of [
      '/me?_method=DELETE',
      '/users/5/delete',
      '/orders?action=delete',
      '/orders?delete',
      '/graphql?query=mutation{deleteAll}',
      '/%64elete/5',
      '../users/5/remove',
      '?purge=1',
    ]) {
      const { lines, result } = await call(
        { name: 'Get me', method: 'GET', url: '/me' },
        { handler: redirecting(status, location) },
      )
      expect(lines).toEqual(['GET /me'])
      expect(result).toMatchObject({ isError: true, status })
    }
  })

  it('is followed to another read', async () => {
    for (const [status, location] of [
      [302, '/profile'],
      [308, '/v2/me?fields=all'],
    ] as const) {
      const handler = redirecting(status, location)
      const { lines, result } = await call({ name: 'Get me', method: 'GET', url: '/me' }, { handler })
      expect(lines).toEqual(['GET /me', `GET ${location}`])
      expect(result).toMatchObject({ isError: false })
    }
  })

  it.each([307, 308])('with status %d repeats a POST only at the same path', async (status) => {
    const body = raw('{"q":"x"}')
    const elsewhere = await call({ body }, { handler: redirecting(status, '/orders/express') })
    expect(elsewhere.lines).toEqual(['POST /orders/search'])
    const slash: Handler = (request, response) =>
      request.url === '/orders/search'
        ? response.writeHead(status, { location: '/orders/search/' }).end()
        : response.end('{}')
    const same = await call({ body }, { handler: slash })
    expect(same.lines).toEqual(['POST /orders/search', 'POST /orders/search/'])
  })
})

describe('an approved write', () => {
  it.each([
    [307, '/users', ['DELETE /users/5']],
    [308, '/users/5?all=true', ['DELETE /users/5']],
    [307, '/users/5/', ['DELETE /users/5', 'DELETE /users/5/']],
    [303, '/users/5/status', ['DELETE /users/5', 'GET /users/5/status']],
    [303, '/users/purge', ['DELETE /users/5']],
  ])('with a redirect %d to %s sends %j', async (status, location, expected) => {
    const handler: Handler = (request, response) =>
      request.url === '/users/5' && request.method === 'DELETE'
        ? response.writeHead(status, { location }).end()
        : response.end('{}')
    const { lines } = await call({ name: 'Delete user', method: 'DELETE', url: '/users/5' }, { handler })
    expect(lines).toEqual(expected)
  })
})

describe('a request for a token', () => {
  const oauth2 = (accessTokenUrl: string, more: object[] = []) => ({
    type: 'oauth2',
    oauth2: [
      ...Object.entries({
        accessTokenUrl,
        grant_type: 'client_credentials',
        clientId: 'a',
        clientSecret: 'b-12345678',
      }).map(([key, value]) => ({ key, value })),
      ...more,
    ],
  })
  const answering: Handler = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"access_token":"t-12345678"}')
  }
  const tokenLines = async (path: string, more?: object[]) => {
    const auth = oauth2(`{{base_url}}${path}`, more)
    const { lines } = await call({ name: 'Get me', method: 'GET', url: '/me', auth }, { handler: answering })
    return lines.filter((line) => line.startsWith('POST'))
  }

  it.each([
    '/oauth/../orders',
    '/oauth/%2e%2e/orders/token',
    '/oauth/..;/orders/token',
    '/oauth/%252e%252e/token',
    '/oauth%2f..%2forders/token',
    '/author/orders',
    '/authors',
    '/token?delete=',
    '/token?delete',
    '/token?action=delete',
    '/delete/oauth/token',
    '/removeUser/oauth2/token',
    '/shop/token',
    '/oauth/token/shop',
    '/oauth/token/regenerate',
    '/oauth/token/5/refund',
    '/checkout/session',
    '/checkout/sessions',
    '/payments/auth',
    '/tokens/rotate',
    '/token/revoke',
    '/connect/accounts/delete/token',
    '/grants',
    '/orders/connect',
    '/sso/users',
    '/mint/token',
    '/nft/issue/token',
    '/users/5/suspend/token',
    '/orders/token',
    '/orders/oauth2/token',
    '/purchase/5/token',
    '/burn/getToken',
    '/accounts/connect',
    '/accounts/5/authorize',
    '/realms/suspend/token',
    '/realms/shop/orders/token',
    '/token?cmd=poweroff',
    '/token?amount=100&to=mallory',
    '/token?buy',
    '',
  ])('is not sent unasked to %s', async (path) => {
    expect(await tokenLines(path)).toEqual([])
  })

  it('is not sent unasked with another path or an action in its own parameters', async () => {
    const further = (key: string, value: string, place: string) => [
      { key: 'tokenRequestParams', value: [{ key, value, enabled: true, send_as: place }] },
    ]
    expect(await tokenLines('/token', further('X-Original-URL', '/orders', 'request_header'))).toEqual([])
    expect(await tokenLines('/token', further('delete', '', 'request_body'))).toEqual([])
    expect(await tokenLines('/token', further('action', 'delete', 'request_url'))).toEqual([])
    expect(await tokenLines('/token', further('amount', '100', 'request_body'))).toEqual([])
    expect(await tokenLines('/token', further('to', 'mallory', 'request_url'))).toEqual([])
    expect(await tokenLines('/token', further('X-Command', 'poweroff', 'request_header'))).toEqual([])
    expect(await tokenLines('/token', further('grant_type', 'password', 'request_body'))).toEqual([])
    expect(await tokenLines('/token', further('pin', '4711', 'request_body'))).toEqual([])
  })

  it.each(['audience', 'resource', 'client_assertion', 'tenant_id', 'x_api_key'])(
    'may have the further field %s',
    async (key) => {
      const params = [{ key: 'tokenRequestParams', value: [{ key, value: 'a', enabled: true }] }]
      expect(await tokenLines('/token', params)).toHaveLength(1)
    },
  )

  it.each([
    '/token',
    '/shop/oauth/token',
    '/gateway/shop/oauth2/access_token',
    '/my-api/v2/oauth2/token',
    '/oauth/token',
    '/oauth2/v2.0/token',
    '/auth/realms/shop/protocol/openid-connect/token',
    '/uas/oauth2/accessToken',
    '/login/oauth/access_token',
    '/as/token.oauth2',
    '/oauth_token.do',
    '/oauth/tokens',
    '/api/v1/auth/login',
    '/oauth/client_credential/accesstoken',
    '/authentication/v1/authenticate',
    '/oauth2/token/',
    '/token.php',
    '/oauth2?grant_type=client_credentials',
    '/oauth2/default/v1/token',
    '/oauth2/aus9o8wzkhckw9TLa0h7/v1/token',
    '/72f988bf-86f1-41af-91ab-2d7cd011db47/oauth2/v2.0/token',
    '/shop.example.com/oauth2/v2.0/token',
    '/tenants/shop/oauth/token',
    '/connect/token',
    '/adfs/oauth2/token',
  ])('is a part of the call that needs it at %s', async (path) => {
    expect(await tokenLines(path)).toHaveLength(1)
  })

  it('is not redirected to another address', async () => {
    const handler: Handler = (request, response) =>
      request.url === '/token'
        ? response.writeHead(307, { location: '/orders/express' }).end()
        : response.end('{}')
    const auth = oauth2('{{base_url}}/token')
    const { lines, result } = await call({ name: 'Get me', method: 'GET', url: '/me', auth }, { handler })
    expect(lines).toEqual(['POST /token'])
    expect(result).toMatchObject({ isError: true })
  })
})
