import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { browserFiles, startOf } from '../support/browser-files.js'

const BUDGET_BYTES = 38_000

describe('what a page loads at its start, gzipped', () => {
  it.each([
    [['VoiceClient', 'VoiceConfig'], 12_000],
    [['VoiceClient', 'VoiceConfig', 'browserAudio'], 16_000],
    [['Voice', 'VoiceConfig', 'VoiceAgentOverlay'], 34_000],
  ])('with %j is at most %i bytes', async (names, most) => {
    expect(gzipSync(await startOf(names), { level: 9 }).length).toBeLessThanOrEqual(most)
  })
})

describe('the files a browser loads', () => {
  it('are small together, gzipped', async () => {
    const { sdk, worklet } = await browserFiles()
    const bytes = gzipSync(sdk, { level: 9 }).length + gzipSync(worklet, { level: 9 }).length
    expect(bytes).toBeLessThan(BUDGET_BYTES)
  })

  it('need nothing of Node, no other package, and no eval, so that a strict policy lets them run', async () => {
    const { sdk, worklet, imports } = await browserFiles()
    const others = imports.filter((path) => !/^(?:src|templates\/overlay)\//.test(path))
    expect(others).toEqual(['templates/languages/en.json'])
    for (const text of [sdk, worklet]) {
      expect(text).not.toMatch(/["']node:|\brequire\(|\beval\(|new Function\(|blob:/)
    }
  })

  it('define one global', async () => {
    const { sdk } = await browserFiles()
    expect(sdk).toMatch(/^"use strict";var VoiceSDK=/)
  })
})
