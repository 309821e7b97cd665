import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { defaultSessionLimits } from '../../../src/server/defaults.js'
import { openSessions } from '../../../src/server/sessions/open-sessions.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const open = (store: string, secret?: string) =>
  openSessions(store, {
    secret,
    graceMs: 1,
    limits: defaultSessionLimits,
    clock: new VirtualClock(),
    logger: silentLogger,
  })

const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'opened'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('openSessions', () => {
  it.each([
    ['memory', undefined, 'opened'],
    ['redis://localhost:6379', 'secret', 'opened'],
    ['rediss://user:password@host:6380/2', 'secret', 'opened'],
    ['redis://localhost', undefined, 'secret-missing'],
    ['redis://localhost:6379/', 'secret', 'opened'],
    ['redis://', 'secret', 'unknown-store'],
    ['redis://localhost:6379/cache', 'secret', 'unknown-store'],
    ['redis://localhost:6379/1/2', 'secret', 'unknown-store'],
    ['Memory', 'secret', 'unknown-store'],
    ['mongodb://localhost', 'secret', 'unknown-store'],
    ['', 'secret', 'unknown-store'],
  ])('given %j with the secret %j: %s', (store, secret, want) => {
    expect(codeOf(() => open(store, secret))).toBe(want)
  })

  it('says nothing of a password', () => {
    expect(() => open('http://user:password@host', 'secret')).toThrow(/"host"/)
  })

  it('names the store that is not reached, without user and password', () => {
    const { problem } = open('redis://user:password@host:6379', 'secret')
    expect(problem).toContain('host:6379')
    expect(problem).not.toContain('password')
  })
})
