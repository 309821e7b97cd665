import { afterEach, expect, it } from 'vitest'
import type { VoiceEvent } from '../../../src/server/model/voice-model.js'
import { resolveVoiceModel } from '../../../src/server/providers/voice-model/registry.js'
import { type StandIn, standInSpeech } from '../../support/stand-in-speech.js'

let server: StandIn
afterEach(() => server.close())

const GEMINI = '/v1/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

it.each([
  ['openai/gpt-realtime-2.1', '/v1/realtime?model=gpt-realtime-2.1', 'authorization', 'Bearer secret'],
  ['openai/any model', '/v1/realtime?model=any%20model', 'authorization', 'Bearer secret'],
  ['openai/gpt-live-1', '/v1/live/sessions', 'authorization', 'Bearer secret'],
  ['xai/grok-voice', '/v1/realtime?model=grok-voice', 'authorization', 'Bearer secret'],
  ['azure/my-deployment', '/v1/realtime?model=my-deployment', 'api-key', 'secret'],
  ['azure/gpt-live-1', '/v1/live/sessions', 'api-key', 'secret'],
  ['google/gemini-3.8-live', GEMINI, 'x-goog-api-key', 'secret'],
])(
  'connects %s to its address with its key, and says that it was refused',
  async (name, url, header, key) => {
    server = await standInSpeech({ refuseWith: () => 401 })
    const credentials = { voiceModel: { baseUrl: `${server.baseUrl}/`, apiKey: 'secret' } }
    const rules = { instructions: '', tools: [], toolChoice: 'auto' as const }
    const last = await new Promise<VoiceEvent>((resolve) =>
      resolveVoiceModel(name, credentials).open(
        { input: 24_000, output: 24_000, turns: null, rules, history: [] },
        resolve,
      ),
    )
    expect(last).toMatchObject({ type: 'closed', error: { failure: 'unauthorized', retryable: false } })
    const { url: asked, headers } = server.requests[0]!
    expect(asked).toBe(url)
    expect(headers[header]).toBe(key)
    expect(JSON.stringify(last)).not.toContain('secret')
  },
)
