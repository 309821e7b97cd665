import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApprovalPolicy } from '../../src/server/agent/agent.js'
import { Budget } from '../../src/server/agent/budget.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { type CollectionOptions, RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../support/agent.js'
import { eventually } from '../support/eventually.js'
import {
  CREDENTIALS,
  capturing,
  collectionOf,
  guarded,
  LOG_IN,
  type LoginApi,
  startLoginApi,
} from '../support/login-api.js'
import { connectMcp, mcpClient, mcpOptions } from '../support/mcp.js'
import { startApi as startOwnApi } from '../support/tool.js'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function startApi(options?: { delayMs?: number }): Promise<LoginApi> {
  const api = await startLoginApi(options)
  cleanups.push(() => api.close())
  return api
}

type Options = Partial<CollectionOptions>

const toolkitOf = (api: LoginApi, items: object[], options: Options = {}) =>
  RESTAPIToolkit.fromApiCollection({
    collection: collectionOf(...items),
    baseUrl: api.url,
    variables: CREDENTIALS,
    ...options,
  })

interface Talk {
  items?: object[]
  options?: Options
  approve?: ApprovalPolicy
  budget?: number
  steps?: ScriptedStep[]
  /** What the ids of new items begin with. */
  ids?: string
}

/** A conversation with the tools of a collection. */
async function talkWith(api: LoginApi, talk: Talk = {}) {
  const { items = [LOG_IN, guarded('Get profile')], options, approve, budget, steps, ids } = talk
  let number = 0
  const toolkit = await toolkitOf(api, items, options)
  const model = new ScriptedModel(steps ?? [[{ call: 'get_profile' }], [{ say: 'Done.' }]])
  const agent = testAgent({
    models: [model],
    tools: toolkit.getFunctions(),
    ...(approve && { approve }),
  })
  const budgets = budget === undefined ? [] : [new Budget('session', { toolCalls: budget })]
  const talking = new TestConversation(agent, undefined, {
    budgets,
    ...(ids && { newId: (prefix: string) => `${ids}_${prefix}_${++number}` }),
  })
  const say = async (text: string) => {
    const from = talking.events.length
    talking.say(text)
    await ended(from)
  }
  /** Waits until a reply that began after `from` has ended. */
  const ended = (from: number) =>
    eventually(
      () =>
        talking.events.slice(from).some(({ type }) => type === 'reply-ended') &&
        !talking.conversation.working,
    )
  const answer = async (approved: boolean) => {
    const from = talking.events.length
    expect(talking.answer(approved)).toBe(true)
    await ended(from)
  }
  /** The calls and questions of the conversation: `ask log_in`, `log_in ok`, `get_profile approval-needed`. */
  const shown = () =>
    talking.conversation.history.items.flatMap((item) => {
      if (item.type === 'mcp_approval_request') return [`ask ${item.name}`]
      if (item.type !== 'mcp_call') return []
      const text = item.error ? String((item.error as { message: string }).message) : item.output!
      const { isError, reason, status } = JSON.parse(text) as Record<string, unknown>
      return [`${item.name} ${reason ?? (isError ? status : 'ok')}`]
    })
  return { say, answer, talking, shown }
}

