import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { VoiceClient } from '../../src/client/voice-client.js'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp, type VoiceApp } from '../../src/server/app.js'
import type { TextToSpeech } from '../../src/server/model/text-to-speech.js'
import { bytesOf } from '../../src/server/speech/audio/audio-format.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY } from '../support/app.js'
import { noChromium, openBrowser, openPage, type Site, startSite } from '../support/browser.js'
import { loudVad, ScriptedStt } from '../support/speech.js'
import { recorded, resampled } from '../support/speech-files.js'

const WAV = join(import.meta.dirname, '../fixtures/speech/list-pets-slt.wav')

/** Makes the page's client and keeps what a test asks for. */
const SCRIPT = `
  const { VoiceClient, VoiceConfig, browserAudio } = VoiceSDK
  const serverUrl = location.origin.replace('http', 'ws') + '/ws'
  window.client = new VoiceClient(new VoiceConfig({ serverUrl, apiKey: '${KEY}', appId: 'test', reconnectDelayMs: 50 }), { audio: browserAudio })
  window.errors = []
  client.on('error', ({ code, message }) => errors.push(code + ': ' + message))
  // What the page plays is heard here, too: the stream of the audio element is recorded at 24 kHz.
  const play = HTMLMediaElement.prototype.play
  window.recorded = []
  HTMLMediaElement.prototype.play = function () {
    if (this.srcObject && !this.isTapped) {
      this.isTapped = true
      const context = new AudioContext({ sampleRate: 24000 })
      const tap = context.createScriptProcessor(1024, 1, 1)
      tap.onaudioprocess = ({ inputBuffer }) => recorded.push(...inputBuffer.getChannelData(0))
      context.createMediaStreamSource(this.srcObject).connect(tap).connect(context.destination)
    }
    return play.call(this)
  }
`

declare global {
  interface Window {
    client: VoiceClient
    errors: string[]
    recorded: number[]
  }
}

const PAGE =
  '<!doctype html><title>Test</title><script src="/voice-sdk.js"></script><button>Talk</button><script src="/test.js"></script>'

/** A voice that says one recorded sentence, whatever it is given. */
const sentence = resampled(recorded('list-orders-slt'), { from: 16_000, to: 24_000 })
const recordedVoice: TextToSpeech = {
  name: 'test/voice:recorded',
  async *speak() {
    for (let at = 0; at < sentence.length; at += 4_800)
      yield { pcm: bytesOf(sentence.subarray(at, at + 4_800)), rate: 24_000 }
  },
}

function agentOf(
  llm: ScriptedModel,
  { tools = [], says = ['list all pets'] }: { tools?: FakeTool[]; says?: string[] } = {},
) {
  const stt = new ScriptedStt(says)
  const agentSession = new AgentSession({
    ...{
      llm,
      stt,
      tts: recordedVoice,
      vad: loudVad,
      turnDetection: createSilenceDetector(),
      credentials: {},
    },
    tools: [{ getFunctions: () => tools }],
  })
  return { stt, app: createApp({ apiKeyValidator: (key) => key === KEY, agentSession }) }
}

