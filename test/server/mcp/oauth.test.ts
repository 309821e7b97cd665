import { afterEach, describe, expect, it } from 'vitest'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { createApp } from '../../../src/server/app.js'
import type { McpOAuthOptions } from '../../../src/server/mcp/oauth.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import {
  type AuthorizationServer,
  INTROSPECTOR,
  startAuthorizationServer,
} from '../../support/authorization-server.js'
import { startApi } from '../../support/tool.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const RESOURCE = 'https://voice.example.com/mcp'

/** An authorization server, and an agent of pets whose `/mcp` takes its tokens. */
async function start(options: Partial<McpOAuthOptions> = {}, format: 'jwt' | 'opaque' = 'jwt') {
  const login = await startAuthorizationServer(format)
  const api = await startApi((_request, response) => response.end('[{"id":1}]'))
  const request = (name: string, method: string) => ({
    name,
    request: {
      method,
      url: `${api.url}/pets`,
      header: [{ key: 'Authorization', value: 'Bearer {{user_token}}' }],
    },
  })
  const collection = {
    info: { name: 'Pets', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [request('List pets', 'GET'), request('Create pet', 'POST')],
  }
  const toolkit = await RESTAPIToolkit.fromApiCollection({ collection })
  const app = createApp({
    agentSession: new AgentSession({ credentials: {}, tools: [toolkit], approve: 'none' }),
    apiKeyValidator: (key) => key === 'key-of-the-server',
    mcp: { oauth: { issuer: login.issuer, resource: RESOURCE, ...options } },
  })
  const { port } = await app.listen({ port: 0 })
  closing.push(() => app.close(), login.close, api.close)
  return { login, api, origin: `http://127.0.0.1:${port}` }
}

let ids = 0
async function send(origin: string, token: string | undefined, method = 'tools/list', params: object = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = (params as { name?: string }).name
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name && { 'mcp-name': name }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++ids, method, params: { ...params, _meta: meta } }),
  })
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    text: await response.text(),
  }
}

const tokenOf = (login: AuthorizationServer, scope?: string, resource = RESOURCE) =>
  login.token({ resource, ...(scope && { scope }) })

