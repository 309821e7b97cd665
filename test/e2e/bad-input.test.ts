import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finished, startAgent, voice, voiceUntil } from '../support/cli.js'
import { choice, DONE, type StandInAnswer, startStandIn } from '../support/stand-in-provider.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-bad-'))
const at = (name: string) => join(folder, name)
const PETSHOP = join(process.cwd(), 'examples/petshop/postman.json')

beforeAll(() => {
  writeFileSync(at('broken.json'), '{\n  "info": { "name": "x" },\n  "item": [ { "name": "a" "b" } ]\n}\n')
  writeFileSync(at('empty.json'), '')
  writeFileSync(at('large.json'), '')
  truncateSync(at('large.json'), 256 * 1024 * 1024 + 1)
  writeFileSync(
    at('v1.json'),
    JSON.stringify({ id: '1', name: 'old', order: ['2'], requests: [{ id: '2', url: 'http://a.test/b' }] }),
  )
  const v2 = 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json'
  const item = [{ name: 'a', request: { method: 'GET', url: 'http://a.test/b' } }]
  writeFileSync(at('v2.json'), JSON.stringify({ info: { name: 'old', schema: v2 }, item }))
  writeFileSync(at('other.json'), '{"openapi": "3.0.0", "paths": {}}')
  mkdirSync(at('folder'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** One clear sentence and no stack trace. */
function expectSentence({ stdout, stderr }: Finished, sentence: RegExp): void {
  expect(stdout + stderr).toMatch(sentence)
  expect(stdout + stderr).not.toMatch(/\n\s+at .+:\d+|node:internal|undefined/)
}

const COMMANDS = [['validate'], ['tools'], ['mock', '--port', '0'], ['serve', '--port', '0']]
const INPUTS: [name: string, code: number, sentence: RegExp][] = [
  ['missing.json', 2, /missing\.json.* does not exist/],
  ['folder', 2, /folder is no collection: there is no opencollection\.yml/],
  ['large.json', 2, /larger than 256 MB/],
  ['broken.json', 1, /comma is missing[\s\S]*"a" "b"/],
  ['empty.json', 1, /empty/],
  ['other.json', 1, /OpenAPI|not a Postman collection/i],
]

describe.each(COMMANDS)('voice %s', (...command) => {
  it.each(INPUTS)('%s: exit %i', async (name, code, sentence) => {
    const result = await voice([...command, at(name)])
    expectSentence(result, sentence)
    expect(result.code).toBe(code)
  })
})

it('places broken JSON', async () => {
  const { stderr } = await voice(['tools', at('broken.json')])
  expect(stderr).toContain('line 3, column 27')
  expect(stderr.split('\n').slice(1, 3)).toEqual([
    '3 |   "item": [ { "name": "a" "b" } ]',
    `${' '.repeat(30)}^`,
  ])
})

describe.each([
  ['v1.json', 'v1'],
  ['v2.json', 'v2.0'],
])('a collection of an older format, %s', (name, format) => {
  it('is named by validate, with what to do', async () => {
    const result = await voice(['validate', at(name)])
    expectSentence(result, new RegExp(`format ${format.replace('.', '\\.')}`))
    expect(result.code).toBe(1)
  })

  it('becomes tools, and one line says how', async () => {
    const { stdout, stderr, code } = await voice(['tools', at(name), '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject([{ method: 'GET', path: '/b' }])
    expect(stderr).toBe(
      `${at(name)} is a collection of format ${format} and was converted in memory; \`voice import ${at(name)} -o postman.json\` saves it as v2.1.\n`,
    )
    expect(code).toBe(0)
  })
})

describe('wrong usage is exit 2', () => {
  it.each<[args: string[], sentence: RegExp]>([
    [['valdate', 'x.json'], /Unknown command 'valdate'[\s\S]*Did you mean validate\?/],
    [['serve', '--prot', '1'], /Unknown option '--prot'[\s\S]*Did you mean --port\?/],
    [['serve', '--port', 'abc'], /--port takes a whole number/],
    [['tools', PETSHOP, '--format', 'xml'], /--format takes one of table, json/],
    [['tools', PETSHOP, '--env-var', 'novalue'], /--env-var takes name=value/],
    [['tools', PETSHOP, '--base-url', 'ftp://x'], /--base-url takes an http or https address/],
    [['serve', PETSHOP, '--llm', 'nobody/x'], /no language model "nobody\/x"\. Known are: builtin\/router/],
    [['serve', PETSHOP, '--llm', 'openai/gpt-6-luna'], /needs a key\. Set LLM_API_KEY or OPENAI_API_KEY/],
    [['serve', at('*.none')], /No file matches/],
    [['tools'], /There is no postman\.json in this folder/],
    [['chat', '--url', 'http://x'], /not a WebSocket address/],
    [
      ['chat', '--url', 'ws://127.0.0.1:1/ws', '--message', 'hi'],
      /Cannot connect to the agent at 127\.0\.0\.1:1/,
    ],
    [[], /Usage: voice/],
  ])('voice %j', async (args, sentence) => {
    const result = await voice(args, { cwd: folder })
    expectSentence(result, sentence)
    expect(result.code).toBe(2)
  })

  it.each<Record<string, string>>([{}, { SERVICE_API_KEY: 'demo-api-key' }])(
    'also with the demo key in production, with %j set',
    async (key) => {
      const env = { NODE_ENV: 'production', ...key }
      const result = await voice(['serve', PETSHOP, '--port', '0'], { env })
      expectSentence(result, /set SERVICE_API_KEY/)
      expect(result.code).toBe(2)
    },
  )

  it.each(['serve', 'mock'])('also when the port of %s is in use', async (command) => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const result = await voice([command, PETSHOP, '--host', '127.0.0.1', '--port', String(port)])
    server.close()
    expectSentence(result, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use`))
    expect(result.code).toBe(2)
  })
})

it('refuses to start with --strict when a collection has errors, and serves the sound requests without', async () => {
  const good = { name: 'Good', request: { method: 'GET', url: 'http://a.test/good' } }
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  writeFileSync(
    at('half.json'),
    JSON.stringify({ info: { name: 'half', schema }, item: [good, { name: 'Bad', requets: good.request }] }),
  )
  const strict = await voice(['serve', '--strict', '--port', '0', at('half.json')])
  expectSentence(strict, /has \d errors?; `voice validate/)
  expect(strict.code).toBe(1)
  const running = await voiceUntil(/Try:/, ['serve', '--port', '0', '--host', '127.0.0.1', at('half.json')])
  expect(running.output()).toMatch(/1 tool from .*half\.json/)
  await running.stop()
})

it('says that the API cannot be reached, and the session goes on', async () => {
  const flags = ['serve', PETSHOP, '--base-url', 'http://127.0.0.1:1', '--port', '0', '--host', '127.0.0.1']
  const running = await voiceUntil(/(ws:\/\/\S+)[\s\S]*Try:/, flags)
  const result = await voice(['chat', '--url', running.match[1]!], {
    stdin: 'list the pets\nlist the orders\n',
  })
  expect(result.stdout.match(/reach|connect/gi)?.length).toBeGreaterThanOrEqual(2)
  expectSentence(result, /list_orders/)
  expect(result.code).toBe(0)
  await running.stop()
})

describe.concurrent('a language model that fails', () => {
  const json = (status: number, message: string): StandInAnswer => ({
    status,
    body: JSON.stringify({ error: { message } }),
  })
  const ATTEMPTS = 3
  const FAILURES: [name: string, answer: StandInAnswer, attempts: number][] = [
    ['401', json(401, 'wrong key'), 1],
    ['429', json(429, 'slow down'), ATTEMPTS],
    ['500', json(500, 'oops'), ATTEMPTS],
    ['garbage', { pieces: ['data: {{{\n\n', '\u0000\u0001'] }, ATTEMPTS],
    ['nothing', { pieces: [] }, ATTEMPTS],
    ['half an answer', { pieces: [choice({ content: 'I thi' })], drop: true }, 1],
  ]

  it.each(FAILURES)('%s: one sentence, and the next question is answered', async (_, failure, attempts) => {
    const good = { pieces: [choice({ content: 'Here I am.' }), choice({}, 'stop'), DONE] }
    const provider = await startStandIn([...Array<StandInAnswer>(attempts).fill(failure), good])
    const env = { LLM_BASE_URL: provider.baseUrl, LLM_API_KEY: 'secret-key-of-a-test' }
    const running = await voiceUntil(
      /(ws:\/\/\S+)[\s\S]*Try:/,
      ['serve', '--port', '0', '--host', '127.0.0.1'],
      { env, cwd: folder },
    )
    const ask = (message: string) => voice(['chat', '--url', running.match[1]!, '--message', message])
    const failed = await ask('hello')
    expectSentence(failed, /\w+ .*\./)
    expect(failed.code).toBe(1)
    expect(failed.stdout + failed.stderr + running.output()).not.toContain('secret-key-of-a-test')
    const next = await ask('hello')
    expect([next.code, next.stdout.trim()]).toEqual([0, 'Here I am.'])
    await running.stop()
    await provider.close()
  })

  it('chat prints the reason as JSON and exits 1; a locked session keeps it back', async () => {
    const refused: StandInAnswer = {
      status: 404,
      body: JSON.stringify({
        error: { message: 'There is no `none` here', code: 'model_not_found' },
      }),
    }
    const provider = await startStandIn(Array<StandInAnswer>(20).fill(refused))
    const env = { LLM_BASE_URL: provider.baseUrl }
    const open = await startAgent(PETSHOP, { flags: ['--llm', 'ollama/none'], env })
    const told = await open.say('hello')
    await open.stop()
    expect([told.code, told.error]).toEqual([1, expect.stringMatching(/There is no `none` here/)])
    const config = at('locked.json')
    writeFileSync(config, JSON.stringify({ lockSession: true }))
    const locked = await startAgent(PETSHOP, { flags: ['--llm', 'ollama/none', '--config', config], env })
    const kept = await locked.say('hello')
    await locked.stop()
    await provider.close()
    expect([kept.code, kept.error]).toEqual([1, expect.stringMatching(/./)])
    expect(JSON.stringify(kept)).not.toMatch(/There is no|model_not_found|404/)
    expect(locked.output()).toMatch(/model_not_found/)
  })

  it('leaves the tools to the embedded router, if the operator says so', async () => {
    const provider = await startStandIn([])
    const agent = await startAgent(PETSHOP, {
      flags: ['--llm', 'ollama/none', '--fallback', 'builtin/router'],
      env: { LLM_BASE_URL: provider.baseUrl },
    })
    const { text, toolCalls } = await agent.say('list the pets that are available')
    expect(toolCalls).toMatchObject([{ name: 'list_pets', isError: false }])
    expect(text).toMatch(/^My language model is not available\. The built-in search answers in its place/)
    const write = await agent.say('delete pet 2', '--approve', 'yes')
    expect([write.toolCalls, write.approvals]).toEqual([[], []])
    await agent.stop()
    await provider.close()
  })
})
