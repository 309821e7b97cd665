import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { english } from '../../src/languages/overlay-texts.js'
import { SpeechError } from '../../src/server/model/speech-error.js'
import { encodeWav } from '../../src/server/providers/speech/wav.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { noChromium } from '../support/browser.js'
import {
  eventually,
  type OpenedPage,
  OverlayPages,
  rowsOf,
  statusOf,
  talk,
  theEnd,
} from '../support/overlay-page.js'
import { FAKE_SPEECH, HOLD_SOUND, LISTEN } from '../support/page-sound.js'
import { HummingTts } from '../support/speech.js'
import { recorded } from '../support/speech-files.js'

const WAV = join(import.meta.dirname, '../fixtures/speech/list-pets-slt.wav')
const RATE = 16_000

const loudOf = (page: Page, last: number) =>
  page.evaluate((count) => Math.max(...window.played.slice(-count)), last)

/** The only microphone goes. */
const unplug = (page: Page) =>
  page.evaluate(() => {
    window.microphoneFault = 'NotFoundError'
    window.tracks.at(-1)?.dispatchEvent(new Event('ended'))
  })

describe.skipIf(noChromium)('talking in a browser', { timeout: 120_000 }, () => {
  const pages = new OverlayPages()
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'voice-microphone-'))
  })
  afterEach(() => pages.tidy())
  afterAll(async () => {
    await pages.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A page that listens to a microphone whose parts a test can reach. Nobody speaks, so the state of the agent stays. */
  async function listening(): Promise<OpenedPage> {
    const file = join(folder, 'silence.wav')
    await writeFile(file, encodeWav([new Int16Array(RATE)], RATE))
    const app = pages.appOf([], { hears: '' })
    const opened = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice',
      microphone: { microphone: file },
      prepare: (page) => page.addInitScript(HOLD_SOUND),
    })
    await talk(opened.page)
    await eventually(() => statusOf(opened.overlay)).toContain('Listening')
    return opened
  }

  const alertOf = ({ overlay }: OpenedPage) => overlay.locator('[role=alert]')

  it('falls silent when the user speaks into an answer, and remembers what was heard of it', async () => {
    const file = join(folder, 'barge-in.wav')
    const silence = new Int16Array(RATE * 3)
    const said = [recorded('list-pets-slt'), silence, recorded('stop-rms'), silence]
    await writeFile(file, encodeWav(said, RATE))
    const long = Array.from({ length: 12 }, (_, at) => `Pet number ${at + 1} is called Rex.`)
    const llm = new ScriptedModel([[{ say: long.join(' ') }], [{ say: 'All right.' }]])
    const app = pages.appOf(llm, { hears: ['list all pets', 'stop please'], tts: new HummingTts() })
    const { page, overlay, problems } = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice',
      microphone: { microphone: file },
      prepare: (page) => page.addInitScript(LISTEN),
    })
    await talk(page)
    await eventually(() => statusOf(overlay)).toContain('Speaking')
    await eventually(() => loudOf(page, 5)).toBeGreaterThan(0.1)
    await eventually(() => rowsOf(overlay)).toEqual([
      'You: list all pets',
      expect.stringMatching(/^Assistant: Pet number 1 .* Interrupted$/),
      'You: stop please',
      'Assistant: All right.',
    ])
    await eventually(() => statusOf(overlay)).toContain('Listening')
    await eventually(() => loudOf(page, 5)).toBeLessThan(0.01)
    const [, cut] = await rowsOf(overlay)
    const history = llm.requests.at(-1)?.history ?? []
    const told = history.flatMap((item) => ('text' in item && item.role === 'assistant' ? [item.text] : []))
    expect(cut).toBe(`Assistant: ${told[0]} Interrupted`)
    expect(problems).toEqual([])
    await theEnd(page, 'barge-in')
  })

  it('answers what was said until the microphone was unplugged, in the middle of a sentence', async () => {
    const file = join(folder, 'endless.wav')
    const sentence = recorded('list-pets-slt')
    await writeFile(file, encodeWav(Array(20).fill(sentence), RATE))
    const app = pages.appOf([[{ say: 'There is one pet, Rex.' }]], { hears: 'list all' })
    const opened = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice',
      microphone: { microphone: file },
      prepare: (page) => page.addInitScript(HOLD_SOUND),
    })
    const { page, overlay } = opened
    const heard = new Promise<void>((resolve) =>
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => String(payload).includes('"listening"') && resolve()),
      ),
    )
    await talk(page)
    await heard
    await unplug(page)
    await eventually(() => rowsOf(overlay)).toEqual(['You: list all', 'Assistant: There is one pet, Rex.'])
    expect(await alertOf(opened).textContent()).toContain('No microphone found')
  })

  it('goes on with another microphone when one is unplugged, and waits for one when it was the last', async () => {
    const opened = await listening()
    const { page, overlay } = opened
    await page.evaluate(() => window.tracks[0]?.dispatchEvent(new Event('ended')))
    await eventually(() => page.evaluate(() => window.tracks.length)).toBe(2)
    await eventually(() => statusOf(overlay)).toContain('Listening')
    expect(await alertOf(opened).isVisible()).toBe(false)
    expect(await page.evaluate(() => window.tracks.map(({ readyState }) => readyState))).toEqual([
      'ended',
      'live',
    ])
    await unplug(page)
    await eventually(() => alertOf(opened).textContent()).toContain('No microphone found')
    await theEnd(page, 'microphone-gone')
    await page.evaluate(() => {
      window.microphoneFault = ''
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    })
    await eventually(() => statusOf(overlay)).toContain('Listening')
    expect(await alertOf(opened).isVisible()).toBe(false)
    // Who types meanwhile is not listened to without being asked.
    await unplug(page)
    await overlay.locator('.notice button').filter({ hasText: 'Try again' }).click()
    await eventually(() => statusOf(overlay)).toContain('Ready')
    const askedBefore = await page.evaluate(() => asked)
    await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')))
    expect([await page.evaluate(() => asked), await statusOf(overlay)]).toEqual([
      askedBefore,
      expect.stringContaining('Ready'),
    ])
  })

  it('says in a sentence that speech was not understood', async () => {
    const app = pages.appOf([], {
      hears: [new SpeechError('timeout', { provider: 'test/ears', message: 'too slow' })],
    })
    const opened = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice',
      microphone: { microphone: WAV },
    })
    await talk(opened.page)
    await eventually(() => alertOf(opened).textContent()).toBe(english.errors['speech-failed'])
    await eventually(() => statusOf(opened.overlay)).toContain('Listening')
    await theEnd(opened.page, 'not-understood')
  })

  it('pauses for a phone call, says so, and goes on when microphone and sound are both back', async () => {
    const opened = await listening()
    const { page, overlay } = opened
    await page.evaluate(async () => {
      window.tracks[0]?.dispatchEvent(new Event('mute'))
      window.speaker.pause()
      await window.contexts[0]?.suspend()
    })
    await eventually(() => alertOf(opened).textContent()).toContain('The microphone is paused')
    expect(await statusOf(overlay)).toContain('Paused')
    await theEnd(page, 'phone-call')
    // Sound alone is not enough.
    await page.evaluate(() => window.contexts[0]?.resume())
    expect(await statusOf(overlay)).toContain('Paused')
    await page.evaluate(() => window.contexts[0]?.suspend())
    await page.evaluate(() => window.tracks[0]?.dispatchEvent(new Event('unmute')))
    await eventually(() => statusOf(overlay)).toContain('Listening')
    expect(await page.evaluate(() => [window.contexts[0]?.state, window.speaker.paused])).toEqual([
      'running',
      false,
    ])
    expect(await alertOf(opened).isVisible()).toBe(false)
  })

  it('talks with the ears and the voice of the browser where the server has none', async () => {
    const app = pages.appOf([[{ say: 'There is one pet, Rex. He is a dog.' }]])
    const { page, overlay, problems } = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice&browser-speech',
      prepare: (page) => page.addInitScript(FAKE_SPEECH),
    })
    await talk(page)
    await eventually(() => statusOf(overlay)).toContain('Listening')
    expect(await overlay.locator('.hint').textContent()).toContain('Its maker may process the sound')
    await page.evaluate(() => window.ears.hear('list all', false))
    await eventually(() => rowsOf(overlay)).toEqual(['You: list all'])
    await theEnd(page, 'browser-hears')
    await page.evaluate(() => window.ears.hear('list all pets', true))
    await eventually(() => statusOf(overlay)).toContain('Speaking')
    expect(await page.evaluate(() => window.ears.isOpen)).toBe(false)
    expect(await rowsOf(overlay)).toEqual([
      'You: list all pets',
      'Assistant: There is one pet, Rex. He is a dog.',
    ])
    await theEnd(page, 'browser-speaks')
    await page.evaluate(() => window.finishSpeaking())
    await eventually(() => statusOf(overlay)).toContain('Listening')
    expect(await page.evaluate(() => [window.ears.isOpen, window.said])).toEqual([
      true,
      ['There is one pet, Rex.', 'He is a dog.'],
    ])
    expect([await page.evaluate(() => asked), problems]).toEqual([0, []])
    await page.evaluate(() => window.ears.fail('not-allowed'))
    await eventually(() => overlay.locator('[role=alert]').textContent()).toContain(
      'The microphone is blocked',
    )
    await theEnd(page, 'browser-blocked')
  })
})
