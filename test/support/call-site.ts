import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import type { AppOptions } from '../../src/server/app.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import type { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from './app.js'
import { openPage, type Site, startSite } from './browser.js'
import { complaintsAbout } from './event-schemas.js'
import { brokenRules } from './protocol-rules.js'
import { HummingTts, loudVad, ScriptedStt } from './speech.js'
import { AGENTS_PAGE, CALL_PAGE, WebCall } from './web-call.js'

/** What a server for calls is made of beside its script. */
export interface CallSiteOptions extends Omit<Partial<AppOptions>, 'agentSession'> {
  tools?: FakeTool[]
  /** The transcripts of the recognizer, one for each turn. */
  heard?: string[]
  /** A voice model in place of script and recognizer, as a stand-in for OpenAI. */
  voiceModel?: { baseUrl: string }
}

/** A server that listens and speaks, and a site with pages that call it. */
export class CallSite {
  readonly server: TestServer
  readonly #site: Site
  #problems: string[] = []

  private constructor(server: TestServer, site: Site) {
    this.server = server
    this.#site = site
  }

  static async start(
    script: ScriptedStep[],
    { tools = [], heard = [], voiceModel, ...app }: CallSiteOptions = {},
  ): Promise<CallSite> {
    const cascade = {
      ...{ llm: new ScriptedModel(script), stt: new ScriptedStt(heard), tts: new HummingTts() },
      ...{ vad: loudVad, turnDetection: createSilenceDetector() },
    }
    const one = voiceModel && {
      voiceModel: 'openai/gpt-realtime-2.1',
      credentials: { voiceModel: { baseUrl: voiceModel.baseUrl, apiKey: 'key' } },
    }
    const server = await startServer(
      { tools, ...(one ?? cascade) },
      { connectionLimits: { messagesPerSecond: 1_000 }, ...app },
    )
    const pages = {
      '/': { html: CALL_PAGE },
      '/agents': { html: AGENTS_PAGE },
      '/agents.js': { html: agentsBundle(), type: 'text/javascript' },
    }
    return new CallSite(server, await startSite({ pages, app: server.app }))
  }

  /** Where pages post their offers. */
  get address(): string {
    return `${this.#site.origin}/v1/realtime/calls`
  }

  /** Opens a page: plain code, or with the agents package. */
  async open(browser: Browser, path: '/' | '/agents' = '/'): Promise<WebCall> {
    const { page, problems } = await openPage(browser)
    this.#problems = problems
    await page.goto(`${this.#site.origin}${path}`)
    return new WebCall(page)
  }

  /** Posts to the server with a key. */
  post(path: string, { key = KEY, body }: { key?: string; body?: string } = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${key}` }
    return fetch(`${this.#site.origin}${path}`, { method: 'POST', headers, ...(body && { body }) })
  }

  /** A short-lived key of a page that may set instructions and tools of its own. */
  async mint(): Promise<string> {
    const response = await this.post('/v1/realtime/client_secrets', { body: '{"unlocked":true}' })
    return ((await response.json()) as { value: string }).value
  }

  /** Ends all; pages must have been without errors. */
  async close(): Promise<void> {
    await this.#site.close()
    await this.server.close()
    expect(this.#problems).toEqual([])
  }
}

/** Waits until a call is in a state. */
export const until = (test: () => Promise<unknown>) => expect.poll(test, { timeout: 30_000, interval: 100 })

/** Checks each event of a call, and their order, after all running work has finished. */
export async function judge(call: WebCall): Promise<void> {
  await until(async () => brokenRules(await call.events())).toEqual([])
  expect((await call.events()).flatMap(complaintsAbout)).toEqual([])
}

/** The file for pages of the published package. */
function agentsBundle(): string {
  const entry = createRequire(import.meta.url).resolve('@openai/agents-realtime')
  return readFileSync(join(dirname(entry), 'bundle/openai-realtime-agents.umd.js'), 'utf8')
}
