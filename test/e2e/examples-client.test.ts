import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import ts from 'typescript'
import { type Rolldown, build as viteBuild } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp } from '../../src/server/app.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { KEY } from '../support/app.js'
import { noChromium, openBrowser, openPage, type SitePage, startSite } from '../support/browser.js'
import { blocksOf } from '../support/documented.js'
import { theEnd } from '../support/overlay-page.js'
import { loudVad, ScriptedStt } from '../support/speech.js'

const root = join(import.meta.dirname, '../..')
const web = (file: string) => readFileSync(join(root, 'examples/web', file), 'utf8')

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 25_000 })

describe.skipIf(noChromium)('examples/web', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const csp = /"(default-src[^"]*)"/.exec(web('server.mjs'))?.[1] ?? ''
  const pages = {
    '/': { html: web('index.html'), csp },
    '/app.js': { html: web('app.js'), type: 'text/javascript' },
    '/style.css': { html: web('style.css'), type: 'text/css' },
    '/key': { html: JSON.stringify({ value: KEY }), type: 'application/json' },
  }

  it('enables its button once the agent answers, and opens the overlay under its own policy', async () => {
    const agentSession = new AgentSession({ llm: new ScriptedModel([[{ say: 'Hello.' }]]), credentials: {} })
    const app = createApp({ apiKeyValidator: (key) => key === KEY, agentSession })
    const site = await startSite({ pages, app })
    const { page, context, problems } = await openPage(browser)
    await page.goto(site.origin, { waitUntil: 'commit' })
    await eventually(() => page.textContent('#status')).toContain('Ask which pets')
    await theEnd(page, 'example-web')
    await page.click('#talk')
    await page.locator('.voice-agent-overlay textarea').fill('hi')
    await page.locator('.voice-agent-overlay textarea').press('Enter')
    await eventually(() => page.locator('.voice-agent-overlay .assistant').count()).toBe(1)
    expect(problems).toEqual([])
    await context.close()
    await app.close({ drainMs: 0 })
    await site.close()
  })

  it('says why it cannot connect, and lets the overlay be opened all the same', async () => {
    expect(web('index.html')).toMatch(/<button [^>]*disabled/)
    const site = await startSite({ pages })
    const { page, context } = await openPage(browser)
    await page.goto(site.origin)
    await eventually(() => page.isEnabled('#talk')).toBe(true)
    expect(await page.textContent('#status')).toContain('does not accept this connection now (HTTP 503)')
    await page.click('#talk')
    await eventually(() => page.locator('.voice-agent-overlay .status').textContent()).toMatch(/Reconnecting/)
    await context.close()
    await site.close()
  })
})

describe('examples/react', { timeout: 120_000 }, () => {
  const source = (file: string) => join(root, 'examples/react/src', file)

  it('fits the types of the client', () => {
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.ReactJSX,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      paths: {
        'voice/client': [join(root, 'src/client/index.ts')],
        'voice/react': [join(root, 'src/client/react/index.ts')],
      },
      ...{ strict: true, noEmit: true, skipLibCheck: true, verbatimModuleSyntax: true, types: [] },
    }
    const program = ts.createProgram([source('main.tsx'), source('app.tsx')], options)
    const own = program.getSourceFiles().filter(({ fileName }) => fileName.includes('/examples/react/'))
    const found = own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ])
    expect(own).toHaveLength(2)
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })
})

/** Bundles of the example, made from the built package as the project of a user makes them. */
const BUNDLERS: Record<string, (entry: string) => Promise<Record<string, string>>> = {
  async esbuild(entry) {
    const { outputFiles } = await build({
      entryPoints: [entry],
      ...{ bundle: true, write: false, format: 'esm', platform: 'browser', logLevel: 'silent' },
      define: { 'process.env.NODE_ENV': '"development"' },
      alias: ALIAS,
    })
    return { '/app.js': outputFiles[0]!.text }
  },
  async vite(entry) {
    const built = await viteBuild({
      ...{ configFile: false, logLevel: 'silent', root: join(root, 'examples/react') },
      resolve: { alias: ALIAS },
      build: { write: false, rollupOptions: { input: entry, output: { entryFileNames: 'app.js' } } },
    })
    const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
    const texts = output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ])
    return Object.fromEntries(texts)
  },
}

