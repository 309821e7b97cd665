import { describe, expect, it } from 'vitest'
import {
  isLiteralPassword,
  knownCredential,
  looksLikeCredential,
} from '../../../src/toolkit/secrets/credential-value.js'
import { maskLookalikes } from '../../../src/toolkit/secrets/mask.js'

const many = (text: string, count: number) => text.repeat(count)

describe('looksLikeCredential', () => {
  it.each(['hunter2!x', 'f3a9c1d2e4b5', 'Sommer-2024-Regen', 'пароль123456', 'clé-de-9-lettres'])(
    '%s is one',
    (text) => expect(looksLikeCredential(text)).toBe(true),
  )
  it.each([
    'short1',
    'onlyletters',
    '123456789',
    'two words1',
    '{{token}}',
    'Bearer {{token}}',
    '<your token>',
    '[access_token]',
    'your-api-key-1',
    'change_me_1',
    'example-1234',
    'xxxx-xxxx-1',
    '********',
    'new_password',
    'nueva_contraseña',
    'mot-de-passe',
    '您的-密码',
  ])('%s is none', (text) => expect(looksLikeCredential(text)).toBe(false))
  it.each([undefined, null, 12345678, true, ['hunter2!x']])('%j is none', (value) =>
    expect(looksLikeCredential(value)).toBe(false),
  )
})

describe('isLiteralPassword', () => {
  it.each(['1234', 'admin', 'Test@123', 'geheim1', '密1', 'two words'])('%s is one', (text) =>
    expect(isLiteralPassword(text)).toBe(true),
  )
  it.each([
    '',
    ' ',
    '{{password}}',
    '<password>',
    '[senha]',
    'password',
    'PASSWORT',
    'mot de passe',
    'your password',
    'changeme',
    'string',
    '****',
    'xxx',
  ])('%j is none', (text) => expect(isLiteralPassword(text)).toBe(false))
})

describe('knownCredential', () => {
  const jwt = `eyJ${many('a', 20)}.eyJ${many('b', 20)}.${many('c', 20)}`
  it.each([
    [`AKIA${many('A', 16)}`, 'an AWS access key'],
    [`ghp_${many('a', 36)}`, 'a GitHub token'],
    [`glpat-${many('a', 20)}`, 'a GitLab token'],
    [`xoxb-${many('1', 12)}`, 'a Slack token'],
    [`sk_live_${many('a', 20)}`, 'a Stripe key'],
    [`AIza${many('a', 35)}`, 'a Google API key'],
    [`sk-proj-${many('a', 40)}`, 'an OpenAI key'],
    ['-----BEGIN RSA PRIVATE KEY-----', 'a private key'],
    [`x ${jwt} y`, 'a token (JWT)'],
    ['nothing', undefined],
  ])('%s is %s', (text, want) => expect(knownCredential(text)).toBe(want))
})

describe('maskLookalikes', () => {
  it.each([
    ['Authorization: Bearer abcdefgh12', 'Authorization: Bearer •••'],
    ['https://user:pw@host/x', 'https://•••@host/x'],
    ['sk-abcdefghijklmnop and text', '••• and text'],
    ['plain text', 'plain text'],
  ])('%s', (text, want) => expect(maskLookalikes(text)).toBe(want))
})
