import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEMO_API_KEY } from '../../src/environment.js'
import { runHere } from '../support/in-process.js'
import { answerText, RawClient, RefusedError } from '../support/raw-client.js'
import { freePort } from '../support/redis-server.js'
import { type ServedHere, serveHere } from '../support/serve-here.js'

const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'voice-serve-'))
const SHOP = readFileSync('examples/petshop/postman.json', 'utf8')
let served: ServedHere | undefined
let clients: RawClient[] = []

beforeEach(() => {
  process.chdir(folder)
  for (const name of ['SERVICE_API_KEY', 'LLM_API_KEY', 'STT_API_KEY', 'API_BASE_URL']) vi.stubEnv(name, '')
  writeFileSync('shop.json', SHOP)
  rmSync('voice.config.json', { force: true })
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  clients = []
  await served?.stop()
  served = undefined
  process.chdir(home)
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true }))

const configure = (config: object) => writeFileSync('voice.config.json', JSON.stringify(config, null, 2))

async function connect(appId?: string): Promise<RawClient> {
  const query = appId === undefined ? '' : `?app_id=${appId}`
  const client = await RawClient.connect(served!.start.url + query, { key: DEMO_API_KEY })
  clients.push(client)
  return client
}

const SHOW_TOOLS = { type: 'session.update', session: { tools: [{ type: 'mcp', server_label: 'voice' }] } }

/** The names of the tools, as a client was shown them last. */
async function shownTools(client: RawClient): Promise<string[]> {
  const lists = () =>
    client.events.flatMap((event) =>
      event.type === 'conversation.item.done' && event.item.type === 'mcp_list_tools'
        ? [event.item.tools]
        : [],
    )
  await client.until(() => lists().length > 0, 'a list of tools')
  return lists()
    .at(-1)!
    .map(({ name }) => name)
}

async function toolsOf(appId?: string): Promise<string[]> {
  const client = await connect(appId)
  client.send(SHOW_TOOLS)
  return shownTools(client)
}

const statusOf = (error: unknown) => (error instanceof RefusedError ? error.status : error)

