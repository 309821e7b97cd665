import asyncapi from '@asyncapi/specs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import document from '../../../schemas/events/asyncapi.json' with { type: 'json' }
import type { VoiceServerEvent } from '../../../src/protocol/voice-events.js'
import { CLIENT_EVENT_TYPES } from '../../../src/server/realtime/client-events.js'

const VOICE_EVENTS: Record<VoiceServerEvent['type'], true> = {
  'voice.pong': true,
  'voice.session': true,
  'voice.state': true,
  'voice.metrics': true,
  'voice.explain': true,
  'voice.reasoning': true,
  'voice.approval': true,
}

const named = (side: string) =>
  Object.entries(document.components.messages).flatMap(([key, { name }]) =>
    key.startsWith(side) ? [name] : [],
  )

describe('the AsyncAPI document', () => {
  it('is one', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const validate = ajv.compile(asyncapi.schemasWithoutId['3.0.0'] as object)
    validate(document)
    expect(validate.errors ?? []).toEqual([])
  })

  it('has every event of both directions', () => {
    expect(named('client').sort()).toEqual([...CLIENT_EVENT_TYPES].sort())
    expect(
      named('server')
        .filter((name) => name.startsWith('voice.'))
        .sort(),
    ).toEqual(Object.keys(VOICE_EVENTS).sort())
  })
})
