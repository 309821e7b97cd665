import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { VoiceApp } from '../../src/server/app.js'
import { browserFiles } from './browser-files.js'
import { listenHere } from './loopback.js'
import { missing } from './needs.js'

/** For `describe.skipIf(noChromium)`. */
export const noChromium = missing('chromium', 'apt-get install chromium')

/** How the browser is started. */
export interface BrowserOptions {
  /** A WAV file that is the microphone; `none`: there is no device; `tone`: the browser's own beeps. @default 'tone' */
  microphone?: string
  /** Whether a question for the microphone is answered yes by itself; else it is refused. @default true */
  grants?: boolean
}

const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

/** Starts a real Chromium with a microphone of one's choice. */
export function openBrowser({ microphone = 'tone', grants = true }: BrowserOptions = {}): Promise<Browser> {
  const args = [
    ...QUIET_FLAGS,
    ...(grants ? ['--use-fake-ui-for-media-stream'] : []),
    ...(microphone === 'none' ? [] : ['--use-fake-device-for-media-stream']),
    ...(microphone.endsWith('.wav') ? [`--use-file-for-fake-audio-capture=${microphone}%noloop`] : []),
  ]
  return chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args })
}

/** A page of a test: its HTML, or text of another type, and the Content-Security-Policy it is served with. */
export interface SitePage {
  html: string
  /** @default 'text/html' */
  type?: string
  csp?: string
}

/** A site with the SDK, and the agent when there is one, on one origin of the loopback. */
export interface Site {
  origin: string
  /** WebSocket address of the agent. */
  wsUrl: string
  /** Puts another agent in the place of the one before; `undefined`: it is down. */
  setApp(app: VoiceApp | undefined): void
  /** Cuts every connection without a word. */
  cut(): void
  close(): Promise<void>
}

/** Serves pages by their path, the SDK from the sources, and an agent. */
export async function startSite(options: { pages: Record<string, SitePage>; app?: VoiceApp }): Promise<Site> {
  const files = await browserFiles()
  let { app } = options
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    const page = options.pages[path]
    const script =
      path === '/voice-sdk.js' ? files.sdk : path === '/voice-worklet.js' ? files.worklet : undefined
    if (page) {
      response.writeHead(200, {
        'Content-Type': `${page.type ?? 'text/html'}; charset=utf-8`,
        ...(page.csp && { 'Content-Security-Policy': page.csp }),
      })
      response.end(page.html)
    } else if (script !== undefined) {
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(script)
    } else if (path === '/favicon.ico') response.writeHead(204).end()
    else if (app) app.handler(request, response)
    else response.writeHead(503).end()
  })
  server.on('upgrade', (request, socket: Socket, head) => {
    if (app) app.handleUpgrade(request, socket, head)
    else socket.destroy()
  })
  const { port, ...control } = await listenHere(server)
  return {
    ...control,
    origin: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
    setApp: (next) => {
      app = next
    },
  }
}

/** A new page whose errors and console fail loudly: they are collected in `problems`. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { page, context, problems }
}
