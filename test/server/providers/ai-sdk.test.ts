import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { afterEach, describe, expect, it } from 'vitest'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import type { ModelChunk, ModelMessage, ModelRequest } from '../../../src/server/model/language-model.js'
import { createAiSdkModel } from '../../../src/server/providers/ai-sdk.js'
import { resolveLanguageModel } from '../../../src/server/providers/registry.js'
import { resolveAgent } from '../../../src/server/resolve-agent.js'
import { type StandIn, type StandInAnswer, sse, startStandIn } from '../../support/stand-in-provider.js'

let standIn: StandIn | undefined

afterEach(async () => {
  await standIn?.close()
  standIn = undefined
})

const TOOL = { name: 'list_pets', description: 'Lists pets.', parameters: { type: 'object', properties: {} } }
const asking = (history: ModelMessage[]): ModelRequest => ({
  instructions: 'Be kind.',
  history,
  tools: [TOOL],
  toolChoice: 'auto',
})
const QUESTION: ModelMessage = { role: 'user', text: 'pets?' }

const events = (...all: { type: string }[]) => all.map((one) => `event: ${one.type}\n${sse(one)}`).join('')

const start = {
  type: 'message_start',
  message: { id: 'm', model: 'claude', content: [], usage: { input_tokens: 5 } },
}
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const end = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 7 } },
  { type: 'message_stop' },
]
const THINKING = block(
  0,
  { type: 'thinking', thinking: '' },
  { type: 'thinking_delta', thinking: 'Hm.' },
  { type: 'signature_delta', signature: 'sig-1' },
)
const TEXT = block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'One moment.' })
const CALL = block(
  2,
  { type: 'tool_use', id: 'toolu_1', name: 'list_pets', input: {} },
  { type: 'input_json_delta', partial_json: '{}' },
)
const claude = { pieces: [events(start, ...THINKING, ...TEXT, ...CALL, ...end('tool_use'))] }
const said = {
  pieces: [
    events(
      start,
      ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Rex.' }),
      ...end('end_turn'),
    ),
  ],
}

const gemini = (...parts: object[]) =>
  sse({
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7 },
  })

async function anthropic(answers: StandInAnswer[]) {
  standIn = await startStandIn(answers)
  return createAiSdkModel(
    createAnthropic({ baseURL: standIn.baseUrl, apiKey: 'sk-ant-test' })('claude-haiku-5-5'),
    { apiKey: 'sk-ant-test' },
  )
}

async function google(answers: StandInAnswer[]) {
  standIn = await startStandIn(answers)
  return createAiSdkModel(
    createGoogleGenerativeAI({ baseURL: standIn.baseUrl, apiKey: 'AIza' })('gemini-3.5-flash-lite'),
  )
}

async function ask(
  model: { stream: ReturnType<typeof createAiSdkModel>['stream'] },
  history: ModelMessage[],
) {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(asking(history), { signal: new AbortController().signal }))
    chunks.push(chunk)
  const data = chunks.find((chunk) => chunk.type === 'provider-data')?.data
  const calls = chunks.flatMap((chunk) => (chunk.type === 'tool-call' ? [chunk] : []))
  const text = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.text : '')).join('')
  const answer: ModelMessage = {
    role: 'assistant',
    text,
    toolCalls: calls.map(({ callId, name, arguments: input }) => ({ callId, name, arguments: input })),
    ...(data !== undefined && { providerData: { model: 'x', data } }),
  }
  return { chunks, answer }
}

const resultOf = (callId: string): ModelMessage => ({
  role: 'tool',
  callId,
  name: 'list_pets',
  output: '[]',
  isError: false,
})

