import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { KEY as CLIENT_KEY, startServer } from '../../support/app.js'
import { runHere } from '../../support/in-process.js'
import { startApi, type TestApi } from '../../support/tool.js'

/** Keys under ambiguous names: literals in a query, a header, a form and a JSON body, and the value of a variable. */
const HEX = '5f0c1e7a9b3d48260ce1f7a4d89b25366ab0c9d1'
const MIXED = 'lYrP4vF3Uk5zgTiGGuEzQGwGIVDGuy24'
const OWN = '9d2f71c04be85a3c6e1700fb4d93a2c8'
const KEYS = [HEX, MIXED, OWN]

const query = (...entries: [key: string, value: string][]) => entries.map(([key, value]) => ({ key, value }))
const address = (path: string, entries: { key: string; value: string }[]) => ({
  raw: `{{base_url}}/${path}?${entries.map(({ key, value }) => `${key}=${value}`).join('&')}`,
  host: ['{{base_url}}'],
  path: [path],
  query: entries,
})

const weather = {
  method: 'GET',
  description: `For example: GET /weather?q=London&appid=${HEX}`,
  url: address('weather', query(['q', 'London'], ['appid', HEX])),
}
const collection = (base: string) => ({
  info: { name: 'weather', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Get weather',
      request: weather,
      response: [{ name: 'ok', originalRequest: weather, code: 200, body: '{"temp":7}' }],
    },
    {
      name: 'List stations',
      request: {
        method: 'GET',
        url: address('stations', query(['key', '{{key}}'])),
        header: [{ key: 'X-Key', value: MIXED, description: 'The key' }],
      },
    },
    {
      name: 'Search places',
      request: {
        method: 'POST',
        url: '{{base_url}}/places/search',
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: {
          mode: 'raw',
          raw: `{"key":"${MIXED}","place":"Paris"}`,
          options: { raw: { language: 'json' } },
        },
      },
    },
    {
      name: 'Search forms',
      request: {
        method: 'POST',
        url: '{{base_url}}/forms/search',
        body: { mode: 'urlencoded', urlencoded: query(['api', HEX], ['place', 'Paris']) },
      },
    },
  ],
  variable: [
    { key: 'base_url', value: base },
    { key: 'key', value: OWN },
  ],
})

const CALLS: [tool: string, input: object][] = [
  ['get_weather', { q: 'London' }],
  ['list_stations', {}],
  ['search_places', { body: { place: 'Rome' } }],
  ['search_forms', { body: { place: 'Rome' } }],
]

let folder: string
let file: string
let api: TestApi
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-keys-'))
  file = join(folder, 'postman.json')
  api = await startApi(({ url, rawHeaders, body }, response) => {
    response.statusCode = url.startsWith('/stations') ? 500 : 200
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ echo: [url, rawHeaders.join(' '), body.toString()] }))
  })
  await writeFile(file, JSON.stringify(collection(api.url), null, 2))
})
afterEach(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

/** The texts that must not be in any output: each key, and parts of it that would help. */
function expectNoKey(text: string): void {
  for (const key of KEYS) {
    expect(text).not.toContain(key)
    expect(text).not.toContain(key.slice(0, 20))
  }
}

describe('a key under an ambiguous name', () => {
  it.each([
    ['tools'],
    ['tools', '--format', 'json'],
    ...CALLS.flatMap(([tool]) => [
      ['tools', tool],
      ['tools', tool, '--format', 'json'],
    ]),
    ...['typescript', 'openai', 'anthropic', 'mcp', 'json'].map((target) => ['compile', '--target', target]),
    ['replay', '--dry-run', '--format', 'json'],
    ['replay'],
    ['validate', '--format', 'json'],
    ['validate'],
    ...CALLS.flatMap(([tool, input]) => [
      ['call', tool, '--input', JSON.stringify(input), '--dry-run'],
      ['call', tool, '--input', JSON.stringify(input), '--format', 'json'],
    ]),
  ])('is not in the output of %s %s', async (...args) => {
    const place = ['tools', 'call'].includes(args[0]!) ? ['-c', file] : [file]
    const { stdout, stderr } = await runHere(...args, ...place)
    expect(stdout.length).toBeGreaterThan(20)
    expectNoKey(stdout + stderr)
  })

  it('is reported by validate', async () => {
    const { stdout } = await runHere('validate', '--format', 'json', file)
    const { diagnostics } = JSON.parse(stdout).files?.[0] ?? JSON.parse(stdout)
    const messages = diagnostics
      .filter(({ code }: { code: string }) => code === 'secret-in-file')
      .map(({ message }: { message: string }) => message)
    expect(messages.join('\n')).toContain('query parameter appid')
  })

  it('is a setting in generated code', async () => {
    const { stdout, stderr } = await runHere('compile', '--target', 'json', file)
    expect(stderr).toContain('they are now the variables "appid_secret", "x_key_secret"')
    const settings = JSON.parse(stdout).map(({ settings }: { settings: string[] }) => settings)
    expect(settings).toEqual([['appid_secret'], ['key', 'x_key_secret'], ['x_key_secret'], ['appid_secret']])
  })

  it('is sent, but never reaches the model, the client, the log or a recording', async () => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collectionPath: file })
    const llm = new ScriptedModel([
      ...CALLS.map(([call, input]) => [{ call, input }]),
      [{ say: 'That is all.' }],
    ])
    const lines: unknown[] = []
    const log = (...line: unknown[]) => void lines.push(line)
    const logger = { debug: log, info: log, warn: log, error: log }
    const record = join(folder, 'recordings')
    const server = await startServer(
      { llm, tools: toolkit.getFunctions(), approve: 'none' },
      { record, logger },
    )
    const client = await server.connect({
      query: '?session_id=session-keys&explain=true',
      protocols: ['voice.v1'],
    })
    const seen: unknown[] = [await client.next('session.created')]
    const content = [{ type: 'input_text', text: 'How is the weather?' }]
    client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
    client.send({ type: 'response.create' })
    await vi.waitFor(() => expect(llm.requests).toHaveLength(CALLS.length + 1), 10_000)
    seen.push(await client.next('response.done'))
    await server.close()
    const sent = api.seen.map(({ url, rawHeaders, body }) => [url, ...rawHeaders, body.toString()].join(' '))
    expect(sent).toHaveLength(CALLS.length)
    expect(sent[0]).toContain(`appid=${HEX}`)
    expect(sent[1]).toContain(`key=${OWN}`)
    expect(sent[1]).toContain(MIXED)
    expect(sent[2]).toContain(`"key":"${MIXED}"`)
    expect(sent[3]).toContain(`api=${HEX}`)
    const files = await Promise.all(
      (await readdir(record)).map((name) => readFile(join(record, name), 'utf8')),
    )
    expect(files.join('')).toContain('get_weather')
    expectNoKey(JSON.stringify({ requests: llm.requests, lines, seen, files, CLIENT_KEY }))
  }, 30_000)
})
