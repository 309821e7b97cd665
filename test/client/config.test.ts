import { afterEach, describe, expect, it, vi } from 'vitest'
import { VoiceConfig, type VoiceConfigOptions } from '../../src/client/config.js'

const good = { serverUrl: 'wss://host.test/ws', apiKey: 'key', appId: 'shop' }

describe('a configuration', () => {
  it('has defaults', () => {
    expect(new VoiceConfig(good)).toMatchObject({
      ...good,
      debug: false,
      reconnectEnabled: true,
      maxReconnectAttempts: 10,
      reconnectDelayMs: 1_000,
      heartbeatIntervalMs: 30_000,
      browserSpeech: false,
      workletUrl: undefined,
    })
  })

  it.each([
    [
      'defaults',
      VoiceConfig.defaults({ ...good, debug: true }),
      { debug: true, browserSpeech: true, maxReconnectAttempts: 10 },
    ],
    [
      'production',
      VoiceConfig.production(good),
      {
        debug: false,
        browserSpeech: false,
        reconnectEnabled: true,
        maxReconnectAttempts: 10,
        heartbeatIntervalMs: 30_000,
      },
    ],
    [
      'production with speech chosen',
      VoiceConfig.production({ ...good, browserSpeech: true }),
      { browserSpeech: true },
    ],
    [
      'development',
      VoiceConfig.development(good),
      {
        debug: true,
        browserSpeech: true,
        reconnectEnabled: true,
        maxReconnectAttempts: 5,
        heartbeatIntervalMs: 15_000,
      },
    ],
  ])('%s', (_, config, want) => {
    expect(config).toMatchObject(want)
  })

  it.each([
    ['http://host.test/ws', 'bad-server-url', 'is not a WebSocket address'],
    ['host.test/ws', 'bad-server-url', 'is not a WebSocket address'],
    ['', 'bad-server-url', 'is not a WebSocket address'],
    [undefined, 'bad-server-url', 'is not a WebSocket address'],
    ['wss://host.test', 'bad-server-url', 'has no path'],
    ['wss://host.test/ws#here', 'bad-server-url', 'has a #'],
    ['wss://me:secret@host.test/ws', 'bad-server-url', 'apiKey'],
  ])('refuses the address %j', (serverUrl, code, words) => {
    const make = () => new VoiceConfig({ ...good, serverUrl: serverUrl as string })
    expect(make).toThrow(expect.objectContaining({ code, message: expect.stringContaining(words) }))
    expect(make).not.toThrow(/secret/)
  })

  it.each<[string, Partial<VoiceConfigOptions>, string]>([
    ['no key', { apiKey: '' }, 'apiKey is missing'],
    ['no app', { appId: '' }, 'appId is missing'],
    ['a negative number', { maxReconnectAttempts: -1 }, 'maxReconnectAttempts is -1'],
    ['no number', { heartbeatIntervalMs: Number.NaN }, 'heartbeatIntervalMs is NaN'],
  ])('refuses %s', (_, options, words) => {
    expect(() => new VoiceConfig({ ...good, ...options })).toThrow(
      expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(words) }),
    )
  })

  describe('on a page with https', () => {
    afterEach(() => vi.unstubAllGlobals())

    it.each([
      ['ws://host.test/ws', 'mixed-content'],
      ['ws://192.168.0.2:8000/ws', 'mixed-content'],
      ['ws://localhost:8000/ws', undefined],
      ['ws://127.0.0.1:8000/ws', undefined],
      ['wss://host.test/ws', undefined],
    ])('%s: %s', (serverUrl, code) => {
      vi.stubGlobal('location', { protocol: 'https:' })
      const make = () => new VoiceConfig({ ...good, serverUrl })
      if (code) expect(make).toThrow(expect.objectContaining({ code }))
      else expect(make).not.toThrow()
    })
  })
})
