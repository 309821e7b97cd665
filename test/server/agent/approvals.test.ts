import { beforeEach, describe, expect, it } from 'vitest'
import { type ApprovalRequest, Approvals } from '../../../src/server/agent/approvals.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../../src/toolkit/model/tool.js'

const TIMEOUT_MS = 60_000
const START = 1_700_000_000_000
const tool: ToolFunction = new FakeTool({ name: 'delete_order', effect: 'destroy' })

let clock: VirtualClock
let approvals: Approvals
beforeEach(() => {
  clock = new VirtualClock(START)
  approvals = new Approvals({ clock, timeoutMs: TIMEOUT_MS })
})

const request = (id: string): ApprovalRequest => ({
  id,
  call: { tool, input: { orderId: id }, arguments: JSON.stringify({ orderId: id }), shown: 'digest' },
})
const open = (...ids: string[]) => approvals.open(ids.map(request), 'Go ahead?')
const ids = (requests: ApprovalRequest[] | undefined) => requests?.map(({ id }) => id)
const statuses = (...names: string[]) => names.map((id) => approvals.status(id))

describe('an answer', () => {
  it.each([
    [true, 'approved', ['a']],
    [false, 'declined', []],
  ] as const)('of %s settles a request as %s', (approve, status, approved) => {
    open('a')
    expect(approvals.status('a')).toBe('pending')
    expect(approvals.answer('a', approve)).toBe(true)
    expect(approvals.status('a')).toBe(status)
    expect(ids(approvals.takeAnswered())).toEqual(approved)
  })

  it('given a second time changes nothing', () => {
    open('a', 'b')
    approvals.answer('a', false)
    approvals.answer('b', true)
    expect([approvals.answer('a', true), approvals.answer('b', false)]).toEqual([false, false])
    expect(statuses('a', 'b')).toEqual(['declined', 'approved'])
  })

  it('to a request that does not exist is none, and the request counts as expired', () => {
    open('a')
    expect(approvals.answer('x', true)).toBe(false)
    expect(statuses('x', 'a')).toEqual(['expired', 'pending'])
  })

  it('after the group was taken is none', () => {
    open('a')
    approvals.answer('a', true)
    approvals.takeAnswered()
    expect(approvals.answer('a', true)).toBe(false)
    expect(approvals.status('a')).toBe('approved')
  })
})

describe('a group', () => {
  it('is handed over once, when all of it is answered', () => {
    expect(approvals.takeAnswered()).toBeUndefined()
    open('a', 'b')
    approvals.answer('b', true)
    expect(approvals.takeAnswered()).toBeUndefined()
    expect(ids(approvals.pending.requests)).toEqual(['a'])
    approvals.answer('a', false)
    expect(ids(approvals.takeAnswered())).toEqual(['b'])
    expect(statuses('a')).toEqual(['declined'])
    expect(approvals.takeAnswered()).toBeUndefined()
  })

  it('is replaced when another is opened, and starts without words heard', () => {
    open('a')
    approvals.noteUserItem('item-1')
    expect(approvals.pending.heard).toEqual(['item-1'])
    approvals.open([request('b')], 'And this?')
    expect(statuses('a', 'b')).toEqual(['replaced', 'pending'])
    expect(approvals.pending).toMatchObject({ question: 'And this?', heard: [] })
    expect(ids(approvals.pending.requests)).toEqual(['b'])
  })

  // A yes answers the last question only: it must not send what the user was asked about some turns ago.
  it('that is open lapses with the next question, except what was approved', () => {
    open('a', 'b', 'c')
    approvals.answer('b', true)
    approvals.answer('c', false)
    const other = {
      ...request('d'),
      call: { ...request('d').call, tool: new FakeTool({ name: 'create_order' }) },
    }
    approvals.open([other], 'And this?')
    expect(statuses('a', 'b', 'c', 'd')).toEqual(['replaced', 'approved', 'declined', 'pending'])
    expect(ids(approvals.pending.requests)).toEqual(['d'])
    approvals.answer('d', true)
    expect(ids(approvals.takeAnswered())).toEqual(['b', 'd'])
  })

  it('loses what was approved to another call of the same tool or for the same record', () => {
    const byPath = (id: string, name: string, orderId: string): ApprovalRequest => {
      const bindings = [{ in: 'path', parameter: 'orderId' }]
      const tool = Object.assign(new FakeTool({ name, effect: 'destroy' }), { definition: { bindings } })
      const call = { tool: tool as unknown as ToolFunction, input: { orderId }, arguments: '{}' }
      return { id, call }
    }
    const first = [byPath('a', 'cancel', '1'), byPath('b', 'refund', '2'), byPath('c', 'ship', '3')]
    approvals.open([...first, byPath('open', 'hold', '9')], 'All?')
    for (const { id } of first) approvals.answer(id, true)
    approvals.open([byPath('d', 'cancel', '4'), byPath('e', 'exchange', '2')], 'All?')
    expect(statuses('a', 'b', 'c', 'd', 'e')).toEqual([
      'replaced',
      'replaced',
      'approved',
      'pending',
      'pending',
    ])
    expect(ids(approvals.pending.requests)).toEqual(['d', 'e'])
  })
})

