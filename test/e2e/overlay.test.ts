import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { KEY } from '../support/app.js'
import { type BrowserOptions, noChromium } from '../support/browser.js'
import { eventually, OverlayPages, rowsOf, say, statusOf, talk, theEnd } from '../support/overlay-page.js'

const WAV = join(import.meta.dirname, '../fixtures/speech/list-pets-slt.wav')
describe.skipIf(noChromium)('a page with the overlay', { timeout: 120_000 }, () => {
  const pages = new OverlayPages()

  beforeAll(() => pages.browserWith({}))
  afterEach(() => pages.tidy())
  afterAll(() => pages.close())

  it('shows what was said, the call and the answer, under a strict policy', async () => {
    const tool = new FakeTool({ name: 'list_pets', answer: ['Rex'] })
    const app = pages.appOf([[{ call: 'list_pets' }], [{ say: 'There is one pet, Rex.' }]], {
      tools: [tool],
      hears: 'list all pets',
    })
    const { page, overlay, problems } = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice',
      microphone: { microphone: WAV },
    })
    await talk(page)
    await eventually(() => rowsOf(overlay)).toEqual([
      expect.stringContaining('list all pets'),
      expect.stringContaining('List pets'),
      expect.stringContaining('There is one pet, Rex.'),
    ])
    await eventually(() => statusOf(overlay)).toContain('Listening')
    await overlay.locator('[aria-label="Type instead"]').click()
    await eventually(() => overlay.locator('textarea').isVisible()).toBe(true)
    expect(await overlay.locator('.row:visible').count()).toBe(3)
    expect([await page.evaluate(() => asked), tool.calls.length, problems]).toEqual([1, 1, []])
  })

  it.each<[string, BrowserOptions, RegExp]>([
    ['is refused', { grants: false }, /microphone is blocked|not allowed yet/],
    ['does not exist', { microphone: 'none' }, /No microphone found/],
  ])('goes on in text when the microphone %s', async (_, microphone, title) => {
    const { page, overlay } = await pages.pageOf(
      await pages.siteOf(pages.appOf([[{ say: 'Hello.' }]], { hears: '' })),
      {
        query: 'mode=voice',
        microphone,
      },
    )
    await talk(page)
    await eventually(() => overlay.locator('[role=alert]').textContent()).toMatch(title)
    await overlay.locator('.notice button').filter({ hasText: 'Type instead' }).click()
    await eventually(() => overlay.locator('[role=alert]').isVisible()).toBe(false)
    await say(overlay, 'hi')
    await eventually(() => rowsOf(overlay)).toEqual(
      ['You: hi', 'Assistant: Hello.'].map((text) => expect.stringContaining(text)),
    )
  })

  it.each([
    ['in text mode', { hears: '' }, 'mode=text'],
    ['where the server cannot hear', {}, 'mode=voice'],
  ])('never asks for the microphone %s', async (_, hearing, query) => {
    const { page, overlay, problems } = await pages.pageOf(
      await pages.siteOf(pages.appOf([[{ say: 'Hello.' }]], hearing)),
      {
        query,
      },
    )
    await talk(page)
    await eventually(() => overlay.locator('textarea').isVisible()).toBe(true)
    await say(overlay, 'hi')
    await eventually(() => rowsOf(overlay)).toContainEqual(expect.stringContaining('Hello.'))
    expect([await page.evaluate(() => asked), problems]).toEqual([0, []])
  })

  it('asks before it writes, and does what the button says', async () => {
    const tool = new FakeTool({ name: 'delete_pet', effect: 'destroy' })
    const steps = [[{ call: 'delete_pet', input: { petId: 7 } }], [{ say: 'It is gone.' }]]
    const { page, overlay } = await pages.pageOf(await pages.siteOf(pages.appOf(steps, { tools: [tool] })))
    await talk(page)
    await say(overlay, 'delete pet 7')
    await eventually(() => overlay.locator('.approval').textContent()).toContain('Pet id7')
    expect(tool.calls).toHaveLength(0)
    await overlay.locator('.approval button').first().click()
    await eventually(() => rowsOf(overlay)).toContainEqual(expect.stringContaining('It is gone.'))
    expect(tool.calls).toHaveLength(1)
    expect(await overlay.locator('.approval.settled').textContent()).toContain('Allowed')
  })

  it('shows a question once, where it is asked last', async () => {
    const tool = new FakeTool({ name: 'delete_pet', effect: 'destroy' })
    const steps = [
      [{ call: 'delete_pet', input: { petId: 7 } }],
      [{ say: 'It costs nothing.' }],
      [{ say: 'It is gone.' }],
    ]
    const { page, overlay } = await pages.pageOf(await pages.siteOf(pages.appOf(steps, { tools: [tool] })))
    await talk(page)
    await say(overlay, 'delete pet 7')
    await eventually(() => overlay.locator('.approval').count()).toBe(1)
    await say(overlay, 'what does that cost?')
    const rows = ['delete pet 7', 'what does that cost?', 'It costs nothing.', 'This deletes the pet.']
    await eventually(() => rowsOf(overlay)).toEqual(rows.map((text) => expect.stringContaining(text)))
    await overlay.locator('.approval button').first().click()
    await eventually(() => rowsOf(overlay)).toContainEqual(expect.stringContaining('It is gone.'))
    expect(tool.calls).toHaveLength(1)
    expect(await overlay.locator('.approval').count()).toBe(1)
  })

  it('counts down while the server is away, and goes on when it is back', async () => {
    const app = pages.appOf([[{ say: 'First.' }], [{ say: 'Second.' }]])
    const site = await pages.siteOf(app)
    const { page, overlay } = await pages.pageOf(site, { query: 'mode=text&delay=30000' })
    await talk(page)
    await say(overlay, 'one')
    await eventually(() => rowsOf(overlay)).toHaveLength(2)
    site.setApp(undefined)
    site.cut()
    await eventually(() => statusOf(overlay)).toMatch(/Reconnecting in \d+ s/)
    site.setApp(app)
    await say(overlay, 'two')
    await overlay.locator('.status button:visible').click()
    await eventually(() => rowsOf(overlay)).toEqual(
      ['one', 'First.', 'two', 'Second.'].map((text) => expect.stringContaining(text)),
    )
    expect(await statusOf(overlay)).toContain('Ready')
  })

  it('goes on with the conversation after a reload, and after hide', async () => {
    const { page, overlay, problems } = await pages.pageOf(
      await pages.siteOf(pages.appOf([[{ say: 'First.' }], [{ say: 'Second.' }]])),
    )
    await talk(page)
    await say(overlay, 'one')
    await eventually(() => rowsOf(overlay)).toHaveLength(2)
    await page.reload()
    await talk(page)
    await eventually(() => rowsOf(overlay)).toHaveLength(2)
    await page.keyboard.press('Escape')
    expect(await overlay.count()).toBe(0)
    await talk(page)
    await eventually(() => rowsOf(overlay)).toHaveLength(2)
    await say(overlay, 'two')
    await eventually(() => rowsOf(overlay)).toEqual(
      ['one', 'First.', 'two', 'Second.'].map((text) => expect.stringContaining(text)),
    )
    expect(problems).toEqual([])
  })

  it('says once that the model has failed: in the answer', async () => {
    const site = await pages.siteOf(pages.appOf([[{ fail: 'unauthorized' }]]))
    const { page, overlay } = await pages.pageOf(site)
    await talk(page)
    await say(overlay, 'hi')
    await eventually(() => rowsOf(overlay)).toEqual(['You: hi', expect.stringMatching(/^Assistant: .*key/)])
    await eventually(() => statusOf(overlay)).toContain('Ready')
    expect(await overlay.locator('[role=alert]').isVisible()).toBe(false)
    await theEnd(page, 'model-failed')
  })

  it('says that there is no agent here when the key is wrong, which no user can mend', async () => {
    const { page, overlay } = await pages.pageOf(await pages.siteOf(pages.appOf([])), {
      query: 'mode=text&key=wrong',
    })
    await talk(page)
    await eventually(() => overlay.locator('[role=alert]').textContent()).toMatch(
      /Not connected.*not available/,
    )
    expect(await overlay.locator('[role=alert] .pill').count()).toBe(0)
    expect(await statusOf(overlay)).toContain('Not connected')
  })

  it('opens while the server is down, and keeps what is written until it is up', async () => {
    const site = await pages.siteOf(undefined)
    const { page, overlay } = await pages.pageOf(site)
    await talk(page)
    await eventually(() => statusOf(overlay)).toContain('Reconnecting')
    await eventually(() => overlay.locator('[role=alert]').textContent()).toBe('The agent cannot be reached.')
    await say(overlay, 'are you there?')
    site.setApp(pages.appOf([[{ say: 'Here I am.' }]]))
    await eventually(() => rowsOf(overlay)).toEqual(
      ['are you there?', 'Here I am.'].map((text) => expect.stringContaining(text)),
    )
  })

  it('begins to listen by itself once a server is back that was down when voice was asked for', async () => {
    const site = await pages.siteOf(undefined)
    const { page, overlay } = await pages.pageOf(site, { query: 'mode=voice' })
    await talk(page)
    await eventually(() => statusOf(overlay)).toContain('Reconnecting')
    expect(await page.evaluate(() => asked)).toBe(0)
    site.setApp(pages.appOf([], { hears: '' }))
    await eventually(() => page.evaluate(() => asked)).toBe(1)
    await eventually(() => statusOf(overlay)).toContain('Listening')
  })

  it('opens from a corner beside the page, and over the page where there is no room', async () => {
    const site = await pages.siteOf(pages.appOf([[{ say: 'Hello.' }]]))
    const { page, overlay, problems } = await pages.pageOf(site)
    await page.evaluate(
      ({ serverUrl, apiKey }) => {
        const agent = document.createElement('voice-agent')
        for (const [name, value] of Object.entries({ 'server-url': serverUrl, corner: '', mode: 'text' }))
          agent.setAttribute(name, value)
        agent.setAttribute('app-id', 'shop')
        agent.lang = 'ar'
        // As React does it: what is a property of the element is set, anything else becomes an attribute.
        const given = { apiKey, suggestions: ['Which pets?'], texts: { title: 'Pets' } }
        for (const [name, value] of Object.entries(given))
          if (name in agent) Reflect.set(agent, name, value)
          else agent.setAttribute(name, String(value))
        document.body.append(agent)
        agent.suggestions = ['hi']
      },
      { serverUrl: `${site.origin.replace('http', 'ws')}/ws`, apiKey: KEY },
    )
    const launcher = page.locator('voice-agent button')
    await eventually(() => launcher.textContent()).toBe('Pets')
    expect(await launcher.locator('.keyboard').count()).toBe(1)
    await launcher.click()
    await overlay.locator('button').filter({ hasText: 'hi' }).click()
    await eventually(() => rowsOf(overlay)).toEqual(
      ['hi', 'Hello.'].map((text) => expect.stringContaining(text)),
    )
    const { x, width, height } = (await overlay.locator('dialog').boundingBox())!
    expect([x > 640, width < 640, height < 720]).toEqual([true, true, true])
    await page.locator('#other').evaluate((node) => {
      node.textContent = 'still here'
      node.onclick = () => node.remove()
    })
    await page.click('#other')
    expect(await page.locator('#other').count()).toBe(0)
    await overlay.locator('textarea').press('Escape')
    await eventually(() => overlay.count()).toBe(0)
    await page.setViewportSize({ width: 390, height: 700 })
    await launcher.click()
    await eventually(() => overlay.locator('dialog').boundingBox()).toMatchObject({ x: 0, width: 390 })
    expect(problems).toEqual([])
  })

  it('is one at a time, and warns without a session', async () => {
    const { page, overlay } = await pages.pageOf(await pages.siteOf(pages.appOf([])))
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    const places = await page.evaluate(() => {
      const { VoiceAgentOverlay } = (
        globalThis as unknown as { VoiceSDK: typeof import('../../src/client/index.js') }
      ).VoiceSDK
      VoiceAgentOverlay.show(document.body, { sessionId: '' })
      const other = document.querySelector('#other')!
      VoiceAgentOverlay.show(document.body, { sessionId: 'session-a', mode: 'text' })
      VoiceAgentOverlay.show(other, { sessionId: 'session-b', mode: 'text' })
      VoiceAgentOverlay.show(other, { sessionId: 'session-b', mode: 'text' })
      return [...document.querySelectorAll('.voice-agent-overlay')].map((node) => node.parentElement?.id)
    })
    expect(places).toEqual(['other'])
    await eventually(() => statusOf(overlay)).toContain('Ready')
    expect(warnings).toEqual([expect.stringContaining('needs a sessionId')])
  })

  it('lives on with a server that says things it does not know', async () => {
    const server = new WebSocketServer({ port: 0, handleProtocols: () => 'voice.v1' })
    pages.keep({ close: () => new Promise((resolve) => server.close(resolve)) })
    server.on('connection', (socket) => {
      const send = (event: unknown) => socket.send(typeof event === 'string' ? event : JSON.stringify(event))
      const item = {
        id: 'i1',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Still here.' }],
      }
      send({ type: 'session.created', event_id: 'event_1', session: { id: 'session-x', type: 'realtime' } })
      const providers = { stt: null, llm: 'x', tts: null, vad: null, turn_detection: null }
      const limits = { max_message_bytes: 1_000, max_audio_seconds: 1 }
      send({
        type: 'voice.session',
        event_id: 'event_2',
        session_id: 'session-x',
        resume_token: 't',
        grace_ms: 1,
        gap: false,
        limits,
        providers,
      })
      for (const event of [
        'no json',
        '[]',
        'null',
        '{"type":7}',
        { type: 'from.the.future', event_id: 'event_3' },
      ])
        send(event)
      for (const type of [
        'conversation.item.added',
        'response.done',
        'error',
        'voice.session',
        'voice.state',
      ])
        send({ type })
      socket.send(Buffer.from([9, 9, 9]))
      send({ type: 'conversation.item.done', event_id: 'event_4', item, previous_item_id: null })
    })
    const { port } = server.address() as { port: number }
    const site = await pages.siteOf(undefined, { csp: null })
    const { page, overlay, problems } = await pages.pageOf(site, {
      query: `mode=text&server=ws://127.0.0.1:${port}/ws`,
    })
    await talk(page)
    await eventually(() => rowsOf(overlay)).toEqual([expect.stringContaining('Still here.')])
    expect(problems).toEqual([])
  })
})
