import { describe, expect, it } from 'vitest'
import { AUTH_KINDS, authParameter } from '../../../src/toolkit/secrets/auth-kinds.js'
import { basicPair, splitScheme } from '../../../src/toolkit/secrets/auth-scheme.js'

describe('splitScheme', () => {
  it.each([
    ['Bearer abc', 'Bearer', 'abc'],
    ['bearer  abc d', 'bearer', 'abc d'],
    ['Bearer', 'Bearer', ''],
    ['Bearer ', 'Bearer', ''],
    ['AWS4-HMAC-SHA256 Credential=x', 'AWS4-HMAC-SHA256', 'Credential=x'],
    ['hunter2 and more', '', 'hunter2 and more'],
    ['Bearerabc', '', 'Bearerabc'],
    ['', '', ''],
  ])('%j', (value, scheme, credential) => expect(splitScheme(value)).toEqual({ scheme, credential }))
})

describe('basicPair', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  it.each([
    [base64('ann:1234'), { user: 'ann', password: '1234' }],
    [base64('ann:a:b'), { user: 'ann', password: 'a:b' }],
    [base64('änn:pässwort'), { user: 'änn', password: 'pässwort' }],
    [base64('ann:'), { user: 'ann', password: '' }],
    [base64('ann'), undefined],
    ['{{basic}}', undefined],
    ['', undefined],
  ])('%s', (credential, want) => expect(basicPair(credential)).toEqual(want))
})

describe('parameters of an auth', () => {
  it.each([
    ['apikey', 'value', 'secret'],
    ['apikey', 'key', 'open'],
    ['basic', 'password', 'secret'],
    ['basic', 'username', 'open'],
    ['oauth2', 'clientSecret', 'secret'],
    ['oauth2', 'clientId', 'identity'],
    ['oauth2', 'accesstokenurl', 'open'],
    ['basic', 'constructor', 'secret'],
    ['hmac', 'sharedKey', 'secret'],
    ['constructor', 'algorithm', 'secret'],
  ])('%s %s', (type, name, want) => expect(authParameter(type, name)).toBe(want))

  it('have a secret in every kind that sends one', () => {
    const open = Object.entries(AUTH_KINDS).filter(
      ([, kind]) => !Object.values(kind.parameters).includes('secret'),
    )
    expect(open.map(([name]) => name)).toEqual(['noauth'])
  })
})
