import { describe, expect, it } from 'vitest'
import { parseRequest } from '../../../src/toolkit/collection/parse-request.js'
import { Intent } from '../../../src/toolkit/semantics/intent.js'
import { isPersonalSecret } from '../../../src/toolkit/semantics/personal-secret.js'

describe('isPersonalSecret', () => {
  it.each([
    'password',
    'userPassword',
    'pin',
    'PIN',
    'otp',
    'pin_code',
    'pinCode',
    'passcode',
    'totp',
    'passwort',
  ])('%s is one', (name) => expect(isPersonalSecret(name)).toBe(true))
  it.each([
    'name',
    'apiKey',
    'client_secret',
    'token',
    'session',
    'spin',
    'pins',
    'password_token',
    'Authorization',
  ])('%s is none', (name) => expect(isPersonalSecret(name)).toBe(false))
})

it.each<[name: string, path: string[], want: boolean]>([
  ['Log in', ['login'], true],
  ['Create user', ['x'], true],
  ['Set it', ['me', 'password'], true],
  ['登录', ['x'], true],
  ['List pets', ['pets'], false],
  ['List pets', [':user', '{account}'], false],
])('%s at %j proves a credential: %s', (name, path, want) => {
  const url = { host: [], path, query: [], variables: [] }
  expect(new Intent(name, { method: 'POST', url, headers: [] }).provesUser()).toBe(want)
})

describe('opensSession', () => {
  const of = (name: string, path: string, method = 'POST', body?: object) => {
    const raw = body && { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } }
    const request = { method, url: `https://h.example/${path}`, ...(raw && { body: raw }) }
    return new Intent(name, parseRequest(request, { auth: undefined, profile: {} })).opensSession()
  }
  it.each<[name: string, path: string, method: string, body: object | undefined, want: boolean]>([
    ['Login', 'x', 'POST', undefined, true],
    ['Log in', 'x', 'POST', undefined, true],
    ['Any', 'auth/signin', 'POST', undefined, true],
    ['Any', ':login', 'POST', undefined, false],
    ['ログイン', 'x', 'POST', undefined, true],
    ['Login', 'x', 'GET', undefined, false],
    ['Register', 'x', 'POST', { password: 'x' }, true],
    ['Sign up', 'x', 'POST', { password: 'x' }, true],
    ['注册', 'x', 'POST', { password: 'x' }, true],
    ['Register', 'x', 'POST', { name: 'x' }, false],
    ['Create pet', 'pets', 'POST', { password: 'x' }, false],
  ])('%s at %s (%s) with %j: %s', (name, path, method, body, want) =>
    expect(of(name, path, method, body)).toBe(want),
  )
})
