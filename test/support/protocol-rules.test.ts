import { describe, expect, it } from 'vitest'
import type { ServerEvent } from '../../src/protocol/events.js'
import { brokenRules } from './protocol-rules.js'

type Loose = { type: string; [field: string]: unknown }

const numbered = (events: Loose[]) =>
  events.map((event, at) => ({ event_id: `event_${at + 1}`, ...event })) as unknown as ServerEvent[]

const created = { type: 'session.created' }
const start = (id: string) => ({ type: 'response.created', response: { id, conversation_id: 'c' } })
const done = (id: string, output: object[] = []) => ({
  type: 'response.done',
  response: { id, status: 'completed', output },
})
const added = (id: string, previous: string | null = null) => ({
  type: 'conversation.item.added',
  previous_item_id: previous,
  item: { id },
})
const itemDone = (id: string) => ({
  type: 'conversation.item.done',
  previous_item_id: null,
  item: { id, status: 'completed' },
})
const inside = { response_id: 'r', output_index: 0, item_id: 'i' }
const open = [created, start('r'), { type: 'response.output_item.added', ...inside, item: { id: 'i' } }]
const part = { ...inside, content_index: 0 }

describe('the rules of order', () => {
  it.each<[string, Loose[], RegExp]>([
    ['a missing session.created', [start('r'), done('r')], /before session.created/],
    ['an event id twice', [created, { ...created, event_id: 'event_1' }], /came twice/],
    ['a response that never ends', [created, start('r')], /never done/],
    ['a response that ends twice', [created, start('r'), done('r'), done('r')], /not under way/],
    ['two responses at once', [created, start('a'), start('b'), done('a'), done('b')], /another one/],
    ['an item that is never done', [created, added('a')], /never done/],
    ['an item twice', [created, added('a'), added('a'), itemDone('a')], /added twice/],
    ['an item done twice', [created, added('a'), itemDone('a'), itemDone('a')], /done twice/],
    ['an unknown previous item', [created, added('a', 'x'), itemDone('a')], /no previous item x/],
    ['an event outside of a response', [created, { type: 'response.output_text.delta', ...part }], /outside/],
    ['output that is not what was seen', [created, start('r'), done('r', [{ id: 'x' }])], /the output x/],
    ['an item left open', [...open, done('r', [{ id: 'i' }])], /before its item/],
    ['words outside of a part', [...open, { type: 'response.output_text.delta', ...part }], /of a part/],
    [
      'other words at the end',
      [
        ...open,
        { type: 'response.content_part.added', ...part },
        { type: 'response.output_text.delta', ...part, delta: 'a' },
        { type: 'response.output_text.done', ...part, text: 'b' },
      ],
      /not what came/,
    ],
  ])('find %s', (_name, events, want) => {
    expect(brokenRules(numbered(events)).join('\n')).toMatch(want)
  })

  it('find nothing in a session.created that is sent again before the first event', () => {
    expect(brokenRules(numbered([{ ...created, event_id: 'event_0' }, start('r'), done('r')]))).toEqual([])
  })

  it('find nothing in a sound conversation', () => {
    const events = [created, added('a'), itemDone('a'), start('r'), done('r'), added('b', 'a'), itemDone('b')]
    expect(brokenRules(numbered(events))).toEqual([])
  })
})
