import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { LogFields } from '../../src/ports.js'
import type { ToolDefinition, Toolkit } from '../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { bindTools, type ToolsOptions } from '../../src/toolkit/run/bind-tools.js'
import { runHere } from '../support/in-process.js'
import {
  CREDENTIALS,
  collectionOf,
  guarded,
  LOG_IN,
  type LoginApi,
  startLoginApi,
} from '../support/login-api.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-gate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let api: LoginApi | undefined
afterEach(() => api?.close())

const file = join(folder, 'shop.json')
writeFileSync(file, JSON.stringify(collectionOf(LOG_IN, guarded('Get profile'))))

async function start(): Promise<{ own: LoginApi; flags: string[] }> {
  const own = await startLoginApi()
  api = own
  const variables = Object.entries(CREDENTIALS).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  return { own, flags: ['--base-url', own.url, ...variables, '--format', 'json'] }
}

const posts = (own: LoginApi) => own.lines.filter((line) => line.startsWith('POST'))

describe('voice call', () => {
  it('sends no log-in that nobody named, and says what to do', async () => {
    const { own, flags } = await start()
    const { code, stdout } = await runHere('call', 'get_profile', file, ...flags)
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      reason: 'call-first',
      content: expect.stringContaining('log_in (POST /login) may change something'),
    })
    expect(own.lines).toEqual([])
  })

  it('sends the log-in that --login or the configuration names', async () => {
    const { own, flags } = await start()
    expect(await runHere('call', 'get_profile', file, '--login', 'log_in', ...flags)).toMatchObject({
      code: 0,
    })
    for (const login of ['log_in', ['log_in']]) {
      const config = join(folder, 'voice.config.json')
      writeFileSync(config, JSON.stringify({ collections: [{ file, login }] }))
      const run = await runHere('call', 'get_profile', file, '--config', config, ...flags)
      expect(run).toMatchObject({ code: 0 })
    }
    expect(posts(own)).toHaveLength(3)
  })

  it.each([
    ['--deny', 'log_in'],
    ['--deny', 'POST'],
  ])('sends no log-in with %s %s, although it is named', async (...deny) => {
    const { own, flags } = await start()
    expect(await runHere('call', 'get_profile', file, '--login', 'log_in', ...deny, ...flags)).toMatchObject({
      code: 1,
    })
    expect(posts(own)).toEqual([])
  })

  it('refuses a name that no tool has', async () => {
    const { own, flags } = await start()
    await expect(runHere('call', 'get_profile', file, '--login', 'sign_in', ...flags)).resolves.toMatchObject(
      {
        code: 2,
        stderr: expect.stringContaining('"sign_in"'),
      },
    )
    expect(own.lines).toEqual([])
  })

  it('sends nothing for a dry run', async () => {
    const { own, flags } = await start()
    const run = await runHere('call', 'get_profile', file, '--dry-run', '--login', 'log_in', ...flags)
    expect(JSON.parse(run.stdout)).toMatchObject({ method: 'GET', url: `${own.url}/profile` })
    expect(own.lines).toEqual([])
  })
})

describe('generated code', () => {
  async function generated(url: string, options: ToolsOptions) {
    const collection = collectionOf(LOG_IN, guarded('Get profile'))
    const { definitions } = await RESTAPIToolkit.fromApiCollection({ collection, variables: CREDENTIALS })
    const [logIn, getProfile] = JSON.parse(JSON.stringify(definitions)) as ToolDefinition[]
    type Shop = Toolkit &
      Record<'logIn' | 'getProfile', (input?: object, options?: object) => Promise<unknown>>
    return bindTools<Shop>(
      { variables: {}, tools: { logIn: logIn!, getProfile: getProfile! } },
      { baseUrl: url, variables: CREDENTIALS, ...options },
    )
  }

  it('sends no log-in that the program did not name', async () => {
    const { own } = await start()
    const shop = await generated(own.url, {})
    const session = {}
    expect(await shop.getProfile({}, { session })).toMatchObject({ reason: 'call-first' })
    expect(own.lines).toEqual([])
    await shop.logIn({}, { session })
    expect(await shop.getProfile({}, { session })).toMatchObject({ isError: false })
  })

  it.each(['logIn', 'log_in', ['logIn']])('sends the log-in that is named %j, and logs it', async (login) => {
    const { own } = await start()
    const lines: LogFields[] = []
    const info = (_text: string, fields: LogFields = {}) => void lines.push(fields)
    const logger = { debug: () => {}, info, warn: () => {}, error: () => {} }
    const shop = await generated(own.url, { login, logger })
    expect(await shop.getProfile()).toMatchObject({ isError: false })
    expect(lines).toEqual([
      expect.objectContaining({
        tool: 'log_in',
        effect: 'write',
        neededBy: 'get_profile',
        consent: 'configured',
        method: 'POST',
        status: 200,
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain(CREDENTIALS.password)
  })

  it('of an older version cannot make a deletion a log-in', async () => {
    const { own } = await start()
    const collection = collectionOf(
      { name: 'Clean up', request: { method: 'DELETE', url: '{{base_url}}/everything' } },
      guarded('Get profile'),
    )
    const { definitions } = await RESTAPIToolkit.fromApiCollection({ collection })
    const [cleanUp, getProfile] = JSON.parse(JSON.stringify(definitions)) as ToolDefinition[]
    getProfile!.prerequisites = [{ variable: 'token', tool: 'clean_up', runsAlone: true }]
    const toolkit = bindTools<Toolkit & Record<'cleanUp' | 'getProfile', () => Promise<unknown>>>(
      { variables: {}, tools: { cleanUp: cleanUp!, getProfile: getProfile! } },
      { baseUrl: own.url },
    )
    expect(await toolkit.getProfile()).toMatchObject({ reason: 'call-first' })
    expect(own.lines).toEqual([])
  })
})

describe('voice replay', () => {
  it('sends each request once, as the operator wants', async () => {
    const { own, flags } = await start()
    const [, url, ...rest] = flags
    await runHere('replay', file, '--base-url', url!, ...rest)
    expect(own.lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'POST /login',
      'GET /profile',
    ])
  })
})
