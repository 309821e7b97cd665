import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { VoiceApp } from '../../src/server/app.js'
import { loadWebRtc } from '../../src/server/webrtc/packages.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { axeOn } from '../support/axe.js'
import { type BrowserOptions, noChromium, openPage, startSite } from '../support/browser.js'
import { lateSpeech } from '../support/late-speech.js'
import { eventually, OverlayPages } from '../support/overlay-page.js'

const HTML =
  '<!doctype html><html lang="en"><title>App</title><div id="root" style="height: 100vh"></div><script src="/app.js"></script>'

/** The overlay for React Native, drawn by `react-native-web`. */
describe.skipIf(noChromium)('the native overlay', { timeout: 120_000 }, () => {
  const pages = new OverlayPages()
  let script: string

  beforeAll(async () => {
    await loadWebRtc()
    const built = await build({
      entryPoints: [join(import.meta.dirname, '../support/native-page.tsx')],
      ...{ bundle: true, write: false, logLevel: 'error', jsx: 'automatic' },
      alias: { 'react-native': 'react-native-web' },
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    })
    script = built.outputFiles[0]!.text
  })
  afterEach(() => pages.tidy())
  afterAll(() => pages.close())

  async function open(app: VoiceApp, query: string, microphone: BrowserOptions = {}) {
    const served = { '/': { html: HTML }, '/app.js': { html: script, type: 'text/javascript' } }
    const site = pages.keep(await startSite({ pages: served, app }))
    const browser = await pages.browserWith(microphone)
    const { page, context, problems } = await openPage(browser, { viewport: { width: 390, height: 844 } })
    pages.keep(context)
    await page.goto(`${site.origin}/?${query}`)
    await page.getByRole('button', { name: 'Talk' }).click()
    await eventually(() => page.getByRole('heading').count()).toBe(1)
    return { page, problems }
  }

  const say = async (page: Page, text: string) => {
    await page.getByRole('textbox').fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  const shown = (page: Page) => page.textContent('body')
  const calls = () => [
    { call: 'delete_order', input: { id: 1 } },
    { call: 'delete_order', input: { id: 2 } },
  ]

  it('types, asks once for what is dangerous, and closes', async () => {
    const tool = new FakeTool({ name: 'delete_order', effect: 'destroy', answer: {} })
    const answer = '**Two** pets:\n- Rex\n- [Mia](https://example.com/mia)'
    const app = pages.appOf([[{ say: answer }], calls(), [{ say: 'One is gone.' }]], { tools: [tool] })
    const { page, problems } = await open(app, 'mode=text')
    await page.getByRole('button', { name: 'Which pets are there?' }).click()
    await eventually(() => shown(page)).toMatch(/Two pets:\s*• Rex\s*• Mia/)
    expect(await page.getByRole('link', { name: 'Mia' }).count()).toBe(1)
    await say(page, 'Delete my orders.')
    await eventually(() => page.getByRole('button', { name: /^Allow: / }).count()).toBe(2)
    expect((await axeOn(page, ['color-contrast', 'button-name', 'link-name'])).serious).toEqual([])
    await page
      .getByRole('button', { name: /^Allow: / })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Don’t allow: / })
      .last()
      .click()
    await eventually(() => shown(page)).toContain('One is gone.')
    expect(tool.calls).toHaveLength(1)
    await page.getByRole('button', { name: 'Close' }).click()
    await eventually(() => page.getByRole('heading').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('talks over a call', async () => {
    const app = pages.appOf([[{ say: 'There is one pet, Rex.' }]], { hears: ['list all pets'] })
    const { page } = await open(app, 'mode=voice', { microphone: lateSpeech('list-pets-slt') })
    await eventually(() => shown(page)).toContain('There is one pet, Rex.')
    expect(await shown(page)).toContain('list all pets')
    await page.getByRole('button', { name: 'Mute the microphone', exact: true }).click()
    await eventually(() => page.getByRole('button', { name: 'Unmute the microphone' }).count()).toBe(1)
  })

  it('says in the language of the user that the microphone is refused, and takes text', async () => {
    const app = pages.appOf([[{ say: 'Gern.' }]], { hears: '' })
    const { page } = await open(app, 'mode=voice&language=de', { grants: false })
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/Mikrofon/)
    await say(page, 'Hallo')
    await eventually(() => shown(page)).toContain('Gern.')
  })
})
