import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserRecognizer } from '../../../src/client/audio/browser-recognizer.js'

/** A recognizer of the browser that fails at once. */
function stubRecognition({ error, isSecure }: { error: string; isSecure: boolean }): void {
  class Recognition {
    onerror: ((event: { error: string }) => void) | null = null
    start(): void {
      this.onerror?.({ error })
    }
    abort(): void {}
  }
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('SpeechRecognition', Recognition)
  vi.stubGlobal('isSecureContext', isSecure)
}

afterEach(() => vi.unstubAllGlobals())

describe('the recognizer of the browser', () => {
  it.each([
    ['not-allowed', true, 'denied'],
    ['not-allowed', false, 'insecure'],
    ['audio-capture', false, 'missing'],
    ['network', true, 'no-recognizer'],
  ])('that fails with %s, on a secure page: %s, reports %s', (error, isSecure, state) => {
    stubRecognition({ error, isSecure })
    const states: string[] = []
    new BrowserRecognizer({
      onState: (next) => states.push(next),
      onPartial: () => {},
      onFinal: () => {},
    }).start()
    expect(states).toEqual(['asking', state])
  })

  describe('that works', () => {
    let running: Recognition[]
    class Recognition {
      onresult: ((event: object) => void) | null = null
      onend: (() => void) | null = null
      start(): void {
        running.push(this)
      }
      abort(): void {
        running = running.filter((one) => one !== this)
      }
    }
    const heard: string[] = []
    const states: string[] = []
    const create = () =>
      new BrowserRecognizer({
        onState: (state) => states.push(state),
        onPartial: (text) => heard.push(text),
        onFinal: () => {},
      })
    beforeEach(() => {
      running = []
      heard.length = states.length = 0
      vi.stubGlobal('document', { documentElement: { lang: 'en' } })
      vi.stubGlobal('SpeechRecognition', Recognition)
    })

    it('stays muted when it is started again', () => {
      const recognizer = create()
      recognizer.start()
      recognizer.setMuted(true)
      recognizer.stop()
      recognizer.start()
      expect([running.length, states.at(-1)]).toEqual([0, 'muted'])
      recognizer.setMuted(false)
      expect([running.length, states.at(-1)]).toEqual([1, 'on'])
    })

    it('does not listen to the agent when it is started while the agent speaks', () => {
      const recognizer = create()
      recognizer.setDeaf(true)
      recognizer.start()
      expect(running).toHaveLength(0)
      recognizer.setDeaf(false)
      expect(running).toHaveLength(1)
    })

    it('forgets words that are not final when the browser ends it', () => {
      create().start()
      running[0]!.onresult?.({
        resultIndex: 0,
        results: [Object.assign([{ transcript: 'wh' }], { isFinal: false })],
      })
      running[0]!.onend?.()
      expect([heard, running.length]).toEqual([['wh', ''], 2])
    })
  })
})
