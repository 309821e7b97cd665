import { afterEach, describe, expect, it } from 'vitest'
import type { ModelChunk, ModelRequest } from '../../../src/server/model/language-model.js'
import { ModelError } from '../../../src/server/model/model-error.js'
import { createOpenAIModel } from '../../../src/server/providers/openai.js'
import {
  choice,
  DONE,
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
  toolChoice: 'auto',
}

async function run(
  answers: StandInAnswer[],
  request: ModelRequest = REQUEST,
  dialect = 'openai',
  name = 'm',
): Promise<ModelChunk[]> {
  standIn = await startStandIn(answers)
  const model = createOpenAIModel({
    name: 'test/m',
    model: name,
    baseUrl: standIn.baseUrl,
    apiKey: 'sk-test',
    dialect,
  })
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(request, { signal: new AbortController().signal }))
    chunks.push(chunk)
  return chunks
}

const textOf = (chunks: ModelChunk[]) =>
  chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.text : '')).join('')
const callsOf = (chunks: ModelChunk[]) =>
  chunks.flatMap((chunk) => (chunk.type === 'tool-call' ? [[chunk.name, chunk.arguments]] : []))

const call = (fields: object) => ({ tool_calls: [fields] })

describe('the request', () => {
  it('has the conversation, the tools and the key where the provider wants them', async () => {
    await run([{ pieces: [choice({ content: 'hi' }), choice({}, 'stop'), DONE] }], {
      ...REQUEST,
      maxOutputTokens: 50,
    })
    const { path, headers, body } = standIn!.requests[0]!
    expect(path).toBe('/v1/chat/completions')
    expect(headers.authorization).toBe('Bearer sk-test')
    expect(body).toMatchObject({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 50,
      tool_choice: 'auto',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'pets?' },
        {
          role: 'assistant',
          content: 'One moment.',
          tool_calls: [{ type: 'function', function: { name: 'list_pets', arguments: '{}' } }],
        },
        { role: 'tool', content: '[]' },
      ],
    })
  })

  it('has ids of calls in the form that Mistral takes', async () => {
    await run([{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }], REQUEST, 'mistral')
    const { messages } = standIn!.requests[0]!.body as {
      messages: { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    }
    const made = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
    const answered = messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]))
    expect(made).toEqual([expect.stringMatching(/^[a-zA-Z0-9]{9}$/)])
    expect(answered).toEqual(made)
  })

  it('has no name of a call that a provider refuses', async () => {
    const toolCalls = [{ callId: 'c1', name: `multi_tool_use.${'x'.repeat(80)}…`, arguments: '{}' }]
    const history: ModelRequest['history'] = [{ role: 'assistant', text: '', toolCalls }]
    await run([{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }], { ...REQUEST, history })
    const { messages } = standIn!.requests[0]!.body as {
      messages: { tool_calls?: { function: { name: string } }[] }[]
    }
    const names = messages.flatMap(({ tool_calls = [] }) => tool_calls.map((one) => one.function.name))
    expect(names).toEqual([expect.stringMatching(/^multi_tool_use_x{49}$/)])
  })

  it.each([
    ['mistral', 'user'],
    ['openrouter', 'assistant'],
  ])('ends with a message of the user where an answer would be continued: %s', async (dialect, last) => {
    const history: ModelRequest['history'] = [
      { role: 'user', text: 'hi' },
      { role: 'assistant', text: 'Hello.', toolCalls: [] },
    ]
    await run([{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }], { ...REQUEST, history }, dialect)
    const { messages } = standIn!.requests[0]!.body as { messages: { role: string }[] }
    expect(messages.at(-1)?.role).toBe(last)
  })

  it.each([
    ['google/gemini-3.8-flash', 'skip_thought_signature_validator'],
    ['gemini-2.5-flash', 'skip_thought_signature_validator'],
    ['gpt-6-luna', undefined],
  ])('has a signature of each call where Gemini needs one: %s', async (name, signature) => {
    await run([{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }], REQUEST, 'openrouter', name)
    const { messages } = standIn!.requests[0]!.body as {
      messages: { tool_calls?: { extra_content?: { google: { thought_signature: string } } }[] }[]
    }
    const [call] = messages.flatMap(({ tool_calls = [] }) => tool_calls)
    expect(call?.extra_content?.google.thought_signature).toBe(signature)
  })

  it('has a place for the reasoning of each answer, which DeepSeek asks for', async () => {
    await run([{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }], REQUEST, 'deepseek')
    const { messages } = standIn!.requests[0]!.body as { messages: { role: string }[] }
    const answers = messages.filter(({ role }) => role === 'assistant')
    expect(answers).toEqual([expect.objectContaining({ reasoning_content: '' })])
  })

  it('has only what Mistral takes, in the order that it takes', async () => {
    const history: ModelRequest['history'] = [
      ...REQUEST.history,
      { role: 'user', text: 'no' },
      { role: 'system', text: 'The call has ended.' },
      { role: 'assistant', text: 'Fine.', toolCalls: [] },
    ]
    await run([{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }], { ...REQUEST, history }, 'mistral')
    const body = standIn!.requests[0]!.body as { messages: { role: string }[] }
    expect(body).not.toHaveProperty('stream_options')
    expect(body.messages.map(({ role }) => role)).toEqual(
      'system user assistant tool assistant user user assistant user'.split(' '),
    )
  })

  it('has a message of the user even before the first one, because providers refuse a request without', async () => {
    const answer = { pieces: [choice({ content: 'Welcome.' }), choice({}, 'stop'), DONE] }
    await run([answer], { ...REQUEST, history: [{ role: 'system', text: 'Greet the user.' }] })
    const { messages } = standIn!.requests[0]!.body as { messages: { role: string }[] }
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'system'])
  })

  it('names no tools when there are none, and the limit as other vendors know it', async () => {
    await run(
      [{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }],
      { ...REQUEST, tools: [], maxOutputTokens: 9 },
      'groq',
    )
    const { body } = standIn!.requests[0]!
    expect(body).not.toHaveProperty('tools')
    expect(body).not.toHaveProperty('tool_choice')
    expect(body).toMatchObject({ max_tokens: 9 })
  })
})

