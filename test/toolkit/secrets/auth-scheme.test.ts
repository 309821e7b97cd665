import { describe, expect, it } from 'vitest'
import { isOpenAuthParameter, isSecretAuthParameter } from '../../../src/toolkit/secrets/auth-parameters.js'
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
  const names =
    'password token accessToken clientSecret secretKey accessKey privateKey authKey username realm algorithm key clientId scope'.split(
      ' ',
    )
  it('are secret or open, never both', () => {
    expect(names.filter((name) => isSecretAuthParameter('basic', name) && isOpenAuthParameter(name))).toEqual(
      [],
    )
  })
  it('are secret as the value of an API key', () => {
    expect(isSecretAuthParameter('apikey', 'value')).toBe(true)
    expect(isSecretAuthParameter('apikey', 'key')).toBe(false)
    expect(isSecretAuthParameter('basic', 'value')).toBe(false)
  })
})
