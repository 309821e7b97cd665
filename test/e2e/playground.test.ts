import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp } from '../../src/server/app.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { KEY } from '../support/app.js'
import { axeOn } from '../support/axe.js'
import { noChromium, openBrowser, openPage, type Site, startSite } from '../support/browser.js'
import { theEnd } from '../support/overlay-page.js'
import { FAKE_SPEECH } from '../support/page-sound.js'

describe.skipIf(noChromium)('the playground', { timeout: 120_000 }, () => {
  let browser: Browser
  let site: Site
  const app = async () => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collectionPath: 'examples/petshop/postman.json',
    })
    const agentSession = new AgentSession({
      llm: new ScriptedModel([[{ say: 'Hello.' }], [{ say: 'Hello.' }]]),
      tools: [toolkit],
      credentials: {},
    })
    return createApp({
      apiKeyValidator: (key) => key === KEY,
      agentSession,
      playground: { question: () => 'list pets' },
    })
  }

  const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 25_000 })

  beforeAll(async () => {
    browser = await openBrowser()
    site = await startSite({ pages: {}, app: await app() })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  const enter = async (init: () => void) => {
    const opened = await openPage(browser, { reducedMotion: 'reduce', locale: 'es-ES' })
    await opened.page.addInitScript(init)
    await opened.page.goto(site.origin)
    await opened.page.fill('#key', KEY)
    await opened.page.click('#enter button')
    await opened.page.getByRole('button', { name: 'Prefiero hablar' }).click()
    return opened
  }

  it('hears and speaks through the browser where the server does neither, and says who gets the sound', async () => {
    const { page, context, problems } = await enter(FAKE_SPEECH)
    await eventually(() => page.locator('voice-agent .hint').textContent()).toMatch(/navegador.*fabricante/)
    await eventually(() => page.evaluate(() => window.ears?.isOpen)).toBe(true)
    expect(await page.evaluate(() => [window.ears.lang, document.body.lang])).toEqual(['es-ES', 'en'])
    await page.evaluate(() => window.ears.hear('hello there', true))
    await eventually(() => page.locator('voice-agent .user').first().textContent()).toMatch(/hello there/)
    await eventually(() => page.evaluate(() => window.said)).toEqual(['Hello.'])
    expect(problems).toEqual([])
    await context.close()
  })

  it('says what to do where neither the server nor the browser recognizes speech', async () => {
    const { page, context } = await enter(() => {
      for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
        Object.defineProperty(window, name, { value: undefined })
    })
    const notice = page.locator('voice-agent .notice')
    await eventually(() => notice.textContent()).toMatch(/Falta el reconocimiento de voz/)
    await theEnd(page, 'playground-no-speech')
    await notice.getByRole('button', { name: 'Prefiero escribir' }).click()
    await eventually(() => notice.isVisible()).toBe(false)
    await context.close()
  })

  it('talks to the agent, lists its tools, shows a request without sending it, and logs the events', async () => {
    const { page, context, problems } = await openPage(browser, { reducedMotion: 'reduce' })
    await page.goto(site.origin)
    await page.fill('#key', KEY)
    await page.click('#enter button')
    await eventually(() => page.textContent('#count')).toBe('9')
    expect(await page.isVisible('#try')).toBe(true)

    await page.locator('voice-agent textarea').fill('hi')
    await page.locator('voice-agent textarea').press('Enter')
    await eventually(() => page.locator('voice-agent .assistant').allTextContents()).toEqual([
      'Assistant: Hello.Interrupted',
    ])
    await eventually(() => page.locator('#log .type').allTextContents()).toEqual(
      expect.arrayContaining(['conversation.item.create', 'response.done', 'voice.metrics']),
    )

    expect(await page.isVisible('#try')).toBe(false)
    await page.fill('#filter', 'no such words')
    expect(await page.textContent('#list')).toBe('No tool has these words.')
    await page.fill('#filter', 'delete pets')
    await eventually(() => page.locator('#list .name').allTextContents()).toEqual(['delete_pet'])
    await page.click('#list summary')
    await page.click('#list button')
    await eventually(() => page.textContent('#list pre')).toMatch(/^DELETE http/)
    await theEnd(page, 'playground')
    await page.locator('#log summary', { hasText: 'session.created' }).click()
    await eventually(() => page.locator('#log pre').count()).toBe(1)
    expect(await axeOn(page)).toEqual({ serious: [], judgedContrast: true })

    await page.click('#full')
    await eventually(() => page.locator('.voice-agent-overlay .assistant').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.locator('.voice-agent-overlay').count()).toBe(0)

    await page.reload()
    await eventually(() => page.locator('voice-agent .assistant').count()).toBe(1)
    expect(page.url()).toBe(`${site.origin}/`)
    expect(problems).toEqual([])
    await context.close()
  })

  it('says that a key is wrong', async () => {
    const { page, context } = await openPage(browser)
    await page.goto(site.origin)
    expect(await page.textContent('.start')).toContain('SERVICE_API_KEY')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('key')
    await page.fill('#key', 'wrong')
    await page.click('#enter button')
    await eventually(() => page.locator('voice-agent [role=alert]').textContent()).toMatch(/key/)
    await theEnd(page, 'playground-wrong-key')
    await context.close()
  })
})
