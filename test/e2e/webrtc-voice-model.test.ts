import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp } from '../../src/server/app.js'
import { loadWebRtc } from '../../src/server/webrtc/packages.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { KEY } from '../support/app.js'
import { noChromium, openBrowser } from '../support/browser.js'
import { CallSite, judge, until } from '../support/call-site.js'
import { lateSpeech } from '../support/late-speech.js'
import { eventually, OverlayPages, rowsOf, talk } from '../support/overlay-page.js'
import { type StandInRealtimeSession, standInRealtime } from '../support/stand-in-realtime.js'
import type { StandInVoiceModel, VoiceScript } from '../support/voice-script.js'
import type { WebCall } from '../support/web-call.js'

const LONG = Array.from({ length: 12 }, (_, at) => `Pet number ${at + 1} is called Rex.`).join(' ')

const WAV = lateSpeech('list-pets-slt')

const script: VoiceScript = (cue) => {
  if ('outputs' in cue) return [{ say: 'Rex is in the book.' }]
  if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
  if (cue.said === 'list') return [{ say: LONG }]
  return cue.said === 'create' ? [{ call: 'create_pet' }] : [{ say: 'Good day to you.' }]
}

describe.skipIf(noChromium)('a WebRTC call from Chromium to a voice model', { timeout: 180_000 }, () => {
  let browser: Browser
  let site: CallSite
  let provider: StandInVoiceModel<StandInRealtimeSession>
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    await site.close()
    await provider.close()
    expect(provider.broken).toEqual([])
  })
  afterAll(() => browser.close())

  async function open(): Promise<WebCall> {
    create.calls.length = 0
    provider = await standInRealtime({ script })
    site = await CallSite.start([], { tools: [create], voiceModel: provider })
    const call = await site.open(browser)
    await call.start({ url: site.address, key: KEY })
    await until(() => call.types()).toContain('session.created')
    return call
  }

  const count = async (call: WebCall, type: string) =>
    (await call.types()).filter((one) => one === type).length

  /** The caller says words. The model ends the turn when it hears silence. */
  async function say(call: WebCall, words: string): Promise<void> {
    const turns = await count(call, 'input_audio_buffer.speech_stopped')
    await until(async () => provider.sessions.length).toBe(1)
    provider.session.hears(words)
    await call.speak(true)
    await until(() => count(call, 'input_audio_buffer.speech_started')).toBe(turns + 1)
    await call.speak(false)
    await until(() => count(call, 'input_audio_buffer.speech_stopped')).toBe(turns + 1)
  }

  const transcripts = async (call: WebCall) =>
    (await call.events()).flatMap((event) =>
      event.type === 'response.output_audio_transcript.done' ||
      event.type === 'conversation.item.input_audio_transcription.completed'
        ? [event.transcript]
        : [],
    )

  it('hears and speaks, with the words of both sides', async () => {
    const call = await open()
    await say(call, 'hello')
    await until(() => call.types()).toContain('output_audio_buffer.stopped')
    expect((await transcripts(call)).sort()).toEqual(['Good day to you.', 'hello'])
    expect(await call.types()).not.toContain('response.output_audio.delta')
    const { packetsReceived, totalAudioEnergy } = await call.stats()
    expect(packetsReceived).toBeGreaterThan(30)
    expect(totalAudioEnergy).toBeGreaterThan(0.001)
    await judge(call)
    await call.end()
    await until(async () => site.server.app.sessions).toBe(0)
  })

  it('asks before a write, and takes a spoken yes or a click for it', async () => {
    const call = await open()
    const requests = async () =>
      (await call.events()).flatMap((event) =>
        event.type === 'conversation.item.done' && event.item.type === 'mcp_approval_request'
          ? [event.item.id]
          : [],
      )
    const stops = () => count(call, 'output_audio_buffer.stopped')
    await say(call, 'create')
    await until(requests).toHaveLength(1)
    await until(stops).toBe(1)
    expect(create.calls).toHaveLength(0)
    await say(call, 'yes')
    await until(stops).toBe(2)
    expect(create.calls).toHaveLength(1)
    await say(call, 'create')
    await until(requests).toHaveLength(2)
    const approval_request_id = (await requests())[1]
    const item = { type: 'mcp_approval_response', approval_request_id, approve: true }
    await call.send({ type: 'conversation.item.create', item })
    await until(async () => create.calls.length).toBe(2)
    await until(() => transcripts(call)).toContain('Rex is in the book.')
    await judge(call)
  })

  it('falls silent when the caller speaks, and keeps what was heard', async () => {
    const call = await open()
    await say(call, 'list')
    await until(async () => (await call.stats()).packetsReceived).toBeGreaterThan(60)
    await say(call, 'hello')
    await until(() => count(call, 'output_audio_buffer.cleared')).toBe(1)
    await until(() => transcripts(call)).toContain('Good day to you.')
    const [heard = ''] = (await transcripts(call)).filter((words) => words.startsWith('Pet'))
    expect(LONG.startsWith(heard)).toBe(true)
    expect(heard.length).toBeLessThan(LONG.length / 2)
    const [cut] = provider.session.all('conversation.item.truncate')
    expect(cut?.audio_end_ms).toBeGreaterThan(500)
    await judge(call)
  })
})

describe.skipIf(noChromium)('the overlay with a voice model', { timeout: 180_000 }, () => {
  const pages = new OverlayPages()
  afterEach(() => pages.tidy())
  afterAll(() => pages.close())

  it('calls it, shows what both say, and asks before a write', async () => {
    await loadWebRtc()
    const provider = pages.keep(await standInRealtime({ script }))
    const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
    const agentSession = new AgentSession({
      voiceModel: 'openai/gpt-realtime-2.1',
      credentials: { voiceModel: { baseUrl: provider.baseUrl, apiKey: 'key' } },
      tools: [{ getFunctions: () => [create] }],
    })
    const app = createApp({ apiKeyValidator: (key) => key === KEY, agentSession })
    pages.keep({ close: () => app.close({ drainMs: 0 }) })
    const { page, overlay, problems } = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice&transport=auto',
      microphone: { microphone: WAV },
    })
    await talk(page)
    await eventually(async () => provider.sessions.length).toBe(1)
    provider.session.hears('create')
    const allow = overlay.locator('.approval button').first()
    await allow.waitFor({ timeout: 25_000 })
    expect(create.calls).toHaveLength(0)
    await allow.click()
    await eventually(async () => (await rowsOf(overlay)).at(-1)).toBe('Assistant: Rex is in the book.')
    expect((await rowsOf(overlay))[0]).toBe('You: create')
    expect(create.calls).toHaveLength(1)
    expect([problems, provider.broken]).toEqual([[], []])
  })
})
