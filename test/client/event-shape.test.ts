import { describe, expect, it } from 'vitest'
import { explanationText } from '../../src/cli/chat/chat-state.js'
import { wrongMember } from '../../src/client/event-shape.js'
import { initialState, reduce } from '../../src/client/state.js'

const providers = { stt: null, llm: 'a/b', tts: null, vad: null, turn_detection: null }
const message = { id: 'a', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }
const call = { id: 'a', type: 'mcp_call', name: 'b', arguments: '{}', server_label: 'voice' }
const request = { id: 'a', type: 'mcp_approval_request', name: 'b', arguments: '{}' }

/** One right event of each type, with an item of each type. */
const RIGHT: { type: string; [member: string]: unknown }[] = [
  { type: 'error', error: { message: 'no', code: null, type: 'invalid_request_error' } },
  { type: 'session.created', session: { id: 's' } },
  { type: 'voice.session', session_id: 's', resume_token: 't', gap: false, providers },
  { type: 'voice.state', state: 'idle' },
  { type: 'voice.pong', t: 1 },
  { type: 'voice.metrics', turn_id: 'a', stages_ms: { total: 1 } },
  {
    ...{ type: 'voice.explain', candidates: [{ name: 'a', score: 1 }], chosen: null, missing: ['b'] },
    requests: [{ method: 'GET', url: 'http://x', headers: [], body: null }],
  },
  { type: 'response.created', response: { id: 'a' } },
  {
    type: 'response.done',
    response: { id: 'a', status: 'failed', output: [call], status_details: { error: { code: 'x' } } },
  },
  { type: 'response.content_part.added', item_id: 'a', content_index: 0 },
  { type: 'response.output_text.delta', item_id: 'a', delta: 'b' },
  { type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'b' },
  { type: 'response.mcp_call_arguments.done', item_id: 'a', arguments: '{}' },
  ...[message, call, { ...call, error: { message: 'm' } }, request].map((item) => ({
    ...{ type: 'conversation.item.added', item, previous_item_id: null },
  })),
  {
    type: 'conversation.item.done',
    item: { type: 'mcp_approval_response', approval_request_id: 'a', approve: true },
  },
  {
    type: 'conversation.item.done',
    item: { type: 'function_call', name: 'show', call_id: 'c1', arguments: '{}' },
  },
  { type: 'conversation.item.done', item: { type: 'some_new_type' } },
  { type: 'conversation.item.deleted', item_id: 'a' },
  { type: 'conversation.item.truncated', item_id: 'a' },
  { type: 'conversation.item.input_audio_transcription.delta', item_id: 'a' },
  { type: 'conversation.item.input_audio_transcription.completed', item_id: 'a', transcript: 'b' },
  { type: 'conversation.item.input_audio_transcription.failed', item_id: 'a', error: {} },
  { type: 'unknown.event', anything: [] },
  { type: 'toString' },
]

/** Each event with one of its members, at any depth, replaced by a wrong value or removed. */
function* broken(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (key === 'type') continue
    for (const wrong of [undefined, null, 7, 'text', [], {}, [null]])
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong }
    for (const part of broken(Reflect.get(value, key)))
      yield Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }
  }
}

describe('wrongMember', () => {
  it.each(RIGHT)('takes $type', (event) => expect(wrongMember(event)).toBeUndefined())

  it.each<[want: string, event: { type: string; [member: string]: unknown }]>([
    ['session_id', { type: 'voice.session' }],
    ['providers', { type: 'voice.session', session_id: 's', resume_token: 't', gap: true, providers: null }],
    ['item', { type: 'conversation.item.added' }],
    ['item.type', { type: 'conversation.item.added', item: {} }],
    ['item.content', { type: 'conversation.item.done', item: { type: 'message', role: 'user' } }],
    [
      'item.content.1.text',
      { type: 'conversation.item.done', item: { ...message, content: [{}, { text: 7 }] } },
    ],
    ['item.content.0', { type: 'conversation.item.done', item: { ...message, content: [null] } }],
    ['item.name', { type: 'conversation.item.added', item: { ...call, name: undefined } }],
    [
      'item.approve',
      { type: 'conversation.item.added', item: { type: 'mcp_approval_response', approval_request_id: 'a' } },
    ],
    ['response', { type: 'response.done', response: 'x' }],
    [
      'response.status_details.error.code',
      { type: 'response.done', response: { status_details: { error: { code: 7 } } } },
    ],
    ['error', { type: 'error' }],
    ['delta', { type: 'response.output_text.delta', item_id: 'a' }],
    ['candidates.0.score', { type: 'voice.explain', candidates: [{ name: 'a' }] }],
  ])('names %s', (want, event) => expect(wrongMember(event)).toBe(want))

  it('lets nothing through that the state cannot take', () => {
    for (const right of RIGHT) {
      for (const event of broken(right) as Iterable<typeof right>) {
        if (wrongMember(event) !== undefined) continue
        const state = [message, call, request].reduce(
          (before, item) => reduce(before, { type: 'conversation.item.added', event_id: 'e', item } as never),
          initialState,
        )
        const { items, error, errorCode, sessionId } = reduce(state, event as never)
        if (event.type === 'voice.explain') explanationText(event as never)
        const shown = items.flatMap((item) =>
          item.kind === 'message' ? [item.id, item.text] : [item.id, item.name, item.input],
        )
        for (const text of shown) expect(text, JSON.stringify(event)).toBeTypeOf('string')
        for (const text of [error, errorCode, sessionId])
          expect(text === null || typeof text === 'string', JSON.stringify(event)).toBe(true)
      }
    }
  })
})