describe.skipIf(noChromium)('a page with the SDK', { timeout: 120_000 }, () => {
  let browser: Browser
  const open: { close(): Promise<unknown> }[] = []

  beforeAll(async () => {
    browser = await openBrowser({ microphone: WAV })
  })

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })

  afterAll(() => browser?.close())

  async function siteOf(app: VoiceApp, csp?: string): Promise<Site> {
    const site = await startSite({
      pages: {
        '/': { html: PAGE, ...(csp && { csp }) },
        '/test.js': { html: SCRIPT, type: 'text/javascript' },
      },
      app,
    })
    open.push({ close: () => app.close({ drainMs: 0 }) }, site)
    return site
  }

  async function pageOf({ origin }: Site): Promise<{ page: Page; problems: string[] }> {
    const opened = await openPage(browser)
    open.push(opened.context)
    await opened.page.goto(origin)
    return opened
  }

  /** Connects by a click, as a user would. */
  async function talk(page: Page, mode: 'voice' | 'text' = 'voice'): Promise<void> {
    await page.evaluate((wanted) => {
      document.querySelector('button')!.onclick = () => {
        window.client.connect({ sessionId: 'session-1', mode: wanted }).catch(() => {})
      }
    }, mode)
    await page.click('button')
  }

  const wordsOn = (page: Page) =>
    page.evaluate(() => window.client.state.items.map((item) => ('text' in item ? item.text : item.name)))
  const idleWith = (page: Page, count: number) =>
    page.waitForFunction((wanted) => {
      const { items, agent, responseId } = window.client.state
      return items.length >= wanted && agent === 'idle' && responseId === null
    }, count)

  it('hears a sentence, calls a tool, and says the answer aloud', async () => {
    const tool = new FakeTool({ name: 'list_pets', answer: ['Rex'] })
    const llm = new ScriptedModel([[{ call: 'list_pets' }], [{ say: 'There is one pet, Rex.' }]])
    const { app, stt } = agentOf(llm, { tools: [tool] })
    const { page, problems } = await pageOf(await siteOf(app))
    await talk(page)
    await idleWith(page, 3)
    expect(await wordsOn(page)).toEqual(['list all pets', 'list_pets', 'There is one pet, Rex.'])
    expect(await page.evaluate(() => window.client.state)).toMatchObject({
      mode: 'voice',
      microphone: 'on',
      speech: { in: 'server', out: 'server' },
    })
    expect(tool.calls).toHaveLength(1)
    expect(stt.heard[0]).toBeGreaterThan(16_000 * 0.8)
    expect(likeness(await page.evaluate(() => window.recorded), sentence)).toBeGreaterThan(0.7)
    expect(problems).toEqual([])
    expect(await page.evaluate(() => window.errors)).toEqual([])
  })

  it('goes on after a reload, and when the server was killed and is there again', async () => {
    const llm = () => new ScriptedModel(() => [{ say: 'Fine.' }])
    const first = agentOf(llm())
    const site = await siteOf(first.app)
    const { page } = await pageOf(site)
    await talk(page, 'text')
    await page.waitForFunction(() => window.client.state.connection === 'open')
    await page.evaluate(() => window.client.sendText('Hello'))
    await idleWith(page, 2)
    await page.reload()
    await talk(page, 'text')
    await page.waitForFunction(() => window.client.state.items.length === 2)
    expect(await wordsOn(page)).toEqual(['Hello', 'Fine.'])
    // Killed: no close frame, and nobody there for a while.
    site.setApp(undefined)
    site.cut()
    await page.waitForFunction(() => window.client.state.connection === 'reconnecting')
    await page.evaluate(() => window.client.sendText('Are you there?'))
    const second = llm()
    site.setApp(agentOf(second).app)
    await idleWith(page, 4)
    expect(await wordsOn(page)).toEqual(['Hello', 'Fine.', 'Are you there?', 'Fine.'])
    // The new server has been told what was said before.
    expect(second.requests.at(-1)?.history).toMatchObject([
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: 'Fine.' },
      { role: 'user', text: 'Are you there?' },
    ])
    expect(await page.evaluate(() => window.client.state.microphone)).toBe('off')
  })

  it('waits while there is no network, and says then what was typed meanwhile', async () => {
    const { app } = agentOf(new ScriptedModel(() => [{ say: 'Fine.' }]))
    const site = await siteOf(app)
    const opened = await openPage(browser)
    open.push(opened.context)
    const { page, context } = opened
    await page.goto(site.origin)
    await talk(page, 'text')
    await page.waitForFunction(() => window.client.state.connection === 'open')
    await context.setOffline(true)
    site.cut()
    await page.clock.runFor(30_000)
    expect(await page.evaluate(() => window.client.state)).toMatchObject({
      connection: 'reconnecting',
      attempt: 1,
    })
    await page.evaluate(() => window.client.sendText('Hello'))
    await context.setOffline(false)
    await page.waitForFunction(() => window.client.state.connection === 'open')
    await idleWith(page, 2)
    expect(await wordsOn(page)).toEqual(['Hello', 'Fine.'])
  })

  it('works under a strict Content-Security-Policy', async () => {
    const csp = "default-src 'none'; script-src 'self'; connect-src 'self'; media-src mediastream:"
    const { app } = agentOf(new ScriptedModel([[{ say: 'Rex.' }]]))
    const { page, problems } = await pageOf(await siteOf(app, csp))
    await talk(page)
    await idleWith(page, 2)
    expect(await wordsOn(page)).toEqual(['list all pets', 'Rex.'])
    expect(problems).toEqual([])
  })
})

/** 100 ms. */
const PIECE = 2_400

/**
 * The share of what was sent that is in a recording, piece by piece and in its order. A machine that is busy drops a few milliseconds here and
 * there, in the player or in the recorder; a piece may therefore lie a quarter of a second beside its place.
 */
function likeness(recording: number[], sent: Int16Array): number {
  const begin = recording.findIndex((sample) => Math.abs(sample) > 0.02)
  const lead = begin - sent.findIndex((sample) => Math.abs(sample) > 0.02 * 32_768)
  const pieces = Array.from({ length: Math.floor(sent.length / PIECE) }, (_, at) => at * PIECE)
    .map((at) => ({ at, piece: sent.subarray(at, at + PIECE) }))
    .filter(({ piece }) => piece.some((sample) => Math.abs(sample) > 2_000))
  const found = pieces.filter(({ at, piece }) => {
    const [from, to] = [lead + at - 6_000, lead + at + 6_000]
    return bestPlace(recording, { piece, from, to, lagStep: 2, step: 6 }) > 0.9
  })
  return found.length / pieces.length
}

interface Search {
  piece: Int16Array
  from: number
  to: number
  lagStep: number
  step: number
}

function bestPlace(recording: number[], { piece, from, to, lagStep, step }: Search): number {
  let best = 0
  for (let lag = Math.max(0, from); lag < to; lag += lagStep)
    best = Math.max(best, correlation(recording, { piece, lag, step }))
  return best
}

function correlation(
  recording: number[],
  { piece, lag, step }: { piece: Int16Array; lag: number; step: number },
): number {
  let [both, one, other] = [0, 0, 0]
  for (let at = 0; at < piece.length; at += step) {
    const [a, b] = [recording[lag + at] ?? 0, piece[at]!]
    both += a * b
    one += a * a
    other += b * b
  }
  return both / Math.sqrt(one * other || 1)
}
