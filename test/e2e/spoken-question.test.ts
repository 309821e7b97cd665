import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { noChromium, openBrowser, openPage } from '../support/browser.js'
import { browserFiles } from '../support/browser-files.js'
import { grammarRecognizer } from '../support/grammar-recognizer.js'
import { lateSpeech } from '../support/late-speech.js'
import { missing } from '../support/needs.js'
import { theEnd } from '../support/overlay-page.js'
import { LISTEN } from '../support/page-sound.js'
import { type ServedHere, serveHere } from '../support/serve-here.js'
import { modelsWith } from '../support/speech-files.js'

const SAID = '(list the pets | list the orders | cancel order seventeen | yes | no | stop please)'
const WAV = lateSpeech('list-pets-slt')

const lacks =
  noChromium ||
  missing('flite', 'apt-get install flite') ||
  missing('pocketsphinx_continuous', 'apt-get install pocketsphinx pocketsphinx-en-us')
const models = lacks ? undefined : await modelsWith('silero/v5')

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 40_000 })

describe.skipIf(models === undefined)(
  'a question that is spoken into the playground',
  { timeout: 120_000 },
  () => {
    const place = mkdtempSync(join(tmpdir(), 'voice-spoken-'))
    let served: ServedHere
    let browser: Browser

    beforeAll(async () => {
      vi.stubEnv('VOICE_MODELS_DIR', models)
      const engines = [
        '--stt',
        `exec/${grammarRecognizer(place, { name: 'said', rule: SAID })}`,
        '--tts',
        'exec/flite:slt',
      ]
      served = await serveHere('--mock', ...engines, 'examples/petshop/postman.json')
      browser = await openBrowser({ microphone: WAV })
    })
    afterAll(async () => {
      await browser?.close()
      await served?.stop()
      vi.unstubAllEnvs()
      rmSync(place, { recursive: true, force: true })
    })

    it('is heard, runs its tool, and is answered aloud, without a key', async () => {
      const { page, context, problems } = await openPage(browser, { reducedMotion: 'reduce' })
      const { sdk, worklet } = await browserFiles()
      const contentType = 'text/javascript'
      await page.route('**/voice-sdk.js', (route) => route.fulfill({ body: sdk, contentType }))
      await page.route('**/voice-worklet.js', (route) => route.fulfill({ body: worklet, contentType }))
      await page.addInitScript(LISTEN)
      await page.goto(served.start.playground ?? '')
      const talk = page.locator('voice-agent').getByRole('button', { name: 'Talk instead' })
      await talk.click()
      await eventually(() => page.locator('voice-agent .user').first().textContent()).toMatch(
        /list the pets/i,
      )
      await eventually(() => page.locator('voice-agent .assistant').first().textContent()).toMatch(
        /found 6 pets/,
      )
      await eventually(() => page.evaluate(() => Math.max(0, ...(window.played ?? [])))).toBeGreaterThan(0.05)
      await eventually(() => page.locator('#log .type').allTextContents()).toEqual(
        expect.arrayContaining(['response.mcp_call.completed', 'voice.metrics']),
      )
      await theEnd(page, 'spoken-question')
      expect(problems).toEqual([])
      await context.close()
    })
  },
)
