import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { browserFiles, pageFiles } from '../support/browser-files.js'

const BUDGET_BYTES = 38_000

const gzipped = (bytes: string | Uint8Array) => gzipSync(bytes, { level: 9 }).length

const TEXT = ['VoiceClient', 'VoiceConfig']
const RARE = ['refusal.ts', 'run-tool.ts']

describe('what a page loads at its start, gzipped', () => {
  it.each([
    [TEXT, 11_000, RARE],
    [[...TEXT, 'browserAudio'], 15_000, [...RARE, 'voice-call.ts']],
    [['Voice', 'VoiceConfig', 'VoiceAgentOverlay'], 33_000, [...RARE, 'voice-call.ts']],
  ])('with %j is at most %i bytes', async (names, most, rare) => {
    const { start, later } = await pageFiles(names)
    const bytes = start.map(gzipped).reduce((sum, size) => sum + size)
    expect(bytes).toBeLessThanOrEqual(most)
    expect(later.sort()).toEqual(rare)
  })
})

describe('the files a browser loads', () => {
  it('are small together, gzipped', async () => {
    const { sdk, worklet } = await browserFiles()
    expect(gzipped(sdk) + gzipped(worklet)).toBeLessThan(BUDGET_BYTES)
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
