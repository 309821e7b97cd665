import { afterEach, expect, it } from 'vitest'
import { checkVoiceModel } from '../../../src/cli/doctor/voice-model.js'
import { systemClock } from '../../../src/ports.js'
import { standInGemini } from '../../support/stand-in-gemini.js'
import { standInLive } from '../../support/stand-in-live.js'
import { standInRealtime } from '../../support/stand-in-realtime.js'
import type { VoiceScript } from '../../support/voice-script.js'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const script: VoiceScript = (cue) => ('told' in cue ? [{ say: cue.told.split('\n').at(-1)! }] : [])

it.each([
  ['openai/gpt-realtime-2.1', () => standInRealtime({ script })],
  ['openai/gpt-live-1', () => standInLive({ script, clock: systemClock })],
  ['google/gemini-3.8-live', () => standInGemini({ script })],
])('lets %s speak one sentence, and times it', async (name, serve) => {
  const { baseUrl, broken, close } = await serve()
  ended.push(close)
  const { status, message } = await checkVoiceModel(name, { voiceModel: { baseUrl, apiKey: 'key' } })
  expect(message).toMatch(
    /connected after \d+ ms, first sound after \d+ ms, [1-9]\d* ms of audio after \d+ ms/,
  )
  expect(status).toBe('ok')
  expect(broken).toEqual([])
})

it('says why a model cannot be reached', async () => {
  const credentials = { voiceModel: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' } }
  const { status, message } = await checkVoiceModel('openai/gpt-realtime-2.1', credentials)
  expect([status, message]).toEqual(['failed', expect.stringContaining('ECONNREFUSED')])
})
