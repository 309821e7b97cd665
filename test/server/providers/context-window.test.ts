import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { contextProblem } from '../../../src/server/providers/context-window.js'
import { listenHere } from '../../support/loopback.js'

/** Asks a local server that gives these answers, by path, and 404 to all else. */
async function problemAt(name: string, answers: Record<string, unknown>, toolTokens = 6_000) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push(`${request.method} ${request.url} ${text}`.trim())
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}))
  })
  const { port, close } = await listenHere(server)
  const credentials = { llm: { baseUrl: `http://127.0.0.1:${port}/v1` } }
  const found = await contextProblem(name, { toolTokens, credentials })
  await close()
  return { ...found, asked }
}

const show = (parameters?: string) => ({
  '/api/show': { parameters, model_info: { 'a.context_length': 131_072 } },
})
const running = (context_length: number) => ({
  ...show(),
  '/api/ps': {
    models: [
      { name: 'other:7b', context_length: 1 },
      { name: 'qwen3:latest', context_length },
    ],
  },
})

it.each<[title: string, name: string, answers: Record<string, unknown>, tokens: number, advice: RegExp]>([
  [
    'Ollama by a Modelfile',
    'ollama/qwen3',
    show('stop "x"\nnum_ctx   2048'),
    2_048,
    /OLLAMA_CONTEXT_LENGTH=16384/,
  ],
  ['Ollama for a model that runs', 'ollama/qwen3', running(7_000), 7_000, /OLLAMA_CONTEXT_LENGTH=16384/],
  ['Ollama by default', 'ollama/qwen3', show(), 4_096, /num_ctx in a Modelfile/],
  [
    'llama.cpp',
    'llamacpp/m',
    { '/props': { default_generation_settings: { n_ctx: 4_096 } } },
    4_096,
    /-c 16384/,
  ],
  [
    'LM Studio',
    'lmstudio/m',
    { '/api/v0/models': { data: [{ id: 'm', max_context_length: 90_000, loaded_context_length: 4_096 }] } },
    4_096,
    /--context-length 16384/,
  ],
  [
    'vLLM',
    'vllm/m',
    { '/v1/models': { data: [{ id: 'm', max_model_len: 5_000 }] } },
    5_000,
    /--max-model-len 16384/,
  ],
])('tells that %s cuts the tools of a request', async (_, name, answers, tokens, advice) => {
  const { problem, advice: told } = await problemAt(name, answers)
  expect(problem).toContain(
    `${name} takes ${tokens} tokens in one request; tools and conversation need about 8000`,
  )
  expect(told).toMatch(advice)
})

it.each<[title: string, name: string, answers: Record<string, unknown>, toolTokens: number]>([
  ['all fits', 'ollama/qwen3', show('num_ctx 16384'), 6_000],
  ['all fits by default', 'ollama/qwen3', show(), 2_000],
  ['a model that runs has room', 'ollama/qwen3', running(32_768), 6_000],
  ['the server does not say it', 'vllm/m', { '/v1/models': { data: [{ id: 'm' }] } }, 6_000],
  ['no server answers', 'ollama/qwen3', {}, 6_000],
])('tells nothing where %s', async (_, name, answers, toolTokens) => {
  expect((await problemAt(name, answers, toolTokens)).problem).toBeUndefined()
})

it('asks no service on the internet', async () => {
  expect((await problemAt('openai/m', { '/v1/models': {} })).asked).toEqual([])
})
