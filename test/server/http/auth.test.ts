import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { offerSubprotocols } from '../../../src/protocol/subprotocols.js'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { type AppOptions, createApp } from '../../../src/server/app.js'
import type { Identity } from '../../../src/server/model/identity.js'
import { Metrics } from '../../../src/server/telemetry/metrics.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import type { ToolkitIdentity } from '../../../src/toolkit/model/tool.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { answerText, RawClient, RefusedError } from '../../support/raw-client.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function serve(options: Partial<Omit<AppOptions, 'agentSession'>> = {}): Promise<TestServer> {
  server = await startServer({ llm: new ScriptedModel(() => [{ say: 'Hello.' }]) }, options)
  return server
}

/** The status of an upgrade: 101, or why not. */
async function knock(url: string, options: Parameters<typeof RawClient.connect>[1] = {}): Promise<number> {
  try {
    const client = await RawClient.connect(url, options)
    await client.close()
    return 101
  } catch (error) {
    if (error instanceof RefusedError) return error.status
    throw error
  }
}

describe('the key', () => {
  const base64url = (text: string) => Buffer.from(text).toString('base64url')
  const cases: [name: string, options: Parameters<typeof RawClient.connect>[1], status: number][] = [
    ['as bearer', { key: KEY }, 101],
    ['as bearer in lower case', { headers: { authorization: `bearer ${KEY}` } }, 101],
    ['as subprotocol of OpenAI', { protocols: ['realtime', `openai-insecure-api-key.${KEY}`] }, 101],
    ['as subprotocol of ours', { protocols: ['voice.v1', `voice-api-key.${base64url(KEY)}`] }, 101],
    ['as api-key header', { headers: { 'api-key': KEY } }, 101],
    ['wrong as api-key header', { headers: { 'api-key': 'wrong' } }, 401],
    ['missing', {}, 401],
    ['missing beside a dialect', { protocols: ['realtime'] }, 401],
    ['wrong', { key: `${KEY}x` }, 401],
    ['empty', { headers: { Authorization: 'Bearer ' } }, 401],
    ['of another scheme', { headers: { Authorization: `Basic ${KEY}` } }, 401],
    ['wrong as subprotocol', { protocols: ['realtime', 'openai-insecure-api-key.wrong'] }, 401],
    ['forged as short-lived', { key: 'ek_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 401],
  ]
  it.each(cases)('%s is answered before the upgrade', async (_name, options, status) => {
    const { url } = await serve()
    expect(await knock(url, options)).toBe(status)
  })

  it.each([
    [['realtime', `openai-insecure-api-key.${KEY}`], 'realtime'],
    [[`openai-insecure-api-key.${KEY}`, 'realtime', 'voice.v1'], 'voice.v1'],
  ])('among %j is never echoed', async (protocols, chosen) => {
    const { url } = await serve()
    const client = await RawClient.connect(url, { protocols })
    expect(client.socket.protocol).toBe(chosen)
    await client.close()
  })

  it('in the address opens nothing', async () => {
    const { url } = await serve()
    expect(await knock(`${url}?api_key=${KEY}&key=${KEY}`)).toBe(401)
  })

  it.each(['/ws', '/v1/realtime', '/ws/realtime', '/openai/realtime?model=gpt-realtime'])(
    'opens %s',
    async (path) => {
      const { port } = await serve()
      expect(await knock(`ws://127.0.0.1:${port}${path}`, { key: KEY })).toBe(101)
    },
  )

  it.each(['/', '/wsx', '/realtime/x', '/mcp'])('does not open %s', async (path) => {
    const { port } = await serve()
    expect(await knock(`ws://127.0.0.1:${port}${path}`, { key: KEY })).toBe(404)
  })
})

describe('the validator', () => {
  it('is asked once, with the key and the app', async () => {
    const asked: unknown[] = []
    const { url } = await serve({ apiKeyValidator: async (...args) => asked.push(args) > 0 })
    expect(await knock(`${url}?app_id=shop`, { key: 'k' })).toBe(101)
    expect(asked).toEqual([['k', 'shop']])
  })

  it.each<[string, () => boolean | Promise<boolean>, number]>([
    [
      'throws',
      () => {
        throw new Error('down')
      },
      503,
    ],
    ['rejects', () => Promise.reject(new Error('down')), 503],
    ['says no later', () => Promise.resolve(false), 401],
  ])('that %s lets nobody in', async (_name, apiKeyValidator, status) => {
    const { url } = await serve({ apiKeyValidator })
    expect(await knock(url, { key: KEY })).toBe(status)
  })
})

describe('an origin', () => {
  it.each([
    [undefined, 'https://evil.example', 101],
    [['https://shop.example'], 'https://shop.example', 101],
    [['https://shop.example'], 'https://evil.example', 403],
    [['https://shop.example'], undefined, 101],
    [['*'], 'https://any.example', 101],
  ])('list %j meets %s', async (allowedOrigins, origin, status) => {
    const { url } = await serve(allowedOrigins ? { allowedOrigins } : {})
    expect(await knock(url, { key: KEY, ...(origin && { headers: { Origin: origin } }) })).toBe(status)
  })
})

describe('the quota', () => {
  it('refuses a key with too many connections, until one is closed', async () => {
    const { url } = await serve({ quota: { connectionsPerKey: 1 } })
    const first = await RawClient.connect(url, { key: KEY })
    expect(await knock(url, { key: KEY })).toBe(429)
    await first.close()
    await expect.poll(() => knock(url, { key: KEY })).toBe(101)
  })

  it('counts a user across keys, and an address’s attempts', async () => {
    const metrics = new Metrics()
    const { url } = await serve({
      apiKeyValidator: () => ({ userId: 'u' }),
      quota: { connectionsPerUser: 1, attemptsPerMinute: 3 },
      metrics,
    })
    const first = await RawClient.connect(url, { key: 'a' })
    expect(await knock(url, { key: 'b' })).toBe(429)
    await first.close()
    await expect.poll(() => metrics.render()).toMatch(/^voice_connections 0$/m)
    expect(await knock(url, { key: 'c' })).toBe(101)
    const error = await RawClient.connect(url, { key: 'd' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 429 })
  })

  it('ends with the server: full is 503', async () => {
    const { url } = await serve({ maxSessions: 1 })
    await server!.connect()
    expect(await knock(url, { key: KEY })).toBe(503)
  })
})

describe('a budget', () => {
  it.each([
    [{ session: { turns: 1 } }, /conversation has reached its limit/],
    [{ user: { turns: 1 } }, /Your limit is used up/],
    [{ app: { tokens: 10 } }, /service has reached its limit/],
  ])('%j ends with a sentence', async (budgets, want) => {
    await serve({ budgets, apiKeyValidator: () => ({ userId: 'u' }) })
    const client = await server!.connect()
    expect(answerText(await client.turn('hi'))).toBe('Hello.')
    expect(answerText(await client.turn('more'))).toMatch(want)
    expect(client.events.at(-1)).toMatchObject({ type: 'response.done', response: { status: 'completed' } })
  })
})

describe('a short-lived key', () => {
  const mint = async (body: object, key = KEY, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${server!.port}/v1/realtime/client_secrets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as { value: string; session?: object },
    }
  }

  it.each([
    [5, /"identity" must be an object/],
    [{ userId: 7 }, /"identity.userId" must be a string/],
    [{ deny: 'delete_*' }, /"identity.deny" must be a list of strings/],
    [{ allow: [1] }, /"identity.allow" must be a list of strings/],
    [{ variables: { token: 1 } }, /"identity.variables" must be an object of strings/],
  ])('is not made for the identity %j', async (identity, want) => {
    await serve()
    const { status, body } = await mint({ identity })
    expect(status).toBe(400)
    expect(JSON.stringify(body).replaceAll('\\"', '"')).toMatch(want)
  })

  it('connects, is locked, and starts with the settings it was minted with', async () => {
    await serve()
    const { status, body } = await mint({ session: { type: 'realtime', instructions: 'Be brief.' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      value: expect.stringMatching(/^ek_[\w-]+$/),
      expires_at: expect.any(Number),
    })
    expect(body.session).toMatchObject({ type: 'realtime', instructions: 'Be brief.' })
    const client = await RawClient.connect(server!.url, {
      protocols: ['realtime', `openai-insecure-api-key.${body.value}`],
    })
    client.send({ type: 'session.update', session: { instructions: 'Obey me.' } })
    expect((await client.next('session.updated')).session).toMatchObject({ instructions: 'Be brief.' })
    client.send({ type: 'response.create', response: { conversation: 'none' } })
    expect((await client.next('error')).error.code).toBe('session_locked')
    await client.close()
  })

  it('is open when it was minted so', async () => {
    await serve({ lockSession: true })
    const { body } = await mint({ unlocked: true })
    const client = await RawClient.connect(server!.url, { key: body.value })
    client.send({ type: 'session.update', session: { instructions: 'Obey me.' } })
    expect((await client.next('session.updated')).session).toMatchObject({ instructions: 'Obey me.' })
    await client.close()
  })

  it('lets a session be resumed with a fresh one of the same identity only', async () => {
    await serve()
    const identity = { userId: 'ann' }
    const first = await mint({ identity })
    const connect = async (key: string, resumeToken?: string) =>
      RawClient.connect(`${server!.url}?session_id=session-1`, {
        protocols: offerSubprotocols({ apiKey: key, ...(resumeToken && { resumeToken }) }),
      })
    const client = await connect(first.body.value)
    const { resume_token: token } = await client.next('voice.session')
    await client.close()
    const other = await mint({ identity: { userId: 'bob' } })
    await expect(connect(other.body.value, token)).rejects.toMatchObject({ status: 403 })
    const again = await connect((await mint({ identity })).body.value, token)
    expect(await again.next('voice.session')).toMatchObject({ session_id: 'session-1' })
    await again.close()
  })

  it('keeps its own members where the minting key has them as undefined', async () => {
    const agent = new AgentSession({ llm: new ScriptedModel([]), credentials: {} })
    const identities: Identity[] = []
    const app = createApp({
      apiKeyValidator: () => ({ userId: undefined, allow: undefined }) as unknown as Identity,
      agentSession: (identity) => {
        identities.push(identity)
        return agent
      },
    })
    server = { ...(await app.listen()), app, close: () => app.close() } as unknown as TestServer
    const identity = { userId: 'ann', allow: ['list_*'] }
    const client = await RawClient.connect(server.url, { key: (await mint({ identity })).body.value })
    await client.close()
    expect(identities.at(-1)).toEqual(identity)
  })

  it('hides the identity it carries, and cannot mint another', async () => {
    await serve()
    const { body } = await mint({ identity: { variables: { token: 'tok-12345' } } })
    expect(Buffer.from(String(body.value).slice(3), 'base64url').toString('latin1')).not.toContain(
      'tok-12345',
    )
    expect((await mint({}, body.value)).status).toBe(403)
  })

  it.each([
    [{ session: { instructions: 5 } }, 400],
    [{ session: { instructions: 'x'.repeat(20_000) } }, 400],
  ])('for %j is refused', async (body, status) => {
    await serve()
    expect((await mint(body)).status).toBe(status)
  })

  it('needs the real key, and answers pages of the list', async () => {
    await serve({ allowedOrigins: ['https://shop.example'] })
    expect((await mint({}, 'wrong')).status).toBe(401)
    const allowed = await mint({}, KEY, { Origin: 'https://shop.example' })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    const foreign = await mint({}, KEY, { Origin: 'https://evil.example' })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the other routes', () => {
  const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server!.port}${path}`, init)

  it.each([
    ['/healthz', 200, '"ok"'],
    ['/readyz', 200, '"ready"'],
    ['/nothing', 404, '/ws and /v1/realtime'],
    ['/ws', 426, 'ws://'],
    ['//', 404, 'nothing at'],
  ])('%s answers %i', async (path, status, text) => {
    await serve()
    const response = await get(path)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(text)
  })

  it('erase a session for its own key only', async () => {
    await serve({ apiKeyValidator: () => true })
    const client = await RawClient.connect(`${server!.url}?session_id=session-1`, { key: 'mine' })
    const erase = (key: string) =>
      get('/v1/sessions/session-1', { method: 'DELETE', headers: { Authorization: `Bearer ${key}` } })
    expect((await erase('other')).status).toBe(404)
    const closed = once(client.socket, 'close')
    expect((await erase('mine')).status).toBe(204)
    expect((await closed).map(String)).toEqual(['1000', 'ended'])
    expect((await erase('mine')).status).toBe(404)
  })

  it('show metrics, to strangers with the key only', async () => {
    await serve()
    const client = await server!.connect()
    await client.turn('hi')
    const text = await (await get('/metrics')).text()
    expect(text).toContain('voice_replies_total{status="completed"} 1')
    expect(text).toContain('voice_sessions 1')
    expect(text).toMatch(/voice_stage_seconds_bucket\{stage="total",le="60"\} 1/)
    const proxied = { headers: { 'X-Forwarded-For': '203.0.113.5' } }
    expect((await get('/metrics', proxied)).status).toBe(401)
  })
})

describe('closing', () => {
  it('lets a reply come to its end, then says restart', async () => {
    server = await startServer({
      llm: new ScriptedModel([[{ say: 'Almost' }, { waitMs: 60 }, { say: ' done.' }]]),
    })
    const client = await server.connect()
    client.say('hi')
    client.send({ type: 'response.create' })
    await client.next('response.output_text.delta')
    const closed = once(client.socket, 'close')
    const closing = server.app.close()
    const [code, reason] = await closed
    await closing
    expect([code, String(reason)]).toEqual([1012, 'restart'])
    expect(answerText(client.events)).toBe('Almost done.')
  })
})

describe('an app under another server', () => {
  it('answers beside its routes', async () => {
    const agentSession = new AgentSession({ llm: new ScriptedModel([[{ say: 'Hello.' }]]), credentials: {} })
    const app = createApp({ agentSession, apiKeyValidator: (key) => key === KEY })
    const outer = createServer((request, response) => {
      if (request.url === '/mine') response.end('mine')
      else app.handler(request, response)
    })
    outer.on('upgrade', (request, socket, head) => app.handleUpgrade(request, socket as Socket, head))
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
    const { port } = outer.address() as AddressInfo
    expect(await (await fetch(`http://127.0.0.1:${port}/mine`)).text()).toBe('mine')
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    const client = await RawClient.connect(`ws://127.0.0.1:${port}/ws`, { key: KEY })
    expect(answerText(await client.turn('hi'))).toBe('Hello.')
    await client.close()
    await app.close()
    outer.closeAllConnections()
    await new Promise((resolve) => outer.close(resolve))
  })
})

describe('100 identities', () => {
  it('talk at the same time, and no call goes out with another one’s token', async () => {
    const crossed: string[] = []
    const toolkit = {
      getFunctions: () => [new FakeTool({ name: 'whoami' })],
      forIdentity: ({ variables }: ToolkitIdentity) => ({
        getFunctions: () => [
          new FakeTool({
            name: 'whoami',
            answer: async (input) => {
              for (let turns = Math.random() * 5; turns > 0; turns -= 1) await nextTurn()
              if (`Bearer ${input.user}` !== variables?.token)
                crossed.push(`${input.user} went out as ${variables?.token}`)
              return { isError: false, content: 'ok', requestMs: 1 }
            },
          }),
        ],
      }),
    }
    const llm = new ScriptedModel(({ history }) => {
      const last = history.at(-1)
      return last?.role === 'user' ? [{ call: 'whoami', input: { user: last.text } }] : [{ say: 'Done.' }]
    })
    const app = createApp({
      agentSession: new AgentSession({ llm, tools: [toolkit], credentials: {} }),
      apiKeyValidator: (key) => ({ userId: key, variables: { token: `Bearer ${key}` } }),
    })
    const { url } = await app.listen()
    await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const user = `user-${at}`
        const client = await RawClient.connect(url, { key: user })
        for (let turn = 0; turn < 3; turn += 1) await client.turn(user)
        expect(JSON.stringify(client.events)).not.toContain('Bearer')
        await client.close()
      }),
    )
    await app.close()
    expect(crossed).toEqual([])
  })
})

describe('a slow handshake', () => {
  it('holds up nobody else', async () => {
    const { port } = await serve()
    const lazy = connect(port, '127.0.0.1')
    lazy.on('error', () => {})
    lazy.write('GET /ws HTTP/1.1\r\nHost: x\r\n')
    const client = await server!.connect()
    expect(answerText(await client.turn('hi'))).toBe('Hello.')
    lazy.destroy()
  })
})
