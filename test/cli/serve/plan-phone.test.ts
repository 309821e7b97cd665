import { describe, expect, it } from 'vitest'
import type { SpeechChoice } from '../../../src/cli/serve/choose-engines.js'
import { planPhone } from '../../../src/cli/serve/plan-agents.js'
import type { ConfigFile } from '../../../src/cli/settings/settings.js'

const speaks = { stt: ['deepgram/nova-3'], tts: ['openai/gpt-4o-mini-tts'] } as unknown as SpeechChoice
const silent = { stt: ['deepgram/nova-3'], tts: null } as unknown as SpeechChoice
const env = {
  TWILIO_AUTH_TOKEN: 'a',
  TELNYX_PUBLIC_KEY: 'b',
  VONAGE_SIGNATURE_SECRET: 'c',
  OPENAI_WEBHOOK_SECRET: 'd',
}

function plan(
  flags: Parameters<typeof planPhone>[0],
  { config = {}, speech = [speaks], variables = env }: PlanOptions = {},
) {
  return planPhone(flags, { config, env: variables, speech })
}

interface PlanOptions {
  config?: ConfigFile
  speech?: SpeechChoice[]
  variables?: NodeJS.ProcessEnv
}

describe('telephone options of serve', () => {
  it('are absent without a carrier', () => {
    expect(plan({})).toBeUndefined()
    expect(plan({ publicUrl: 'https://voice.example.com' })).toBeUndefined()
  })

  it('come from flags, then from the configuration', () => {
    const config: ConfigFile = {
      phone: 'telnyx',
      publicUrl: 'https://a.example.com',
      phoneGreeting: 'Hi.',
      limits: { maxCallMinutes: 5 },
    }
    expect(plan({}, { config })).toEqual({
      carrier: 'telnyx',
      credential: 'b',
      publicUrl: 'https://a.example.com',
      greeting: 'Hi.',
      maxCallMs: 300_000,
    })
    const flags = { phone: 'vonage', publicUrl: 'https://b.example.com' } as const
    expect(plan(flags, { config })).toMatchObject({
      carrier: 'vonage',
      credential: 'c',
      publicUrl: 'https://b.example.com',
    })
  })

  it.each<[what: string, run: () => unknown, message: RegExp]>([
    [
      'without the credential of the carrier',
      () => plan({ phone: 'twilio' }, { variables: {} }),
      /Telephone calls of twilio need TWILIO_AUTH_TOKEN/,
    ],
    ['at OpenAI without a model of OpenAI', () => plan({ phone: 'openai' }), /--voice-model openai/],
    ['for an agent without a voice', () => plan({ phone: 'twilio' }, { speech: [silent] }), /--stt .* --tts/],
  ])('are refused %s', (_, run, message) => {
    expect(run).toThrow(message)
  })
})
