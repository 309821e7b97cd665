import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultModel, offerOf } from '../../../src/cli/serve/choose-model.js'

const folder = () => mkdtemp(join(tmpdir(), 'voice-offer-'))

const nowhere = { places: [], patienceMs: 0 }

describe('the model of serve', () => {
  it.each([
    [{}, 'builtin/router'],
    [{ OPENAI_API_KEY: 'sk' }, 'builtin/router'],
    [{ LLM_API_KEY: 'sk' }, 'openai/gpt-4.1-mini'],
    [{ LLM_BASE_URL: 'http://127.0.0.1:1/v1' }, 'openai/gpt-4.1-mini'],
  ])('with %j is %s', (env, model) => expect(defaultModel(env)).toBe(model))

  it('offers a model file of this machine', async () => {
    const directory = await folder()
    writeFileSync(join(directory, 'qwen.gguf'), '')
    const offer = await offerOf({ VOICE_MODELS_DIR: directory }, nowhere)
    expect(offer).toBe('The language model local/qwen is on this machine; --llm local/qwen uses it.')
  })

  it('offers a server that runs before a file', async () => {
    const server = createServer((_, response) => response.end('{"data":[{"id":"llama3.2"}]}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const place = { provider: 'ollama', url: `http://127.0.0.1:${port}` }
    const offer = await offerOf({ VOICE_MODELS_DIR: await folder() }, { places: [place], patienceMs: 10_000 })
    expect(offer).toBe('A local model server is running; --llm ollama/llama3.2 uses it.')
  })

  it('offers nothing where there is nothing', async () => {
    expect(await offerOf({ VOICE_MODELS_DIR: await folder() }, nowhere)).toBeUndefined()
  })
})