describe('serve with a configuration', () => {
  it('gives each app its own agent, and everybody else the one outside', async () => {
    configure({
      collections: [{ file: 'shop.json', deny: ['DELETE'], approve: 'none' }],
      budgets: { session: { turns: 1 } },
      apps: {
        reader: { collections: [{ file: 'shop.json', allow: ['GET'] }], budgets: { session: { turns: 2 } } },
        talker: { collections: [] },
      },
    })
    served = await serveHere('--mock')
    expect(served.start).toMatchObject({
      config: 'voice.config.json',
      hasDefault: true,
      collections: [{ path: 'shop.json', tools: 7, approve: 'none' }],
      apps: [
        { id: 'reader', collections: [{ tools: 4 }] },
        { id: 'talker', collections: [] },
      ],
      store: 'memory',
    })
    expect(await toolsOf()).toHaveLength(7)
    expect(await toolsOf('nobody')).toHaveLength(7)
    expect(await toolsOf('reader')).toEqual(['list_pets', 'get_pet', 'list_orders', 'get_order'])
    expect(await toolsOf('talker')).toEqual([])
  })

  it('holds the budgets and approvals of each app', async () => {
    configure({
      collections: [{ file: 'shop.json', approve: 'none' }],
      budgets: { session: { turns: 1 } },
      apps: { asking: { collections: [{ file: 'shop.json' }], budgets: { session: { turns: 9 } } } },
    })
    served = await serveHere('--mock')
    const [free, asking] = [await connect(), await connect('asking')]
    const write = 'delete pet 3'
    await free.turn(write)
    expect(free.events.some((event) => JSON.stringify(event).includes('mcp_approval_request'))).toBe(false)
    expect(answerText(await free.turn('list pets'))).toMatch(/conversation has reached its limit/)
    await asking.turn(write)
    expect(asking.events.some((event) => JSON.stringify(event).includes('mcp_approval_request'))).toBe(true)
  })

  it('refuses other app ids where there are apps only', async () => {
    configure({ apps: { shop: { collections: [{ file: 'shop.json' }] } } })
    served = await serveHere('--mock')
    expect(served.start).toMatchObject({ hasDefault: false, apps: [{ id: 'shop' }] })
    expect(await toolsOf('shop')).toHaveLength(9)
    expect(await connect('other').catch(statusOf)).toBe(404)
    expect(await connect().catch(statusOf)).toBe(404)
    const secrets = new URL('/v1/realtime/client_secrets?app_id=shop', served.start.mcp)
    const headers = { authorization: `Bearer ${DEMO_API_KEY}`, 'content-type': 'application/json' }
    expect((await fetch(secrets, { method: 'POST', headers, body: '{}' })).status).toBe(200)
    const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }
    const mcp = await fetch(served.start.mcp, { method: 'POST', headers, body: JSON.stringify(hello) })
    expect(mcp.status).toBe(404)
    await mcp.body?.cancel()
  })

  it('lets flags win over the file', async () => {
    configure({ collections: [{ file: 'shop.json', allow: ['GET'] }], approve: 'none', llm: 'nobody/x' })
    served = await serveHere(
      '--mock',
      '--allow',
      'POST',
      '--approve',
      'destructive',
      '--llm',
      'builtin/router',
    )
    expect(served.start).toMatchObject({
      approve: 'destructive',
      collections: [{ tools: 2 }],
      providers: { llm: 'builtin/router' },
    })
  })

  it.each<[config: object, message: RegExp]>([
    [{ llm: 'nobody/x' }, /voice\.config\.json, line 2: llm: .*"nobody/],
    [{ vad: 'nobody/x' }, /voice\.config\.json, line 2: vad: .*"nobody/],
    [{ store: 'nobody:x' }, /voice\.config\.json, line 2: store: .*"nobody/],
    [{ apps: { a: { llm: ['ollama/x', 'nobody/x'] } } }, /line 4: apps\.a\.llm: .*"nobody/],
    [{ collections: [{ file: 'none.json' }] }, /voice\.config\.json, line 4: none\.json does not exist/],
  ])('does not start with %j', async (config, message) => {
    configure(config)
    const { stderr, code } = await failing()
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })
})

describe('serve --quiet', () => {
  it('serves, and prints nothing', async () => {
    const port = await freePort()
    const ended = runHere(
      'serve',
      '--quiet',
      '--mock',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      'shop.json',
    )
    const health = () => fetch(`http://127.0.0.1:${port}/healthz`)
    await vi.waitFor(async () => expect((await health()).status).toBe(200), { timeout: 20_000 })
    process.emit('SIGTERM')
    expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

/** Runs `serve`, which is to end at once. */
async function failing() {
  return runHere('serve', '--mock', '--port', '0', '--host', '127.0.0.1')
}

describe('serve --watch', () => {
  const change = (text: string) => {
    writeFileSync('shop.tmp', text)
    renameSync('shop.tmp', 'shop.json')
  }

  it('gives an open conversation the new tools at its next turn, and keeps the old ones when a file breaks', async () => {
    configure({ collections: [{ file: 'shop.json' }] })
    served = await serveHere('--mock', '--watch')
    const client = await connect()
    client.send(SHOW_TOOLS)
    expect(await shownTools(client)).toContain('list_pets')
    change(SHOP.replace('"List pets"', '"Show every animal"'))
    await served.until(/~ list_pets, now show_every_animal/)
    await client.turn('show every animal')
    expect(await shownTools(client)).toContain('show_every_animal')
    const lists = client.events.filter(({ type }) => type === 'conversation.item.deleted')
    expect(lists).toHaveLength(1)

    change('{\n  "item": [')
    await served.until(/shop\.json is not JSON \(line 2, [\s\S]*keeps the tools it has/)
    expect(answerText(await client.turn('show every animal'))).not.toBe('')
    expect(await toolsOf()).toContain('show_every_animal')

    configure({ collections: [{ file: 'shop.json', allow: ['GET'] }], llm: 'openai/x', retain: '9m' })
    change(SHOP)
    await served.until(/A change of llm, retain takes a restart/)
    expect(await toolsOf()).toEqual(['list_pets', 'get_pet', 'list_orders', 'get_order'])
  })

  it('asks before a call that was a read until the file changed', async () => {
    configure({ collections: [{ file: 'shop.json' }] })
    served = await serveHere('--mock', '--watch')
    const client = await connect()
    expect(answerText(await client.turn('list pets'))).not.toContain('Go ahead?')
    const { item, ...shop } = JSON.parse(SHOP)
    item[0].item[0].request.url = '{{base_url}}/pets/purge'
    change(JSON.stringify({ ...shop, item }))
    await served.until(/Reloaded/)
    expect(answerText(await client.turn('list pets'))).toMatch(/^This runs "List pets" .*Go ahead\?$/)
  })

  it('keeps the tools when postman.json, which nobody named, is deleted, says so also with --quiet, and takes it when it is back', async () => {
    writeFileSync('postman.json', SHOP)
    served = await serveHere('--mock', '--watch', '--quiet')
    expect(await toolsOf()).toHaveLength(9)
    rmSync('postman.json')
    await served.until(/postman\.json does not exist any more[\s\S]*keeps the tools it has/)
    expect(await toolsOf()).toHaveLength(9)
    writeFileSync('postman.tmp', SHOP.replace('"List pets"', '"Show every animal"'))
    renameSync('postman.tmp', 'postman.json')
    await vi.waitFor(async () => expect(await toolsOf()).toContain('show_every_animal'), { timeout: 20_000 })
    expect(served.said()).not.toContain('Reloaded')
  })
})