/** Requests that capture a value with the name of a credential, but do not log in. */
const NO_LOG_INS: [name: string, item: object, variable: string][] = [
  [
    'an order with a receipt token',
    capturing(
      'Order express',
      { method: 'POST', url: '{{base_url}}/orders/express' },
      { receipt_token: 'receipt_token' },
    ),
    'receipt_token',
  ],
  [
    'a deletion',
    capturing('Clean up', { method: 'DELETE', url: '{{base_url}}/everything' }, { api_token: 'token' }),
    'api_token',
  ],
  [
    'a deletion that sends a password',
    capturing(
      'Log in',
      {
        method: 'DELETE',
        url: '{{base_url}}/login',
        body: { mode: 'raw', raw: '{"user":"{{user}}","password":"{{password}}"}' },
      },
      { token: 'token' },
    ),
    'token',
  ],
  [
    'a session that sends nothing',
    capturing('Log in', { method: 'POST', url: '{{base_url}}/sessions' }, { session_token: 'session' }),
    'session_token',
  ],
  [
    'a GET with an effect',
    capturing('Delete all', { method: 'GET', url: '{{base_url}}/token/deleteAll' }, { token: 'token' }),
    'token',
  ],
  [
    'a rotation of keys',
    capturing(
      'Rotate keys',
      {
        method: 'POST',
        url: '{{base_url}}/keys/rotate',
        body: { mode: 'raw', raw: '{"password":"{{password}}"}' },
      },
      { api_token: 'token' },
    ),
    'api_token',
  ],
  [
    'a registration',
    capturing(
      'Sign up',
      {
        method: 'POST',
        url: '{{base_url}}/register',
        body: { mode: 'raw', raw: '{"user":"{{user}}","password":"{{password}}"}' },
      },
      { token: 'token' },
    ),
    'token',
  ],
  [
    'a new password',
    capturing(
      'Set password',
      {
        method: 'POST',
        url: '{{base_url}}/password',
        body: { mode: 'raw', raw: '{"password":"{{password}}","new_password":"{{password}}"}' },
      },
      { token: 'token' },
    ),
    'token',
  ],
  [
    'an order that sends a password',
    capturing(
      'Order',
      {
        method: 'POST',
        url: '{{base_url}}/orders',
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'password', value: '{{password}}' },
            { key: 'quantity', value: '{{quantity}}' },
          ],
        },
      },
      { token: 'token' },
    ),
    'token',
  ],
  [
    'a write with Basic',
    capturing(
      'Order',
      {
        method: 'POST',
        url: '{{base_url}}/orders/express',
        auth: {
          type: 'basic',
          basic: [
            { key: 'username', value: '{{user}}' },
            { key: 'password', value: '{{password}}' },
          ],
        },
      },
      { token: 'token' },
    ),
    'token',
  ],
  [
    'a PUT with a password',
    capturing(
      'Log in',
      {
        method: 'PUT',
        url: '{{base_url}}/login',
        body: { mode: 'raw', raw: '{"user":"{{user}}","password":"{{password}}"}' },
      },
      { token: 'token' },
    ),
    'token',
  ],
]

describe('a request that captures a token but is no log-in', () => {
  const policies: ApprovalPolicy[] = ['writes', 'destructive', 'none']
  it.each(NO_LOG_INS)('never runs for another tool: %s', async (_name, item, variable) => {
    const api = await startApi()
    for (const approve of policies) {
      const options = { variables: { ...CREDENTIALS, quantity: '3' } }
      const talk = { items: [item, guarded('Get profile', { variable })], approve, options }
      const { say, shown } = await talkWith(api, talk)
      await say('Who am I?')
      expect(shown()).toHaveLength(1)
    }
    expect(api.lines.filter((line) => !line.startsWith('GET /profile'))).toEqual([])
  })

  it.each(NO_LOG_INS)('nor in a library, nor over MCP: %s', async (_name, item, variable) => {
    const api = await startApi()
    const options = { variables: { ...CREDENTIALS, quantity: '3' } }
    const toolkit = await toolkitOf(api, [item, guarded('Get profile', { variable })], options)
    const tool = toolkit.getFunctions().find(({ name }) => name === 'get_profile')!
    expect(await tool.call({}, { session: {} })).toMatchObject({ isError: true })
    const client = await connectMcp(mcpOptions([toolkit], { approve: 'none' }))
    expect(await client.callTool({ name: 'get_profile', arguments: {} })).toMatchObject({ isError: true })
    await client.close()
    expect(api.lines.filter((line) => !line.startsWith('GET /profile'))).toEqual([])
  })
})

