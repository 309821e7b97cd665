import { describe, expect, it, vi } from 'vitest'
import type {
  LanguageModel,
  ModelChunk,
  ModelMessage,
  ModelRequest,
} from '../../../../src/server/model/language-model.js'
import { LocalEngine } from '../../../../src/server/providers/local/engine.js'
import { modelOf } from '../../../../src/server/providers/local/local-model.js'
import { type FakeLog, fakeLlama, type Writing } from './fake-llama.js'
import { fileWith, tinyGguf } from './tiny-gguf.js'

const tools = ['get_pet', 'get_pets', 'delete_pet'].map((name) => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: { petId: { type: 'integer' } } },
}))

const asked = (text: string, more: ModelMessage[] = []): ModelRequest => ({
  instructions: 'Help.',
  history: [{ role: 'user', text }, ...more],
  tools,
  toolChoice: 'auto',
})

/** A model that chooses and writes as told: a name, an input, or words. */
const script =
  ({ name = 'answer_user', input = '{}', words = 'Hello there.' }): Writing =>
  (prompt) => {
    const hint = prompt.split('\n').findLast((line) => line.includes('"system"')) ?? ''
    return hint.includes('its name only') ? name : hint.includes('this JSON only') ? input : words
  }

async function start(
  writing: Writing,
  options: { states?: number; contextTokens?: number; beforeToken?: (token: string) => Promise<void> } = {},
): Promise<{ model: LanguageModel; log: FakeLog }> {
  const { states = 2, contextTokens = 4_000, beforeToken } = options
  const { binding, log } = fakeLlama(writing, beforeToken && { beforeToken })
  const engine = LocalEngine.start({
    name: 'local/fake',
    path: fileWith(tinyGguf()),
    size: { contextTokens, states, batchTokens: 8 },
    load: async () => binding,
  })
  await engine
  return { model: modelOf({ name: 'local/fake', engine: () => engine }), log }
}

async function gather(model: LanguageModel, request: ModelRequest, signal = AbortSignal.timeout(20_000)) {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(request, { signal })) chunks.push(chunk)
  const text = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.text : '')).join('')
  const calls = chunks.filter((chunk) => chunk.type === 'tool-call')
  const end = chunks.find((chunk) => chunk.type === 'end')
  return { chunks, text, calls, reason: end?.reason }
}

