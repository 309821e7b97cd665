import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { DEMO_API_KEY } from '../../src/environment.js'
import { BIN, voice, voiceUntil } from '../support/cli.js'
import { hostileCollection, hostileText, leaksIn, showsAttack } from '../support/hostile-text.js'
import { missing } from '../support/needs.js'
import { RawClient } from '../support/raw-client.js'
import { choice, DONE, type StandInAnswer, startStandIn } from '../support/stand-in-provider.js'
import { Terminal } from '../support/terminal.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

const bad = hostileText()
const collection = join(folder, 'postman.json')
writeFileSync(collection, JSON.stringify(hostileCollection('http://127.0.0.1:9')))
const LOCAL = ['--host', '127.0.0.1', '--port', '0']

/** A model that calls a tool that does not exist, then talks, then fails. */
async function hostileModel() {
  const call = {
    index: 0,
    id: bad,
    type: 'function',
    function: { name: bad, arguments: JSON.stringify({ [bad]: bad }) },
  }
  const model = await startStandIn([
    { pieces: [choice({ tool_calls: [call] }), choice({}, 'tool_calls'), DONE] },
    { pieces: [choice({ content: bad }), choice({}, 'stop'), DONE] },
    { status: 400, body: JSON.stringify({ error: { message: bad, type: bad, code: bad } }) },
    { status: 400, body: bad },
  ])
  toClose.push(() => model.close())
  return { LLM_BASE_URL: model.baseUrl, LLM_API_KEY: 'k' }
}

/** Sends bytes of HTTP and reads the answer to its end. */
function sendRaw(url: string, text: string): Promise<void> {
  const { port } = new URL(url.replace(/^ws/, 'http'))
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(text))
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
    socket.resume()
  })
}

async function talk(url: string): Promise<void> {
  const client = await RawClient.connect(`${url}?app_id=${encodeURIComponent(bad)}`, { key: DEMO_API_KEY })
  for (const text of [`hello ${bad}`, 'again', 'and again']) await client.turn(text).catch(() => {})
  client.send(bad)
  client.send(JSON.stringify({ type: bad, event_id: bad }))
  await client.close()
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: bad, capabilities: {}, clientInfo: { name: bad, version: bad } },
  }
  const http = url.replace(/^ws/, 'http').replace(/\/ws$/, '')
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${DEMO_API_KEY}`,
  }
  await fetch(`${http}/mcp`, { method: 'POST', headers, body: JSON.stringify(initialize) }).catch(() => {})
  await sendRaw(
    url,
    `GET /${hostileText(/[\r\n ]/)} HTTP/1.1\r\nHost: ${hostileText(/[\r\n]/)}\r\nX: ${bad}\r\n\r\n`,
  )
  await sendRaw(url, bad)
}

describe('a server with a hostile collection, model and clients', () => {
  it.each(['pretty', 'json'])('logs as %s', async (format) => {
    const flags = ['--log-level', 'debug', '--log-format', format, ...LOCAL]
    const server = await voiceUntil(/address +(\S+)/, ['serve', collection, ...flags], {
      env: await hostileModel(),
    })
    toClose.push(() => server.stop())
    await talk(server.match[1]!)
    await server.stop()
    expect(showsAttack(server.output())).toBe(true)
    expect(leaksIn(server.output())).toEqual([])
  })

  it('prints its start as JSON', async () => {
    const server = await voiceUntil(/"url": "(\S+)"/, ['serve', collection, '--format', 'json', ...LOCAL])
    await server.stop()
    expect(leaksIn(server.output())).toEqual([])
  })

  it('says what is wrong with --strict', async () => {
    const { stdout, stderr } = await voice(['serve', collection, '--strict', ...LOCAL])
    expect(leaksIn(stdout + stderr)).toEqual([])
  })

  it.skipIf(missing('tmux', 'apt-get install tmux'))('draws its status on a terminal', async () => {
    const command = [process.execPath, BIN, 'serve', collection, '--log-level', 'debug', ...LOCAL]
    const terminal = new Terminal(command, { columns: 2000, rows: 150, env: await hostileModel() })
    toClose.push(() => terminal.close())
    const raw = terminal.record()
    const screen = await terminal.until(/address +ws:[\s\S]*sessions 0/)
    await talk(/address +(ws:\S+)/.exec(screen)![1]!)
    await terminal.until(/turns [1-9]/)
    expect(showsAttack(raw())).toBe(true)
    expect(leaksIn(raw())).toEqual([])
  })
})

describe('other commands', () => {
  it('the mock, in its lines and its log', async () => {
    const server = await voiceUntil(/at (http:\S+)/, ['mock', collection, '--port', '0'], {
      env: { VOICE_DEBUG: '1' },
    })
    toClose.push(() => server.stop())
    await sendRaw(server.match[1]!, `GET /${hostileText(/[\r\n \0]/)} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await fetch(`${server.match[1]}/pets/${encodeURIComponent(bad)}`, {
      headers: { 'x-mock-response-name': 'other' },
    })
    await server.stop()
    expect(leaksIn(server.output())).toEqual([])
  })

  const models: [name: string, answers: StandInAnswer[]][] = [
    ['an error', [{ status: 400, body: JSON.stringify({ error: { message: bad, type: bad } }) }]],
    ['text', [{ pieces: [choice({ content: bad }), choice({}, 'stop'), DONE] }]],
    ['a broken stream', [{ pieces: [`data: ${bad}\n\n`] }]],
    [
      'a collection',
      [{ pieces: [choice({ content: JSON.stringify(hostileCollection(bad)) }), choice({}, 'stop'), DONE] }],
    ],
  ]
  it.each(models)('generate with a model that answers with %s', async (_, answers) => {
    const model = await startStandIn(answers)
    toClose.push(() => model.close())
    const docs = join(folder, 'api.md')
    writeFileSync(docs, `# API\nGET /pets ${bad}\n`)
    const out = join(folder, `made-${answers.length}-${_.replaceAll(' ', '-')}.json`)
    const { stdout, stderr } = await voice(['generate', '--docs', docs, '-o', out, '--max-rounds', '1'], {
      env: { LLM_BASE_URL: model.baseUrl, LLM_API_KEY: 'k' },
    })
    expect(stdout + stderr).not.toBe('')
    expect(leaksIn(stdout + stderr)).toEqual([])
  })

  it('doctor in a hostile folder', async () => {
    const { stdout, stderr } = await voice(['doctor'], {
      cwd: folder,
      env: {
        LLM_BASE_URL: 'http://127.0.0.1:9/v1',
        LLM_API_KEY: 'k',
        STT_BASE_URL: `http://127.0.0.1:9/${hostileText(/\0/)}`,
      },
    })
    expect(leaksIn(stdout + stderr)).toEqual([])
  })

  it('the terminal gets what a file is called on one line', async () => {
    const path = join(folder, 'x\n✔ all fine\n.json')
    writeFileSync(path, '{}')
    const { stdout } = await voice(['validate', path])
    expect(stdout).not.toMatch(/^✔ all fine/m)
  })
})
