import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import schema from '../../../schemas/events/client-events.json' with { type: 'json' }
import type { ClientEvent } from '../../../src/protocol/events.js'
import {
  CLIENT_EVENT_TYPES,
  decodeMessage,
  parseClientEvent,
} from '../../../src/server/realtime/client-events.js'

const EVERY_TYPE: Record<ClientEvent['type'], true> = {
  'session.update': true,
  'conversation.item.create': true,
  'conversation.item.retrieve': true,
  'conversation.item.delete': true,
  'conversation.item.truncate': true,
  'input_audio_buffer.append': true,
  'input_audio_buffer.commit': true,
  'input_audio_buffer.clear': true,
  'output_audio_buffer.clear': true,
  'response.create': true,
  'response.cancel': true,
  'voice.ping': true,
  'voice.playback': true,
  'voice.mode': true,
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const validate = ajv.compile(schema)

const accepts = (message: Record<string, unknown>): boolean => {
  try {
    parseClientEvent(message, { voice: true })
    return true
  } catch {
    return false
  }
}

describe('the schema of client events', () => {
  it('has exactly the events that are typed', () => {
    expect([...CLIENT_EVENT_TYPES].sort()).toEqual(Object.keys(EVERY_TYPE).sort())
  })

  it('accepts nothing that the server refuses for a missing or wrong field', () => {
    const value = fc.constantFrom<unknown>(
      undefined,
      null,
      'text',
      0,
      1.5,
      {},
      [],
      { type: 'message' },
      { type: 'realtime' },
    )
    const fields = [
      'item',
      'item_id',
      'session',
      'response',
      'audio',
      'content_index',
      'audio_end_ms',
      't',
      'mode',
      'played_ms',
    ]
    const message = fc.record(
      {
        type: fc.constantFrom(...CLIENT_EVENT_TYPES, 'unknown'),
        ...Object.fromEntries(fields.map((field) => [field, value])),
      },
      { requiredKeys: ['type'] },
    )
    let valid = 0
    fc.assert(
      fc.property(message, (one) => {
        const clean = JSON.parse(JSON.stringify(one)) as Record<string, unknown>
        if (!validate(clean)) return
        valid += 1
        expect(accepts(clean)).toBe(true)
      }),
      { seed: 3, numRuns: 3_000 },
    )
    expect(valid).toBeGreaterThan(300)
  })
})

it('refuses a value that the protocol does not list', () => {
  expect(() => parseClientEvent({ type: 'voice.mode', mode: 'loud' }, { voice: true })).toThrow(
    '"voice.mode" needs "mode", "voice" or "text".',
  )
})

describe('an event that is nested deeper than is taken', () => {
  const inObjects = (levels: number): unknown => (levels === 0 ? 1 : { inner: inObjects(levels - 1) })
  const complete = {
    ...{ item: {}, item_id: 'i', session: {}, response: {}, audio: '', content_index: 0, audio_end_ms: 0 },
    ...{ t: 1, played_ms: 1, mode: 'text' },
  }

  it.each(CLIENT_EVENT_TYPES)('is refused as %s, with the field at fault', (type) => {
    const event = (levels: number) => ({ ...complete, type, extra: inObjects(levels) })
    expect(accepts(event(100))).toBe(true)
    expect(() => parseClientEvent(event(101), { voice: true })).toThrow(
      /"extra" is nested more than 100 levels/,
    )
  })
})

describe('the id of an event', () => {
  it.each([7, {}, [], true])('is no %j', (id) => {
    const parse = () => parseClientEvent({ type: 'voice.ping', t: 1, event_id: id }, { voice: true })
    expect(parse).toThrow(
      expect.objectContaining({ message: '"event_id" must be a string.', param: 'event_id' }),
    )
  })

  it.each([undefined, null, 'e1'])('may be %j', (id) => {
    const event = { type: 'voice.ping', t: 1, event_id: id }
    expect(parseClientEvent(event, { voice: true })).toBe(event)
  })
})

describe('a message with many values', () => {
  const list = (count: number, value = '1') =>
    `{"event_id":"e1","type":"x","a":[${`${value},`.repeat(count)}1]}`

  it.each<[what: string, text: string]>([
    ['numbers', list(60_000)],
    ['objects', list(60_000, '{}')],
    ['lists in lists', list(20_000, '[[],[]]')],
    [
      'members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at]))),
    ],
    ['texts', list(60_000, '""')],
  ])('of %s is refused before it is built', (_, text) => {
    expect(() => decodeMessage(text)).toThrow('more than 50,000 values')
  })

  it('is told from long texts, whatever stands in them', () => {
    const audio = ',[{'.repeat(100_000)
    expect(decodeMessage(JSON.stringify({ type: 'x', event_id: 'e1', audio, more: '"\\,' })).eventId).toBe(
      'e1',
    )
    expect(decodeMessage(list(49_000)).eventId).toBe('e1')
  })
})
