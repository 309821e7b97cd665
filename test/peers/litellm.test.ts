import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelChunk, ModelRequest } from '../../src/server/model/language-model.js'
import { createOpenAIModel } from '../../src/server/providers/openai.js'
import { eventually } from '../support/eventually.js'
import {
  choice,
  DONE,
  type StandIn,
  type StandInAnswer,
  sse,
  startStandIn,
} from '../support/stand-in-provider.js'
import { missingPeers, peersFolder } from './environment.js'

const KEY = 'sk-key-of-the-proxy'
const folder = mkdtempSync(join(tmpdir(), 'voice-litellm-'))
const answers: StandInAnswer[] = []
let standIn: StandIn
let proxy: ChildProcess
let baseUrl: string

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function startProxy(): Promise<void> {
  standIn = await startStandIn(answers)
  const own = { model: 'openai/stand-in', api_base: standIn.baseUrl, api_key: 'none', max_retries: 0 }
  const config = { model_list: [{ model_name: 'small', litellm_params: own }] }
  const path = join(folder, 'config.yaml')
  writeFileSync(path, JSON.stringify(config))
  const port = await freePort()
  const env = { ...process.env, LITELLM_MASTER_KEY: KEY, LITELLM_LOCAL_MODEL_COST_MAP: 'True' }
  const program = join(peersFolder('litellm'), 'bin/litellm')
  const args = [program, '--config', path, '--host', '127.0.0.1', '--port', String(port)]
  proxy = spawn(join(peersFolder('litellm'), 'bin/python'), args, { env, stdio: 'ignore' })
  baseUrl = `http://127.0.0.1:${port}/v1`
  const isAlive = () => fetch(`http://127.0.0.1:${port}/health/liveliness`).then(({ ok }) => ok)
  const start = { deadlineMs: 120_000, everyMs: 200 }
  await eventually(() => isAlive().catch(() => false), 'the proxy of LiteLLM', start)
}

const request: ModelRequest = {
  instructions: 'Be kind.',
  history: [{ role: 'user', text: 'Which pets are there?' }],
  tools: [{ name: 'list_pets', description: 'Lists the pets.', parameters: { type: 'object' } }],
  toolChoice: 'auto',
}

async function chunksOf(apiKey = KEY): Promise<ModelChunk[]> {
  const model = createOpenAIModel({
    name: 'litellm/small',
    model: 'small',
    baseUrl,
    apiKey,
    dialect: 'litellm',
  })
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(request, { signal: AbortSignal.timeout(30_000) })) chunks.push(chunk)
  return chunks
}

const call = (index: number, own: object) => ({ tool_calls: [{ index, type: 'function', ...own }] })
const usage = sse({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
})

describe.skipIf(missingPeers('litellm'))('the proxy of LiteLLM as the model', { timeout: 150_000 }, () => {
  beforeAll(startProxy, 150_000)
  afterAll(async () => {
    proxy.kill()
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('streams text, with usage', async () => {
    answers.push({
      pieces: [
        choice({ role: 'assistant', content: 'There ' }),
        choice({ content: 'is Rex.' }),
        choice({}, 'stop'),
        usage,
        DONE,
      ],
    })
    const chunks = await chunksOf()
    expect(chunks.flatMap((one) => (one.type === 'text-delta' ? one.text : [])).join('')).toBe(
      'There is Rex.',
    )
    expect(chunks).toContainEqual({ type: 'usage', inputTokens: 5, outputTokens: 2 })
    expect(chunks.at(-1)).toEqual({ type: 'end', reason: 'stop' })
  })

  it('passes two calls on that are written in turns', async () => {
    answers.push({
      pieces: [
        choice(call(0, { id: 'call_1', function: { name: 'list_pets', arguments: '' } })),
        choice(call(1, { id: 'call_2', function: { name: 'list_pets', arguments: '{"a"' } })),
        choice(call(0, { function: { arguments: '{}' } })),
        choice(call(1, { function: { arguments: ':1}' } })),
        choice({}, 'tool_calls'),
        DONE,
      ],
    })
    const chunks = await chunksOf()
    expect(chunks.filter(({ type }) => type === 'tool-call')).toEqual([
      { type: 'tool-call', callId: 'call_1', name: 'list_pets', arguments: '{}' },
      { type: 'tool-call', callId: 'call_2', name: 'list_pets', arguments: '{"a":1}' },
    ])
    expect(chunks.at(-1)).toEqual({ type: 'end', reason: 'tool-calls' })
  })

  it('says that an answer was cut', async () => {
    answers.push({ pieces: [choice({ content: 'There' }), choice({}, 'length'), DONE] })
    expect((await chunksOf()).at(-1)).toEqual({ type: 'end', reason: 'length' })
  })

  it('refuses a wrong key, and passes on that the model behind it fails', async () => {
    // Without a database it calls an unknown key a bad request.
    await expect(chunksOf('sk-wrong')).rejects.toMatchObject({ failure: 'rejected' })
    // It tries again by itself.
    for (let tries = 0; tries < 5; tries += 1)
      answers.push({ status: 429, body: '{"error":{"message":"slow down"}}' })
    await expect(chunksOf()).rejects.toMatchObject({ failure: 'rate-limited' })
  })
})
