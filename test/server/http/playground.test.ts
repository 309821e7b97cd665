import { afterEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../../src/server/app.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { askRaw } from '../../support/raw-http.js'

let server: TestServer
afterEach(() => server.close())

const collection = {
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: 'secret-token' }] },
  item: [{ name: 'Get pet', request: { method: 'GET', url: 'https://shop.example/pets/:petId' } }],
}

async function start(options: Partial<AppOptions> = { playground: true }) {
  const toolkit = await RESTAPIToolkit.fromApiCollection({ collection })
  const tools = [...toolkit.getFunctions(), new FakeTool({ name: 'local_time' })]
  server = await startServer({ llm: new ScriptedModel([]), tools: tools as FakeTool[] }, options)
}

/** As somebody on this machine, or as somebody who came through a proxy. */
function ask(
  path: string,
  { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {},
) {
  return fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, headers })
}
const stranger = { 'X-Forwarded-For': '203.0.113.7' }

describe('the page', () => {
  it('is whole, without a script, style or address inside', async () => {
    await start()
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/playground.js', 'text/javascript'],
      ['/playground.css', 'text/css'],
    ] as const) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await answer.text()).not.toMatch(/<script>|<style>| style=| on\w+=|https?:\/\/(?!127)/)
    }
  })

  it('lets nothing in from elsewhere, and nothing out', async () => {
    await start()
    const policy = (await ask('/')).headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
    const host = `127.0.0.1:${server.port}`
    expect(policy).toContain(
      `; connect-src 'self' ws://${host} wss://${host}; img-src 'self' data:; base-uri`,
    )
    expect(policy).toMatch(/base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/)
  })

  it.each(['h; script-src *', '*', "x'self'"])('says nothing of a host that is none: %s', async (host) => {
    await start()
    const { headers } = await askRaw(server.port, { headers: { Host: host } })
    expect(headers['content-security-policy']).toContain("; connect-src 'self'; img-src")
  })

  it('escapes the key', async () => {
    await start({ playground: { demoKey: `a"<&'>b` } })
    expect(await (await ask('/')).text()).toContain('data-key="a&quot;&lt;&amp;&#39;&gt;b"')
  })

  it.each([
    ['fills in the key everybody knows, on this machine', {}, 'demo-key'],
    ['gives it to nobody else', stranger, ''],
  ])('%s', async (_, headers, key) => {
    await start({ playground: { demoKey: 'demo-key' } })
    expect(await (await ask('/', { headers })).text()).toContain(`data-key="${key}"`)
  })

  it('is not there unless asked for', async () => {
    await start({})
    for (const path of ['/', '/playground.js', '/v1/tools']) expect((await ask(path)).status).toBe(404)
  })
})

describe('the tools', () => {
  it('are listed on this machine, and to others with the key only', async () => {
    await start()
    const { tools } = (await (await ask('/v1/tools')).json()) as { tools: object[] }
    expect(tools).toMatchObject([
      {
        name: 'get_pet',
        method: 'GET',
        path: '/pets/{petId}',
        dryRun: true,
        parameters: { required: ['petId'] },
      },
      { name: 'local_time', method: null, dryRun: false },
    ])
    expect((await ask('/v1/tools', { headers: stranger })).status).toBe(401)
    expect(
      (await ask('/v1/tools', { headers: { ...stranger, Authorization: `Bearer ${KEY}` } })).status,
    ).toBe(200)
    expect((await ask('/v1/tools', { headers: { ...stranger, Authorization: 'Bearer wrong' } })).status).toBe(
      401,
    )
  })

  it('show the request they would send, secrets masked', async () => {
    await start()
    const answer = await ask('/v1/tools/get_pet/dry-run', { method: 'POST', body: '{"petId":7}' })
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ method: 'GET', url: 'https://shop.example/pets/7', body: null })
    expect(text).not.toContain('secret-token')
  })

  it.each([
    ['an input that does not fit', '/v1/tools/get_pet/dry-run', 'POST', '{}', 200, 'petId'],
    ['no JSON', '/v1/tools/get_pet/dry-run', 'POST', '[1]', 400, 'JSON object'],
    ['an unknown tool', '/v1/tools/get_dog/dry-run', 'POST', '{}', 404, 'There is no tool'],
    ['a function of the server', '/v1/tools/local_time/dry-run', 'POST', '{}', 400, 'sends no request'],
    ['the wrong method', '/v1/tools/get_pet/dry-run', 'GET', undefined, 405, 'Only POST'],
    ['the wrong method for the list', '/v1/tools', 'POST', '{}', 405, 'Only GET'],
  ])('say what is wrong with %s', async (_, path, method, body, status, sentence) => {
    await start()
    const answer = await ask(path, { method, ...(body !== undefined && { body }) })
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(sentence)])
  })
})
