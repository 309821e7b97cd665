import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent, voice, voiceUntil } from '../support/cli.js'

const PETSHOP = 'examples/petshop/postman.json'
let agent: RunningAgent

beforeAll(async () => {
  agent = await startAgent(PETSHOP)
})
afterAll(async () => {
  await agent?.stop()
})

describe('the first file', () => {
  it.each(['official', 'agent', 'generated'])('has no finding in the profile %s', async (profile) => {
    const { code, stdout } = await voice(['validate', PETSHOP, '--profile', profile, '--format', 'json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ valid: true, diagnostics: [] }] })
  })

  it('becomes nine tools', async () => {
    const { stdout } = await voice(['tools', PETSHOP, '--format', 'json'])
    const tools = JSON.parse(stdout) as { name: string; folder: string[] }[]
    expect(tools.map(({ name, folder }) => `${folder.join('/')}: ${name}`)).toEqual([
      'Pets: list_pets',
      'Pets: get_pet',
      'Pets: create_pet',
      'Pets: update_pet',
      'Pets: delete_pet',
      'Orders: list_orders',
      'Orders: place_order',
      'Orders: get_order',
      'Orders: cancel_order',
    ])
  })
})

describe('serve', () => {
  it('says what it loaded, where requests go, who answers and what to try', () => {
    const block = agent.output()
    expect(block).toContain(`9 tools from ${PETSHOP}`)
    expect(block).toMatch(/http:\/\/127\.0\.0\.1:\d+ for \{\{base_url\}\} \(9 tools, the mock\)/)
    expect(block).toContain('builtin/router')
    expect(block).toMatch(/ws:\/\/127\.0\.0\.1:\d+\/ws/)
    expect(block).toMatch(/Try: npx voice chat --url \S+ --message/)
    expect(block).toContain('set SERVICE_API_KEY')
  })

  it('ends with 0 when it is told to stop', async () => {
    const other = await startAgent(PETSHOP)
    expect(await other.stop()).toBe(0)
  })

  it('runs without a collection and says so', async () => {
    const running = await voiceUntil(
      /ws:\/\/\S+[\s\S]*Try:/,
      ['serve', '--port', '0', '--host', '127.0.0.1'],
      { cwd: 'test' },
    )
    expect(running.output()).toMatch(/^NO TOOLS: there is no collection/)
    expect(running.output()).toContain('none: there is no collection')
    await running.stop()
  })

  it('gives its block as JSON', async () => {
    const running = await voiceUntil(/\n\}\n/, [
      'serve',
      PETSHOP,
      '--port',
      '0',
      '--format',
      'json',
      '--host',
      '127.0.0.1',
    ])
    expect(JSON.parse(running.output())).toMatchObject({
      collections: [{ path: PETSHOP, tools: 9 }],
      destinations: [{ origin: '{{base_url}}', url: 'http://127.0.0.1:35814', requests: 9 }],
      providers: { llm: 'builtin/router', stt: null },
    })
    await running.stop()
  })
})

describe('one question', () => {
  it('is answered from the mock API through a tool call', async () => {
    const { code, text, toolCalls } = await agent.say('list the pets that are available')
    expect(code).toBe(0)
    expect(toolCalls).toEqual([{ name: 'list_pets', input: { status: 'available' }, isError: false }])
    for (const name of ['Bella', 'Momo', 'Shelly']) expect(text).toContain(name)
    for (const name of ['Rocky', 'Kiwi']) expect(text).not.toContain(name)
  })

  it('is a sentence without --format json', async () => {
    const { code, stdout } = await voice(['chat', '--url', agent.url, '--message', 'show me pet 2'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('Momo')])
    expect(stdout).not.toContain('{')
  })

  it('asks before it writes, and no is the answer of a script', async () => {
    const { code, toolCalls, approvals } = await agent.say('cancel order 17')
    expect(code).toBe(1)
    expect(toolCalls).toEqual([])
    expect(approvals).toEqual([{ name: 'cancel_order', input: { orderId: 17 }, approved: false }])
  })

  it('writes when told yes', async () => {
    const { code, toolCalls, text } = await agent.say('cancel order 17', '--approve', 'yes')
    expect(code).toBe(0)
    expect(toolCalls).toEqual([{ name: 'cancel_order', input: { orderId: 17 }, isError: false }])
    expect(text).toContain('17')
  })

  it('says what the API refused', async () => {
    const { toolCalls, text } = await agent.say('show me pet 99')
    expect(toolCalls).toMatchObject([{ name: 'get_pet', isError: true }])
    expect(text).toMatch(/no such pet|no pet with this number/i)
  })

  it('calls nothing for a question that fits no tool', async () => {
    const { toolCalls } = await agent.say('how far is the moon')
    expect(toolCalls).toEqual([])
  })
})

it('talks line by line', async () => {
  const { code, stdout } = await voice(['chat', '--url', agent.url], {
    stdin: 'list the pets that are sold\nshow me order 11\n',
  })
  expect(code).toBe(0)
  expect(stdout).toContain('Kiwi')
  expect(stdout).toContain('delivered')
})