describe('a stream', () => {
  const whole = [
    choice({ role: 'assistant', content: '' }),
    choice({ content: 'Rex 🐶 and ' }),
    choice({ content: 'Zoë.' }),
    choice({}, 'stop'),
    sse({ id: 'x', choices: [], usage: { prompt_tokens: 12, completion_tokens: 4, total_tokens: 16 } }),
    DONE,
  ].join('')

  it.each([1, 2, 3, 7, 64, 100_000])('is read whole when it comes in pieces of %i bytes', async (size) => {
    const chunks = await run([{ pieces: inPieces(whole, size) }])
    expect(textOf(chunks)).toBe('Rex 🐶 and Zoë.')
    expect(chunks.slice(-2)).toEqual([
      { type: 'usage', inputTokens: 12, outputTokens: 4 },
      { type: 'end', reason: 'stop' },
    ])
  })

  const deviations: [name: string, pieces: string[], calls: [string, string][], reason: string][] = [
    [
      'as OpenAI streams it',
      [
        choice(call({ index: 0, id: 'a', type: 'function', function: { name: 'list_pets', arguments: '' } })),
        choice(call({ index: 0, function: { arguments: '{"name":"\\ud83d' } })),
        choice(call({ index: 0, function: { arguments: '\\udc36"}' } })),
        choice(
          call({ index: 1, id: 'b', type: 'function', function: { name: 'get_pet', arguments: '{"id":' } }),
        ),
        choice(call({ index: 1, function: { arguments: '7}' } })),
        choice({}, 'tool_calls'),
      ],
      [
        ['list_pets', '{"name":"\\ud83d\\udc36"}'],
        ['get_pet', '{"id":7}'],
      ],
      'tool-calls',
    ],
    [
      'split in the middle of a surrogate pair',
      [
        choice(
          call({ index: 0, id: 'a', function: { name: 'list_pets', arguments: `{"name":"${'🐶'[0]}` } }),
        ),
        choice(call({ index: 0, function: { arguments: `${'🐶'[1]}"}` } })),
        choice({}, 'tool_calls'),
      ],
      [['list_pets', '{"name":"🐶"}']],
      'tool-calls',
    ],
    [
      'without an index',
      [
        choice(call({ id: 'a', function: { name: 'list_pets', arguments: '{}' } })),
        choice(call({ id: 'b', function: { name: 'get_pet', arguments: '{"id"' } })),
        choice(call({ function: { arguments: ':1}' } })),
        choice({}, 'tool_calls'),
      ],
      [
        ['list_pets', '{}'],
        ['get_pet', '{"id":1}'],
      ],
      'tool-calls',
    ],
    [
      'with the index 0 for every call',
      [
        choice(call({ index: 0, id: 'a', function: { name: 'list_pets', arguments: '{}' } })),
        choice(call({ index: 0, id: 'b', function: { name: 'get_pet', arguments: '{}' } })),
        choice({}, 'tool_calls'),
      ],
      [
        ['list_pets', '{}'],
        ['get_pet', '{}'],
      ],
      'tool-calls',
    ],
    [
      'with the index 0 and an empty id for every call',
      [
        choice(call({ index: 0, id: '', function: { name: 'get_pet', arguments: '{"id":1}' } })),
        choice(call({ index: 0, id: '', function: { name: 'get_pet', arguments: '{"id":2}' } })),
        choice({}, 'tool_calls'),
      ],
      [
        ['get_pet', '{"id":1}'],
        ['get_pet', '{"id":2}'],
      ],
      'tool-calls',
    ],
    [
      'with the index 0 for every call, in pieces',
      [
        choice(call({ index: 0, id: 'a', function: { name: 'list_pets', arguments: '{}' } })),
        choice(call({ index: 0, id: 'b', function: { name: 'get_pet', arguments: '{"id"' } })),
        choice(call({ index: 0, function: { arguments: ':1}' } })),
        choice({}, 'tool_calls'),
      ],
      [
        ['list_pets', '{}'],
        ['get_pet', '{"id":1}'],
      ],
      'tool-calls',
    ],
    [
      'whole in one chunk, with finish_reason stop',
      [
        choice(
          {
            tool_calls: [
              { index: 0, id: 'a', function: { name: 'list_pets', arguments: '{}' } },
              { index: 1, id: 'b', function: { name: 'get_pet', arguments: '{"id":1}' } },
            ],
          },
          'stop',
        ),
      ],
      [
        ['list_pets', '{}'],
        ['get_pet', '{"id":1}'],
      ],
      'tool-calls',
    ],
    [
      'with arguments that are an object',
      [
        choice(
          call({ index: 0, id: 'a', function: { name: 'get_pet', arguments: { id: 1 } } }),
          'tool_calls',
        ),
      ],
      [['get_pet', '{"id":1}']],
      'tool-calls',
    ],
    [
      'without an id',
      [choice(call({ index: 0, function: { name: 'list_pets', arguments: '{}' } }), 'tool_calls')],
      [['list_pets', '{}']],
      'tool-calls',
    ],
    [
      'with the name and the id again in every chunk',
      [
        choice(call({ index: 0, id: 'a', function: { name: 'get_pet', arguments: '{"id"' } })),
        choice(call({ index: 0, id: 'a', function: { name: 'get_pet', arguments: ':1}' } })),
        choice({}, 'tool_calls'),
      ],
      [['get_pet', '{"id":1}']],
      'tool-calls',
    ],
    [
      'with null where nothing is',
      [
        choice({ content: null, tool_calls: null }),
        choice({
          content: null,
          tool_calls: [{ index: 0, id: 'a', function: { name: 'list_pets', arguments: null } }],
        }),
        choice({ content: null }, 'tool_calls'),
      ],
      [['list_pets', '']],
      'tool-calls',
    ],
  ]
  it.each(deviations)('of tool calls %s is understood', async (_name, pieces, calls, reason) => {
    const chunks = await run([{ pieces: [...pieces, DONE] }])
    expect(callsOf(chunks)).toEqual(calls)
    expect(chunks.at(-1)).toEqual({ type: 'end', reason })
  })

  it('takes the usage of the last chunk, empty choices, comments and unknown fields', async () => {
    const chunks = await run([
      {
        pieces: [
          ': keep-alive\n\n',
          sse({ choices: [], prompt_filter_results: [] }),
          choice({ content: 'Hi', reasoning_content: 'thinking' }),
          sse({
            choices: [{ index: 0, delta: {}, finish_reason: 'length' }],
            usage: { prompt_tokens: 3, completion_tokens: 1 },
          }),
          DONE,
        ],
      },
    ])
    expect(textOf(chunks)).toBe('Hi')
    expect(chunks.slice(-2)).toEqual([
      { type: 'usage', inputTokens: 3, outputTokens: 1 },
      { type: 'end', reason: 'length' },
    ])
  })

  it('that ends without a finish_reason has no end', async () => {
    const chunks = await run([{ pieces: [choice({ content: 'Half' })] }])
    expect(chunks).toEqual([{ type: 'text-delta', text: 'Half' }])
  })
})

