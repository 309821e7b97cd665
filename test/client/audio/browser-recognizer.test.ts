import { afterEach, describe, expect, it, vi } from 'vitest'
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
})
