import { describe, expect, it } from 'vitest'
import type { ModelChunk, ModelRequest } from '../../src/server/model/language-model.js'
import { createOpenAIModel } from '../../src/server/providers/openai.js'
import { choice } from '../support/stand-in-provider.js'

/** The address of an inference server that runs, such as http://127.0.0.1:8080/v1 of llama.cpp's llama-server. */
const baseUrl = process.env.VOICE_INFERENCE_SERVER ?? ''
if (!baseUrl) console.warn('skipped: VOICE_INFERENCE_SERVER names no inference server')

const PATIENCE_MS = 300_000
const model = createOpenAIModel({ name: 'server/m', model: 'm', baseUrl, dialect: 'llama.cpp' })

const asking = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  instructions: 'Answer in one sentence.',
  history: [{ role: 'user', text }],
  tools: [],
  toolChoice: 'auto',
  ...more,
})

async function chunksOf(request: ModelRequest, signal = AbortSignal.timeout(PATIENCE_MS)) {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(request, { signal })) chunks.push(chunk)
  return chunks
}

const textOf = (chunks: ModelChunk[]) =>
  chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.text : '')).join('')

/** The names of the members that a chunk has, at every depth but that of `usage` and `timings`. */
function shapeOf(data: string): string[] {
  const { choices = [], ...rest } = JSON.parse(data) as { choices?: object[] }
  const inner = choices.flatMap((one) => Object.entries(one)).flatMap(([name, value]) => namesOf(name, value))
  return [...Object.keys(rest), ...inner]
}

const namesOf = (name: string, value: unknown) => [
  name,
  ...(typeof value === 'object' && value ? Object.keys(value).map((one) => `${name}.${one}`) : []),
]

describe.skipIf(!baseUrl)('an inference server', { timeout: PATIENCE_MS }, () => {
  it('streams an answer to its end, with usage', async () => {
    const chunks = await chunksOf(asking('Say hello.'))
    expect(textOf(chunks)).not.toBe('')
    expect(chunks.find(({ type }) => type === 'usage')).toMatchObject({ outputTokens: expect.any(Number) })
    expect(chunks.at(-1)).toEqual({ type: 'end', reason: 'stop' })
  })

  it('says that an answer was cut', async () => {
    const chunks = await chunksOf(asking('Count to a hundred.', { maxOutputTokens: 4 }))
    expect(chunks.at(-1)).toEqual({ type: 'end', reason: 'length' })
  })

  it('stops in the middle, and answers the next one', async () => {
    const stop = new AbortController()
    const seen: string[] = []
    for await (const { type } of model.stream(asking('Count to a hundred.'), { signal: stop.signal })) {
      seen.push(type)
      stop.abort()
    }
    expect(seen).not.toContain('end')
    expect(textOf(await chunksOf(asking('Say hello.', { maxOutputTokens: 4 })))).not.toBe('')
  })

  it('refuses what does not fit into its context', async () => {
    await expect(chunksOf(asking('word '.repeat(100_000)))).rejects.toMatchObject({ failure: 'rejected' })
  })

  it('sends chunks of the shape of the stand-in; prints what it has beside them, and how it calls tools', async () => {
    const parameters = { type: 'object', properties: { petId: { type: 'integer' } }, required: ['petId'] }
    const tools = [{ name: 'get_pet', description: 'Gets one pet by its id.', parameters }]
    const messages = [{ role: 'user', content: 'Say hello.' }]
    const body = JSON.stringify({ model: 'm', stream: true, max_tokens: 4, messages })
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    })
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: {'))
    const found = new Set(lines.flatMap((line) => shapeOf(line.slice(6))))
    const standIn = new Set(shapeOf(choice({ content: 'a' }).slice(6)))
    console.log(`beside the stand-in: ${[...found].filter((one) => !standIn.has(one)).join(', ')}`)
    const called = await chunksOf(asking('Show me pet 2.', { tools, maxOutputTokens: 60 }))
    console.log(called.map((chunk) => JSON.stringify(chunk)).join('\n'))
    expect([...standIn].filter((one) => !found.has(one))).toEqual([])
  })
})
