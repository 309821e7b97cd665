import { describe, expect, it } from 'vitest'
import { complaintsAbout } from './event-schemas.js'

describe('the judge of events', () => {
  it.each([
    ['a missing field', { type: 'response.output_text.delta', event_id: 'event_1', delta: 'x' }],
    ['an unknown field', { type: 'input_audio_buffer.cleared', event_id: 'event_1', surprise: true }],
    ['an unknown event', { type: 'session.destroyed', event_id: 'event_1' }],
    ['a wrong value', { type: 'response.done', event_id: 'event_1', response: { status: 'finished' } }],
    ['an unknown field inside', { type: 'response.done', event_id: 'e', response: { output: [{ a: 1 }] } }],
    ['a wrong session', { type: 'session.updated', event_id: 'e', session: { type: 'realtime', voice: 1 } }],
  ])('finds %s', (_name, event) => {
    expect(complaintsAbout(event)).toHaveLength(1)
  })

  it.each([
    { type: 'input_audio_buffer.cleared', event_id: 'event_1' },
    { type: 'response.done', event_id: 'event_1', response: { status: 'completed', output: [] } },
    { type: 'session.updated', event_id: 'e', session: { type: 'realtime', output_modalities: ['text'] } },
  ])('finds nothing in %j', (event) => {
    expect(complaintsAbout(event)).toEqual([])
  })
})
