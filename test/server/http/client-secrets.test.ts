import { describe, expect, it } from 'vitest'
import { ClientSecrets } from '../../../src/server/http/authenticator.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const START = Date.parse('2026-01-01T00:00:00.900Z')
const START_SECONDS = Math.floor(START / 1000)
const content = {
  ...{ parent: 'parent-id', identity: { userId: 'ann', variables: { token: 'canary' } } },
  ...{ appId: 'app', unlocked: false, session: { instructions: 'Be brief.' } },
}

function start(secret?: string) {
  const clock = new VirtualClock(START)
  return { clock, secrets: new ClientSecrets({ clock, secret }) }
}

describe('a short-lived key', () => {
  it('opens to what it was minted with, and hides it', () => {
    const { secrets } = start()
    const { value, expiresAt } = secrets.mint(content, 600)
    expect(expiresAt).toBe(START_SECONDS + 600)
    expect(value).toMatch(/^ek_[A-Za-z0-9_-]+$/)
    expect(secrets.isOne(value)).toBe(true)
    expect(secrets.open(value)).toEqual(content)
    expect(Buffer.from(value.slice(3), 'base64url').toString('latin1')).not.toContain('canary')
  })

  it('is another one each time', () => {
    const { secrets } = start()
    expect(secrets.mint(content, 600).value).not.toBe(secrets.mint(content, 600).value)
  })

  it('is over at its second, not before', async () => {
    const { clock, secrets } = start()
    const { value } = secrets.mint(content, 10)
    await clock.advance((START_SECONDS + 10) * 1000 - START - 1)
    expect(secrets.open(value)).toEqual(content)
    await clock.advance(1)
    expect(secrets.open(value)).toBeUndefined()
    await clock.advance(1e9)
    expect(secrets.open(value)).toBeUndefined()
  })

  it('with one bit changed, anywhere, is none', () => {
    const { secrets } = start()
    const sealed = Buffer.from(secrets.mint(content, 600).value.slice(3), 'base64url')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(secrets.open(`ek_${changed.toString('base64url')}`), `byte ${at}`).toBeUndefined()
    }
  })

  it.each([
    'ek_',
    'ek_AAAA',
    `ek_${'A'.repeat(37)}`,
    `ek_${'A'.repeat(38)}`,
    `ek_${'A'.repeat(100)}`,
    'ek_!!!',
    'other',
  ])('%j is none', (key) => expect(start().secrets.open(key)).toBeUndefined())

  it('is known by its beginning alone', () => {
    const { secrets } = start()
    expect(['ek_x', 'ek-x', 'EK_x', ' ek_x', 'sk_ek_'].map((key) => secrets.isOne(key))).toEqual([
      ...[true, false, false, false, false],
    ])
  })

  it('opens at every server of the same secret, and at no other', () => {
    const { value } = start('shared').secrets.mint(content, 600)
    expect(start('shared').secrets.open(value)).toEqual(content)
    expect(start('another').secrets.open(value)).toBeUndefined()
    expect(start().secrets.open(value)).toBeUndefined()
    expect(start().secrets.open(start().secrets.mint(content, 600).value)).toBeUndefined()
  })
})
