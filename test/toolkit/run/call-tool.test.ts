import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogFields } from '../../../src/ports.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { callTool } from '../../../src/toolkit/run/call-tool.js'
import { sessionState } from '../../../src/toolkit/run/session-state.js'
import { contextOf, sketchTool, startApi, type TestApi, type ToolSketch } from '../../support/tool.js'

let api: TestApi
const clock = new VirtualClock(1_000_000)
beforeAll(async () => {
  api = await startApi(async (request, response) => {
    const status = Number(/\/(\d+)/.exec(request.url)?.[1] ?? 200)
    const zipped = request.url.includes('gzip')
    const isBusy = request.url.includes('busy')
    if (request.url.includes('silent')) return
    await clock.advance(25)
    const more = { ...(zipped && { 'content-encoding': 'gzip' }), ...(isBusy && { 'retry-after': '40' }) }
    response.writeHead(status, { 'x-other': 'y', ...more })
    const text = JSON.stringify({ id: 'v', echo: request.headers.authorization })
    response.end(zipped ? gzipSync(text) : text)
  })
})
afterAll(() => api.close())

const basic = {
  type: 'basic',
  basic: [
    { key: 'username', value: 'ann' },
    { key: 'password', value: 'pass-canary-1' },
  ],
}

function run(path: string, more: Partial<ToolSketch> & { session?: object; signal?: AbortSignal } = {}) {
  const { session, signal, ...sketch } = more
  const logged: [text: string, fields: LogFields | undefined][] = []
  const log = (text: string, fields?: LogFields) => void logged.push([text, fields])
  const context = contextOf(
    {},
    { clock, timeoutMs: 100, logger: { debug: log, info: log, warn: log, error: log } },
  )
  const definition = sketchTool({ request: { method: 'GET', url: `${api.url}/${path}` }, ...sketch })
  const options = { ...(session && { session }), ...(signal && { signal }) }
  return { logged, result: callTool(definition, { input: {} }, { context, options }) }
}

describe('callTool', () => {
  it('says how long the API took, and logs it', async () => {
    const { result, logged } = run('pets')
    expect(await result).toMatchObject({ isError: false, requestMs: 25, content: { id: 'v' } })
    expect(logged).toEqual([
      ['request sent', expect.objectContaining({ tool: 'sketch', effect: 'read', status: 200, ms: 25 })],
    ])
    expect(clock.pending).toBe(0)
  })

  it.each([429, 202])('says how long the API asks to wait after %s', async (status) => {
    const { note } = await run(`busy/${status}`).result
    expect(note).toBe('The API asks to wait 40 s before the next call.')
    expect(
      await run(`${status}`, { request: { method: 'POST', url: `${api.url}/${status}` } }).result,
    ).not.toHaveProperty('note')
  })

  it('unpacks an answer', async () => expect((await run('gzip').result).content).toEqual({ id: 'v' }))

  it('stops at its time, and logs why', async () => {
    const { result, logged } = run('silent')
    await clock.advance(100)
    expect(await result).toMatchObject({ isError: true, reason: 'timeout', requestMs: 100 })
    expect(logged).toEqual([
      ['request sent', expect.objectContaining({ tool: 'sketch', failure: 'timeout', ms: 100 })],
      ['tool call failed', { tool: 'sketch', reason: 'timeout' }],
    ])
  })

  it('stops for its caller', async () => {
    const { result } = run('silent', { signal: AbortSignal.abort() })
    expect(await result).toMatchObject({ isError: true, reason: 'aborted', requestMs: 0 })
    expect(clock.pending).toBe(0)
  })

  it('masks what came about by signing', async () => {
    const { result } = run('pets', { request: { method: 'GET', url: `${api.url}/pets`, auth: basic } })
    expect((await result).content).toEqual({ id: 'v', echo: '•••' })
  })

  it('masks the token of each user of a tool', async () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] }
    const definition = sketchTool({ request: { method: 'GET', url: `${api.url}/{{path}}`, auth } })
    const content = async (token: string, path: string) => {
      const options = { variables: { token, path } }
      return (await callTool(definition, { input: {} }, { context: contextOf({}, { clock }), options }))
        .content
    }
    const echoed = { id: 'v', echo: '•••' }
    expect(await content('token-of-ann', 'pets')).toEqual(echoed)
    expect(await content('token-of-bob', 'pets')).toEqual(echoed)
    expect(await content('token-of-ann', 'pets')).toEqual(echoed)
    const both = await Promise.all(['token-of-ann', 'token-of-bob'].map((token) => content(token, 'pets')))
    expect(both).toEqual([echoed, echoed])
    expect(
      api.seen
        .slice(-5)
        .map(({ headers }) => headers.authorization?.slice(-3))
        .sort(),
    ).toEqual(['ann', 'ann', 'ann', 'bob', 'bob'])
  })

  it.each([
    [200, true],
    [299, true],
    [300, false],
    [400, false],
  ])('an answer %i leaves values behind: %s', async (status, isKept) => {
    const session = {}
    const captures = [{ variable: 'v', from: { in: 'body' as const, pointer: '/id' }, secret: false }]
    await run(`${status}`, { captures, session }).result
    expect([...sessionState(session, {}).captured.values()]).toEqual(
      isKept ? [{ key: 'v', value: 'v', secret: false }] : [],
    )
    expect((await run('pets', { captures }).result).isError).toBe(false)
  })

  it('leaves faults of the program to the program', async () => {
    const definition = sketchTool({ request: 'http://h' })
    const broken = { ...definition, request: undefined as never }
    await expect(callTool(broken, { input: {} }, { context: contextOf(), options: {} })).rejects.toThrow(
      TypeError,
    )
  })
})
