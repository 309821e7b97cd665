import { afterAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent, voice, voiceUntil } from '../support/cli.js'
import { hasShared, sharedPath } from '../support/shared.js'

/** Collections nobody here wrote; `asks` is a question and the request of the mock that has to answer it. */
const STORIES = [
  {
    file: 'adyen-adyen-postman__managementservice-v3',
    about: '158 requests',
    tools: 157,
    asks: ['list the merchant accounts', 'GET /merchants'],
  },
  {
    file: 'kaisero-cisco-postman-collections__cisco-fmc-collection',
    about: '196 requests',
    tools: 196,
    asks: ['which version is the server running?', 'GET /api/fmc_platform/v1/info/serverversion'],
  },
  {
    file: 'payroc-api-postman-collections__payroc-postman-collection',
    about: 'no url.raw, a token that nobody gave',
    tools: 139,
    asks: ['show me transaction 55', 'GET /transactions/55'],
  },
  {
    file: 'biegehydra-postman2csharp__googlemaps',
    about: 'literal hosts',
    tools: 17,
    asks: ['what is the elevation?', 'GET /maps/api/elevation/json'],
  },
  {
    file: 'docusign-postman-collections__rooms-collection',
    about: 'several origins',
    tools: 97,
    asks: ['retrieve the list of valid closing statuses', 'GET /v2/closing_statuses'],
  },
] as const

const collectionOf = (file: string) => sharedPath('corpus/collections', `${file}.json`)
const running: { stop(): Promise<unknown> }[] = []
afterAll(() => Promise.all(running.map((one) => one.stop())))

describe.skipIf(!hasShared).each(STORIES)('$file ($about)', ({ file, tools, asks: [question, request] }) => {
  const path = collectionOf(file)

  it('is valid', async () => {
    const { code, stdout } = await voice(['validate', path, '--format', 'json'])
    expect([code, JSON.parse(stdout).summary.errors]).toEqual([0, 0])
  })

  it('becomes a tool per request', async () => {
    const { stdout } = await voice(['tools', path, '--format', 'json'])
    const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)
    expect(names.length).toBe(tools)
    expect(new Set(names).size).toBe(tools)
  })

  it(`is served, and "${question}" reaches ${request}`, async () => {
    const agent: RunningAgent = await startAgent(path, { flags: ['--log-level', 'debug'] })
    running.push(agent)
    const { toolCalls, text } = await agent.say(question)
    expect(toolCalls).toHaveLength(1)
    expect(toolCalls[0]?.isError).toBe(false)
    expect(text.length).toBeGreaterThan(10)
    const [method, target] = request.split(' ')
    expect(agent.output()).toMatch(
      new RegExp(`mock: answered method=${method} path=\\S*${target}(\\?\\S*)? found=true`),
    )
  })
})

describe.skipIf(!hasShared)('one of them over a mock of its own', () => {
  const path = collectionOf('adyen-adyen-postman__managementservice-v3')

  it('answers through --base-url', async () => {
    const mock = await voiceUntil(/http:\/\/127\.0\.0\.1:\d+/, ['mock', path, '--port', '0'])
    running.push(mock)
    const flags = ['serve', path, '--base-url', mock.match[0], '--env-var', 'X-API-Key=k']
    const serve = await voiceUntil(/(ws:\/\/\S+)[\s\S]*Try:/, [
      ...flags,
      '--port',
      '0',
      '--host',
      '127.0.0.1',
    ])
    running.push(serve)
    expect(serve.output()).toContain(`${mock.match[0]} for {{baseUrl}} (157 tools)`)
    const { stdout } = await voice([
      'chat',
      '--url',
      serve.match[1]!,
      '--message',
      'list the merchant accounts',
      '--format',
      'json',
    ])
    expect(JSON.parse(stdout)).toMatchObject({ toolCalls: [{ isError: false }] })
  })
})

describe.skipIf(!hasShared)('several origins', () => {
  const path = collectionOf('docusign-postman-collections__rooms-collection')

  it.each([
    ['gets_a_form_group', 'http://a.test:1/v2/accounts/'],
    ['refresh_access_token', 'http://b.test:2/auth/oauth/token'],
  ])('%s goes to its own', async (tool, start) => {
    const urls = ['--base-url', 'http://a.test:1', '--base-url', 'authServer=http://b.test:2/auth']
    const secrets = ['integrationKey', 'clientSecret', 'refresh_token', 'accessToken'].flatMap((name) => [
      '--env-var',
      `${name}=s`,
    ])
    const input = ['--input', '{"formGroupId":"7","accountId":"9"}']
    const { stdout, stderr } = await voice([
      'call',
      tool,
      path,
      '--dry-run',
      '--format',
      'json',
      ...urls,
      ...secrets,
      ...(tool.startsWith('gets') ? input : []),
    ])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout).url).toContain(start)
  })
})
