import { afterEach, describe, expect, it } from 'vitest'
import type { ModelChunk, ModelRequest } from '../../../src/server/model/language-model.js'
import { createResponsesModel } from '../../../src/server/providers/openai-responses.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import {
  inPieces,
  type StandIn,
  type StandInAnswer,
  sse,
  startStandIn,
} from '../../support/stand-in-provider.js'

let standIn: StandIn | undefined

afterEach(async () => {
  await standIn?.close()
  standIn = undefined
})

const REQUEST: ModelRequest = {
  instructions: 'Be kind.',
  history: [
    { role: 'user', text: 'pets?' },
    {
      role: 'assistant',
      text: 'One moment.',
      toolCalls: [{ callId: 'c1', name: 'list_pets', arguments: '{}' }],
    },
    { role: 'tool', callId: 'c1', name: 'list_pets', output: '[]', isError: false },
  ],
  tools: [{ name: 'list_pets', description: 'Lists pets.', parameters: { type: 'object', properties: {} } }],
  toolChoice: { name: 'list_pets' },
}

async function run(answer: StandInAnswer, request = REQUEST): Promise<ModelChunk[]> {
  standIn = await startStandIn([answer])
  const options = {
    name: 'openai/m',
    model: 'm',
    baseUrl: standIn.baseUrl,
    apiKey: 'sk-test',
    dialect: 'openai',
  }
  const chunks: ModelChunk[] = []
  const stream = createResponsesModel(options).stream(request, { signal: new AbortController().signal })
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

const events = (...all: { type: string; [field: string]: unknown }[]) =>
  all.map((event) => `event: ${event.type}\n${sse(event)}`).join('')

const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'list_pets', arguments: '' }
const usage = { input_tokens: 7, output_tokens: 3, total_tokens: 10 }

