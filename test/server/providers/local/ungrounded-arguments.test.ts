import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelMessage, ModelTool } from '../../../../src/server/model/language-model.js'
import { dropUngroundedArguments } from '../../../../src/server/providers/local/ungrounded-arguments.js'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'
import { tool } from '../router/shop-tools.js'

const parameters = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    limit: { type: 'integer' },
    state: { type: 'string', enum: ['open', 'closed'] },
    from: { type: 'string', format: 'date' },
    isUrgent: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    body: {
      type: 'object',
      properties: { name: { type: 'string' }, price: { type: 'number' } },
      required: ['name'],
    },
    more: { type: 'object', properties: { note: { type: 'string' } } },
  },
  required: ['id', 'body'],
}
const write: ModelTool = tool('Change', { method: 'PUT', path: '/things/{id}', parameters })
const read: ModelTool = tool('Show', { method: 'GET', path: '/things/{id}', parameters })

const said = (text: string, instructions = '') => ({
  instructions,
  history: [{ role: 'user' as const, text }],
})

describe('dropUngroundedArguments', () => {
  it.each<[string, string, ModelTool, JsonObject, JsonObject]>([
    ['what has to be given stays', 'show it', write, { id: 7 }, { id: 7 }],
    ['a number nobody said goes', 'thing 7', write, { id: 7, limit: 20 }, { id: 7 }],
    ['a number that was said stays', 'the first 20 of 7', write, { id: 7, limit: 20 }, { id: 7, limit: 20 }],
    ['also in words', 'the first twenty of 7', write, { id: 7, limit: 20 }, { id: 7, limit: 20 }],
    ['a choice nobody made goes from a write', 'rename 7', write, { id: 7, state: 'open' }, { id: 7 }],
    ['and stays in a read', 'what can I buy?', read, { id: 7, state: 'open' }, { id: 7, state: 'open' }],
    ['a date stays', 'since Monday', write, { id: 7, from: '2026-01-05' }, { id: 7, from: '2026-01-05' }],
    ['a yes needs its name', 'it is urgent', write, { id: 7, isUrgent: true }, { id: 7, isUrgent: true }],
    ['or goes', 'change it', write, { id: 7, isUrgent: true }, { id: 7 }],
    [
      'a choice in other words stays',
      'close 7',
      write,
      { id: 7, state: 'closed' },
      { id: 7, state: 'closed' },
    ],
    [
      'a list is as good as its parts',
      'tag 7 cute',
      write,
      { id: 7, tags: ['cute'] },
      { id: 7, tags: ['cute'] },
    ],
    ['or as bad', 'tag 7', write, { id: 7, tags: ['new'] }, { id: 7 }],
    [
      'what leaves nothing to write stays',
      'mark 7 as done',
      write,
      { id: 7, body: { price: 3 } },
      { id: 7, body: { price: 3 } },
    ],
    [
      'members of members alike',
      'rename 7 to Oscar',
      write,
      { id: 7, body: { name: 'Oscar', price: 15.99 }, more: { note: 'none' } },
      { id: 7, body: { name: 'Oscar' } },
    ],
  ])('%s', (_, text, used, given, want) => {
    expect(dropUngroundedArguments(given, { tool: used, request: said(text) }).input).toEqual(want)
  })

  it.each<[string, string, JsonObject, string[]]>([
    ['an id that nobody named', 'change it', { id: 7 }, ['id']],
    ['none that was said', 'change number 7', { id: 7 }, []],
    ['none that was said in words', 'change number twenty seven', { id: 27 }, []],
    ['one of which only a digit was said', 'change the one of 72', { id: 7 }, ['id']],
    ['one that only sounds like what was said', 'change my order', { id: 'your_order_id' }, ['id']],
    ['none that was said as it is', 'change order-9x', { id: 'order-9x' }, []],
    ['no other value', 'change 7', { id: 7, body: { name: 'Oscar' } }, []],
  ])('tells of %s', (_, text, given, madeUp) => {
    expect(dropUngroundedArguments(given, { tool: write, request: said(text) }).madeUp).toEqual(madeUp)
  })

  it('knows ids from the instructions, and from what the agent itself has asked', () => {
    const given = { id: 42 }
    const none = { input: given, madeUp: [] }
    expect(
      dropUngroundedArguments(given, { tool: write, request: said('show mine', 'The user has id 42.') }),
    ).toEqual(none)
    const history: ModelMessage[] = [
      ...said('show mine').history,
      { role: 'assistant', text: 'Number 42?', toolCalls: [] },
      ...said('yes').history,
    ]
    expect(dropUngroundedArguments(given, { tool: write, request: { instructions: '', history } })).toEqual(
      none,
    )
  })

  it('takes results for said', () => {
    const history: ModelMessage[] = [
      ...said('change the limit of the second').history,
      { role: 'tool', callId: 'a', name: 'x', output: '[{"id":7,"limit":31}]', isError: false },
    ]
    const given = { id: 7, limit: 31 }
    expect(dropUngroundedArguments(given, { tool: write, request: { instructions: '', history } })).toEqual({
      input: given,
      madeUp: [],
    })
  })

  it('never adds or changes anything, nor drops what is required', () => {
    fc.assert(
      fc.property(fc.record({ id: fc.integer(), limit: fc.integer() }), fc.string(), (given, text) => {
        const { input: kept } = dropUngroundedArguments(given, { tool: write, request: said(text) })
        expect(kept.id).toBe(given.id)
        for (const [name, value] of Object.entries(kept)) expect(value).toBe(given[name as 'id'])
      }),
    )
  })
})