describe('a failure', () => {
  const failures: [name: string, answer: StandInAnswer, failure: string, message: RegExp][] = [
    [
      '401',
      { status: 401, body: '{"error":{"message":"Incorrect API key"}}' },
      'unauthorized',
      /Incorrect API key/,
    ],
    ['403', { status: 403, body: '{"error":{"message":"no access"}}' }, 'unauthorized', /no access/],
    ['429', { status: 429, body: '{"error":{"message":"slow down"}}' }, 'rate-limited', /slow down/],
    ['500', { status: 500, body: 'oops' }, 'unavailable', /500/],
    ['400', { status: 400, body: '{"error":{"message":"bad tool"}}' }, 'rejected', /bad tool/],
    ['garbage in the stream', { pieces: [sse('{not json')] }, 'bad-answer', /JSON/],
    ...[[null], 5, ['x'], [[]], true].map((calls): (typeof failures)[number] => [
      `tool calls ${JSON.stringify(calls)}`,
      { pieces: [sse({ choices: [{ index: 0, delta: { tool_calls: calls } }] })] },
      'bad-answer',
      /a tool call that is no object/,
    ]),
    [
      'an error inside the stream',
      { pieces: [choice({ content: 'A' }), sse({ error: { message: 'overloaded' } })] },
      'unavailable',
      /overloaded/,
    ],
    ['a dropped line', { pieces: [choice({ content: 'A' })], drop: true }, 'cut', /./],
  ]
  it.each(failures)('%s is told as what it is', async (_name, answer, failure, message) => {
    const error = await run([answer]).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ failure, model: 'test/m', message: expect.stringMatching(message) })
    expect(standIn!.requests).toHaveLength(1)
  })

  it('to reach anybody says why', async () => {
    const gone = await startStandIn([])
    await gone.close()
    const model = createOpenAIModel({ name: 'test/m', model: 'm', baseUrl: gone.baseUrl, dialect: 'openai' })
    const stream = model.stream(REQUEST, { signal: new AbortController().signal })[Symbol.asyncIterator]()
    await expect(stream.next()).rejects.toMatchObject({
      failure: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('of patience: an aborted request stops at once', async () => {
    standIn = await startStandIn([{ silence: true }])
    const model = createOpenAIModel({
      name: 'test/m',
      model: 'm',
      baseUrl: standIn.baseUrl,
      dialect: 'openai',
    })
    const abort = new AbortController()
    const next = model.stream(REQUEST, { signal: abort.signal })[Symbol.asyncIterator]().next()
    const ended = expect(next).rejects.toThrow('enough')
    await expect.poll(() => standIn!.requests.length).toBe(1)
    abort.abort(new Error('enough'))
    await ended
  })
})

describe('a setting that a model refuses', () => {
  const hi = { pieces: [choice({ content: 'hi' }, 'stop'), DONE] }
  const refusal = (message: string) => ({ status: 400, body: JSON.stringify({ error: { message } }) })
  const sent = () => standIn!.requests.map(({ body }) => body.reasoning_effort)

  it.each([
    [
      'gpt-6-luna',
      "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'low', 'medium', and 'high'.",
      ['none', 'low'],
    ],
    ['gpt-6-luna', 'Unrecognized request argument supplied: reasoning_effort', ['none', undefined]],
    [
      'my-deployment',
      "Function tools with reasoning_effort are not supported for gpt-5.5. Please set reasoning_effort to 'none'.",
      [undefined, 'none'],
    ],
  ])('is corrected and not sent again: %s, %s', async (name, message, efforts) => {
    const chunks = await run([refusal(message), hi], REQUEST, 'openai', name)
    expect(chunks.at(-1)).toEqual({ type: 'end', reason: 'stop' })
    expect(sent()).toEqual(efforts)
  })

  it('is told if it is not about such a setting', async () => {
    await expect(run([refusal('bad tool'), hi])).rejects.toMatchObject({ failure: 'rejected' })
  })
})

describe('what a provider wants back', () => {
  const signature = { extra_content: { google: { thought_signature: 'sig' } } }
  it('is kept for the answer and each of its calls', async () => {
    const calls = [
      { index: 0, id: 'a', function: { name: 'list_pets', arguments: '{}' }, ...signature },
      { index: 1, id: 'b', function: { name: 'list_pets', arguments: '{"a":1}' } },
    ]
    const details = [{ type: 'reasoning.encrypted', data: 'x' }]
    const chunks = await run([
      { pieces: [choice({ reasoning_details: details, tool_calls: calls }), choice({}, 'tool_calls'), DONE] },
    ])
    const data = { message: { reasoning_details: details }, calls: [signature, null] }
    expect(chunks).toContainEqual({ type: 'provider-data', data })
    await standIn!.close()
    const toolCalls = ['a', 'b'].map((callId) => ({ callId, name: 'list_pets', arguments: '{}' }))
    const history: ModelRequest['history'] = [
      { role: 'assistant', text: '', toolCalls, providerData: { model: 'test/m', data } },
    ]
    await run([{ pieces: [choice({ content: 'hi' }, 'stop'), DONE] }], { ...REQUEST, history })
    const { messages } = standIn!.requests[0]!.body as { messages: { tool_calls?: object[] }[] }
    expect(messages.at(-1)).toMatchObject({ reasoning_details: details, tool_calls: [signature, {}] })
  })
})

describe('reasoning', () => {
  it.each([
    ['reasoning_content', [{ reasoning_content: 'Hm.', content: null }, { content: 'Rex.' }]],
    ['reasoning', [{ reasoning: 'Hm.', content: '' }, { content: 'Rex.' }]],
    ['both at once', [{ reasoning: 'Hm.', reasoning_content: 'Hm.' }, { content: 'Rex.' }]],
    [
      'parts of the content',
      [
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] },
        { content: [{ type: 'text', text: 'Rex.' }] },
      ],
    ],
  ])('is told apart from the text: %s', async (_name, deltas) => {
    const pieces = [...deltas.map((delta) => choice(delta)), choice({}, 'stop'), DONE]
    expect((await run([{ pieces }])).slice(0, 2)).toEqual([
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'text-delta', text: 'Rex.' },
    ])
  })
})
