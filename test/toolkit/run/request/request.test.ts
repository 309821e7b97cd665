import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../../src/toolkit/meaning/parse-address.js'
import { assemble } from '../../../../src/toolkit/run/request/assemble.js'
import {
  encodeForm,
  encodePath,
  encodeQuery,
  encodeSegment,
  encodeStrictly,
} from '../../../../src/toolkit/run/request/encode.js'
import { stripJsonComments } from '../../../../src/toolkit/run/request/json-comments.js'
import type { DraftRequest } from '../../../../src/toolkit/run/wire-request.js'

describe('encoding', () => {
  it.each([
    [encodePath, 'a b/{é}%20?#"<>`|^[]', 'a%20b/%7B%C3%A9%7D%20%3F%23%22%3C%3E%60|^[]'],
    [encodeQuery, 'a b+{é}%20#"\'<>`|&=', 'a%20b+{%C3%A9}%20%23%22%27%3C%3E`|&='],
    [
      encodeStrictly,
      "a b/?#&=+%!'()*~-_.é\ud800",
      'a%20b%2F%3F%23%26%3D%2B%25%21%27%28%29%2A~-_.%C3%A9%EF%BF%BD',
    ],
    [encodeSegment, '..', '%2E%2E'],
    [encodeSegment, '../a.b/./..\\', '%2E%2E%2Fa.b%2F%2E%2F%2E%2E%5C'],
    [encodeSegment, '...', '...'],
  ])('%o of %j', (encode, text, want) => expect(encode(text)).toBe(want))

  it('groups equal names of a form', () => {
    const fields = [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ].map(([key = '', value = '']) => ({ key, value }))
    expect(encodeForm(fields)).toBe('a=1&a=3&b=2')
  })
})

describe('stripJsonComments', () => {
  it.each([
    ['{"a":1 // c\n,"u":"http://x"/* y */}', '{"a":1 \n,"u":"http://x"}'],
    ['{"a":"\\"//no"}', '{"a":"\\"//no"}'],
    ['// c\r\n{}', '\r\n{}'],
    ['{} /* open', '{} '],
    ['{"open: // kept', '{"open: // kept'],
  ])('%j', (text, want) => expect(stripJsonComments(text)).toBe(want))
})

const draft = (method: string, url: string, more: Partial<DraftRequest> = {}): DraftRequest => ({
  method,
  url: parseAddress(url),
  headers: [],
  profile: {},
  ...more,
})

describe('assemble', () => {
  it.each([
    ['HTTP://EXAMPLE.com:80/A', 'http://example.com:80', '/A'],
    ['example.com', 'http://example.com', '/'],
    ['http://bücher.example/ü', 'http://xn--bcher-kva.example', '/%C3%BC'],
    ['http:\\\\h\\a?b=\\', 'http://h', '/a?b=\\'],
    ['http://[::1]:8080/a/../b//', 'http://[::1]:8080', '/a/../b//'],
    ['http://h/a?#x', 'http://h', '/a?'],
  ])('%s', (url, origin, path) => expect(assemble(draft('GET', url))).toMatchObject({ origin, path }))

  it('keeps the order of headers, puts equal names together, and the last spelling of a name', () => {
    const headers = [
      ['X-A', '1'],
      ['B', '2'],
      ['x-a', '3'],
      ['B', '4'],
      ['accept', 'x'],
    ].map(([key = '', value = '']) => ({ key, value }))
    expect(
      assemble(draft('GET', 'http://h', { headers })).headers.map(([name, value]) => `${name}: ${value}`),
    ).toEqual([
      'x-a: 3',
      'B: 2',
      'B: 4',
      'accept: x',
      'User-Agent: voice/0.1',
      'Cache-Control: no-cache',
      'Host: h',
      'Accept-Encoding: gzip, deflate, br',
      'Connection: keep-alive',
    ])
  })

  it.each<[string, DraftRequest, string]>([
    [
      'a name with a space',
      draft('GET', 'http://h', { headers: [{ key: 'X Y', value: '' }] }),
      'invalid-header',
    ],
    [
      'a line break',
      draft('GET', 'http://h', { headers: [{ key: 'X', value: 'a\r\nB: c' }] }),
      'invalid-header',
    ],
    ['no host', draft('GET', '/path'), 'no-address'],
    ['another protocol', draft('GET', 'file:///etc/passwd'), 'unknown-protocol'],
  ])('refuses %s', (_name, request, code) => {
    expect(() => assemble(request)).toThrow(expect.objectContaining({ code }))
  })

  it('turns user and password into basic authentication, unless a header says otherwise', () => {
    const value = (request: DraftRequest) =>
      assemble(request).headers.find(([name]) => name === 'Authorization')?.[1]
    expect(value(draft('GET', 'http://u:p@h/'))).toBe('Basic dTpw')
    expect(value(draft('GET', 'http://u:p@h/', { headers: [{ key: 'Authorization', value: 'own' }] }))).toBe(
      'own',
    )
  })
})