describe('the time to answer', () => {
  it('ends a group as a whole, also what was approved', async () => {
    open('a', 'b')
    approvals.answer('a', true)
    await clock.advance(TIMEOUT_MS - 1)
    expect(statuses('a', 'b')).toEqual(['approved', 'pending'])
    await clock.advance(1)
    expect(approvals.answer('b', true)).toBe(false)
    expect(statuses('a', 'b')).toEqual(['expired', 'expired'])
    expect(approvals.pending.requests).toEqual([])
    expect(approvals.takeAnswered()).toBeUndefined()
  })

  it('does not end a group that is settled', async () => {
    open('a')
    approvals.answer('a', true)
    await clock.advance(TIMEOUT_MS * 2)
    expect(approvals.status('a')).toBe('approved')
    expect(ids(approvals.takeAnswered())).toEqual(['a'])
  })

  it('does not change what was declined before', async () => {
    open('a')
    open('b')
    await clock.advance(TIMEOUT_MS)
    expect(statuses('a', 'b')).toEqual(['replaced', 'expired'])
  })

  it('starts again with the next group', async () => {
    open('a')
    await clock.advance(TIMEOUT_MS - 1)
    open('b')
    await clock.advance(TIMEOUT_MS - 1)
    expect(approvals.status('b')).toBe('pending')
  })
})

describe('a conversation that moves', () => {
  const moved = (tools: ToolFunction[], change = (saved: object) => saved) => {
    const saved = change(JSON.parse(JSON.stringify(approvals.save())))
    approvals = new Approvals({ clock, timeoutMs: TIMEOUT_MS })
    approvals.restore(saved as never, new Map(tools.map((one) => [one.name, one])))
    return approvals.pending
  }

  it('keeps its question, what was heard, what is answered, and the calls', () => {
    open('old')
    open('a', 'b')
    approvals.noteUserItem('item-1')
    approvals.answer('a', true)
    const pending = moved([tool])
    expect(pending).toEqual({ requests: [request('b')], question: 'Go ahead?', heard: ['item-1'] })
    expect(statuses('old', 'a', 'b')).toEqual(['replaced', 'approved', 'pending'])
    approvals.answer('b', true)
    expect(ids(approvals.takeAnswered())).toEqual(['a', 'b'])
  })

  it('keeps the deadline of the question', async () => {
    open('a')
    expect(approvals.save().deadline).toBe(START + TIMEOUT_MS)
    await clock.advance(TIMEOUT_MS - 1)
    expect(ids(moved([tool]).requests)).toEqual(['a'])
    await clock.advance(1)
    expect(approvals.status('a')).toBe('expired')
  })

  it('voids the whole question when one of its tools is gone', () => {
    approvals.open(
      [request('a'), { id: 'b', call: { ...request('b').call, tool: new FakeTool({ name: 'gone' }) } }],
      'Both?',
    )
    approvals.answer('a', true)
    expect(moved([tool]).requests).toEqual([])
    expect(statuses('a', 'b')).toEqual(['expired', 'expired'])
    expect(approvals.takeAnswered()).toBeUndefined()
  })

  it.each([
    ['of another server', 'b', []],
    ['of the same server', 'a', ['a']],
    ['of no server', undefined, []],
  ])('has a question about a tool of a server only if the tool is %s', (_name, identity, kept) => {
    const one = (id?: string) =>
      Object.assign(new FakeTool({ name: 'wipe', effect: 'destroy' }), id && { identity: id })
    approvals.open([{ id: 'a', call: { ...request('a').call, tool: one('a') } }], 'Wipe?')
    expect(ids(moved([one(identity)]).requests)).toEqual(kept)
  })

  it('voids a question if a call that waits for it would run at another server', () => {
    const read = (identity: string) => Object.assign(new FakeTool({ name: 'read' }), { identity })
    const waiting = [{ call: { tool: read('a'), input: {}, arguments: '{}' } }]
    approvals.open([{ id: 'a', call: { ...request('a').call, waiting } }], 'Go ahead?')
    expect(moved([tool, read('b')]).requests).toEqual([])
  })

  it('voids a question whose arguments cannot be read', () => {
    open('a')
    const broken = (saved: object) => JSON.parse(JSON.stringify(saved).replaceAll('{\\"', '{{\\"')) as object
    expect(moved([tool], broken).requests).toEqual([])
    expect(approvals.status('a')).toBe('expired')
  })

  it('with nothing open has nothing open', () => {
    expect(moved([tool])).toEqual({ requests: [], question: '', heard: [] })
    expect(approvals.takeAnswered()).toBeUndefined()
  })
})