describe('a local model', () => {
  it('chooses a tool and writes its input', async () => {
    const { model } = await start(script({ name: 'get_pet', input: '{"petId": 2}' }))
    const { calls, text, reason } = await gather(model, asked('show me pet 2'))
    expect(calls).toEqual([expect.objectContaining({ name: 'get_pet', arguments: '{"petId":2}' })])
    expect([text, reason]).toEqual(['', 'tool-calls'])
  })

  it('leaves out what may be left out and nobody spoke of', async () => {
    const { model } = await start(script({ name: 'get_pet', input: '{"petId": 7}' }))
    const { calls } = await gather(model, asked('show me pet 2'))
    expect(calls).toEqual([expect.objectContaining({ arguments: '{}' })])
  })

  it('asks for an id that it would have to make up, unless it has to call', async () => {
    const parameters = { ...tools[0]!.parameters, required: ['petId'] }
    const request = { ...asked('show me a pet'), tools: [{ ...tools[0]!, parameters }] }
    const { model, log } = await start(
      script({ name: 'get_pet', input: '{"petId": 7}', words: 'Which one?' }),
    )
    expect(await gather(model, request)).toMatchObject({ calls: [], text: 'Which one?', reason: 'stop' })
    expect(log.prompts.at(-1)).toContain('the user did not say this: pet id')
    const { calls } = await gather(model, { ...request, toolChoice: 'required' })
    expect(calls).toHaveLength(1)
  })

  it('ends an input where its JSON ends, wherever the model goes on', async () => {
    const { model } = await start(script({ name: 'get_pet', input: '{"note": "a } \\" {"}}\n' }))
    const { calls } = await gather(model, asked('note a } for pet 2'))
    expect(calls).toEqual([expect.objectContaining({ arguments: '{"note":"a } \\" {"}' })])
  })

  it('answers in words when it chooses them', async () => {
    const { model } = await start(script({ words: 'Grüß dich, 🐶!' }))
    const { calls, text, reason } = await gather(model, asked('hello'))
    expect({ calls, text, reason }).toEqual({ calls: [], text: 'Grüß dich, 🐶!', reason: 'stop' })
  })

  it.each<[string, Partial<ModelRequest>, number]>([
    ['no tools', { tools: [] }, 0],
    ['none wanted', { toolChoice: 'none' }, 0],
    ['any wanted', { toolChoice: 'required' }, 1],
    ['one wanted', { toolChoice: { name: 'delete_pet' } }, 1],
  ])('does as it is told: %s', async (_, more, count) => {
    const { model } = await start(script({ name: 'delete_pet' }))
    const { calls } = await gather(model, { ...asked('go on'), ...more })
    expect(calls).toHaveLength(count)
  })

  it('says what came of a call instead of making it again', async () => {
    const { model } = await start(script({ name: 'get_pet', input: '{"petId":2}', words: 'It is Rex.' }))
    const done: ModelMessage[] = [
      {
        role: 'assistant',
        text: '',
        toolCalls: [{ callId: 'a', name: 'get_pet', arguments: '{"petId": 2}' }],
      },
      { role: 'tool', callId: 'a', name: 'get_pet', output: '{"name":"Rex"}', isError: false },
    ]
    const { calls, text, chunks } = await gather(model, asked('show me pet 2', done))
    expect([calls, text]).toEqual([[], 'It is Rex.'])
    expect(chunks.some(({ type }) => type === 'tool-call-delta')).toBe(false)
  })

  it('reads the instructions before anybody has spoken', async () => {
    const { model, log } = await start(script({ words: 'Hi.' }))
    const instructions = 'Help with what the shop sells. '.repeat(80)
    model.prepare?.({ instructions, tools })
    await vi.waitFor(() => expect(log.read).toBeGreaterThan(2_000))
    await gather(model, { ...asked('hello'), instructions })
    expect(log.read).toBeLessThan(4_000)
  })

  it.each<[string, ModelMessage[], RegExp, RegExp]>([
    ['nothing was called', [], /"}\n.*No function is called now/, /speak to the user/],
    [
      'something was called',
      [
        {
          role: 'assistant',
          text: '',
          toolCalls: [{ callId: 'a', name: 'get_pet', arguments: '{"petId": 2}' }],
        },
        { role: 'tool', callId: 'a', name: 'get_pet', output: '{"name":"Rex"}', isError: false },
      ],
      /Rex.*\n.*speak to the user/,
      /No function is called/,
    ],
  ])('is told what its words rest on where %s', async (_, done, hint, other) => {
    const { model, log } = await start(script({}))
    await gather(model, asked('hello', done))
    expect(log.prompts.at(-1)).toMatch(hint)
    expect(log.prompts.at(-1)).not.toMatch(other)
  })

  it('reads only what is new, also when it is offered other tools', async () => {
    const { model, log } = await start(script({ words: 'Hi.' }), { contextTokens: 6_000 })
    const first = asked('a question that is rather long '.repeat(100))
    await gather(model, first)
    const before = log.read
    const next: ModelMessage[] = [
      { role: 'assistant', text: 'Hi.', toolCalls: [] },
      { role: 'user', text: 'and now?' },
    ]
    const others = tools.map((tool) => ({ ...tool, name: `${tool.name}_2` }))
    await gather(model, { ...first, tools: others, history: [...first.history, ...next] })
    expect(before).toBeGreaterThan(3_000)
    expect(log.read - before).toBeLessThan(900)
  })

  it('shows its tools also where nobody has spoken yet, and counts all that it reads', async () => {
    const { model, log } = await start(script({ name: 'get_pet' }))
    const { chunks } = await gather(model, { ...asked(''), history: [] })
    expect(log.prompts[0]).toContain('- get_pet(petId?)')
    const usage = chunks.find((chunk) => chunk.type === 'usage')
    expect(usage?.inputTokens).toBeGreaterThanOrEqual(log.read)
    expect(log.read).toBeGreaterThan(log.prompts[0]!.length)
  })

  it('reads the schema of the tool it has chosen only', async () => {
    const { model, log } = await start(script({ name: 'get_pet' }))
    await gather(model, asked('show me pet 2'))
    const [choosing, filling] = log.prompts
    expect(choosing).toContain('- get_pet(petId?): Does get_pet.')
    expect(choosing).not.toContain('JSON Schema')
    expect(filling).toContain('The input of get_pet has this JSON Schema')
    expect(filling).not.toContain('The input of delete_pet')
  })

  it('forgets the oldest turns when a conversation grows too long', async () => {
    const { model, log } = await start(script({ words: 'Hi.' }), { contextTokens: 2_000 })
    const history: ModelMessage[] = Array.from({ length: 20 }, (_, at) => [
      { role: 'user' as const, text: `question ${at} ${'x'.repeat(100)}` },
      { role: 'assistant' as const, text: `answer ${at}`, toolCalls: [] },
    ]).flat()
    await gather(model, { ...asked(''), history: [...history, { role: 'user', text: 'the last one' }] })
    expect(log.prompts[0]).toContain('the last one')
    expect(log.prompts[0]).toContain('question 19')
    expect(log.prompts[0]).not.toContain('question 0 ')
  })

  it('refuses what does not fit at all', async () => {
    const { model } = await start(script({}), { contextTokens: 700 })
    await expect(gather(model, asked('x'.repeat(900)))).rejects.toMatchObject({ failure: 'rejected' })
  })

  it('stops within a token when nobody wants it any more', async () => {
    const stop = new AbortController()
    const { model, log } = await start(script({ words: 'abcdefghij'.repeat(20) }), {
      beforeToken: async (letter) => {
        if (letter === 'e') stop.abort(new Error('enough'))
      },
    })
    await expect(gather(model, { ...asked('talk'), tools: [] }, stop.signal)).rejects.toThrow('enough')
    await new Promise((resolve) => setImmediate(resolve))
    expect(log.written.join('')).toBe('abcde')
    const again = await gather(model, { ...asked('short'), tools: [], maxOutputTokens: 3 })
    expect(again).toMatchObject({ text: 'abc', reason: 'length' })
  })

  it('serves more sessions than it has states, each in its turn', async () => {
    const { model } = await start((prompt) => `You said ${/number \d+/.exec(prompt)?.[0]}.`, { states: 2 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => gather(model, { ...asked(`number ${at}`), tools: [] })),
    )
    expect(answers.map(({ text }) => text)).toEqual(answers.map((_, at) => `You said number ${at}.`))
  })
})

describe('LocalEngine', () => {
  it.each([
    ['a web page', '<html></html>', /is no GGUF file: it is a web page/],
    ['half a model', tinyGguf().subarray(0, 300), /is cut short/],
  ])('says why it cannot load %s', async (_, bytes, message) => {
    const size = { contextTokens: 100, states: 1, batchTokens: 8 }
    const { binding } = fakeLlama(script({}))
    const starting = LocalEngine.start({
      name: 'local/x',
      path: fileWith(bytes),
      size,
      load: async () => binding,
    })
    await expect(starting).rejects.toThrow(message)
    await expect(starting).rejects.toMatchObject({ failure: 'unavailable' })
  })
})
