import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { AgentSession, type AgentSessionOptions } from '../../src/server/agent/agent-session.js'
import { type AppOptions, createApp, type VoiceApp } from '../../src/server/app.js'
import type { SpeechError } from '../../src/server/model/speech-error.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import type { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { KEY } from './app.js'
import { axeOn } from './axe.js'
import { type BrowserOptions, openBrowser, openPage, type Site, startSite } from './browser.js'
import { loudVad, ScriptedStt } from './speech.js'

/** The policy of a page that comes from the server of its agent. */
const CSP = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** The page of the example in the contract, with a count of how often the microphone was asked for. */
const SCRIPT = `
  const { Voice, VoiceConfig, VoiceAgentOverlay } = VoiceSDK
  window.asked = 0
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = (wanted) => { window.asked += 1; return ask(wanted) }
  const given = new URLSearchParams(location.search)
  const serverUrl = given.get('server') ?? location.origin.replace('http', 'ws') + '/ws'
  const browserSpeech = given.has('browser-speech')
  Voice.init(new VoiceConfig({ serverUrl, apiKey: given.get('key') ?? '${KEY}', appId: 'test', reconnectDelayMs: Number(given.get('delay') ?? 100), browserSpeech, transport: given.get('transport') ?? undefined }))
  // The whole wait, so that a test on a busy machine sees it.
  if (given.has('delay')) Math.random = () => 0.99
  const sessionId = Voice.generateSessionId()
  document.querySelector('#talk').onclick = () => VoiceAgentOverlay.show(document.body, { sessionId, mode: given.get('mode') ?? 'voice' })
`

const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<script src="/voice-sdk.js" defer></script><script src="/page.js" defer></script><button id="talk">Talk</button><div id="other"></div></html>`

const PATHS = { '/page.js': { html: SCRIPT, type: 'text/javascript' } }

declare global {
  /** How often the page has asked for the microphone. */
  var asked: number
}

/** What an agent of a story is like beside its script. */
export interface StoryAgent extends Partial<AppOptions> {
  tools?: FakeTool[]
  /** The transcripts, one for each segment of speech. Without them the server has no recognizer. */
  hears?: string | (string | SpeechError)[]
  tts?: AgentSessionOptions['tts']
}

/** A page that was opened, and its overlay. */
export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** Errors of the page and of its console. */
  problems: string[]
  overlay: Locator
}

/** Pages with the overlay, their agents and their browsers. One for each test file; `tidy` after each test, `close` at the end. */
export class OverlayPages {
  readonly #browsers = new Map<string, Promise<Browser>>()
  readonly #open: { close(): Promise<unknown> }[] = []

  /** Closes a resource when the test ends. */
  keep<T extends { close(): Promise<unknown> }>(thing: T): T {
    this.#open.push(thing)
    return thing
  }

  /** One browser for each kind of microphone. */
  browserWith(options: BrowserOptions): Promise<Browser> {
    const kind = JSON.stringify(options)
    const browser = this.#browsers.get(kind) ?? openBrowser(options)
    this.#browsers.set(kind, browser)
    return browser
  }

  /** An agent that follows a script, or a model of its own. */
  appOf(
    script: ScriptedStep[] | ScriptedModel,
    { tools = [], hears, tts, ...rest }: StoryAgent = {},
  ): VoiceApp {
    const llm = script instanceof ScriptedModel ? script : new ScriptedModel(script)
    const agentSession = new AgentSession({
      ...{ llm, credentials: {} },
      ...(tts && { tts }),
      ...(hears !== undefined && {
        stt: new ScriptedStt([hears].flat()),
        vad: loudVad,
        turnDetection: createSilenceDetector(),
      }),
      tools: [{ getFunctions: () => tools }],
    })
    const app = createApp({ apiKeyValidator: (key) => key === KEY, agentSession, ...rest })
    this.keep({ close: () => app.close({ drainMs: 0 }) })
    return app
  }

  /** A site with the page at `/shop`; without an agent, it is down. `csp: null`: no policy. */
  async siteOf(app: VoiceApp | undefined, { csp = CSP }: { csp?: string | null } = {}): Promise<Site> {
    const shop = { html: PAGE, ...(csp !== null && { csp }) }
    return this.keep(await startSite({ pages: { '/shop': shop, ...PATHS }, ...(app && { app }) }))
  }

  /** Opens the page. `prepare` runs before it loads. */
  async pageOf(
    site: Pick<Site, 'origin'>,
    options: {
      query?: string
      microphone?: BrowserOptions
      prepare?: (page: Page) => Promise<unknown>
      context?: Parameters<Browser['newContext']>[0]
    } = {},
  ): Promise<OpenedPage> {
    const { query = 'mode=text', microphone = {}, prepare } = options
    const opened = await openPage(await this.browserWith(microphone), {
      reducedMotion: 'reduce',
      ...options.context,
    })
    this.keep(opened.context)
    await prepare?.(opened.page)
    await opened.page.goto(`${site.origin}/shop?${query}`)
    return { ...opened, overlay: opened.page.locator('.voice-agent-overlay') }
  }

  async tidy(): Promise<void> {
    for (const one of this.#open.splice(0).reverse()) await one.close()
  }

  async close(): Promise<void> {
    for (const browser of this.#browsers.values()) await (await browser).close()
  }
}

/** The click that opens the overlay. */
export const talk = (page: Page) => page.click('#talk')

/** Types a message and sends it. */
export async function say(overlay: Locator, text: string): Promise<void> {
  await overlay.locator('textarea').fill(text)
  await overlay.locator('textarea').press('Enter')
}

/** What stands in the history, row by row, with what only screen readers get. */
export async function rowsOf(overlay: Locator): Promise<string[]> {
  const rows = await overlay.locator('.row:visible').allInnerTexts()
  return rows.map((row) => row.replaceAll(/\s+/g, ' '))
}
/** What stands below the title. */
export const statusOf = (overlay: Locator) => overlay.locator('.status').textContent()
/** Waits until something on the page is as it should be. */
export const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 25_000, interval: 40 })

/** A story ends here: nothing serious for axe to find. With `VOICE_TEST_PICTURES=DIR` a picture of it is kept there. */
export async function theEnd(page: Page, name: string): Promise<void> {
  const folder = process.env.VOICE_TEST_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
  expect([name, await axeOn(page)]).toEqual([name, { serious: [], judgedContrast: true }])
}
