import { describe, expect, it } from 'vitest'
import { initialState, reduce, type ViewState } from '../../src/client/state.js'
import type { ServerEvent } from '../../src/protocol/events.js'

/** The state after events that are as small as a test needs them. */
function stateAfter(...events: object[]): ViewState {
  return events.reduce<ViewState>((state, event) => reduce(state, event as ServerEvent), initialState)
}

const user = { id: 'u1', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] }
const reply = { id: 'a1', type: 'message', role: 'assistant', content: [] as object[] }
const call = {
  id: 't1',
  type: 'mcp_call',
  name: 'get_user',
  arguments: '{"id":1}',
  output: null,
  error: null,
}
const question = { id: 'q1', type: 'mcp_approval_request', name: 'delete_user', arguments: '{"id":1}' }
const added = (item: object) => ({ type: 'conversation.item.added', item })
const asked = {
  type: 'voice.approval',
  requests: [
    {
      approval_request_id: 'q1',
      message_id: 'a1',
      text: 'This deletes user 1.',
      fields: [],
      request: null,
      destructive: true,
      note: null,
    },
  ],
}
const done = (item: object) => ({ type: 'conversation.item.done', item })
const spoken = {
  id: 'u2',
  type: 'message',
  role: 'user',
  content: [{ type: 'input_audio', transcript: null }],
}
const SPEECH = 'conversation.item.input_audio_transcription'
const heard = (text: string) => ({ type: `${SPEECH}.delta`, item_id: 'u2', delta: text })
const transcribed = (transcript: string) => ({ type: `${SPEECH}.completed`, item_id: 'u2', transcript })
const voiceSession = (gap: boolean) => ({
  type: 'voice.session',
  session_id: 's1',
  gap,
  providers: { llm: 'a/b' },
})
const delta = (text: string) => ({ type: 'response.output_text.delta', item_id: 'a1', delta: text })

