// @ts-check
/**
 * Takes the pictures in docs/images: the main states of the overlay on a phone and a desk, light and dark. Needs Chromium, and
 * Node 20.15 or newer.
 * Usage: node scripts/screenshots.mjs [FOLDER]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium, devices } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = process.argv[2] ?? join(root, 'docs/images')

/** @type {[file: string, scene: string, device: 'phone' | 'desk' | 'landscape', theme: 'light' | 'dark', language?: 'de'][]} */
const PICTURES = [
  ['phone-empty-light', 'empty', 'phone', 'light'],
  ['phone-listening-light', 'listening', 'phone', 'light'],
  ['phone-thinking-light', 'thinking', 'phone', 'light'],
  ['phone-hearing-dark', 'hearing', 'phone', 'dark'],
  ['phone-interrupted-light', 'cutOff', 'phone', 'light'],
  ['phone-muted-dark', 'muted', 'phone', 'dark'],
  ['phone-approval-dark', 'approval', 'phone', 'dark'],
  ['phone-text-light', 'text', 'phone', 'light'],
  ['phone-microphone-light', 'denied', 'phone', 'light'],
  ['phone-reconnecting-dark', 'reconnecting', 'phone', 'dark'],
  ['phone-landscape-dark', 'speaking', 'landscape', 'dark'],
  ['desktop-speaking-light', 'speaking', 'desk', 'light'],
  ['desktop-approval-light', 'approval', 'desk', 'light'],
  ['desktop-text-dark', 'text', 'desk', 'dark'],
]

const VIEWS = {
  phone: devices['iPhone 15'],
  landscape: devices['iPhone 15 landscape'],
  desk: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
}

const scenes = await build({
  entryPoints: [join(root, 'test/support/overlay-scenes.ts')],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'Scenes',
})

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const [file, scene, device, theme, language] of PICTURES) {
  // The picture of a phone is small on a page: two pixels a point are enough.
  const scale = device === 'desk' ? 1 : 2
  const context = await browser.newContext({
    ...VIEWS[device],
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.setContent(
    '<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width, initial-scale=1">',
  )
  await page.addScriptTag({ content: scenes.outputFiles[0]?.text ?? '' })
  await page.evaluate(`Scenes.showScene(${JSON.stringify(scene)}, ${JSON.stringify({ theme, language })})`)
  await page.waitForTimeout(150)
  const path = join(folder, `${file}.png`)
  const picture = await page.screenshot({ path })
  console.log(`${file}.png ${Math.round(picture.length / 1024)} kB`)
  await context.close()
}
await browser.close()
