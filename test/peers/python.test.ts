import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { KEY } from '../support/app.js'
import { missingPeers, peersPython } from './environment.js'
import { pythonVersion, recordPeer } from './record-peer.js'
import { runClient, type Told } from './script-client.js'
import { deleteOrder, listPets, type StockServer, serveStock, spokenTurn } from './stock.js'
import { SPOKEN, scriptWith, TYPED, WORDS } from './typed-turns.js'

let server: StockServer | undefined
const folder = mkdtempSync(join(tmpdir(), 'voice-peers-'))
const sound = join(folder, 'turn.pcm')
writeFileSync(sound, spokenTurn(600, 800))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

afterEach(async () => {
  await server?.close()
  expect(server?.tap.complaints).toEqual([])
  expect(server?.tap.received.filter(({ type }) => type === 'error')).toEqual([])
  server = undefined
})

const CALLS = [['tell_time', { zone: 'UTC' }]]
interface Run {
  address: string
  /** The name of the client's function. */
  clientTool?: string
  modality?: string
  environment?: string
  /** What the client says at the end, if it speaks. */
  heard?: string
}

/** Runs a script with what all of them take: the address, the key, a file of speech, whether to speak, what to type. */
async function run(
  script: string,
  { address, modality = 'text', environment, clientTool = 'tell_time', heard = 'how old is he' }: Run,
): Promise<Told> {
  const tools = [listPets(), deleteOrder()]
  server = await serveStock(scriptWith(clientTool), {
    tools,
    ...(modality === 'audio' && { heard: [heard] }),
  })
  const file = join(import.meta.dirname, 'python', script)
  const url = address.replace('HOST', `127.0.0.1:${server.port}`)
  const args = [file, url, KEY, sound, modality, JSON.stringify(WORDS)]
  return runClient(peersPython(environment), { args, server })
}

const record = (client: string, version: string, tested: string) =>
  recordPeer({ page: 'stock-clients', client, version, tested })

describe.skipIf(missingPeers('python'))('Python', { timeout: 90_000 }, () => {
  it('openai: text, a tool of the server, a function of its own, an approval, sound', async () => {
    const told = await run('openai_client.py', { address: 'http://HOST/v1', modality: 'audio' })
    expect(told).toEqual({
      ...{ texts: TYPED, calls: CALLS, errors: [] },
      ...{ spoken: ['He is three.'], heard: ['how old is he'], audio: true },
    })
    record('`openai` for Python', pythonVersion('openai'), 'approvals by words, audio both ways')
  })

  // Its item type knows messages and functions only: with items of the server's tools it would end.
  it.each(['text', 'audio'])('Pipecat, %s', async (modality) => {
    const address = 'ws://HOST/v1/realtime?tool_events=none'
    const told = await run('pipecat_service.py', { address, modality, heard: 'yes' })
    const audio = modality === 'audio'
    expect(told).toMatchObject({ calls: CALLS, audio, errors: [] })
    // It types as the system after the first turn. A model that answers only to users answers all the same, but only
    // the user approves: here by speech.
    const [question, gone] = TYPED.slice(-2)
    const asked = [...TYPED.slice(0, -1), `I am waiting for a yes or a no.${question}`]
    expect(told.texts).toEqual(audio ? [...asked, gone] : asked)
    const tested = 'approvals by spoken words, audio both ways'
    record('Pipecat, `OpenAIRealtimeLLMService`', pythonVersion('pipecat_ai'), tested)
  })

  it.each(['text', 'audio'])('LiveKit, %s', async (modality) => {
    const told = await run('livekit_plugin.py', { address: 'http://HOST/v1', modality })
    const texts = modality === 'audio' ? SPOKEN : TYPED
    expect(told).toEqual({ texts, calls: CALLS, errors: [] })
    const version = pythonVersion('livekit-plugins-openai')
    record('LiveKit, `openai.realtime.RealtimeModel`', version, 'approvals by words, audio answers')
  })

  it('openai-agents: text, a tool of the server, a function that it approves, an approval', async () => {
    const told = await run('realtime_openai_agents.py', { address: 'ws://HOST/v1/realtime' })
    expect(told).toEqual({ texts: TYPED, calls: CALLS, asked: ['tell_time'], errors: [] })
    const tested = 'approvals by words, approvals of its own functions'
    record('`openai-agents` for Python, `RealtimeSession`', pythonVersion('openai-agents'), tested)
  })

  it('ag2: spoken turns, a tool of the server, a function of its own', async () => {
    const heard = ['hello', 'which pets are there', 'what time is it']
    server = await serveStock(scriptWith('tell_time'), { tools: [listPets()], heard })
    const file = join(import.meta.dirname, 'python/realtime_ag2.py')
    const turns = join(folder, 'turns.pcm')
    writeFileSync(turns, spokenTurn())
    const args = [file, `http://127.0.0.1:${server.port}/v1`, KEY, turns, 'audio', JSON.stringify(heard)]
    const told = await runClient(peersPython(), { args, server })
    expect(told).toEqual({ texts: TYPED.slice(0, 3), calls: CALLS, heard, errors: [] })
    record('AG2, `LiveAgent`', pythonVersion('ag2'), 'spoken instead of typed turns, text answers')
  })
})

describe.skipIf(missingPeers('semantic-kernel'))('Semantic Kernel', { timeout: 90_000 }, () => {
  it('text, a tool of the server, a function of its own, an approval', async () => {
    const environment = 'semantic-kernel'
    const own = { environment, clientTool: 'clock-tell_time' }
    const told = await run('realtime_semantic_kernel.py', { address: 'http://HOST/v1', ...own })
    expect(told).toEqual({ texts: TYPED, calls: CALLS, errors: [] })
    const version = pythonVersion('semantic-kernel', environment)
    record('Semantic Kernel, `OpenAIRealtimeWebsocket`', version, 'approvals by words')
  })
})