describe('MCP with OAuth', () => {
  it('tells a client without a token where it gets one', async () => {
    const { login, origin } = await start({ scopes: ['pets:read'] })
    const address = 'https://voice.example.com/.well-known/oauth-protected-resource/mcp'
    expect(await send(origin, undefined)).toMatchObject({
      status: 401,
      challenge: `Bearer scope="pets:read", resource_metadata="${address}"`,
    })
    const metadata = await fetch(`${origin}${new URL(address).pathname}`)
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*')
    expect(await metadata.json()).toEqual({
      resource: RESOURCE,
      authorization_servers: [login.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['pets:read'],
    })
  })

  it.each(['jwt', 'opaque'] as const)('takes a token of its authorization server: %s', async (format) => {
    const { login, origin } = await start(format === 'opaque' ? { introspection: INTROSPECTOR } : {}, format)
    const answer = await send(origin, await tokenOf(login))
    expect(answer).toMatchObject({ status: 200, challenge: null })
    expect(answer.text).toContain('create_pet')
  })

  it.each(['jwt', 'opaque'] as const)('refuses a token for another server: %s', async (format) => {
    const { login, origin } = await start(format === 'opaque' ? { introspection: INTROSPECTOR } : {}, format)
    const token = await tokenOf(login, undefined, 'https://other.example.com/mcp')
    const { status, challenge } = await send(origin, token)
    expect({ status, challenge }).toEqual({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    })
  })

  it('refuses a token of another authorization server, a changed one, and the key of the server', async () => {
    const { login, origin } = await start()
    const stranger = await start()
    const token = await tokenOf(login)
    const wrong = [await tokenOf(stranger.login), `${token.slice(0, -8)}AAAAAAAA`, 'key-of-the-server', 'x']
    for (const one of wrong) expect((await send(origin, one)).status).toBe(401)
  })

  describe('and a server that is asked about tokens', () => {
    const now = Math.floor(Date.now() / 1_000)
    const good = { active: true, sub: 'user', aud: RESOURCE, exp: now + 600, scope: 'pets:read' }
    const statusFor = async (claims: object) => {
      const api = await startApi((request, response) => {
        const issuer = `http://${request.headers.host}`
        const metadata = {
          issuer,
          ...{ authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
          ...{ introspection_endpoint: `${issuer}/introspect`, response_types_supported: ['code'] },
        }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(request.url?.includes('introspect') ? claims : metadata))
      })
      closing.push(api.close)
      const { origin } = await start({
        issuer: api.url,
        introspection: INTROSPECTOR,
        scopeTools: { 'pets:read': ['GET'] },
      })
      return send(origin, 'token')
    }

    it.each<[string, object, number]>([
      ['complete', {}, 200],
      ['valid already', { nbf: now - 5 }, 200],
      ['an access token', { token_type: 'Bearer' }, 200],
      ['of an unknown end', { exp: undefined }, 401],
      ['of an end in words', { exp: `${now + 600}` }, 401],
      ['of an end that is no time', { exp: null }, 401],
      ['expired', { exp: now - 5 }, 401],
      ['not valid yet', { nbf: now + 300 }, 401],
      ['of a beginning in words', { nbf: `${now + 300}` }, 401],
      ['for a new token', { token_type: 'refresh_token' }, 401],
      ['for a new token, in capitals', { token_type: 'Refresh_Token' }, 401],
      ['of nobody', { sub: ['user'] }, 401],
    ])('judges a token that is %s', async (_name, claims, status) => {
      expect((await statusFor({ ...good, ...claims })).status).toBe(status)
    })

    it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
      'ignores the scope %s',
      async (scope) => {
        const beside = await statusFor({ ...good, scope: `pets:read ${scope}` })
        expect(beside.status).toBe(200)
        expect(beside.text).not.toContain('create_pet')
        expect((await statusFor({ ...good, scope })).status).toBe(403)
      },
    )
  })

  it('refuses a revoked token', async () => {
    const { login, origin } = await start({ introspection: INTROSPECTOR }, 'opaque')
    const token = await tokenOf(login)
    await login.revoke(token)
    expect((await send(origin, token)).status).toBe(401)
  })

  it('offers the tools of the scopes of a token, and names the scopes that it lacks', async () => {
    const { login, origin } = await start({
      scopeTools: { 'pets:read': ['GET'], 'pets:write': ['GET', 'POST'] },
    })
    const { text } = await send(origin, await tokenOf(login, 'pets:read'))
    expect(text).toContain('list_pets')
    expect(text).not.toContain('create_pet')
    expect((await send(origin, await tokenOf(login, 'pets:read pets:write'))).text).toContain('create_pet')
    const { status, challenge } = await send(origin, await tokenOf(login))
    expect({ status, challenge }).toEqual({
      status: 403,
      challenge: expect.stringContaining('error="insufficient_scope", scope="pets:read pets:write"'),
    })
  })

  it('gives the API the token of the user only if the operator says so', async () => {
    const call = ['tools/call', { name: 'list_pets', arguments: {} }] as const
    const { login, api, origin } = await start({ tokenVariable: 'user_token' })
    const token = await tokenOf(login)
    expect((await send(origin, token, ...call)).status).toBe(200)
    expect(api.seen[0]?.headers.authorization).toBe(`Bearer ${token}`)
    const other = await start()
    await send(other.origin, await tokenOf(other.login), ...call)
    expect(JSON.stringify(other.api.seen.map(({ headers }) => headers))).not.toContain('eyJ')
  })

  it('says that the token cannot be checked if the authorization server is away', async () => {
    const { login, origin } = await start()
    const token = await tokenOf(login)
    await login.close()
    expect((await send(origin, token)).status).toBe(503)
  })

  it('is refused with an issuer that is neither https nor on this machine', () => {
    const mcp = { oauth: { issuer: 'http://login.example.com', resource: RESOURCE } }
    expect(() => createApp({ agentSession: new AgentSession({ credentials: {} }), mcp })).toThrow(
      'https address',
    )
  })
})
