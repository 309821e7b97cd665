import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { KEY } from '../support/app.js'
import { missingPeers, peersPython } from './environment.js'
import { listPets, type StockOptions, type StockServer, serveStock, spokenTurn } from './stock.js'

/** What a script tells about its conversation. */
interface Told {
  texts: string[]
  calls: [name: string, input: object][]
  spoken: string[]
  heard: string[]
  audio: boolean
  errors: string[]
}

let server: StockServer | undefined
const folder = mkdtempSync(join(tmpdir(), 'voice-peers-'))
const sound = join(folder, 'turn.pcm')
writeFileSync(sound, spokenTurn())

afterEach(async () => {
  await server?.close()
  expect(server?.tap.complaints).toEqual([])
  server = undefined
})

const SCRIPT = [
  [{ say: 'Hello there.' }],
  [{ call: 'list_pets' }],
  [{ say: 'There is Rex.' }],
  [{ call: 'tell_time', input: { zone: 'UTC' }, callId: 'call_time' }],
  [{ say: 'It is noon.' }],
]

async function run(
  script: string,
  options: { path: string; more?: string[]; stock?: StockOptions; steps?: typeof SCRIPT },
): Promise<Told> {
  const { path, more = [], stock = {}, steps = SCRIPT } = options
  server = await serveStock(steps, { tools: [listPets()], ...stock })
  const scheme = path.startsWith('/v1/') ? 'ws' : 'http'
  const args = [
    join(import.meta.dirname, 'python', script),
    `${scheme}://127.0.0.1:${server.port}${path}`,
    KEY,
    sound,
    ...more,
  ]
  const child = spawn(peersPython, args, { timeout: 20_000, killSignal: 'SIGKILL' })
  let out = ''
  let log = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) {
    const sent = server.tap.sent.map((event) => JSON.stringify(event).slice(0, 300))
    const received = server.tap.received.map(({ type }) => type)
    throw new Error(`${script} ended with ${code}: ${log.slice(-6_000)}\n${sent.join('\n')}\n${received}`)
  }
  return JSON.parse(out) as Told
}

describe.skipIf(missingPeers())('Python', () => {
  it('openai: text, a tool of the server, a function of its own, sound', async () => {
    const told = await run('openai_client.py', {
      path: '/v1',
      steps: [...SCRIPT, [{ say: 'He is three.' }]],
      stock: { heard: ['how old is he'] },
    })
    expect(told).toEqual({
      texts: ['Hello there.', 'There is Rex.', 'It is noon.'],
      calls: [['tell_time', { zone: 'UTC' }]],
      spoken: ['He is three.'],
      heard: ['how old is he'],
      audio: true,
      errors: [],
    })
  })

  it.each(['text', 'audio'])('Pipecat, %s', async (modality) => {
    const told = await run('pipecat_service.py', {
      path: '/v1/realtime?tool_events=none',
      more: [modality],
      ...(modality === 'audio' && {
        stock: { heard: ['how old is he'] },
        steps: [...SCRIPT, [{ say: 'He is three.' }]],
      }),
    })
    expect(told.texts.slice(0, 3)).toEqual(['Hello there.', 'There is Rex.', 'It is noon.'])
    expect(told.calls).toEqual([['tell_time', { zone: 'UTC' }]])
    expect(told.audio).toBe(modality === 'audio')
    expect(told.errors).toEqual([])
  })

  it.each(['text', 'audio'])('LiveKit, %s', async (modality) => {
    const told = await run('livekit_plugin.py', {
      path: '/v1',
      more: [modality],
      ...(modality === 'audio' && { stock: { heard: [] } }),
    })
    expect(told).toEqual({
      texts: ['Hello there.', 'There is Rex.', 'It is noon.'],
      calls: [['tell_time', { zone: 'UTC' }]],
      errors: [],
    })
  })
})

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