describe('what a person sees', () => {
  const cases: [title: string, events: object[], want: object][] = [
    ['the session', [{ type: 'session.created', session: { id: 's1' } }], { sessionId: 's1' }],
    ['the state of the agent', [{ type: 'voice.state', state: 'thinking' }], { agent: 'thinking' }],
    [
      'what the user said',
      [added(user), done(user)],
      { items: [{ kind: 'message', id: 'u1', role: 'user', text: 'hello', partial: false }] },
    ],
    [
      'a reply as it comes',
      [added(reply), delta('Hel'), delta('lo')],
      { items: [{ kind: 'message', id: 'a1', role: 'assistant', text: 'Hello', partial: true }] },
    ],
    [
      'the whole reply at its end',
      [added(reply), delta('Hel'), done({ ...reply, content: [{ type: 'output_text', text: 'Hello.' }] })],
      { items: [{ kind: 'message', id: 'a1', role: 'assistant', text: 'Hello.', partial: false }] },
    ],
    [
      'a tool that runs',
      [added(call)],
      {
        items: [
          { kind: 'tool', id: 't1', name: 'get_user', input: '{"id":1}', output: null, status: 'running' },
        ],
      },
    ],
    [
      'a tool that is done',
      [added(call), done({ ...call, output: '{"name":"Ann"}' })],
      {
        items: [
          {
            kind: 'tool',
            id: 't1',
            name: 'get_user',
            input: '{"id":1}',
            output: '{"name":"Ann"}',
            status: 'done',
          },
        ],
      },
    ],
    [
      'a tool that failed',
      [added(call), done({ ...call, error: { type: 'tool_execution_error', message: 'no' } })],
      { items: [{ status: 'failed', output: 'no' }] },
    ],
    [
      'what a question asks, also after its item came again',
      [added(question), asked, done(question)],
      {
        items: [
          {
            id: 'q1',
            approved: null,
            question: { messageId: 'a1', text: 'This deletes user 1.', fields: [], destructive: true },
          },
        ],
      },
    ],
    [
      'what a question asks, also when that comes before its item',
      [asked, added(question), done(question)],
      {
        items: [
          {
            id: 'q1',
            approved: null,
            question: { messageId: 'a1', text: 'This deletes user 1.', fields: [], destructive: true },
          },
        ],
      },
    ],
    [
      'a question for approval and its answer',
      [added(question), added({ type: 'mcp_approval_response', approval_request_id: 'q1', approve: false })],
      { items: [{ kind: 'approval', id: 'q1', name: 'delete_user', input: '{"id":1}', approved: false }] },
    ],
    [
      'a question that lapses with the next one',
      [
        added(question),
        added({
          type: 'mcp_approval_response',
          approval_request_id: 'q1',
          approve: false,
          reason: 'replaced',
        }),
      ],
      { items: [{ kind: 'approval', id: 'q1', approved: false, lapsed: true }] },
    ],
    [
      'an item that is deleted',
      [added(user), { type: 'conversation.item.deleted', item_id: 'u1' }],
      { items: [] },
    ],
    [
      'an error event',
      [{ type: 'error', error: { message: 'That went wrong.' } }],
      { error: 'That went wrong.' },
    ],
    [
      'a reply that failed',
      [
        {
          type: 'response.done',
          response: { status: 'failed', status_details: { error: { message: 'No model.' } } },
        },
      ],
      { error: 'No model.' },
    ],
    [
      'no sentence beside the words of a reply that failed and says so',
      [
        {
          type: 'response.done',
          response: {
            status: 'failed',
            status_details: { error: { type: 'server_error', code: 'model-timeout' } },
            output: [{ type: 'message' }],
          },
        },
      ],
      { error: null, errorCode: 'model-timeout' },
    ],
    [
      'how long a tool took',
      [
        { ...added(call), at: 1_000 },
        { ...done(call), at: 1_250 },
      ],
      { items: [{ startedAt: 1_000, ms: 250 }] },
    ],
    [
      'no time of a tool whose beginning was missed',
      [{ ...done(call), at: 1_250 }],
      { items: [{ ms: null }] },
    ],
    [
      'the input of a tool once it is whole',
      [
        added({ ...call, arguments: '' }),
        { type: 'response.mcp_call_arguments.done', item_id: 't1', arguments: '{}' },
      ],
      { items: [{ input: '{}' }] },
    ],
    [
      'what the user is saying, before there is an item',
      [heard('list '), heard('all ')],
      { items: [{ id: 'u2', role: 'user', text: 'list all ', partial: true }] },
    ],
    [
      'that words are not final while the item has none',
      [heard('list '), added(spoken), done(spoken)],
      { items: [{ id: 'u2', text: 'list ', partial: true }] },
    ],
    [
      'what the user said, for good',
      [heard('list '), added(spoken), done(spoken), transcribed('List all pets.')],
      { items: [{ id: 'u2', text: 'List all pets.', partial: false }] },
    ],
    ['no trace of a noise', [added(spoken), done(spoken), transcribed('')], { items: [] }],
    [
      'why nothing was understood',
      [
        added(spoken),
        {
          type: 'conversation.item.input_audio_transcription.failed',
          item_id: 'u2',
          error: { message: 'I could not hear you.', code: 'rate_limited' },
        },
      ],
      { items: [], error: 'I could not hear you.', errorCode: 'speech-rate-limited' },
    ],
    [
      'no trouble any more once something was understood',
      [{ type: 'error', error: { message: 'That went wrong.' } }, transcribed('List all pets.')],
      { error: null, errorCode: null },
    ],
    [
      'a message that was shown ahead where the server puts it',
      [heard('two'), added(user), { ...added(spoken), previous_item_id: 'u1' }],
      { items: [{ id: 'u1' }, { id: 'u2' }] },
    ],
    [
      'that a response is under way',
      [{ type: 'response.created', response: { id: 'r1' } }],
      { responseId: 'r1' },
    ],
    [
      'that it is over',
      [
        { type: 'response.created', response: { id: 'r1' } },
        { type: 'response.done', response: { id: 'r1', status: 'completed', output: [] } },
      ],
      { responseId: null },
    ],
    [
      'a reply that was cut off',
      [
        added(reply),
        delta('Hel'),
        { type: 'response.done', response: { status: 'cancelled', output: [reply] } },
      ],
      { items: [{ text: 'Hel', partial: false, interrupted: true }] },
    ],
    [
      'a reply that was heard in part',
      [
        added(reply),
        delta('Hello'),
        { type: 'conversation.item.truncated', item_id: 'a1', audio_end_ms: 10 },
      ],
      { items: [{ text: 'Hello', interrupted: true }] },
    ],
    [
      'a reply that is incomplete',
      [done({ ...reply, status: 'incomplete', content: [{ type: 'output_audio', transcript: 'Hel' }] })],
      { items: [{ text: 'Hel', interrupted: true }] },
    ],
    [
      'how long the stages of a turn took',
      [{ type: 'voice.metrics', turn_id: 'x', stages_ms: { first_audio: 12 } }],
      { metrics: { turnId: 'x', stagesMs: { first_audio: 12 } } },
    ],
    ['the providers', [voiceSession(false)], { sessionId: 's1', providers: { llm: 'a/b' } }],
    ['only what follows a gap', [added(user), voiceSession(true), added(reply)], { items: [{ id: 'a1' }] }],
    ['nothing of an event it does not know', [{ type: 'something.new' }], initialState],
  ]
  it.each(cases)('%s', (_, events, want) => {
    expect(stateAfter(...events)).toMatchObject(want)
  })

  it.each([
    [{ message: 'Late.', code: 'timeout' }, 'speech-timeout'],
    [{ message: 'Late.', code: null, type: 'rate_limited' }, 'speech-rate-limited'],
    [{ message: 'There is none.', code: 'no_speech_to_text' }, 'no-speech-to-text'],
    [{ message: 'No reason given.' }, 'speech-failed'],
    [{ message: 'No reason given.', code: null }, 'speech-failed'],
  ])('tells why speech failed, for %j: %s', (error, errorCode) => {
    const state = stateAfter({ type: `${SPEECH}.failed`, item_id: 'u2', error })
    expect(state).toMatchObject({ error: error.message, errorCode })
  })

  it('tells of an error event without a code that there is none', () => {
    const state = stateAfter({ type: 'error', error: { message: 'No.' } })
    expect(state).toMatchObject({ error: 'No.', errorCode: null })
  })

  it('keeps the order of items, also when one is announced twice', () => {
    const { items } = stateAfter(added(user), added(reply), delta('Hi'), added(user), added(reply))
    expect(items.map(({ id }) => id)).toEqual(['u1', 'a1'])
    expect(items[1]).toMatchObject({ text: 'Hi' })
  })

  it('never changes the state it was given', () => {
    const before = stateAfter(added(reply))
    const copy = structuredClone(before)
    reduce(before, delta('x') as ServerEvent)
    expect(before).toEqual(copy)
  })
})
