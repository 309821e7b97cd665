import { describe, expect, it } from 'vitest'
import { type ClientState, initialClientState } from '../../../src/client/client-state.js'
import { noticeOf } from '../../../src/client/overlay/notice.js'
import { canStop, hintOf, statusOf } from '../../../src/client/overlay/status.js'
import { languageData } from '../../../src/languages/data.js'
import { english } from '../../../src/languages/overlay-texts.js'

const NOW = 1_000_000
const state = (change: Partial<ClientState>): ClientState => ({
  ...initialClientState,
  connection: 'open',
  mode: 'voice',
  microphone: 'on',
  ...change,
})

const allTexts = languageData.map(({ code, overlay }) => ({ language: code, ...overlay }))

describe('the state in a word', () => {
  it.each<[Partial<ClientState>, string, string]>([
    [{}, 'listening', 'Listening'],
    [{ agent: 'thinking' }, 'thinking', 'Thinking'],
    [{ agent: 'speaking' }, 'speaking', 'Speaking'],
    [{ agent: 'speaking', mode: 'text' }, 'speaking', 'Speaking'],
    [{ mode: 'text', microphone: 'off' }, 'ready', 'Ready'],
    [{ microphone: 'muted' }, 'off', 'Muted'],
    [{ microphone: 'denied' }, 'off', 'Paused'],
    [{ microphone: 'off' }, 'ready', 'Ready'],
    [{ connection: 'connecting' }, 'busy', 'Connecting'],
    [{ connection: 'offline' }, 'off', 'Not connected'],
    [{ connection: 'closed' }, 'off', 'Not connected'],
    [{ connection: 'reconnecting', retryAt: NOW + 2_100 }, 'warning', 'Reconnecting in 3 s'],
    [{ connection: 'reconnecting', retryAt: NOW - 5 }, 'warning', 'Reconnecting'],
    [{ connection: 'reconnecting', retryAt: null, agent: 'speaking' }, 'warning', 'Reconnecting'],
  ])('%j', (change, tone, text) => {
    expect(statusOf(state(change), english, { now: NOW, isOnline: true })).toMatchObject({ tone, text })
  })

  it('says that there is no network, in the place of a countdown', () => {
    const lost = state({ connection: 'reconnecting', retryAt: NOW + 2_100 })
    expect(statusOf(lost, english, { now: NOW, isOnline: false })).toEqual({
      tone: 'warning',
      text: 'No network',
      canRetry: true,
    })
  })

  it('says when something can be stopped', () => {
    expect(canStop(state({ agent: 'speaking' }))).toBe(true)
    expect(canStop(state({ agent: 'listening' }))).toBe(false)
    expect(canStop(state({ agent: 'speaking', connection: 'reconnecting' }))).toBe(false)
  })
})

describe('an empty conversation', () => {
  it.each<[Partial<ClientState>, string]>([
    [{}, english.greetingVoice],
    [{ microphone: 'muted' }, english.greetingMuted],
    [{ mode: 'text', microphone: 'off' }, english.greetingText],
    [{ mode: 'text', connection: 'connecting' }, english.greetingText],
    [{ microphone: 'asking' }, ''],
    [{ connection: 'connecting' }, ''],
  ])('%j: %s', (change, want) => expect(hintOf(state(change), english)).toBe(want))
})

describe('what has to be said', () => {
  it.each([
    ['denied', ['microphone', 'text']],
    ['dismissed', ['microphone', 'text']],
    ['missing', ['microphone', 'text']],
    ['busy', ['microphone', 'text']],
    ['insecure', ['text']],
    ['interrupted', ['microphone', 'text']],
    ['unsupported', ['text']],
    ['no-recognizer', ['text']],
  ] as const)(
    'a microphone that is %s has its own words in each language, and what to do',
    (microphone, actions) => {
      for (const texts of allTexts)
        expect(noticeOf(state({ microphone }), texts)).toMatchObject({
          ...texts.microphone[microphone],
          actions,
        })
    },
  )

  it.each<[string, Partial<ClientState>, string | undefined]>([
    ['nothing when all is well', {}, undefined],
    [
      'a microphone that is blocked, where text goes on',
      { mode: 'text', microphone: 'denied' },
      'The microphone is blocked',
    ],
    ['an error while the line is open', { error: 'The model is down.' }, 'The model is down.'],
    [
      'the end of the line before the microphone',
      { connection: 'closed', microphone: 'denied' },
      'Not connected',
    ],
    [
      'an agent that did not answer when the overlay was opened',
      { connection: 'reconnecting', error: 'No answer.', errorCode: 'connection-failed' },
      'The agent cannot be reached.',
    ],
    [
      'no old error while the line is taken up again',
      { connection: 'reconnecting', error: 'Lost.' },
      undefined,
    ],
  ])('%s', (_, change, title) => {
    expect(noticeOf(state(change), english)?.title).toBe(title)
  })

  it('has a word for everything in each language', () => {
    const shapeOf = (value: unknown): unknown =>
      value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
        : typeof value
    for (const texts of allTexts) expect(shapeOf(texts)).toEqual(shapeOf(english))
  })
})
