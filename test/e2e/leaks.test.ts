import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { styleText } from '../../scripts/style-text.mjs'
import { noChromium, openPage, startSite } from '../support/browser.js'
import { OverlayPages } from '../support/overlay-page.js'

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title><body><script src="/app.js"></script></body></html>'
const TIMES = 20
const SETTLED = 5
/** What the engine itself needs more, such as compiled code, after the fifth time. */
const MAX_GROWTH_BYTES = 400_000

/** A page that shows and removes an agent again and again, as single-page apps do, must not grow. */
describe.skipIf(noChromium)('a page that puts an agent in and takes it away', { timeout: 240_000 }, () => {
  const pages = new OverlayPages()
  let script: string

  beforeAll(async () => {
    const built = await build({
      entryPoints: [join(import.meta.dirname, '../support/leak-page.tsx')],
      ...{ bundle: true, write: false, logLevel: 'error', jsx: 'automatic', format: 'iife' },
      define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': 'location.href' },
      plugins: [styleText],
    })
    script = built.outputFiles[0]!.text
  })
  afterEach(() => pages.tidy())
  afterAll(() => pages.close())

  it.each([
    ['the overlay', 'text'],
    ['the overlay', 'voice'],
    ['the element', 'voice'],
    ['the element in the page', 'text'],
    ['the element in the page', 'voice'],
    ['the provider of React', 'text'],
    ['the provider of React', 'voice'],
  ] as const)('holds no more the twentieth time than the fifth: %s, %s', async (kind, mode) => {
    const app = pages.appOf([], { hears: '' })
    const served = { '/': { html: HTML }, '/app.js': { html: script, type: 'text/javascript' } }
    const site = pages.keep(await startSite({ pages: served, app }))
    const { page, context, problems } = await openPage(await pages.browserWith({}))
    pages.keep(context)
    await page.goto(site.origin)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Performance.enable')
    const measure = async () => {
      await devTools.send('HeapProfiler.collectGarbage')
      const { metrics } = await devTools.send('Performance.getMetrics')
      const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value
      return {
        ...{ heap: metric('JSHeapUsedSize'), listeners: metric('JSEventListeners') },
        nodes: metric('Nodes'),
        ...(await page.evaluate(() => window.leaks.held())),
      }
    }
    const times = async (count: number) => {
      for (let time = 1; time <= count; time++) {
        await page.evaluate(([kind, mode]) => window.leaks.put(kind, mode), [kind, mode] as const)
        await page.waitForFunction((mode) => window.leaks.isUp(mode), mode)
        await page.evaluate(() => window.leaks.takeAway())
        await page.waitForFunction(() => {
          const { contexts, sockets } = window.leaks.held()
          return contexts + sockets === 0
        })
      }
    }
    await times(SETTLED)
    const before = await measure()
    await times(TIMES - SETTLED)
    const growth = async () => {
      await times(1)
      const now = await measure()
      const grown = (['listeners', 'nodes', 'timers'] as const).filter((what) => now[what] > before[what])
      return now.heap - before.heap < MAX_GROWTH_BYTES ? grown : [...grown, 'heap']
    }
    // React may still hold what the last time had; what leaks is more each time.
    await expect.poll(growth, { timeout: 20_000 }).toEqual([])
    expect(problems).toEqual([])
  })
})
