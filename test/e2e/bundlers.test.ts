import { createReadStream, existsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer } from '../support/app.js'
import { noChromium, openBrowser, openPage } from '../support/browser.js'
import { runProgram, startProgram } from '../support/cli.js'
import { listenHere } from '../support/loopback.js'
import { installPacked, type Project } from '../support/packed.js'
import { ScriptedStt } from '../support/speech.js'

const WAV = join(import.meta.dirname, '../fixtures/speech/list-pets-slt.wav')

/** A page as a user writes it: it finds its agent by the query, types, and talks from the second click on. */
const MAIN = `
import { clientTool, VoiceClient, VoiceConfig } from 'voice/client'
import { browserAudio } from 'voice/client/audio'
const serverUrl = new URLSearchParams(location.search).get('agent')
const config = new VoiceConfig({ serverUrl, apiKey: '${KEY}', appId: 'test' })
const client = new VoiceClient(config, { audio: browserAudio })
client.addTools({ show: clientTool({ description: 'Shows a pet.', run: ({ name }) => 'shown: ' + name }) })
window.client = client
document.querySelector('button').onclick = () =>
  client.state.sessionId ? client.setMode('voice') : client.connect({ sessionId: 'session-' + Date.now() })
`

/** Writes down from where a worklet was loaded. */
const WATCH_WORKLETS = `
window.worklets = []
const load = AudioWorklet.prototype.addModule
AudioWorklet.prototype.addModule = async function (url) {
  await load.call(this, url)
  window.worklets.push(String(url))
}`

const html = (script: string) =>
  `<!doctype html><link rel="icon" href="data:,"><title>Page</title><button>Talk</button><script type="module" src="${script}"></script>\n`

/** A page that a bundler serves or has written. */
interface Served {
  origin: string
  close(): Promise<unknown>
}

/** Serves the files of a folder, as any web server does. */
async function serveFolder(folder: string): Promise<Served> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
    return createReadStream(file).pipe(response)
  })
  const { port, close } = await listenHere(server)
  return { origin: `http://127.0.0.1:${port}`, close }
}

describe.skipIf(noChromium)('the packed package in a page', { timeout: 120_000 }, () => {
  let project: Project

  const npx = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram('npx', args, { cwd: project.folder })
    expect(code, stdout + stderr).toBe(0)
  }

  const BUNDLERS: Record<string, () => Promise<Served>> = {
    'Vite, while one develops': async () => {
      const args = ['npx', 'vite', '--host', '127.0.0.1', '--port', '0', '--no-open']
      const running = await startProgram(/http:\/\/127\.0\.0\.1:\d+/, args, { cwd: project.folder })
      return { origin: running.match[0], close: () => running.stop() }
    },
    'Vite, built': async () => {
      await npx('vite', 'build', '--outDir', 'vite')
      return serveFolder(join(project.folder, 'vite'))
    },
    'webpack, built': async () => {
      await npx('webpack', '--mode', 'production', '--entry', './main.js', '--output-path', 'webpack')
      writeFileSync(join(project.folder, 'webpack/index.html'), html('/main.js'))
      return serveFolder(join(project.folder, 'webpack'))
    },
  }

  beforeAll(async () => {
    project = await installPacked(['vite@8', 'webpack@5', 'webpack-cli@6'])
    writeFileSync(join(project.folder, 'main.js'), MAIN)
    writeFileSync(join(project.folder, 'index.html'), html('/main.js'))
  }, 300_000)
  afterAll(() => project?.remove())

  it.each(Object.keys(BUNDLERS))('types, talks and has a tool of its own: %s', async (name) => {
    const call = { call: 'show', input: { name: 'Rex' } }
    const llm = new ScriptedModel([[call], [{ say: 'It is shown.' }], [{ say: 'Three pets.' }]])
    const server = await startServer({ llm, stt: new ScriptedStt(['list the pets']) })
    const served = await BUNDLERS[name]!()
    const browser = await openBrowser({ microphone: WAV })
    onTestFinished(async () => {
      await browser.close()
      await served.close()
      await server.close()
    })
    const { page, problems } = await openPage(browser)
    await page.addInitScript(WATCH_WORKLETS)
    await page.goto(`${served.origin}/?agent=${encodeURIComponent(server.url)}`)
    await page.click('button')
    const shown = () => page.evaluate(() => JSON.stringify(window.client.state))
    await expect.poll(shown, { timeout: 20_000 }).toContain('"sessionId":"session-')
    await page.evaluate(() => window.client.sendText('show Rex'))
    await expect.poll(shown, { timeout: 20_000 }).toContain('It is shown.')
    await page.click('button')
    await expect.poll(shown, { timeout: 20_000 }).toContain('"microphone":"on"')
    await expect.poll(shown, { timeout: 20_000 }).toContain('Three pets.')
    expect(JSON.stringify(llm.requests[1])).toContain('shown: Rex')
    // The file that the bundler found; the agent's server would have it too.
    expect(await page.evaluate(() => window.worklets)).toEqual([expect.stringContaining(`${served.origin}/`)])
    await page.evaluate(() => window.client.dispose())
    expect(problems).toEqual([])
  })
})

declare global {
  interface Window {
    client: import('../../src/client/voice-client.js').VoiceClient
    worklets: string[]
  }
}
