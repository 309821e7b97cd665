import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { english } from '../../src/languages/overlay-texts.js'
import type { ModelRequest } from '../../src/server/model/language-model.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'
import { noChromium } from '../support/browser.js'
import { lateSpeech } from '../support/late-speech.js'
import { eventually, OverlayPages, rowsOf, say, statusOf, talk, theEnd } from '../support/overlay-page.js'
import { HummingTts } from '../support/speech.js'

const WAV = lateSpeech('list-pets-slt')

/** The "slow 3G" of Chromium's developer tools, both ways. */
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

describe.skipIf(noChromium)('the overlay on a bad network', { timeout: 120_000 }, () => {
  const pages = new OverlayPages()

  beforeAll(() => pages.browserWith({}))
  afterEach(() => pages.tidy())
  afterAll(() => pages.close())

  it('loses and doubles nothing in 30 seconds without a network, in the middle of an answer', async () => {
    const clock = new VirtualClock()
    const askedIn = ({ history }: Pick<ModelRequest, 'history'>) =>
      history.flatMap((item) => ('text' in item && item.role === 'user' ? [item.text] : []))
    const script = (request: ModelRequest): ScriptedStep => {
      const asked = askedIn(request)
      return asked.length === 1
        ? [{ say: 'Half of it, ' }, { waitMs: 400 }, { say: 'and the rest.' }]
        : [{ waitMs: 400 }, { say: `That was ${asked.join(', ')}.` }]
    }
    const llm = new ScriptedModel(script, { clock })
    const site = await pages.siteOf(pages.appOf(llm))
    const { page, context, overlay } = await pages.pageOf(site, {
      query: 'mode=text&delay=1000',
      prepare: (page) => page.clock.install(),
    })
    await talk(page)
    await say(overlay, 'one')
    await eventually(() => rowsOf(overlay)).toEqual(['You: one', expect.stringMatching(/^Assistant: Half/)])
    await context.setOffline(true)
    site.cut()
    await eventually(() => statusOf(overlay)).toContain('No network')
    await clock.advance(400)
    await say(overlay, 'two')
    await page.clock.runFor(15_000)
    await say(overlay, 'three')
    await page.clock.runFor(15_000)
    expect(await statusOf(overlay)).toContain('No network')
    expect((await rowsOf(overlay)).slice(2)).toEqual(['You: two Not sent yet', 'You: three Not sent yet'])
    await theEnd(page, 'offline')
    await context.setOffline(false)
    await eventually(async () => askedIn(llm.requests.at(-1)!)).toEqual(['one', 'two', 'three'])
    await clock.advance(400)
    await eventually(() => rowsOf(overlay)).toEqual([
      'You: one',
      'Assistant: Half of it, and the rest.',
      'You: two',
      'You: three',
      'Assistant: That was one, two, three.',
    ])
    await eventually(() => statusOf(overlay)).toContain('Ready')
    await theEnd(page, 'online-again')
  })

  it('opens, talks and shows what it waits for on slow 3G', async () => {
    const llm = new ScriptedModel([[{ waitMs: 300 }, { say: 'There is one pet, Rex.' }]])
    const app = pages.appOf(llm, { hears: ['list all pets'], tts: new HummingTts() })
    const { page, overlay, problems } = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice',
      microphone: { microphone: WAV },
    })
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Network.enable')
    await protocol.send('Network.emulateNetworkConditions', SLOW_3G)
    const seen = await statesOf(page)
    await talk(page)
    await theEnd(page, 'slow-connecting')
    await eventually(() => rowsOf(overlay)).toEqual([
      'You: list all pets',
      'Assistant: There is one pet, Rex.',
    ])
    await eventually(() => statusOf(overlay)).toContain('Listening')
    expect(await seen()).toEqual(expect.arrayContaining(['Connecting', 'Listening', 'Thinking', 'Speaking']))
    expect(problems).toEqual([])
  })

  it('says in a sentence that the agent takes no pages of this address, and tells its owner how to mend that', async () => {
    const agent = await pages.siteOf(pages.appOf([], { allowedOrigins: ['https://shop.example'] }))
    const site = await pages.siteOf(undefined, { csp: null })
    const warnings: string[] = []
    const { page, overlay } = await pages.pageOf(site, {
      query: `mode=text&server=${encodeURIComponent(agent.wsUrl)}`,
    })
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await talk(page)
    await eventually(() => overlay.locator('[role=alert]').textContent()).toContain(
      `${english.closed}${english.errors['not-available']}`,
    )
    expect(warnings).toEqual([expect.stringContaining(`--allowed-origins ${site.origin}`)])
    await theEnd(page, 'origin-refused')
  })

  it('tells the owner of a page that is opened as a file to serve it', async () => {
    const agent = await pages.siteOf(pages.appOf([], { allowedOrigins: ['https://shop.example'] }))
    const folder = mkdtempSync(join(tmpdir(), 'voice-file-page-'))
    const file = join(folder, 'page.html')
    writeFileSync(
      file,
      `<!doctype html><script src="${agent.origin}/voice-sdk.js"></script><script>
        VoiceSDK.Voice.init(new VoiceSDK.VoiceConfig({ serverUrl: '${agent.wsUrl}', apiKey: 'any', appId: 'shop' }))
        onclick = () => VoiceSDK.VoiceAgentOverlay.show(document.body, { sessionId: 'opened-as-a-file', mode: 'text' })
      </script><button>Talk</button>`,
    )
    const { page, overlay } = await pages.pageOf(agent)
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.goto(pathToFileURL(file).href)
    await page.getByRole('button', { name: 'Talk' }).click()
    await eventually(() => overlay.locator('[role=alert]').textContent()).toContain(
      english.errors['not-available'],
    )
    expect(warnings).toEqual([expect.stringContaining('open the page from a web server')])
    rmSync(folder, { recursive: true })
  })
})

/** Keeps every state that stands below the title. */
async function statesOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seenStates: seen })
    setInterval(() => {
      const root = document.querySelector('.voice-agent-overlay')?.shadowRoot
      const word = root?.querySelector('.status span:nth-child(2)')?.textContent
      if (word && seen.at(-1) !== word) seen.push(word)
    }, 20)
  })
  return () => page.evaluate('seenStates')
}
