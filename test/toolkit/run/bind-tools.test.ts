import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { CallOptions, Toolkit, ToolResult } from '../../../src/toolkit/model/tool.js'
import { bindTools, type ToolsManifest, type ToolsOptions } from '../../../src/toolkit/run/bind-tools.js'
import { sketchTool, startApi, type TestApi } from '../../support/tool.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi((request, response) => {
    if (request.url.endsWith('/silent')) return
    response.end(request.url.endsWith('/login') ? '{"token":"t-1"}' : '{"ok":true}')
  })
})
afterAll(() => api.close())

interface Bound extends Toolkit {
  getPets(input?: JsonObject, options?: CallOptions): Promise<ToolResult>
  logIn(input?: JsonObject): Promise<ToolResult>
}

const tool = (name: string, request: unknown, more: object = {}) => sketchTool({ name, request, ...more })
const get = (url: string, header: object[] = []) => ({ method: 'GET', url, header })

/** The functions of two tools and the path that the first one asks for. */
function bound(manifest: Partial<ToolsManifest<Bound>>, options?: ToolsOptions, path = '{{base}}/pets') {
  const tools = {
    getPets: tool('get_pets', get(path, [{ key: 'X-Tenant', value: '{{tenant}}' }])),
    logIn: tool('log_in', get('http://auth.example/login')),
  }
  return bindTools<Bound>({ variables: {}, tools, ...manifest }, options)
}
const shown = (toolkit: Toolkit, index = 0) =>
  toolkit.getFunctions()[index]!.dryRun!({}, { showSecrets: true })

describe('bindTools', () => {
  const variables = { tenant: 'acme' }

  it('offers its tools as methods and as functions', async () => {
    const toolkit = bound({ baseUrl: `${api.url}/v1`, variables })
    expect(toolkit.getFunctions().map(({ name }) => name)).toEqual(['get_pets', 'log_in'])
    expect(await toolkit.getPets()).toMatchObject({ isError: false, status: 200, content: { ok: true } })
    expect(api.seen.at(-1)).toMatchObject({ url: '/v1/pets', headers: { 'x-tenant': 'acme' } })
    expect(Object.keys(toolkit)).toEqual(['getPets', 'logIn', 'getFunctions'])
  })

  it('hands input and options of a call on', async () => {
    const toolkit = bound({ baseUrl: api.url, variables })
    await toolkit.getPets({ free: 1 }, { variables: { tenant: 'other' } })
    expect(api.seen.at(-1)?.headers['x-tenant']).toBe('other')
    expect(await toolkit.getPets('text' as never)).toMatchObject({ reason: 'invalid-input' })
  })

  it.each<[name: string, manifest: object, options: ToolsOptions | undefined, url: string]>([
    ['the compiled base URL', { baseUrl: 'http://m.example' }, undefined, 'http://m.example/pets'],
    [
      'the given base URL',
      { baseUrl: 'http://m.example' },
      { baseUrl: 'http://o.example' },
      'http://o.example/pets',
    ],
    ['the compiled one of a name', { baseUrls: { base: 'http://m.example' } }, {}, 'http://m.example/pets'],
    [
      'the given one of a name',
      { baseUrls: { base: 'http://m.example' } },
      { baseUrls: { base: 'http://o.example' } },
      'http://o.example/pets',
    ],
    ['a variable', { variables: { base: 'http://v.example', tenant: 'a' } }, {}, 'http://v.example/pets'],
  ])('sends to %s', (_name, manifest, options, url) => {
    const from = { ...{ variables }, ...manifest }
    expect(shown(bound(from, options))).toMatchObject({ url })
  })

  it.each<[name: string, manifest: object]>([
    ['no base URL', { baseUrl: '', variables: { tenant: 'a' } }],
    ['an empty variable', { variables: { base: '', tenant: 'a' } }],
  ])('sends nothing with %s', (_name, manifest) =>
    expect(shown(bound(manifest, {}))).toMatchObject({
      reason: 'missing-setting',
      missingSettings: ['base'],
    }),
  )

  it('leaves the addresses of other hosts', () =>
    expect(shown(bound({ baseUrl: 'http://m.example', variables }), 1)).toMatchObject({
      url: 'http://auth.example/login',
    }))

  it('moves every service of this machine to a base URL on it', () => {
    const options = { baseUrl: 'http://localhost:1', variables: { other: 'http://localhost:9' } }
    const toolkit = bindTools<Bound>(
      {
        variables: {},
        tools: { getPets: tool('a', get('{{base}}/a')), logIn: tool('b', get('{{other}}/b')) },
      },
      options,
    )
    expect(shown(toolkit, 1)).toMatchObject({ url: 'http://localhost:1/b' })
  })

  it('takes given variables before compiled ones', () => {
    const given = bound({ baseUrl: 'http://h', variables }, { variables: { tenant: 'given' } })
    expect(shown(given)).toMatchObject({ headers: expect.arrayContaining([['X-Tenant', 'given']]) })
    expect(shown(bound({ baseUrl: 'http://h' }))).toMatchObject({ reason: 'missing-setting' })
  })

  it('runs first what a tool depends on', async () => {
    const needs = {
      settings: ['token'],
      prerequisites: [{ variable: 'token', tool: 'log_in', runsAlone: true }],
    }
    const captures = [{ variable: 'token', from: { in: 'body', pointer: '/token' }, secret: true }]
    const tools = {
      getPets: tool('get_pets', get(`${api.url}/pets`, [{ key: 'X-Token', value: '{{token}}' }]), needs),
      logIn: tool('log_in', get(`${api.url}/login`), { captures }),
    }
    expect(await bindTools<Bound>({ variables: {}, tools }).getPets()).toMatchObject({ isError: false })
    expect(api.seen.slice(-2).map(({ url, headers }) => [url, headers['x-token']])).toEqual([
      ['/login', undefined],
      ['/pets', 't-1'],
    ])
  })

  it('gives a request the time and the clock it was given', async () => {
    const clock = new VirtualClock()
    const toolkit = bound({ baseUrl: api.url, variables }, { clock, timeoutMs: 7 }, '{{base}}/silent')
    const result = toolkit.getPets()
    await clock.advance(7)
    expect(await result).toMatchObject({ isError: true, reason: 'timeout', requestMs: 7 })
  })

  it('logs to the logger it was given', async () => {
    const lines: string[] = []
    const log = (message: string) => void lines.push(message)
    const logger = { debug: log, info: log, warn: log, error: log }
    await bound({ baseUrl: api.url, variables }, { logger }).getPets()
    expect(lines).toContain('request sent')
  })
})
