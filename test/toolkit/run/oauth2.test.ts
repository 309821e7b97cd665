import { afterEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../../src/ports.js'
import { contextOf, type SeenRequest, startApi, type TestApi, toolOf } from '../../support/tool.js'

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})

/** An API behind a token endpoint; `expiresIn` seconds a token, and tokens taken back by adding them to `revoked`. */
async function startProtected({
  expiresIn = 3600,
  refresh = false,
}: {
  expiresIn?: number
  refresh?: boolean
} = {}) {
  const revoked = new Set<string>()
  const asked: SeenRequest[] = []
  const api = await startApi((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/token')) {
      asked.push(request)
      if (request.body.includes('wrong'))
        return response.writeHead(400).end(
          JSON.stringify({
            error: 'invalid_client',
            error_description: `no such client ${new URLSearchParams(request.body.toString()).get('api_token') ?? ''}`,
          }),
        )
      const token = {
        access_token: `token-${asked.length}-canary`,
        expires_in: expiresIn,
        ...(refresh ? { refresh_token: 'refresh-canary' } : {}),
      }
      return response.end(JSON.stringify(token))
    }
    const token = String(request.headers.authorization).replace('Bearer ', '')
    return response
      .writeHead(/^token-/.test(token) && !revoked.has(token) ? 200 : 401)
      .end(JSON.stringify({ token }))
  })
  apis.push(api)
  return { api, asked, revoked }
}

function movableClock(): Clock & { time: number } {
  const clock = { time: 1_000_000, now: () => clock.time, schedule: () => () => {} }
  return clock
}

const sketch = (api: TestApi, params: Record<string, unknown> = {}) => ({
  request: {
    method: 'GET',
    url: `${api.url}/data`,
    auth: {
      type: 'oauth2',
      oauth2: Object.entries({
        grant_type: 'client_credentials',
        accessTokenUrl: `${api.url}/token`,
        clientId: 'id',
        clientSecret: '{{client_secret}}',
        scope: 'read',
        ...params,
      }).map(([key, value]) => ({ key, value })),
    },
  },
})
const context = (clock: Clock) => contextOf({ client_secret: 'sesame-canary' }, { clock })

describe('an OAuth 2.0 token', () => {
  it('is fetched once for calls at once, and kept', async () => {
    const { api, asked } = await startProtected()
    const tool = toolOf(sketch(api), context(movableClock()))
    const results = await Promise.all(Array.from({ length: 10 }, () => tool.call({})))
    expect(results.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(asked).toHaveLength(1)
    expect(asked[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('id:sesame-canary').toString('base64')}`,
    )
    expect(asked[0]!.body.toString()).toBe('grant_type=client_credentials&scope=read')
    expect(JSON.stringify(results)).not.toContain('canary')
  })

  it('is renewed before it ends, and after it was taken back', async () => {
    const { api, asked, revoked } = await startProtected({ expiresIn: 100 })
    const clock = movableClock()
    const tool = toolOf(sketch(api), context(clock))
    await tool.call({})
    clock.time += 60_000
    await tool.call({})
    expect(asked).toHaveLength(1)
    clock.time += 20_000
    await tool.call({})
    expect(asked).toHaveLength(2)
    revoked.add('token-2-canary')
    expect(await tool.call({})).toMatchObject({ status: 200 })
    expect(asked).toHaveLength(3)
  })

  it('is renewed with the refresh token where there is one', async () => {
    const { api, asked } = await startProtected({ expiresIn: 31, refresh: true })
    const clock = movableClock()
    const tool = toolOf(sketch(api), context(clock))
    await tool.call({})
    clock.time += 10_000
    await tool.call({})
    expect(asked[1]!.body.toString()).toBe('grant_type=refresh_token&refresh_token=refresh-canary')
  })

  it('is asked for with a password, the client in the body', async () => {
    const { api, asked } = await startProtected()
    const tool = toolOf(
      sketch(api, {
        grant_type: 'password_credentials',
        username: 'ada',
        password: 'p w',
        client_authentication: 'body',
      }),
      { ...context(movableClock()), mayLogIn: ({ name }) => name === 'sketch' },
    )
    expect(await tool.call({})).toMatchObject({ status: 200 })
    expect(asked[0]!.body.toString()).toBe(
      'grant_type=password&username=ada&password=p%20w&scope=read&client_id=id&client_secret=sesame-canary',
    )
  })

  it('is asked for with the further parameters that Postman exports', async () => {
    const { api, asked } = await startProtected({ expiresIn: 31, refresh: true })
    const further = (key: string, part: string, more = {}) => ({
      key,
      value: `{{client_secret}}-${key}`,
      enabled: true,
      send_as: `request_${part}`,
      ...more,
    })
    const clock = movableClock()
    const tool = toolOf(
      sketch(api, {
        tokenRequestParams: [
          further('audience', 'body'),
          further('tenant', 'url'),
          further('X-Tenant', 'header'),
          further('off', 'body', { enabled: false }),
        ],
        refreshRequestParams: [further('resource', 'body')],
      }),
      context(clock),
    )
    expect(await tool.call({})).toMatchObject({ status: 200 })
    expect(asked[0]).toMatchObject({
      url: '/token?tenant=sesame-canary-tenant',
      headers: { 'x-tenant': 'sesame-canary-X-Tenant' },
    })
    expect(asked[0]!.body.toString()).toBe(
      'grant_type=client_credentials&scope=read&audience=sesame-canary-audience',
    )
    clock.time += 10_000
    await tool.call({})
    expect(asked[1]!.body.toString()).toMatch(/^grant_type=refresh_token&.*&resource=sesame-canary-resource$/)
  })

  it('is not shared between users', async () => {
    const { api, asked } = await startProtected()
    const tool = toolOf(sketch(api), context(movableClock()))
    await Promise.all(['one', 'two'].map((user) => tool.call({}, { variables: { client_secret: user } })))
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['with a scheme', (url: string) => url],
    ['without a scheme', (url: string) => url.replace('http://', '')],
  ])('that is refused is a result that says why, without the secret; its address is %s', async (_, urlOf) => {
    const { api } = await startProtected()
    const accessTokenUrl = urlOf(`${api.url}/token`)
    const result = await toolOf(
      sketch(api, {
        ...{ clientId: 'wrong', client_authentication: 'body', accessTokenUrl },
        tokenRequestParams: [{ key: 'api_token', value: 'further-canary', enabled: true }],
      }),
      context(movableClock()),
    ).call({})
    expect(result).toMatchObject({ isError: true, reason: 'auth-failed' })
    expect(result.content).toMatch(/answered 400 \(invalid_client: no such client •••\)/)
    expect(JSON.stringify(result)).not.toContain('canary')
  })

  it('is refused in a few masked words, however much the server says', async () => {
    const issued = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
    const error_description = `the token ${issued} has expired. ${'So it is. '.repeat(300_000)}`
    const api = await startApi((_, response) =>
      response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant', error_description })),
    )
    apis.push(api)
    const { content } = await toolOf(sketch(api), context(movableClock())).call({})
    expect(content).toMatch(/answered 400 \(invalid_grant: the token •+ has expired\. So it is\. .* …\)\./)
    expect(JSON.stringify(content).length).toBeLessThan(500)
    expect(content).not.toContain(issued)
  })

  it('is shown masked in a dry run, which fetches none', async () => {
    const { api, asked } = await startProtected()
    const shown = toolOf(sketch(api), context(movableClock())).dryRun?.({})
    expect(shown).toMatchObject({ headers: expect.arrayContaining([['Authorization', 'Bearer •••']]) })
    expect(asked).toHaveLength(0)
  })
})
