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
const done = (item: object) => ({ type: 'conversation.item.done', item })
const delta = (text: string) => ({ type: 'response.output_text.delta', item_id: 'a1', delta: text })

describe('what a person sees', () => {
  const cases: [title: string, events: object[], want: Partial<ViewState>][] = [
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
      { items: [expect.objectContaining({ status: 'failed' })] as never },
    ],
    [
      'a question for approval and its answer',
      [added(question), added({ type: 'mcp_approval_response', approval_request_id: 'q1', approve: false })],
      { items: [{ kind: 'approval', id: 'q1', name: 'delete_user', input: '{"id":1}', approved: false }] },
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
    ['nothing of an event it does not know', [{ type: 'something.new' }], initialState],
  ]
  it.each(cases)('%s', (_, events, want) => {
    expect(stateAfter(...events)).toMatchObject(want)
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