describe('Claude by its package of the AI SDK', () => {
  it('streams text, thinking and calls', async () => {
    const { chunks } = await ask(await anthropic([claude]), [QUESTION])
    expect(chunks.filter(({ type }) => type !== 'provider-data' && type !== 'tool-call-delta')).toEqual([
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'text-delta', text: 'One moment.' },
      { type: 'tool-call', callId: 'toolu_1', name: 'list_pets', arguments: '{}' },
      { type: 'usage', inputTokens: 5, outputTokens: 7 },
      { type: 'end', reason: 'tool-calls' },
    ])
  })

  it('gets its thinking back unchanged, with its results in one message, and caches the prompt', async () => {
    const model = await anthropic([claude, said])
    const { answer } = await ask(model, [QUESTION])
    await ask(model, [QUESTION, answer, resultOf('toolu_1')])
    const body = standIn!.requests[1]!.body as {
      messages: { role: string; content: object[] }[]
      system: object[]
    }
    expect(body.messages[1]!.content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'sig-1' },
      { type: 'text', text: 'One moment.' },
      { type: 'tool_use', id: 'toolu_1', name: 'list_pets', input: {} },
    ])
    expect(body.messages[2]!.content).toHaveLength(1)
    expect(body.system).toEqual([expect.objectContaining({ cache_control: { type: 'ephemeral' } })])
  })

  it('sends no thinking of an answer whose call is gone', async () => {
    const model = await anthropic([claude, said])
    const { answer } = await ask(model, [QUESTION])
    await ask(model, [QUESTION, { ...answer, toolCalls: [] } as ModelMessage, QUESTION])
    expect(JSON.stringify(standIn!.requests[1]!.body)).not.toContain('sig-1')
  })
})

describe('Gemini by its package of the AI SDK', () => {
  const call = { functionCall: { name: 'list_pets', args: {} }, thoughtSignature: 'sig-g' }

  it('gets the signature of a call back', async () => {
    const model = await google([{ pieces: [gemini(call)] }, { pieces: [gemini({ text: 'Rex.' })] }])
    const { answer } = await ask(model, [QUESTION])
    const { callId } = (answer as ModelMessage & { role: 'assistant' }).toolCalls[0]!
    const second = await ask(model, [QUESTION, answer, resultOf(callId)])
    expect(second.chunks.at(-1)).toEqual({ type: 'end', reason: 'stop' })
    const { contents } = standIn!.requests[1]!.body as { contents: { parts: object[] }[] }
    expect(contents[1]!.parts).toEqual([expect.objectContaining({ thoughtSignature: 'sig-g' })])
  })
})

describe('a failure at a package of the AI SDK', () => {
  it.each<[string, StandInAnswer, object]>([
    [
      'overloaded',
      {
        status: 529,
        body: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_9"}',
        headers: { 'request-id': 'req_9', 'retry-after': '3' },
      },
      {
        failure: 'unavailable',
        status: 529,
        code: 'overloaded_error',
        requestId: 'req_9',
        retryAfterMs: 3_000,
        message: 'Overloaded',
      },
    ],
    [
      'a refused key',
      {
        status: 401,
        body: '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key sk-ant-test"}}',
      },
      { failure: 'unauthorized', message: 'invalid x-api-key •••', retryable: false },
    ],
    [
      'an error in the stream',
      {
        pieces: [
          events(start, {
            type: 'error',
            error: { type: 'overloaded_error', message: 'Overloaded' },
          } as never),
        ],
      },
      { failure: 'unavailable' },
    ],
    ['garbage', { pieces: ['data: {nope\n\n'] }, { failure: 'bad-answer' }],
    ['a cut line', { pieces: [events(start, ...TEXT.slice(0, 2))], drop: true }, { failure: 'cut' }],
  ])('says why: %s', async (_name, answer, want) => {
    await expect(ask(await anthropic([answer]), [QUESTION])).rejects.toMatchObject(want)
  })

  it('reads the pause in the details of Google', async () => {
    const error = {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Quota exceeded.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '45.8s' }],
    }
    const model = await google([{ status: 429, body: JSON.stringify({ error }) }])
    await expect(ask(model, [QUESTION])).rejects.toMatchObject({
      failure: 'rate-limited',
      code: 'RESOURCE_EXHAUSTED',
      retryAfterMs: 45_800,
    })
  })
})

describe('a model of the AI SDK', () => {
  it('is taken from a program as it is', () => {
    const llm = createAnthropic({ apiKey: 'x' })('claude-haiku-5-5')
    expect(resolveAgent(new AgentSession({ llm, credentials: {} })).models[0]!.name).toBe(
      'anthropic/claude-haiku-5-5',
    )
  })

  it('is created by name if its package is installed', () => {
    expect(resolveLanguageModel('anthropic/claude-haiku-5-5', { llm: 'k' }).name).toBe(
      'anthropic/claude-haiku-5-5',
    )
    expect(() => resolveLanguageModel('cohere/command-a', { llm: 'k' })).toThrow(
      /npm install @ai-sdk\/cohere@3/,
    )
  })
})
