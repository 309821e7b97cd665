import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultModel, findModels } from '../../../src/cli/serve/choose-engines.js'

const nowhere = { places: [], patienceMs: 0 }

describe('the model of serve', () => {
  it.each([
    [{}, 'builtin/router'],
    [{ OPENAI_API_KEY: 'sk' }, 'builtin/router'],
    [{ LLM_API_KEY: 'sk' }, 'openai/gpt-6-luna'],
    [{ LLM_BASE_URL: 'http://127.0.0.1:1/v1' }, 'openai/gpt-6-luna'],
  ])('with %j is %s', (env, model) => expect(defaultModel(env)).toBe(model))

  it('offers a server that runs on this machine', async () => {
    const server = createServer((_, response) => response.end('{"data":[{"id":"llama3.2"}]}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const place = { provider: 'ollama', url: `http://127.0.0.1:${port}` }
    const look = { places: [place], patienceMs: 10_000 }
    expect(await findModels({}, look)).toEqual(['a local model server is running: --llm ollama/llama3.2'])
  })

  it('does not wait for a server that stops in the middle of its answer', async () => {
    const server = createServer((_, response) => void response.write('{"data":['))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const look = { places: [{ provider: 'ollama', url: `http://127.0.0.1:${port}` }], patienceMs: 50 }
    expect(await findModels({}, look)).toEqual([])
  })

  it('offers nothing where there is nothing', async () => {
    expect(await findModels({}, nowhere)).toEqual([])
  })

  it('names the services whose key is set, and only those that have a model', async () => {
    const env = { OPENAI_API_KEY: 'sk', GROQ_API_KEY: 'gsk', DEEPGRAM_API_KEY: 'dg', MISTRAL_API_KEY: '' }
    expect(await findModels({ ...env }, nowhere)).toEqual([
      'OPENAI_API_KEY is set: --provider openai',
      'GROQ_API_KEY is set: --provider groq',
    ])
  })
})