/** Log-ins, by what they send. */
const LOG_INS: [name: string, item: object][] = [
  ['a JSON body', LOG_IN],
  [
    'a form',
    capturing(
      'Get token',
      {
        method: 'POST',
        url: '{{base_url}}/oauth/token',
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'grant_type', value: 'password' },
            { key: 'username', value: '{{user}}' },
            { key: 'password', value: '{{password}}' },
          ],
        },
      },
      { token: 'token' },
    ),
  ],
  [
    'a JSON body with a grant',
    capturing(
      'Get token',
      {
        method: 'POST',
        url: '{{base_url}}/oauth/token',
        body: {
          mode: 'raw',
          raw: '{"grant_type":"password","username":"{{user}}","password":"{{password}}"}',
        },
      },
      { token: 'token' },
    ),
  ],
  [
    'Basic',
    capturing(
      'New session',
      {
        method: 'POST',
        url: '{{base_url}}/sessions',
        auth: {
          type: 'basic',
          basic: [
            { key: 'username', value: '{{user}}' },
            { key: 'password', value: '{{password}}' },
          ],
        },
      },
      { token: 'token' },
    ),
  ],
]

describe('a log-in that another tool needs', () => {
  it.each(LOG_INS)('is asked for, shown, and followed by the call that needs it: %s', async (_name, item) => {
    const api = await startApi()
    const { say, answer, shown, talking } = await talkWith(api, { items: [item, guarded('Get profile')] })
    await say('Who am I?')
    expect(api.lines).toEqual([])
    const [first, asked] = shown()
    expect(first).toBe('get_profile approval-needed')
    const name = asked!.replace('ask ', '')
    await answer(true)
    expect(api.lines).toEqual([expect.stringMatching(/^POST /), 'GET /profile Bearer t1'])
    expect(shown()).toEqual([first, asked, `${name} ok`, 'get_profile ok'])
    const started = talking.events.filter(({ type }) => type === 'call-started')
    expect(started).toHaveLength(3)
    const ended = talking.events.filter((event) => event.type === 'call-ended')
    expect(ended.map(({ failed }) => failed)).toEqual([false, false, false])
  })

  it('does not run after a no', async () => {
    const api = await startApi()
    const { say, answer, shown } = await talkWith(api)
    await say('Who am I?')
    await answer(false)
    expect(shown()).toEqual(['get_profile approval-needed', 'ask log_in'])
    expect(api.lines).toEqual([])
  })

  it('runs unasked, but shown, if the policy asks only before destructive calls', async () => {
    const api = await startApi()
    const { say, shown } = await talkWith(api, { approve: 'destructive' })
    await say('Who am I?')
    expect(shown()).toEqual(['get_profile ok', 'log_in ok'])
    expect(api.lines).toEqual([expect.stringMatching(/^POST \/login/), 'GET /profile Bearer t1'])
  })

  it('runs unasked, but shown, if the configuration names it, also if it is not offered', async () => {
    const api = await startApi()
    for (const allow of [undefined, ['get_profile']]) {
      const options = { login: 'log_in', ...(allow && { allow }) }
      const { say, shown } = await talkWith(api, { options })
      await say('Who am I?')
      expect(shown()).toEqual(['get_profile ok', 'log_in ok'])
    }
  })

  it('is not offered if the configuration names it, and a call of it is not needed', async () => {
    const api = await startApi()
    const steps = [[{ call: 'log_in' }], [{ call: 'get_profile' }], [{ say: 'Ann.' }]]
    const { say, shown, talking } = await talkWith(api, { options: { login: 'log_in' }, steps })
    expect(talking.conversation.tools.map(({ name }) => name)).toEqual(['get_profile'])
    await say('Who am I?')
    expect(shown()).toEqual(['log_in not-needed', 'get_profile ok', 'log_in ok'])
  })

  it.each<[name: string, options: Options]>([
    ['is denied', { deny: ['log_in'] }],
    ['is denied although it is named', { deny: ['Log in'], login: 'log_in' }],
    ['is not allowed', { allow: ['get_profile'] }],
    ['has a denied method', { deny: ['POST'], login: 'log_in' }],
  ])('never runs if it %s', async (_name, options) => {
    const api = await startApi()
    const { say, shown } = await talkWith(api, { options, approve: 'none' })
    await say('Who am I?')
    expect(shown()).toEqual(['get_profile missing-setting'])
    expect(api.lines.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('never runs for a tool whose identity may not use it', async () => {
    const api = await startApi()
    const toolkit = await toolkitOf(api, [LOG_IN, guarded('Get profile')], { login: 'log_in' })
    const own = toolkit.forIdentity({ deny: ['log_in'] })
    expect(await own.getFunctions()[0]!.call({}, { session: {} })).toMatchObject({
      reason: 'missing-setting',
    })
    expect(api.lines.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('is asked for again when the token is no longer valid, once for four calls', async () => {
    const api = await startApi()
    const four = Array.from({ length: 4 }, (_, at) => ({ call: 'get_profile', callId: `c${at}` }))
    const steps = [[{ call: 'get_profile' }], [{ say: 'Ann.' }], four, [{ say: 'Ann again.' }]]
    const { say, answer, shown } = await talkWith(api, { steps })
    await say('Who am I?')
    await answer(true)
    api.revoke()
    const before = api.lines.length
    await say('Four times, please.')
    expect(shown().slice(-5)).toEqual([...Array(4).fill('get_profile approval-needed'), 'ask log_in'])
    await answer(true)
    const after = api.lines.slice(before)
    expect(after.filter((line) => line.startsWith('POST'))).toHaveLength(1)
    expect(after.filter((line) => line === 'GET /profile Bearer t2')).toHaveLength(4)
  })

  it('runs once for four calls in parallel', async () => {
    const api = await startApi({ delayMs: 30 })
    const four = Array.from({ length: 4 }, (_, at) => ({ call: 'get_profile', callId: `c${at}` }))
    const { say, shown } = await talkWith(api, {
      options: { login: 'log_in' },
      steps: [four, [{ say: 'Done.' }]],
    })
    await say('Four times, please.')
    expect(shown().filter((line) => line === 'log_in ok')).toHaveLength(1)
    expect(api.lines.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it('does not run again for calls whose token another call has renewed in the meantime', async () => {
    const api = await startApi({ delayMs: 20 })
    const toolkit = await toolkitOf(api, [LOG_IN, guarded('Get profile')], { login: 'log_in' })
    const tool = toolkit.getFunctions()[1]!
    const session = {}
    await tool.call({}, { session })
    api.revoke()
    const results = await Promise.all(Array.from({ length: 4 }, () => tool.call({}, { session })))
    expect(results.every(({ isError }) => !isError)).toBe(true)
    expect(api.lines.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })

  it('is not repeated without end if the API rejects its token', async () => {
    const api = await startApi()
    const other = capturing(
      'Log in',
      {
        method: 'POST',
        url: '{{base_url}}/login',
        body: { mode: 'raw', raw: '{"password":"{{password}}"}' },
      },
      { token: 'id' },
    )
    const { say, answer, shown } = await talkWith(api, { items: [other, guarded('Get profile')] })
    await say('Who am I?')
    await answer(true)
    expect(shown()).toEqual([
      'get_profile approval-needed',
      'ask log_in',
      'log_in ok',
      'get_profile http-error',
    ])
    expect(api.lines.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it('can need a read, which is shown too', async () => {
    const api = await startApi()
    const nonce = capturing(
      'Get nonce',
      { method: 'GET', url: '{{base_url}}/token/nonce' },
      { csrf_token: 'id' },
    )
    const login = capturing(
      'Log in',
      {
        method: 'POST',
        url: '{{base_url}}/login/{{csrf_token}}',
        body: { mode: 'raw', raw: '{"user":"{{user}}","password":"{{password}}"}' },
      },
      { token: 'token' },
    )
    const { say, answer, shown } = await talkWith(api, { items: [nonce, login, guarded('Get profile')] })
    await say('Who am I?')
    expect(shown()).toEqual(['get_profile approval-needed', 'ask log_in'])
    await answer(true)
    expect(api.lines.map((line) => line.split(' ')[1])).toEqual(['/token/nonce', '/login/1', '/profile'])
    expect(shown().slice(2).toSorted()).toEqual(['get_nonce ok', 'get_profile ok', 'log_in ok'])
  })

  it('is asked for after the write that needs it, and the write keeps its approval', async () => {
    const api = await startApi()
    const order = guarded('Create order', { method: 'POST', path: '/orders' })
    const { say, answer, shown } = await talkWith(api, {
      items: [LOG_IN, order],
      steps: [[{ call: 'create_order' }], [{ say: 'Ordered.' }]],
    })
    await say('Order.')
    await answer(true)
    expect(shown()).toEqual(['ask create_order', 'create_order approval-needed', 'ask log_in'])
    expect(api.lines).toEqual([])
    await answer(true)
    expect(api.lines).toEqual([expect.stringMatching(/^POST \/login/), 'POST /orders Bearer t1'])
    expect(shown().slice(3)).toEqual(['log_in ok', 'create_order ok'])
  })

  it('lets a write with a rejected token leave once more at most, and once if there is no new token', async () => {
    const order = guarded('Create order', { method: 'POST', path: '/orders' })
    const api = await startOwnApi((request, response) =>
      request.url === '/login'
        ? response.end('{"token":"t1"}')
        : response.writeHead(401).end('{"error":"who are you?"}'),
    )
    cleanups.push(() => api.close())
    /** The requests of two calls in one session. */
    const sentBy = async (items: object[], options: Options) => {
      const collection = collectionOf(...items)
      const toolkit = await RESTAPIToolkit.fromApiCollection({ collection, baseUrl: api.url, ...options })
      const tool = toolkit.getFunctions().find(({ name }) => name === 'create_order')!
      const from = api.seen.length
      const session = {}
      for (let calls = 0; calls < 2; calls += 1)
        expect(await tool.call({}, { session })).toMatchObject({ isError: true, status: 401 })
      return api.seen.slice(from).map(({ url }) => url)
    }
    const variables = { ...CREDENTIALS, token: 'old' }
    expect(await sentBy([order], { variables })).toEqual(['/orders', '/orders'])
    expect(await sentBy([LOG_IN, order], { variables })).toEqual(['/orders', '/orders'])
    expect(await sentBy([LOG_IN, order], { variables: CREDENTIALS, login: 'log_in' })).toEqual([
      ...['/login', '/orders'],
      ...['/orders', '/login', '/orders'],
    ])
  })

  it('is not asked for out of band, where nobody can answer', async () => {
    const api = await startApi()
    const { talking } = await talkWith(api)
    talking.conversation.respond({ outOfBand: { items: undefined } })
    await eventually(() => !talking.conversation.working)
    expect(talking.requests).toEqual([])
    expect(api.lines).toEqual([])
  })

  it('waits for its question also after the conversation moved to another server', async () => {
    const api = await startApi()
    const first = await talkWith(api)
    await first.say('Who am I?')
    const { conversation } = first.talking
    const second = await talkWith(api, { steps: [[{ say: 'Done.' }]], ids: 'other' })
    for (const item of conversation.history.items) second.talking.conversation.history.add(item)
    second.talking.conversation.restore(JSON.parse(JSON.stringify(conversation.save())))
    await second.answer(true)
    expect(api.lines).toEqual([expect.stringMatching(/^POST \/login/), 'GET /profile Bearer t1'])
  })

  it('counts in the budget', async () => {
    const api = await startApi()
    const { say, shown } = await talkWith(api, { options: { login: 'log_in' }, budget: 1 })
    await say('Who am I?')
    expect(shown()).toEqual(['get_profile budget', 'log_in budget'])
    expect(api.lines).toEqual([])
  })

  it('is asked for over MCP if the client can ask', async () => {
    const api = await startApi()
    const toolkit = await toolkitOf(api, [LOG_IN, guarded('Get profile')])
    const asked: string[] = []
    const actions = ['decline', 'accept'] as const
    const client = mcpClient({ elicitation: {} })
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return { action: actions[asked.length - 1]! }
    })
    await connectMcp(mcpOptions([toolkit], { approve: 'writes' }), client)
    const call = () => client.callTool({ name: 'get_profile', arguments: {} })
    expect(await call()).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('the user said no') }],
    })
    expect(api.lines).toEqual([])
    expect(await call()).not.toHaveProperty('isError')
    expect(asked).toHaveLength(2)
    expect(asked[0]).toContain('POST /login')
    expect(api.lines).toHaveLength(2)
    await client.close()
  })

  it('is confirmed over MCP if the client cannot ask', async () => {
    const api = await startApi()
    const toolkit = await toolkitOf(api, [LOG_IN, guarded('Get profile')])
    const client = await connectMcp(mcpOptions([toolkit], { approve: 'writes' }))
    const call = (name: string, input = {}) => client.callTool({ name, arguments: input })
    const refused = await call('get_profile')
    const { text } = (refused.content as { text: string }[])[0]!
    expect(text).toContain('POST /login')
    expect(text).toContain('Then call get_profile again.')
    expect(api.lines).toEqual([])
    const [, confirmation] = /"confirmation":"([^"]+)"/.exec(text)!
    await call('confirm_call', { confirmation })
    expect(await call('get_profile')).not.toHaveProperty('isError')
    expect(api.lines).toEqual([expect.stringMatching(/^POST \/login/), 'GET /profile Bearer t1'])
    await client.close()
  })

  it('does not run by itself in a library, which can call it', async () => {
    const api = await startApi()
    const toolkit = await toolkitOf(api, [LOG_IN, guarded('Get profile')])
    const [login, profile] = toolkit.getFunctions()
    const session = {}
    expect(await profile!.call({}, { session })).toMatchObject({
      reason: 'call-first',
      content: expect.stringContaining('log_in (POST /login) may change something'),
    })
    expect(api.lines).toEqual([])
    await login!.call({}, { session })
    expect(await profile!.call({}, { session })).toMatchObject({ isError: false })
  })
})

describe('a log-in with the credentials of the user', () => {
  const LOG_IN_AS = capturing(
    'Log in',
    {
      method: 'POST',
      url: '{{base_url}}/login',
      body: { mode: 'raw', raw: '{"user":"ann","password":"{{password}}"}' },
    },
    { token: 'token' },
  )

  it.each([
    ['a read', guarded('Get profile'), 'get_profile', ['GET /profile']],
    ['a write', guarded('Delete profile', { method: 'DELETE' }), 'delete_profile', []],
  ])('is named to the model that makes %s before it', async (_, item, name, sent) => {
    const api = await startApi()
    const { say, talking, shown } = await talkWith(api, {
      items: [LOG_IN_AS, item],
      options: { variables: {} },
      steps: [[{ call: name }], [{ say: 'Who are you?' }]],
    })
    await say('I am done with my profile')
    expect(shown()).toEqual([`${name} call-first`])
    const [call] = talking.conversation.history.items.flatMap((one) => (one.type === 'mcp_call' ? [one] : []))
    const { content } = JSON.parse(String((call!.error as { message: string }).message)) as {
      content: string
    }
    expect(content).toMatch(/First call log_in: .*\(token\).* Ask the user for its input/)
    expect(content).not.toContain('operator')
    expect(api.lines).toEqual(sent)
  })
})

describe('a budget of tool calls', () => {
  it('counts a call when it starts: 16 calls at the same time do not pass 2', async () => {
    const calls = Array.from({ length: 16 }, (_, at) => ({ call: 'ping', callId: `c${at}` }))
    const ping = new FakeTool({ name: 'ping', answer: 'pong' })
    const agent = testAgent({
      models: [new ScriptedModel([calls, [{ say: 'Done.' }]])],
      tools: [ping],
      limits: { maxCallsPerStep: 16 },
    })
    const talk = new TestConversation(agent, undefined, {
      budgets: [new Budget('session', { toolCalls: 2 })],
    })
    await talk.turn('Ping 16 times.')
    expect(ping.calls).toHaveLength(2)
    const refused = talk.conversation.history.items.filter((item) => item.type === 'mcp_call' && item.error)
    expect(refused).toHaveLength(14)
  })
})
