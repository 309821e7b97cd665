import { describe, expect, it } from 'vitest'
import { bodySecrets } from '../../../src/toolkit/run/request-secrets.js'
import type { DraftBody } from '../../../src/toolkit/run/wire-request.js'
import { maskNamed } from '../../../src/toolkit/secrets/mask.js'
import { draftOf } from '../../support/draft-request.js'

const MACHINE_MADE = '5f0c1e7a9b3d48260ce1f7a4d89b2536'
const FORM = 'application/x-www-form-urlencoded'

describe('maskNamed', () => {
  it.each<[type: string, body: string, want: string]>([
    ['application/json', '{"password":"x","name":"y"}', '{"password":"#","name":"y"}'],
    ['application/json', '{"password":"","pin":""}', '{"password":"","pin":""}'],
    ['application/json', '{"password":1234,"count":5}', '{"password":"#","count":5}'],
    ['application/json', '{"secrets":["x","y"],"tags":["z"]}', '{"secrets":["#","#"],"tags":["z"]}'],
    ['application/json', '{"usuario":"ann","clave":"x"}', '{"usuario":"ann","clave":"#"}'],
    ['application/json', '{"producto":"ann","clave":"x"}', '{"producto":"ann","clave":"x"}'],
    ['application/json', `{"key":"${MACHINE_MADE}","sort":"x"}`, '{"key":"#","sort":"x"}'],
    ['application/json', '{"key":"created_at"}', '{"key":"created_at"}'],
    [FORM, `a=b&app_id=${MACHINE_MADE}`, 'a=b&app_id=#'],
    [FORM, 'a=b&app_id=440', 'a=b&app_id=440'],
    ['text/plain', 'no names at all', 'no names at all'],
    ['', '{"api_key":"x"}', '{"api_key":"#"}'],
    [FORM, 'user=ann&password=x&b=', 'user=ann&password=#&b='],
    [FORM, 'password=&api%5Fkey=x', 'password=&api%5Fkey=#'],
    [FORM, 'password', 'password'],
    [FORM, 'api+key=x&=x', 'api+key=#&=x'],
    [FORM, 'usuario=ann&clave=x', 'usuario=ann&clave=#'],
    [FORM, 'producto=ann&clave=x', 'producto=ann&clave=x'],
    [`${FORM}; charset=utf-8`, 'password=x', 'password=#'],
    [`text/${FORM}`, '{"password":"a=b&c=d"}', '{"password":"#"}'],
  ])('of %s: %s', (_type, body, want) => expect(maskNamed(body, '#')).toBe(want))

  const multipart = (...parts: string[]) => `--b\r\n${parts.join('\r\n--b\r\n')}\r\n--b--\r\n`
  const text = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
  const file = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${value}`
  it.each<[name: string, given: string, want: string]>([
    [
      'a field',
      multipart(text('password', 'x'), text('name', 'y')),
      multipart(text('password', '#'), text('name', 'y')),
    ],
    [
      'a field with an ambiguous name',
      multipart(text('key', MACHINE_MADE), text('api', 'v2')),
      multipart(text('key', '#'), text('api', 'v2')),
    ],
    [
      'a field beside names of a login',
      multipart(text('usuario', 'ann'), text('clave', 'x')),
      multipart(text('usuario', 'ann'), text('clave', '#')),
    ],
    [
      'JSON in a field',
      multipart(text('data', '{"password":"x"}')),
      multipart(text('data', '{"password":"#"}')),
    ],
    [
      'the named values in a file',
      multipart(file('password', '{"password":"x"}')),
      multipart(file('password', '{"password":"#"}')),
    ],
    [
      'no field that quotes the head of another',
      multipart(text('note', 'form-data; name="password"\r\nx')),
      multipart(text('note', 'form-data; name="password"\r\nx')),
    ],
  ])('masks %s of a multipart body', (_name, given, want) => expect(maskNamed(given, '#')).toBe(want))
})

describe('bodySecrets', () => {
  const of = (body: DraftBody | undefined, input?: Parameters<typeof bodySecrets>[1], type?: string) =>
    bodySecrets(
      draftOf('POST', 'http://h', {
        ...(body ? { body } : {}),
        headers: type ? [{ key: 'Content-Type', value: type }] : [],
      }),
      input,
    )
  const raw = (text: string): DraftBody => ({ mode: 'raw', text })

  it.each<[name: string, body: DraftBody | undefined, type: string | undefined, want: string[]]>([
    ['no body', undefined, undefined, []],
    ['a file', { mode: 'file', bytes: Buffer.from('password=x') }, undefined, []],
    ['JSON', raw('{"password":"x","name":"y","pin":""}'), undefined, ['x']],
    ['JSON whatever its type says', raw('{"password":"x"}'), 'text/plain', ['x']],
    ['a text without names', raw('password'), undefined, []],
    ['a form in a text', raw('api%20key=x%21&name=y'), FORM, ['x!']],
    [
      'a form',
      {
        mode: 'urlencoded',
        fields: [
          { key: 'password', value: 'x' },
          { key: 'secret', value: '' },
        ],
      },
      undefined,
      ['x'],
    ],
    [
      'names of a login',
      {
        mode: 'urlencoded',
        fields: [
          { key: 'usuario', value: 'ann' },
          { key: 'clave', value: 'x' },
        ],
      },
      undefined,
      ['x'],
    ],
    [
      'a multipart form, and JSON in it',
      {
        mode: 'formdata',
        parts: [
          { key: 'password', value: 'x' },
          { key: 'data', value: '{"secret":"y"}' },
        ],
      },
      undefined,
      ['x', 'y'],
    ],
    [
      'GraphQL',
      { mode: 'graphql', query: 'q(password: "x")', variables: '{"secret":"y"}' },
      undefined,
      ['y', 'x'],
    ],
    ['GraphQL without variables', { mode: 'graphql' }, undefined, []],
  ])('of %s', (_name, body, type, want) => expect(of(body, undefined, type)).toEqual(want))

  it.each<[input: Parameters<typeof bodySecrets>[1], want: string[]]>([
    [null, ['1', 'x']],
    [{ body: { password: 'x' } }, ['1']],
    [{ body: [{ deep: ['x', 1, null, true] }] }, []],
    [{ body: '{"password":"x"}' }, ['1']],
    [{ body: '{"name":"x"}' }, ['1', 'x']],
    [{ a: 'x y' }, ['1', 'x']],
  ])('are none that the model gave: %j', (input, want) =>
    expect(of(raw('{"token":1,"password":"x"}'), input)).toEqual(want),
  )
})
