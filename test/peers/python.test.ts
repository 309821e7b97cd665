import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { KEY } from '../support/app.js'
import { missingPython, peersPython } from './environment.js'
import { runClient, type Told } from './script-client.js'
import { listPets, type StockServer, serveStock, spokenTurn } from './stock.js'

let server: StockServer | undefined
const folder = mkdtempSync(join(tmpdir(), 'voice-peers-'))
const sound = join(folder, 'turn.pcm')
writeFileSync(sound, spokenTurn())

afterAll(() => rmSync(folder, { recursive: true, force: true }))

afterEach(async () => {
  await server?.close()
  expect(server?.tap.complaints).toEqual([])
  expect(server?.tap.received.filter(({ type }) => type === 'error')).toEqual([])
  server = undefined
})

const TYPED = ['Hello there.', 'There is Rex.', 'It is noon.']
const CALLS = [['tell_time', { zone: 'UTC' }]]
const SCRIPT = [
  [{ say: 'Hello there.' }],
  [{ call: 'list_pets' }],
  [{ say: 'There is Rex.' }],
  [{ call: 'tell_time', input: { zone: 'UTC' }, callId: 'call_time' }],
  [{ say: 'It is noon.' }],
  [{ say: 'He is three.' }],
]

/** Runs a script with what all of them take: the address, the key, a file of speech, whether to speak. */
async function run(
  script: string,
  { address, modality }: { address: string; modality: string },
): Promise<Told> {
  const tools = [listPets()]
  server = await serveStock(SCRIPT, { tools, ...(modality === 'audio' && { heard: ['how old is he'] }) })
  const file = join(import.meta.dirname, 'python', script)
  const args = [file, address.replace('HOST', `127.0.0.1:${server.port}`), KEY, sound, modality]
  return runClient(peersPython, { args, server })
}

describe.skipIf(missingPython())('Python', { timeout: 90_000 }, () => {
  it('openai: text, a tool of the server, a function of its own, sound', async () => {
    const told = await run('openai_client.py', { address: 'http://HOST/v1', modality: 'audio' })
    expect(told).toEqual({
      ...{ texts: TYPED, calls: CALLS, errors: [] },
      ...{ spoken: ['He is three.'], heard: ['how old is he'], audio: true },
    })
  })

  // Its item type knows messages and functions only: with items of the server's tools it would end.
  it.each(['text', 'audio'])('Pipecat, %s', async (modality) => {
    const address = 'ws://HOST/v1/realtime?tool_events=none'
    const told = await run('pipecat_service.py', { address, modality })
    const audio = modality === 'audio'
    expect(told).toMatchObject({ calls: CALLS, audio, errors: [] })
    expect(told.texts).toEqual([...TYPED, ...(audio ? ['He is three.'] : [])])
  })

  it.each(['text', 'audio'])('LiveKit, %s', async (modality) => {
    const told = await run('livekit_plugin.py', { address: 'http://HOST/v1', modality })
    expect(told).toEqual({ texts: TYPED, calls: CALLS, errors: [] })
  })
})