describe('a responses model', () => {
  it('sends the conversation as items, stores nothing', async () => {
    await run({
      pieces: [
        events(
          { type: 'response.output_text.delta', delta: 'x' },
          { type: 'response.completed', response: { usage } },
        ),
      ],
    })
    const { path, body } = standIn!.requests[0]!
    expect(path).toBe('/v1/responses')
    expect(body).toMatchObject({
      model: 'm',
      stream: true,
      store: false,
      instructions: 'Be kind.',
      tool_choice: { type: 'function', name: 'list_pets' },
      tools: [{ type: 'function', name: 'list_pets', strict: false }],
      input: [
        { role: 'user', content: 'pets?' },
        { role: 'assistant', content: 'One moment.' },
        { type: 'function_call', call_id: 'c1', name: 'list_pets', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: '[]' },
      ],
    })
  })

  it('has input before the first message of the user, because OpenAI refuses a request without', async () => {
    const done = events(
      { type: 'response.output_text.delta', delta: 'Welcome.' },
      { type: 'response.completed', response: { usage } },
    )
    await run({ pieces: [done] }, { ...REQUEST, history: [] })
    expect(standIn!.requests[0]!.body).toMatchObject({ input: [{ role: 'user' }] })
  })

  it('sends no name of a call that OpenAI refuses', async () => {
    const done = events(
      { type: 'response.output_text.delta', delta: 'x' },
      { type: 'response.completed', response: { usage } },
    )
    const toolCalls = [{ callId: 'c1', name: 'multi_tool_use.parallel', arguments: '{}' }]
    await run({ pieces: [done] }, { ...REQUEST, history: [{ role: 'assistant', text: '', toolCalls }] })
    const { input } = standIn!.requests[0]!.body as { input: object[] }
    expect(input.at(-1)).toMatchObject({ name: 'multi_tool_use_parallel' })
  })

  it.each([1, 5, 10_000])('reads text and calls in pieces of %i bytes', async (size) => {
    const text = events(
      { type: 'response.created', response: {} },
      { type: 'response.output_text.delta', item_id: 'm', delta: 'Zoë 🐶' },
      { type: 'response.output_item.added', item: call },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '{"a":' },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '1}' },
      { type: 'response.output_item.done', item: { ...call, arguments: '{"a":1}' } },
      { type: 'response.completed', response: { usage } },
    )
    expect(await run({ pieces: inPieces(text, size) })).toEqual([
      { type: 'text-delta', text: 'Zoë 🐶' },
      { type: 'tool-call-delta', callId: 'call_1', name: 'list_pets', delta: '{"a":' },
      { type: 'tool-call-delta', callId: 'call_1', name: 'list_pets', delta: '1}' },
      { type: 'tool-call', callId: 'call_1', name: 'list_pets', arguments: '{"a":1}' },
      { type: 'usage', inputTokens: 7, outputTokens: 3 },
      { type: 'end', reason: 'tool-calls' },
    ])
  })

  it.each(['response.reasoning_text.delta', 'response.reasoning_summary_text.delta'])(
    'reads %s as reasoning',
    async (type) => {
      const item = { type: 'reasoning', id: 'rs_1', summary: [] }
      const text = events(
        { type: 'response.output_item.added', item },
        { type, item_id: 'rs_1', delta: 'Hm.' },
        { type: 'response.output_item.done', item },
        { type: 'response.output_text.delta', delta: 'Rex.' },
        { type: 'response.completed', response: {} },
      )
      expect(await run({ pieces: [text] })).toEqual([
        { type: 'reasoning-delta', text: 'Hm.' },
        { type: 'text-delta', text: 'Rex.' },
        { type: 'end', reason: 'stop' },
      ])
    },
  )

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content-filter'],
  ])('ends incomplete by %s as %s', async (reason, want) => {
    const response = { incomplete_details: { reason } }
    expect(await run({ pieces: [events({ type: 'response.incomplete', response })] })).toEqual([
      { type: 'end', reason: want },
    ])
  })

  it('gets its encrypted reasoning back, in place, without ids of what is stored nowhere', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }
    const message = { type: 'message', id: 'msg_1', role: 'assistant', phase: 'commentary', content: [] }
    const text = events(
      { type: 'response.output_item.done', item: { ...reasoning, status: 'completed' } },
      { type: 'response.output_text.delta', delta: 'One moment.' },
      { type: 'response.output_item.done', item: message },
      { type: 'response.output_item.done', item: { ...call, arguments: '{}' } },
      { type: 'response.completed', response: { usage } },
    )
    const chunks = await run({ pieces: [text] })
    const data = chunks.find((chunk) => chunk.type === 'provider-data')!.data
    await standIn!.close()
    const done = { pieces: [events({ type: 'response.completed', response: { usage } })] }
    const answer = {
      ...REQUEST.history[1]!,
      providerData: { model: 'openai/m', data },
    } as (typeof REQUEST)['history'][number]
    await run(done, { ...REQUEST, history: [answer] })
    const { input } = standIn!.requests[0]!.body as { input: object[] }
    expect(input.slice(1)).toEqual([
      reasoning,
      { role: 'assistant', content: 'One moment.', phase: 'commentary' },
      { type: 'function_call', call_id: 'c1', name: 'list_pets', arguments: '{}' },
    ])
    await standIn!.close()
    await run(done, { ...REQUEST, history: [{ ...answer, text: '' } as typeof answer] })
    expect(JSON.stringify(standIn!.requests[0]!.body)).not.toContain('gAAA')
  })

  it('asks again without its reasoning if the provider cannot read it', async () => {
    const refused = { status: 400, body: '{"error":{"code":"invalid_encrypted_content","message":"no"}}' }
    standIn = await startStandIn([
      refused,
      { pieces: [events({ type: 'response.completed', response: { usage } })] },
    ])
    const options = {
      name: 'openai/m',
      model: 'gpt-6-luna',
      baseUrl: standIn.baseUrl,
      apiKey: 'k',
      dialect: 'openai',
    }
    const parts: JsonValue[] = [
      { type: 'reasoning', own: { type: 'reasoning', encrypted_content: 'gAAA' } },
      { type: 'text', chars: 3 },
    ]
    const history: ModelRequest['history'] = [
      {
        role: 'assistant',
        text: 'Hi.',
        toolCalls: [],
        providerData: { model: 'openai/m', data: { parts } },
      },
    ]
    const stream = createResponsesModel(options).stream(
      { ...REQUEST, history },
      { signal: new AbortController().signal },
    )
    for await (const _ of stream);
    expect(standIn.requests.map(({ body }) => JSON.stringify(body).includes('gAAA'))).toEqual([true, false])
    expect(standIn.requests[0]!.body).toMatchObject({
      reasoning: { effort: 'none' },
      include: ['reasoning.encrypted_content'],
    })
  })

  it.each<[string, StandInAnswer, string]>([
    [
      'a response that failed',
      { pieces: [events({ type: 'response.failed', response: { error: { message: 'overloaded' } } })] },
      'unavailable',
    ],
    ['an error event', { pieces: [events({ type: 'error', message: 'broken', code: 'x' })] }, 'unavailable'],
    ['401', { status: 401, body: '{"error":{"message":"no"}}' }, 'unauthorized'],
    [
      'a dropped line',
      { pieces: [events({ type: 'response.output_text.delta', delta: 'x' })], drop: true },
      'cut',
    ],
  ])('tells %s as what it is', async (_name, answer, failure) => {
    await expect(run(answer)).rejects.toMatchObject({ failure })
  })
})
