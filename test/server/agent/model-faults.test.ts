import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { afterEach, describe, expect, it } from 'vitest'
import type { LanguageModel } from '../../../src/server/model/language-model.js'
import { createAiSdkModel } from '../../../src/server/providers/ai-sdk.js'
import { createOpenAIModel } from '../../../src/server/providers/openai.js'
import { createResponsesModel } from '../../../src/server/providers/openai-responses.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { TestConversation, testAgent, textsOf } from '../../support/agent.js'
import {
  choice,
  DONE,
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

type Api = 'chat' | 'responses' | 'anthropic' | 'gemini'

function modelOf(api: Api, baseUrl: string): LanguageModel {
  const options = { name: `test/${api}`, model: 'm', baseUrl, apiKey: 'sk-secret', dialect: 'openai' }
  if (api === 'chat') return createOpenAIModel(options)
  if (api === 'responses') return createResponsesModel(options)
  const access = { baseURL: baseUrl, apiKey: 'sk-secret' }
  if (api === 'anthropic') return createAiSdkModel(createAnthropic(access)('claude-haiku-5-5'), access)
  return createAiSdkModel(createGoogleGenerativeAI(access)('gemini-3.5-flash-lite'), access)
}

const events = (...all: { type: string; [field: string]: unknown }[]) =>
  all.map((event) => `event: ${event.type}\n${sse(event)}`).join('')

/** The first words of an answer of Claude, without its end. */
const CLAUDE_WORDS = events(
  { type: 'message_start', message: { id: 'm', model: 'c', content: [], usage: { input_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'There' } },
)

/** A whole answer in words, by each API. */
const SAID: Record<Api, StandInAnswer> = {
  chat: { pieces: [choice({ content: 'Fine.' }), choice({}, 'stop'), DONE] },
  responses: {
    pieces: [
      events(
        { type: 'response.output_text.delta', delta: 'Fine.' },
        { type: 'response.completed', response: {} },
      ),
    ],
  },
  anthropic: {
    pieces: [
      events(
        { type: 'message_start', message: { id: 'm', model: 'c', content: [], usage: { input_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Fine.' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ),
    ],
  },
  gemini: {
    pieces: [
      sse({ candidates: [{ content: { role: 'model', parts: [{ text: 'Fine.' }] }, finishReason: 'STOP' }] }),
    ],
  },
}

const refusal = (
  status: number,
  error: object | string,
  headers: Record<string, string> = {},
): StandInAnswer => ({
  status,
  body: typeof error === 'string' ? error : JSON.stringify({ error }),
  headers,
})
const streamed = (...pieces: string[]): StandInAnswer => ({ pieces })
const dropped = (...pieces: string[]): StandInAnswer => ({ pieces, drop: true })
const callOf = (index: number, id: string, name: string, input: string) =>
  choice({ tool_calls: [{ index, id, function: { name, arguments: input } }] })
const calls = (...pieces: string[]) => streamed(...pieces, choice({}, 'tool_calls'), DONE)

const CREDIT = /account .* is used up/
const KEY = /does not accept its key/

interface Fault {
  api?: Api
  answers: StandInAnswer[]
  /** What the user hears, in order. */
  heard: (string | RegExp)[]
  /** What the log says of the first failure. */
  log?: object
  /** How many requests the provider gets. */
  requests: number
  /** The inputs with which the tool ran. */
  ran?: number
  /** What the model sees in its last request. */
  sees?: RegExp
}

const busy = (headers: Record<string, string>) =>
  refusal(429, { message: 'Slow down.', code: 'rate_limit_exceeded' }, headers)
const again = (first: StandInAnswer, log: object, api: Api = 'chat', heard: string[] = ['Fine.']): Fault => ({
  api,
  answers: [first, SAID[api]],
  heard,
  log,
  requests: 2,
})
const never = (answer: StandInAnswer, heard: RegExp, log: object, api: Api = 'chat'): Fault => ({
  api,
  answers: [answer],
  heard: [heard],
  log,
  requests: 1,
})

const FAULTS: Record<string, Fault> = {
  '500 once': again(refusal(500, 'oops'), { failure: 'unavailable', status: 500 }),
  '502 of a proxy, as a page': again(refusal(502, '<html>'), { failure: 'unavailable', status: 502 }),
  '503 of Gemini': again(
    refusal(503, { code: 503, status: 'UNAVAILABLE', message: 'Overloaded.' }),
    { failure: 'unavailable', code: 'UNAVAILABLE' },
    'gemini',
  ),
  '529 of Claude': again(
    { status: 529, body: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}' },
    { failure: 'unavailable', status: 529, code: 'overloaded_error' },
    'anthropic',
  ),
  '408': again(refusal(408, { message: 'late' }), { failure: 'timeout', status: 408 }),
  '409': again(refusal(409, { message: 'conflict' }), { failure: 'unavailable', status: 409 }),
  '500 for ever': {
    answers: [1, 2, 3].map(() => refusal(500, 'oops')),
    heard: [/has a problem/],
    log: { status: 500 },
    requests: 3,
  },
  '429 with retry-after': again(busy({ 'retry-after': '2' }), {
    failure: 'rate-limited',
    retryAfterMs: 2_000,
  }),
  '429 with retry-after-ms': again(busy({ 'retry-after-ms': '700' }), { retryAfterMs: 700 }),
  '429 with a date': again(
    busy({ 'retry-after': 'Sun, 29 Nov 2026 10:00:03 GMT', date: 'Sun, 29 Nov 2026 10:00:00 GMT' }),
    { retryAfterMs: 3_000 },
  ),
  '429 with a reset of requests': again(
    busy({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1.57s' }),
    { retryAfterMs: 1_570 },
  ),
  '429 with a reset of tokens': again(
    busy({ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '12ms' }),
    { retryAfterMs: 12 },
  ),
  '429 with a pause in the text': again(refusal(429, { message: 'Please try again in 900ms.' }), {
    retryAfterMs: 900,
  }),
  '429 that asks for six hours': never(busy({ 'retry-after': '21600' }), /too many people/, {
    retryAfterMs: 21_600_000,
  }),
  '429 that forbids to ask again': never(busy({ 'x-should-retry': 'false' }), /too many people/, {
    retryable: false,
  }),
  '429 of Gemini with a pause': again(
    refusal(429, {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Quota.',
      details: [{ retryDelay: '1.5s' }],
    }),
    { retryAfterMs: 1_500 },
    'gemini',
  ),
  '429 of Gemini for the day': never(
    refusal(429, {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Quota.',
      details: [{ violations: [{ quotaId: 'RequestsPerDay' }] }],
    }),
    CREDIT,
    { failure: 'no-credit' },
    'gemini',
  ),
  insufficient_quota: never(
    refusal(
      429,
      { code: 'insufficient_quota', message: 'You exceeded your quota.' },
      { 'x-request-id': 'req_7' },
    ),
    CREDIT,
    { failure: 'no-credit', code: 'insufficient_quota', requestId: 'req_7' },
  ),
  '402': never(refusal(402, { message: 'Payment required' }), CREDIT, { failure: 'no-credit', status: 402 }),
  '401, with the key in the text': never(
    refusal(401, { code: 'invalid_api_key', message: 'Incorrect API key: sk-secret' }),
    KEY,
    { failure: 'unauthorized', message: 'Incorrect API key: •••' },
    'responses',
  ),
  '401 of Claude': never(
    refusal(401, { type: 'authentication_error', message: 'invalid x-api-key' }),
    KEY,
    { code: 'authentication_error' },
    'anthropic',
  ),
  '403': never(refusal(403, { message: 'no access' }), KEY, { failure: 'unauthorized', status: 403 }),
  model_not_found: never(
    refusal(404, { code: 'model_not_found', message: 'No model "m".' }),
    /does not exist any more/,
    { failure: 'unknown-model' },
    'responses',
  ),
  'no model, as Ollama says it': never(
    refusal(404, '{"error":"model \\"m\\" not found"}'),
    /does not exist any more/,
    { failure: 'unknown-model' },
  ),
  'no model, as Claude says it': never(
    refusal(404, { type: 'not_found_error', message: 'model: x' }),
    /does not exist any more/,
    { failure: 'unknown-model' },
    'anthropic',
  ),
  'an invalid schema': never(
    refusal(400, { code: 'invalid_function_parameters', message: 'Invalid schema for function list_pets.' }),
    /refused it/,
    { failure: 'rejected', message: 'Invalid schema for function list_pets.' },
    'responses',
  ),
  'an unknown word in a schema of Gemini': never(
    refusal(400, { code: 400, status: 'INVALID_ARGUMENT', message: 'Unknown name "const".' }),
    /refused it/,
    { failure: 'rejected', code: 'INVALID_ARGUMENT' },
    'gemini',
  ),
  'a conversation that is too long': never(
    refusal(400, { code: 'context_length_exceeded', message: 'x' }),
    /conversation is too long/,
    { failure: 'too-long' },
  ),
  'too long, said in words only': never(
    refusal(400, { message: 'prompt is too long: 300000 tokens' }),
    /conversation is too long/,
    { failure: 'too-long' },
    'anthropic',
  ),
  'an error in the list form of Google': never(
    refusal(400, '[{"error":{"code":400,"message":"Bad.","status":"INVALID_ARGUMENT"}}]'),
    /refused it/,
    { message: 'Bad.' },
  ),
  'a stream cut before anything': again(dropped(), { failure: 'unreachable' }),
  'a stream cut after its first comment': again(dropped(': PROCESSING\n\n'), { failure: 'cut' }),
  'a stream that ends without an end': again(streamed(DONE), { failure: 'cut' }),
  'a stream cut after words': {
    answers: [dropped(choice({ content: 'There' }))],
    heard: ['There', /cut off/],
    log: { failure: 'cut' },
    requests: 1,
  },
  'a stream of Claude cut in a call': again(
    dropped(
      events(
        { type: 'message_start', message: { id: 'm', model: 'c', content: [], usage: { input_tokens: 1 } } },
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'tool_use', id: 'a', name: 'list_pets', input: {} },
        },
      ),
    ),
    { failure: 'cut' },
    'anthropic',
  ),
  'a stream cut in a call': again(dropped(callOf(0, 'a', 'list_pets', '{"a":')), { failure: 'cut' }),
  'a stream of Responses cut in a call': again(
    dropped(
      events({
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', id: 'f', call_id: 'a', name: 'list_pets', arguments: '' },
      }),
    ),
    { failure: 'cut' },
    'responses',
  ),
  'a stream of Responses that ends without an end': again(
    streamed(events({ type: 'response.created', response: {} })),
    { failure: 'cut' },
    'responses',
  ),
  'a stream of Responses cut after words': {
    api: 'responses',
    answers: [dropped(events({ type: 'response.output_text.delta', delta: 'There' }))],
    heard: ['There', /cut off/],
    log: { failure: 'cut' },
    requests: 1,
  },
  'a stream of Claude cut after words': {
    api: 'anthropic',
    answers: [dropped(CLAUDE_WORDS)],
    heard: ['There', /cut off/],
    log: { failure: 'cut' },
    requests: 1,
  },
  'a stream of Gemini cut after words': {
    api: 'gemini',
    answers: [dropped(sse({ candidates: [{ content: { role: 'model', parts: [{ text: 'There' }] } }] }))],
    heard: ['There', /cut off/],
    log: { failure: 'cut' },
    requests: 1,
  },
  'a stream of Gemini that ends without an end': again(
    streamed(sse({ candidates: [{ content: { role: 'model', parts: [] } }] })),
    { failure: 'cut' },
    'gemini',
  ),
  'a stream of Gemini that ends after words without an end': {
    api: 'gemini',
    answers: [streamed(sse({ candidates: [{ content: { role: 'model', parts: [{ text: 'There' }] } }] }))],
    heard: ['There', /cut off/],
    log: { failure: 'cut' },
    requests: 1,
  },
  'a stream of Claude that ends after words without an end': {
    api: 'anthropic',
    answers: [streamed(CLAUDE_WORDS)],
    heard: ['There', /cut off/],
    log: { failure: 'cut' },
    requests: 1,
  },
  'a response that failed': again(
    streamed(
      events({ type: 'response.failed', response: { error: { code: 'server_error', message: 'Sorry.' } } }),
    ),
    { failure: 'unavailable', code: 'server_error' },
    'responses',
  ),
  'a response over its limit, status 200': again(
    streamed(
      events({
        type: 'response.failed',
        response: { error: { code: 'rate_limit_exceeded', message: 'try again in 20ms' } },
      }),
    ),
    { failure: 'rate-limited', retryAfterMs: 20 },
    'responses',
  ),
  'an error event of Claude, status 200': again(
    streamed(events({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })),
    { failure: 'unavailable' },
    'anthropic',
  ),
  'an error in a stream of a gateway': again(streamed(sse({ error: { code: 502, message: 'Upstream.' } })), {
    failure: 'unavailable',
    status: 502,
  }),
  'finish_reason error': again(streamed(choice({}, 'error'), DONE), { failure: 'unavailable' }),
  garbage: again(streamed('data: {nope\n\n'), { failure: 'bad-answer' }),
  'an empty answer': {
    answers: [1, 2, 3].map(() => streamed(choice({}, 'stop'), DONE)),
    heard: [/no answer to this/],
    log: { failure: 'no-answer' },
    requests: 3,
  },
  'a call with the wrong finish reason': {
    answers: [streamed(callOf(0, 'a', 'list_pets', '{}'), choice({}, 'stop'), DONE), SAID.chat],
    heard: ['Fine.'],
    requests: 2,
    ran: 1,
  },
  'two calls with one id': {
    answers: [
      calls(callOf(0, 'a', 'list_pets', '{"n":1}'), callOf(1, 'a', 'list_pets', '{"n":2}')),
      SAID.chat,
    ],
    heard: ['Fine.'],
    requests: 2,
  },
  'a call of an unknown tool': {
    answers: [calls(callOf(0, 'a', 'fly', '{}')), SAID.chat],
    heard: ['Fine.'],
    requests: 2,
    ran: 0,
    sees: /There is no tool .{1,4}fly/,
  },
  'arguments that are not JSON': {
    answers: [calls(callOf(0, 'a', 'list_pets', '{"n":')), SAID.chat],
    heard: ['Fine.'],
    requests: 2,
    ran: 0,
    sees: /JSON/,
  },
  'empty arguments': {
    answers: [calls(callOf(0, 'a', 'list_pets', '')), SAID.chat],
    heard: ['Fine.'],
    requests: 2,
    ran: 1,
  },
  '40 calls at once': {
    answers: [
      calls(...Array.from({ length: 40 }, (_, at) => callOf(at, `c${at}`, 'list_pets', '{}'))),
      SAID.chat,
    ],
    heard: ['Fine.'],
    requests: 2,
    ran: 16,
  },
  'the length limit': {
    answers: [streamed(choice({ content: 'There' }), choice({}, 'length'), DONE)],
    heard: ['There'],
    requests: 1,
  },
  'a content filter': { answers: [streamed(choice({}, 'content_filter'), DONE)], heard: [], requests: 1 },
  'reasoning that never ends': {
    answers: [streamed(choice({ content: 'Sure. <think>The user' }), choice({}, 'stop'), DONE)],
    heard: [/^Sure\.\s*$/],
    requests: 1,
  },
}

async function takeTurn(talking: TestConversation, words: string, longest: number): Promise<void> {
  const ends = () => talking.events.filter(({ type }) => type === 'reply-ended').length
  const before = ends()
  talking.say(words)
  for (let passed = 0; ends() === before; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (passed >= longest) continue
    passed += 250
    await talking.clock.advance(250)
  }
}

/** Plays a turn with the fault, and one after it with a whole answer. */
async function play({ api = 'chat', answers }: Fault) {
  standIn = await startStandIn([...answers, SAID[api]])
  const tool = new FakeTool({ name: 'list_pets', answer: [] })
  const talking = new TestConversation(testAgent({ models: [modelOf(api, standIn.baseUrl)], tools: [tool] }))
  // The network of the stand-in is real, and the pauses of the agent are not. All pauses together are shorter than
  // this, and the patience for a silent provider is longer.
  const longest = answers.some((answer) => 'silence' in answer) ? 60_000 : 12_000
  await takeTurn(talking, 'pets?', longest)
  const first = { texts: textsOf(talking.events), bodies: standIn.requests.map(({ body }) => body) }
  await takeTurn(talking, 'and now?', longest)
  const next = JSON.stringify(standIn.requests.at(-1)?.body)
  return { talking, tool, first, next }
}

describe('a fault of a provider', () => {
  it.each(Object.entries(FAULTS))('%s', async (_name, fault) => {
    const { talking, tool, first, next } = await play(fault)
    const { heard, log, requests, ran, sees } = fault
    expect(first.texts).toEqual(
      heard.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
    )
    expect(first.bodies).toHaveLength(requests)
    if (log) expect(talking.warnings[0]).toEqual(['language model failed', expect.objectContaining(log)])
    else expect(talking.warnings).toEqual([])
    if (ran !== undefined) expect(tool.calls).toHaveLength(ran)
    if (sees) expect(JSON.stringify(first.bodies.at(-1))).toMatch(sees)
    // A request that is sent again is the same. Later, the model sees the words of both turns, and no sentence about the
    // failure.
    if (log) for (const body of first.bodies) expect(body).toEqual(first.bodies[0])
    expect(next).toMatch(/pets\?.*and now\?/)
    const said = first.texts.filter((text) => log && !['Fine.', 'There'].includes(text))
    for (const text of said) expect(next).not.toContain(text)
    expect(JSON.stringify(talking.warnings)).not.toContain('sk-secret')
  })

  it.each<Api>(['chat', 'responses', 'anthropic', 'gemini'])('of silence is waited out: %s', async (api) => {
    const { talking, first } = await play({ api, answers: [{ silence: true }], heard: [], requests: 1 })
    expect(first.texts).toEqual([expect.stringMatching(/took too long/)])
    expect(talking.warnings[0]).toEqual([
      'language model failed',
      expect.objectContaining({ failure: 'timeout' }),
    ])
  })
})
