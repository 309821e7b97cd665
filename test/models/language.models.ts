import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import type { LanguageModel, ModelRequest } from '../../src/server/model/language-model.js'
import { createLocalModel } from '../../src/server/providers/local/local-model.js'
import { installedLanguageModels } from '../../src/server/providers/local/model-file.js'
import { hasLanguageEngine, modelsDirectory } from './local-language.js'

const directory = modelsDirectory
const names = installedLanguageModels(directory)
const engine = hasLanguageEngine()
if (names.length === 0)
  console.warn(`skipped: there is no language model (.gguf) in ${directory || 'VOICE_MODELS_DIR'}`)

const PATIENCE_MS = 600_000

const tools = [
  {
    name: 'list_pets',
    description: 'Lists the pets of the shop.',
    parameters: schema({ status: { type: 'string', enum: ['available', 'sold'] } }),
  },
  {
    name: 'get_pet',
    description: 'Gets one pet by its id.',
    parameters: schema({ petId: { type: 'integer' } }),
  },
]

function schema(properties: object) {
  return { type: 'object', properties: { ...properties }, required: Object.keys(properties) }
}

const asking = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  instructions: 'You help in a pet shop. Answer in one sentence.',
  history: [{ role: 'user', text }],
  tools,
  toolChoice: 'auto',
  ...more,
})

async function gather(model: LanguageModel, request: ModelRequest) {
  const started = performance.now()
  let firstMs = 0
  let text = ''
  const calls: string[] = []
  for await (const chunk of model.stream(request, { signal: AbortSignal.timeout(PATIENCE_MS) })) {
    if (chunk.type === 'text-delta' && chunk.text) {
      firstMs ||= Math.round(performance.now() - started)
      text += chunk.text
    }
    if (chunk.type === 'tool-call') calls.push(`${chunk.name} ${chunk.arguments}`)
  }
  return { text, calls, firstMs, ms: Math.round(performance.now() - started) }
}

describe.skipIf(!engine).each(names)('%s', (name) => {
  it('writes inputs that the schema takes, whatever it chooses', { timeout: PATIENCE_MS }, async () => {
    const model = createLocalModel({ name, directory })
    const { calls, ms } = await gather(model, asking('show me pet 2', { toolChoice: { name: 'get_pet' } }))
    console.log(`${name}: ${calls[0]} after ${ms} ms`)
    expect(JSON.parse(calls[0]?.replace('get_pet ', '') ?? '')).toEqual({ petId: expect.any(Number) })
  })

  it('talks to four at once, evenly, and blocks nobody', { timeout: PATIENCE_MS }, async () => {
    const model = createLocalModel({ name, directory })
    const delay = monitorEventLoopDelay({ resolution: 10 })
    await gather(model, asking('hello', { tools: [], maxOutputTokens: 4 }))
    delay.enable()
    const answers = await Promise.all(
      ['a cat', 'a dog', 'a bird', 'a fish'].map((pet) =>
        gather(model, asking(`Say a sentence about ${pet}.`, { tools: [], maxOutputTokens: 24 })),
      ),
    )
    delay.disable()
    const times = answers.map(({ firstMs, ms }) => `${firstMs}/${ms}`)
    console.log(
      `${name}: first word and end of four sessions ${times.join(', ')} ms; loop delayed by ${Math.round(delay.percentile(99) / 1e6)} ms at p99; ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    )
    expect(answers.every(({ text }) => text.trim() !== '')).toBe(true)
  })
})

describe('a file that is no model', () => {
  it('is refused in a sentence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'voice-models-'))
    writeFileSync(join(folder, 'page.gguf'), '<!doctype html>')
    expect(() => createLocalModel({ name: 'local/page', directory: folder })).toThrow(
      /is no GGUF file: it is a web page/,
    )
  })
})
