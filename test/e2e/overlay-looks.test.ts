import fc from 'fast-check'
import { type Browser, devices, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeOn } from '../support/axe.js'
import { noChromium, openBrowser, openPage } from '../support/browser.js'
import type { FakeClient, SceneName, SceneOptions } from '../support/overlay-scenes.js'
import { sceneScript } from '../support/overlay-script.js'

const SCENES: SceneName[] = [
  ...(['empty', 'listening', 'thinking', 'speaking', 'approval', 'approvals'] as const),
  ...(['text', 'reconnecting', 'unsent', 'interrupted', 'denied', 'closed', 'browser'] as const),
]

/** What the tests keep on the page. */
interface Kept {
  client: FakeClient
  pwned?: boolean
}

describe.skipIf(noChromium)('the overlay, drawn without a server', { timeout: 120_000 }, () => {
  let browser: Browser
  let script: string
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    ;[browser, script] = await Promise.all([openBrowser(), sceneScript()])
    page = await open()
  })
  afterAll(() => browser?.close())
  afterEach(() => expect(problems).toEqual([]))

  async function open(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
    const opened = await openPage(browser, { reducedMotion: 'reduce', ...options })
    problems = opened.problems
    await opened.page.setContent(
      '<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>Shop</h1><button id="opener">Talk</button></main>',
    )
    await opened.page.addScriptTag({ content: script })
    return opened.page
  }

  const show = (name: SceneName, options: SceneOptions = {}) => showOn(page, name, options)
  const asked = () => page.evaluate(() => (globalThis as unknown as Kept).client.asked)
  const inOverlay = (selector: string) => page.locator(`.voice-agent-overlay ${selector}`)
  const change = (state: object) =>
    page.evaluate((state) => {
      ;(globalThis as unknown as Kept).client.set(state)
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, state)

  /** The other rules do not look at colours, so one theme is enough for them: that of the audience that sees more. */
  const RULES = { light: undefined, dark: ['color-contrast'] }
  const AUDIENCE = { light: 'developer', dark: 'user' } as const

  describe('for everybody', () => {
    it.each(['light', 'dark'] as const)('has nothing serious for axe to find, %s', async (theme) => {
      for (const name of SCENES) {
        await show(name, { theme, audience: AUDIENCE[theme], suggestions: ['Which pets are there?'] })
        expect([name, await axeOn(page, RULES[theme])]).toEqual([name, { serious: [], judgedContrast: true }])
      }
    })

    it('keeps the keyboard inside, closes with Escape, and gives the keyboard back', async () => {
      await inOverlay('[aria-label=Close]').click()
      await page.locator('#opener').focus()
      await show('approval')
      const seen = new Set<string>()
      for (let at = 0; at < 12; at++) {
        await page.keyboard.press('Tab')
        seen.add(await focused(page))
      }
      expect([...seen]).toEqual(
        expect.arrayContaining(['Close', 'Allow', 'Don’t allow', 'Mute the microphone', 'Type instead']),
      )
      expect(seen).not.toContain('Talk')
      await page.keyboard.press('Escape')
      expect(await page.locator('.voice-agent-overlay').count()).toBe(0)
      expect(await focused(page)).toBe('Talk')
    })

    it('tells a screen reader what is final, once, and not a whole history', async () => {
      await show('text')
      const said = inOverlay('[role=status]')
      const base = await page.evaluate(() => (globalThis as unknown as Kept).client.state.items)
      const reply = {
        kind: 'message',
        id: 'r1',
        role: 'assistant',
        text: 'It is',
        partial: true,
        interrupted: false,
      }
      await change({ items: [...base, reply] })
      expect(await said.textContent()).toBe('')
      await change({ items: [...base, { ...reply, text: 'It is done.', partial: false }] })
      expect(await said.textContent()).toBe('It is done.')
      const many = Array.from({ length: 50 }, (_, at) => ({
        ...reply,
        id: `old${at}`,
        text: `Old ${at}.`,
        partial: false,
      }))
      await change({ items: many })
      expect(await said.textContent()).toBe('Old 48. Old 49.')
      expect(await inOverlay('[role=log]').getAttribute('aria-live')).toBe('off')
    })

    it('tells a screen reader the same answer again, and about the connection', async () => {
      await show('text')
      const said = inOverlay('[role=status]')
      const base = await page.evaluate(() => (globalThis as unknown as Kept).client.state.items)
      const answer = {
        kind: 'message',
        role: 'assistant',
        text: 'Nothing.',
        partial: false,
        interrupted: false,
      }
      await change({ items: [...base, { ...answer, id: 'n1' }] })
      const first = await said.locator('p').elementHandle()
      await change({ items: [...base, { ...answer, id: 'n1' }, { ...answer, id: 'n2' }] })
      expect(await said.textContent()).toBe('Nothing.')
      expect(await first!.evaluate((node) => node.isConnected)).toBe(false)
      await change({ connection: 'reconnecting', retryAt: null })
      expect(await said.textContent()).toBe('Reconnecting')
      await change({ connection: 'open' })
      expect(await said.textContent()).toBe('Ready')
    })

    it('leaves an answer that is spoken to the voice, but not the question for approval', async () => {
      await show('empty')
      const said = inOverlay('[role=status]')
      const answer = { kind: 'message', role: 'assistant', text: 'Done.', partial: false, interrupted: false }
      await change({ items: [{ ...answer, id: 's1' }] })
      expect(await said.textContent()).toBe('')
      await change({
        items: [
          { ...answer, id: 's1' },
          { kind: 'approval', id: 's2', name: 'delete_pet', input: '{}', approved: null },
        ],
      })
      expect(await said.textContent()).toBe('Allow “Delete pet”?')
      const asks = (text: string) => ({ messageId: 's4', text, fields: [], request: null, note: null })
      const request = { kind: 'approval', name: 'delete_pet', input: '{}', approved: null }
      await change({
        items: [
          {
            ...request,
            id: 's5',
            question: { ...asks('This deletes the pet.'), fields: [{ name: 'id', value: '7' }] },
          },
          { ...request, id: 's6', question: asks('This sells pet 8.') },
        ],
      })
      expect(await said.textContent()).toBe(
        'Allow these 2 steps? This deletes the pet. id 7 This sells pet 8.',
      )
      await change({ speech: { in: 'server', out: 'none' }, items: [{ ...answer, id: 's3' }] })
      expect(await said.textContent()).toBe('Done.')
    })

    it('shows cards and the focus where the system sets the colours', async () => {
      const kept = page
      page = await open({ forcedColors: 'active' })
      await show('approval')
      const card = await inOverlay('.approval').evaluate((node) => getComputedStyle(node).borderTopStyle)
      await show('text')
      await inOverlay('textarea').focus()
      const field = await inOverlay('.composer').evaluate((node) => getComputedStyle(node).outlineStyle)
      expect([card, field]).toEqual(['solid', 'solid'])
      await page.context().close()
      page = kept
    })

    it('shows a question that is higher than the window from its beginning, and lets users read on', async () => {
      const kept = page
      page = await open({ viewport: { width: 390, height: 844 } })
      await show('approvals')
      const first = inOverlay('.approval .ask')
      const scroll = inOverlay('.scroll')
      const seen = () => first.evaluate((node) => node.getBoundingClientRect().top > 60)
      await expect.poll(seen).toBe(true)
      await scroll.evaluate((node) => node.scrollTo(0, node.scrollHeight))
      const end = await scroll.evaluate((node) => node.scrollTop)
      await change({ heard: 'Well' })
      expect(await scroll.evaluate((node) => node.scrollTop)).toBeGreaterThanOrEqual(end)
      await page.context().close()
      page = kept
    })

    it('leaves room for a value beside a long name', async () => {
      const kept = page
      page = await open({ viewport: { width: 390, height: 844 } })
      await show('approval')
      const input = JSON.stringify({
        aNameOfManyWordsThatIsMuchLongerThanItsValue: 'the value that is approved',
      })
      await change({ items: [{ kind: 'approval', id: 'l1', name: 'update_pet', input, approved: null }] })
      const value = await inOverlay('.approval dd').evaluate((node) => node.getBoundingClientRect().width)
      const all = await inOverlay('.approval dl').evaluate((node) => node.getBoundingClientRect().width)
      expect(value / all).toBeGreaterThan(0.45)
      await page.context().close()
      page = kept
    })

    it('writes each text in its own direction', async () => {
      await show('text')
      const text = 'وجدت ثلاثة حيوانات:\n- بيلا\n- مومو'
      await change({
        items: [
          {
            kind: 'message',
            id: 'd1',
            role: 'user',
            text: 'Which pets?',
            partial: false,
            interrupted: false,
          },
          { kind: 'message', id: 'd2', role: 'assistant', text, partial: false, interrupted: false },
        ],
      })
      await inOverlay('textarea').fill('أي حيوان؟')
      const directions = await inOverlay('.root').evaluate((root) =>
        ['.user p', '.assistant p', '.assistant li', 'textarea', 'header'].map(
          (selector) => getComputedStyle(root.querySelector(selector)!).direction,
        ),
      )
      expect(directions).toEqual(['ltr', 'rtl', 'rtl', 'rtl', 'ltr'])
      await inOverlay('textarea').fill('')
      await change({
        items: [
          {
            kind: 'message',
            id: 'd3',
            role: 'assistant',
            text: `${text}\n\`\`\`\n{ "a": 1 }\n\`\`\``,
            partial: false,
          },
        ],
      })
      const code = await inOverlay('pre').evaluate((node) => getComputedStyle(node).direction)
      expect(code).toBe('ltr')
      const whole = await inOverlay('h2').evaluate((title) => {
        title.textContent = 'المساعد'
        const root = title.closest('.root')!
        return [root, root.querySelector('textarea')!].map((node) => getComputedStyle(node).direction)
      })
      expect(whole).toEqual(['rtl', 'rtl'])
      // A question mark stands at the end of its sentence, whatever the direction of the panel is.
      await show('empty')
      const [first, last] = await inOverlay('h3').evaluate((title) => {
        title.closest<HTMLElement>('.root')!.dir = 'rtl'
        return [0, title.textContent!.length - 1].map((at) => {
          const range = document.createRange()
          range.setStart(title.firstChild!, at)
          range.setEnd(title.firstChild!, at + 1)
          return range.getBoundingClientRect().x
        })
      })
      expect(last).toBeGreaterThan(first!)
    })

    it.each([
      ['iPhone 15', devices['iPhone 15']],
      ['Pixel 7', devices['Pixel 7']],
      ['iPhone 15 on its side', devices['iPhone 15 landscape']],
      ['a very small phone', { viewport: { width: 320, height: 480 }, hasTouch: true }],
    ])('fits on %s, in German too', async (_, device) => {
      const kept = page
      // What is looked at is measured in CSS pixels; fine ones only cost time.
      page = await open({ ...device, deviceScaleFactor: 1 })
      for (const name of SCENES) {
        await show(name, { language: 'de' })
        const faults = await page.evaluate(() => {
          const root = document.querySelector('.voice-agent-overlay')!.shadowRoot!
          const { clientWidth: width, clientHeight: height } = root.querySelector('dialog')!
          const shown = [...root.querySelectorAll('button, textarea, h2')].filter((node) =>
            node.checkVisibility(),
          )
          const outside = shown.filter((node) => {
            const box = node.getBoundingClientRect()
            const scrolls = node.closest('.scroll, .notice') !== null
            return (
              box.left < 0 || box.right > width + 1 || (!scrolls && (box.top < 0 || box.bottom > height + 1))
            )
          })
          const small = shown.filter(
            (node) => node.localName === 'button' && node.getBoundingClientRect().height < 24,
          )
          const wide = [...root.querySelectorAll('.scroll, dialog')].filter(
            (node) => node.scrollWidth > node.clientWidth + 1,
          )
          return [...outside, ...small, ...wide].map((node) => node.outerHTML.slice(0, 80))
        })
        expect([name, faults]).toEqual([name, []])
      }
      await page.context().close()
      page = kept
    })
  })

  describe('the controls', () => {
    it('answer a question by button, and move the keyboard on', async () => {
      await show('approval')
      await inOverlay('button')
        .filter({ hasText: /^Allow$/ })
        .click()
      expect(await asked()).toEqual([['answerApproval', expect.any(String), true]])
      await expect.poll(() => inOverlay('.approval .answered').textContent()).toBe('Allowed')
      await expect.poll(() => focused(page)).toBe('Conversation')
    })

    it('answer several calls alone and the rest together, by the keyboard', async () => {
      await show('approvals')
      const group = page.getByRole('group', { name: 'Allow these 3 steps?' })
      await group.getByRole('button', { name: 'Don’t allow: This books a delivery.' }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => focused(page)).toBe('Allow: This places an order.')
      await group.getByRole('button', { name: 'Allow the rest', exact: true }).focus()
      await page.keyboard.press('Space')
      expect(await asked()).toEqual([
        ['answerApproval', expect.any(String), false],
        ['answerApprovals', true],
      ])
      await expect
        .poll(() => inOverlay('.call .answered').allTextContents())
        .toEqual(['Allowed', 'Not allowed', 'Allowed'])
      await expect.poll(() => focused(page)).toBe('Conversation')
    })

    it('show method and path of a call to a developer, on demand, and the question once', async () => {
      await show('approval', { audience: 'developer' })
      expect(await inOverlay('.rows').textContent()).not.toContain('Go ahead?')
      expect(await inOverlay('.approval .ask:visible').textContent()).toBe('This places an order.')
      expect(await inOverlay('.approval dl:visible').allTextContents()).toEqual([
        'Pet id7 “Bella”Quantity1Deliver to12 Harbour StreetNotePlease ring twice',
      ])
      const request = inOverlay('.approval').getByText('POST /v1/orders')
      expect(await request.isVisible()).toBe(false)
      await inOverlay('.approval summary').click()
      expect(await request.textContent()).toBe('place_order · POST /v1/orders')
      expect(await request.isVisible()).toBe(true)
    })

    it('show a user what happens in words, without JSON, names of tools, methods and paths', async () => {
      await show('approvals')
      const steps = () => inOverlay('.tool').allInnerTexts()
      await expect.poll(steps).toEqual(['Find pets by status\nDone', 'Get pet\nDone'])
      expect(await inOverlay('details').count()).toBe(0)
      const rows = (await inOverlay('.rows').allTextContents()).join()
      expect(rows).toContain('This cancels order 17 “Dog basket”.')
      expect(rows).not.toMatch(/[{}]|POST|v1|_/)
    })

    it('warn by a red button of a call that destroys something', async () => {
      await show('approvals')
      expect(await inOverlay('.spoken').isVisible()).toBe(true)
      const red = await inOverlay('.danger').allTextContents()
      expect(red).toEqual(['Allow', 'Allow all'])
      const names = await inOverlay('.call .danger').evaluateAll((all) =>
        all.map((node) => node.getAttribute('aria-label')),
      )
      expect(names).toEqual(['Allow: This cancels order 17 “Dog basket”.'])
      await inOverlay('.call .danger').click()
      await expect.poll(() => inOverlay('.all .danger').count()).toBe(0)
    })

    it('send a suggested question, as long as nothing was said', async () => {
      const suggestions = ['Which pets are there?', 'I want to adopt one.']
      await show('empty', { suggestions })
      await inOverlay('button').filter({ hasText: suggestions[1]! }).click()
      expect(await asked()).toEqual([['sendText', suggestions[1]]])
      await change({ items: [await page.evaluate((text) => Scenes.message('user', text), suggestions[1]!)] })
      expect(await inOverlay('button').filter({ hasText: suggestions[0]! }).isVisible()).toBe(false)
    })

    it('stay clear of the ring around the orb, however loud the user speaks', async () => {
      for (const name of ['empty', 'hearing', 'thinking', 'speaking'] as const) {
        await show(name)
        const gap = await inOverlay('.orb').evaluate((orb: HTMLElement) => {
          orb.style.setProperty('--level', '1')
          const ring = getComputedStyle(orb, '::before')
          const shadow = Number(/ ([\d.]+)px$/.exec(ring.boxShadow)?.[1] ?? 0)
          const reach = (Number.parseFloat(ring.width) / 2 + shadow) * Number(ring.scale)
          const { left, width } = orb.getBoundingClientRect()
          const middle = left + width / 2
          const others = [...orb.parentElement!.querySelectorAll('.round')].map((node) =>
            node.getBoundingClientRect(),
          )
          return Math.min(...others.map((box) => Math.max(box.left - middle, middle - box.right))) - reach
        })
        expect([name, gap > 0]).toEqual([name, true])
      }
    })

    it('mute, stop, switch to the keyboard and back', async () => {
      await show('speaking')
      await inOverlay('[aria-label="Mute the microphone"]').click()
      await inOverlay('[aria-label="Unmute the microphone"][aria-pressed=true]').click()
      await inOverlay('[aria-label="Stop the answer"]:visible').click()
      await inOverlay('[aria-label="Type instead"]').click()
      await expect.poll(() => focused(page)).toBe('Write a message')
      await inOverlay('[aria-label="Talk instead"]').click()
      expect(await asked()).toEqual([
        ['setMuted', true],
        ['setMuted', false],
        ['stopSpeaking'],
        ['setMode', 'text'],
        ['setMode', 'voice'],
      ])
    })

    it('send with Enter, break the line with Shift and Enter, and leave an input method alone', async () => {
      await show('text')
      const field = inOverlay('textarea')
      await field.fill('first')
      await field.press('Shift+Enter')
      await field.pressSequentially('second')
      await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
      expect(await asked()).toEqual([])
      await field.press('Enter')
      await field.press('Enter')
      expect(await asked()).toEqual([['sendText', 'first\nsecond']])
      expect(await field.inputValue()).toBe('')
    })

    it('count down to the next try, and try at once', async () => {
      await show('reconnecting')
      expect(await inOverlay('.status').textContent()).toMatch(/Reconnecting in \d s/)
      await inOverlay('.status button').click()
      expect(await asked()).toEqual([['retryNow']])
    })

    it('offer what helps where the microphone is blocked', async () => {
      await show('denied')
      expect(await inOverlay('[role=alert]').textContent()).toContain('The microphone is blocked')
      await inOverlay('[aria-label=Dismiss]').click()
      expect(await focused(page)).toBe('Write a message')
      await show('denied')
      await inOverlay('.notice button').filter({ hasText: 'Try again' }).click()
      await inOverlay('.notice button').filter({ hasText: 'Type instead' }).click()
      expect(await asked()).toEqual([
        ['setMode', 'voice'],
        ['setMode', 'text'],
      ])
    })

    it('open a call to its input and result', async () => {
      await show('listening', { audience: 'developer' })
      const call = inOverlay('details').first()
      expect(await call.locator('pre').count()).toBe(0)
      await call.locator('summary').click()
      await expect
        .poll(() => call.locator('pre').allTextContents())
        .toEqual(['{\n  "status": "available",\n  "limit": 3\n}', expect.stringContaining('"name": "Bella"')])
    })
  })

  describe('what others have written', () => {
    const EVIL =
      '<img src=x onerror="globalThis.pwned=true"><script>globalThis.pwned=true</script>**<b>x</b>** `<i>y</i>`\n- <svg onload="globalThis.pwned=true">\n```\n</pre><script>globalThis.pwned=true</script>\n```'

    it('is text and never runs', async () => {
      await show('approval', { audience: 'developer' })
      const text = JSON.stringify({ isError: false, content: EVIL })
      const items = [
        { kind: 'message', id: 'e1', role: 'user', text: EVIL, partial: false, interrupted: false },
        { kind: 'message', id: 'e2', role: 'assistant', text: EVIL, partial: false, interrupted: true },
        {
          kind: 'tool',
          id: 'e3',
          name: EVIL,
          input: text,
          output: text,
          status: 'done',
          startedAt: 0,
          ms: 1,
        },
        { kind: 'approval', id: 'e4', name: EVIL, input: text, approved: null },
      ]
      await change({ items, heard: EVIL, error: EVIL })
      await inOverlay('summary').click()
      await expect.poll(() => inOverlay('details pre').count()).toBe(2)
      const markup = page.locator('.voice-agent-overlay').locator('img, script, b, p i, svg:not(.icon)')
      expect(await markup.count()).toBe(0)
      expect(await page.evaluate(() => (globalThis as unknown as Kept).pwned)).toBeUndefined()
      expect(await inOverlay('.user').first().textContent()).toContain(
        '<script>globalThis.pwned=true</script>',
      )
    })

    it('looks the same in pieces and at once', async () => {
      const pieces = fc.array(
        fc.oneof(
          fc.constantFrom('\n', '\n\n', '- ', '1. ', '```', '```json\n', '**', '`', '# ', ' '),
          fc.constantFrom('| a | b |\n', '|---|---|\n', '|', '[x](https://a.example)', 'https://a.example/'),
          fc.string({ maxLength: 12 }),
          fc.constant('a long stretch of words '.repeat(120)),
        ),
        { maxLength: 12 },
      )
      const samples = fc.sample(pieces, { numRuns: process.env.VOICE_TEST_FULL ? 3_000 : 300, seed: 7 })
      const different = await page.evaluate(
        (samples) => samples.filter((one) => new Set(Scenes.streamedAndWhole(one)).size > 1),
        samples,
      )
      expect(different.map((one) => one.map((piece) => piece.slice(0, 20)))).toEqual([])
    })
  })

  it('draws tables and links, and no link that runs code', async () => {
    await show('text')
    const text =
      'Two:\n| pet | price |\n|---|---:|\n| **Bella** | 250 |\n| Momo | 120 |\nSee [all](https://shop.example/all), [not](javascript:alert(1)).'
    await change({
      items: [{ kind: 'message', id: 'm', role: 'assistant', text, partial: false, interrupted: false }],
    })
    const cells = (tag: string) => inOverlay(`table ${tag}`).allTextContents()
    expect([await cells('th'), await cells('td')]).toEqual([
      ['pet', 'price'],
      ['Bella', '250', 'Momo', '120'],
    ])
    const links = inOverlay('.text a')
    expect(await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))).toEqual(
      [['all', 'https://shop.example/all']],
    )
    expect(await links.getAttribute('rel')).toBe('noreferrer')
    expect((await axeOn(page)).serious).toEqual([])
  })

  it('has a button in the corner of the window that the writing ends in', async () => {
    const places = await page.evaluate(() => {
      Scenes.defineVoiceAgent()
      const place = (corner: string, dir: string) => {
        document.documentElement.dir = dir
        const agent = document.createElement('voice-agent')
        agent.setAttribute('corner', corner)
        document.body.append(agent)
        const box = agent.shadowRoot?.querySelector('.launch')?.getBoundingClientRect() ?? new DOMRect()
        agent.remove()
        return [box.x > innerWidth / 2 ? 'right' : 'left', box.y > innerHeight / 2 ? 'low' : 'high']
      }
      const found = [place('', 'ltr'), place('start', 'ltr'), place('', 'rtl')]
      document.documentElement.dir = ''
      return found
    })
    expect(places).toEqual([
      ['right', 'low'],
      ['left', 'low'],
      ['left', 'low'],
    ])
  })

  it('has a height inside a page that gives it none, and else that of the page', async () => {
    const heights = await page.evaluate(() => {
      Scenes.defineVoiceAgent()
      const agent = document.createElement('voice-agent')
      agent.toggleAttribute('embedded', true)
      document.body.append(agent)
      const own = agent.clientHeight
      agent.style.height = '200px'
      const given = agent.clientHeight
      agent.remove()
      return { own, given }
    })
    expect(heights).toEqual({ own: 384, given: 200 })
  })

  describe('a long history', () => {
    it('is touched where it changes only', async () => {
      await show('text')
      const touched = await page.evaluate(async () => {
        const { client } = globalThis as unknown as Kept
        const nextFrame = () =>
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const items = Array.from({ length: 1_000 }, (_, at) =>
          at % 3 === 2
            ? Scenes.tool('get_pet')
            : Scenes.message(at % 3 === 0 ? 'user' : 'assistant', `Message ${at}`),
        )
        client.set({ items })
        await nextFrame()
        const root = document.querySelector('.voice-agent-overlay')!.shadowRoot!
        const rows = [...root.querySelectorAll('.rows .row')]
        const changed = new Set<Node>()
        const observer = new MutationObserver((records) => {
          for (const { target } of records) changed.add(target)
        })
        observer.observe(root.querySelector('.rows')!, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
        const reply = Scenes.message('assistant', 'Once', { partial: true })
        client.set({ items: [...items, reply] })
        await nextFrame()
        client.set({ items: [...items, { ...reply, text: 'Once upon a time' }] })
        await nextFrame()
        observer.disconnect()
        const after = [...root.querySelectorAll('.rows .row')]
        return {
          same: rows.filter((row) => after.includes(row)).length,
          old: rows.filter(
            (row) => [...changed].some((node) => row.contains(node)) && row.textContent !== 'You: ',
          ).length,
          shown: after.length,
        }
      })
      expect(touched).toEqual({ same: 1_001, old: 0, shown: 1_002 })
    })

    it('follows what is new, but not while somebody reads further up', async () => {
      const scroll = inOverlay('.scroll')
      const fromEnd = () => scroll.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight)
      const add = () =>
        page.evaluate(() => {
          const { client } = globalThis as unknown as Kept
          client.set({
            items: [...client.state.items, Scenes.message('assistant', 'One more line. '.repeat(40))],
          })
        })
      await add()
      await expect.poll(fromEnd).toBeLessThan(5)
      await scroll.evaluate((node) => node.scrollTo(0, 100))
      await expect.poll(fromEnd).toBeGreaterThan(1_000)
      await expect.poll(() => inOverlay('.jump').isVisible()).toBe(true)
      await add()
      await inOverlay('.jump:visible').click()
      await expect.poll(fromEnd).toBeLessThan(5)
    })
  })
})

async function showOn(page: Page, name: SceneName, options: SceneOptions): Promise<void> {
  await page.evaluate(
    ({ name, options }) => {
      ;(globalThis as unknown as Kept).client = Scenes.showScene(name, options)
    },
    { name, options },
  )
}

/** The name of what has the keyboard, also inside the overlay. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const outer = document.activeElement
    const node = outer?.shadowRoot?.activeElement ?? outer
    return node?.getAttribute('aria-label') ?? node?.textContent ?? ''
  })
}