const ALIAS = {
  'voice/client': join(root, 'dist/client/index.js'),
  'voice/react': join(root, 'dist/client/react/index.js'),
}

/** A page with these files, and an agent that hears and follows a script. */
async function openApp(
  browser: Browser,
  { files, script }: { files: Record<string, SitePage>; script: ScriptedStep[] },
) {
  const agentSession = new AgentSession({
    llm: new ScriptedModel(script),
    ...{ stt: new ScriptedStt(['hello']), vad: loudVad, credentials: {} },
  })
  const app = createApp({ apiKeyValidator: () => true, agentSession })
  const html =
    '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script type="module" src="/app.js"></script></html>'
  const site = await startSite({ pages: { '/': { html }, ...files }, app })
  const { page, context, problems } = await openPage(browser)
  await page.goto(site.origin, { waitUntil: 'commit' })
  return {
    page,
    /** Opens the overlay by a button, until it listens, closes it, and looks for errors. */
    async talkAndLeave(button: string) {
      await page.click(button)
      const overlay = page.locator('.voice-agent-overlay')
      await eventually(() => overlay.locator('.root').getAttribute('data-tone')).toBe('listening')
      await overlay.locator('[aria-label=Close]').click()
      await eventually(() => overlay.count()).toBe(0)
      expect(problems).toEqual([])
      await context.close()
      await app.close({ drainMs: 0 })
      await site.close()
    },
  }
}

const javascript = (text: string) => ({ html: text, type: 'text/javascript' })

describe.skipIf(noChromium)('a React app', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it.each(Object.keys(BUNDLERS))(
    'talks, calls its page and finds the worklet, bundled by %s',
    async (name) => {
      const bundled = await BUNDLERS[name]!(join(root, 'test/support/react-page.tsx'))
      const files = Object.fromEntries(
        Object.entries(bundled).map(([path, text]) => [path, javascript(text)]),
      )
      const script = [
        [{ call: 'set_title', input: { title: 'Friends of Rex' } }],
        [{ say: 'It is called so now.' }],
      ]
      const { page, talkAndLeave } = await openApp(browser, { files, script })
      await eventually(() => page.textContent('[role=status]')).toBe('Ready')
      await page.fill('[aria-label=Message]', 'call this page Friends of Rex')
      await page.click('text=Send')
      await eventually(() => page.locator('.assistant').allTextContents()).toEqual(['It is called so now.'])
      expect(await page.textContent('h1')).toBe('Friends of Rex')
      await talkAndLeave('text=Talk')
    },
  )

  it('draws a conversation, and opens the overlay, as the docs show it', async () => {
    const block = blocksOf(join(root, 'docs/client.md')).find(({ id }) => id === 'react')!.text
    const address = '"wss://agent.example.com/ws"'
    expect(block).toContain(address)
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createRoot } from 'react-dom/client'
          ${block.replace(address, "{location.origin.replace('http', 'ws') + '/ws'}")}
          createRoot(document.getElementById('root')!).render(<App />)`,
        ...{ loader: 'tsx', resolveDir: root },
      },
      ...{ bundle: true, write: false, format: 'esm', platform: 'browser', jsx: 'automatic' },
      define: { 'process.env.NODE_ENV': '"development"' },
      alias: ALIAS,
    })
    const files = {
      '/app.js': javascript(outputFiles[0]!.text),
      '/key': { html: JSON.stringify({ value: KEY }), type: 'application/json' },
    }
    const script = [[{ call: 'open_page', input: { path: '/pets' } }], [{ say: 'Rex is there.' }]]
    const { page, talkAndLeave } = await openApp(browser, { files, script })
    await page.click('text=Which pets are there?')
    await eventually(() => page.locator('p').allTextContents()).toEqual([
      'Which pets are there?',
      'Rex is there.',
    ])
    expect(new URL(page.url()).pathname).toBe('/pets')
    await talkAndLeave('text=Talk to us')
  })
})
