import { describe, expect, it } from 'vitest'
import { assemble, nameJsonBody } from '../../../../src/toolkit/run/request/assemble.js'
import {
  encodeForm,
  encodePath,
  encodeQuery,
  encodeSegment,
  encodeStrictly,
} from '../../../../src/toolkit/run/request/encode.js'
import type { DraftRequest } from '../../../../src/toolkit/run/wire-request.js'
import { stripJsonComments } from '../../../../src/toolkit/semantics/loose-json.js'
import { parseAddress } from '../../../../src/toolkit/semantics/parse-address.js'

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
    ['// c\r\n{}', '\n{}'],
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
    ['https://H:8443', 'https://h:8443', '/'],
    ['http://10.0.0.1/a', 'http://10.0.0.1', '/a'],
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

it('takes the brackets of an address off its host name only', () =>
  expect(assemble(draft('GET', 'http://[::1]:8080/'))).toMatchObject({ hostname: '::1', port: '8080' }))

it('marks a multipart form, and no other body', () => {
  const fields: DraftRequest['body'] = { mode: 'urlencoded', fields: [] }
  expect(assemble(draft('POST', 'http://h', { body: fields }))).not.toHaveProperty('isMultipart')
})

describe('nameJsonBody', () => {
  const typesOf = (more: Partial<DraftRequest>, method = 'POST') =>
    nameJsonBody(draft(method, 'http://h', more)).headers.map(({ key, value }) => `${key}: ${value}`)
  const body: DraftRequest['body'] = { mode: 'raw', text: '{}', language: 'json' }
  it.each<[name: string, more: Partial<DraftRequest>, method: string, want: string[]]>([
    ['a JSON text', { body }, 'POST', ['Content-Type: application/json']],
    [
      'a JSON text with a type',
      { body, headers: [{ key: 'content-type', value: 'x' }] },
      'POST',
      ['content-type: x'],
    ],
    ['a JSON text that is not sent', { body }, 'GET', []],
    ['an empty text', { body: { ...body, text: '' } }, 'POST', []],
    ['another text', { body: { mode: 'raw', text: 'a', language: 'xml' } }, 'POST', []],
    ['a form', { body: { mode: 'urlencoded', fields: [] } }, 'POST', []],
    ['no body', {}, 'POST', []],
  ])('names the type of %s', (_name, more, method, want) => expect(typesOf(more, method)).toEqual(want))
})

it('adds the headers of the system, with what they say', () =>
  expect(assemble(draft('GET', 'https://h:81')).headers).toEqual([
    ['User-Agent', 'voice/0.1'],
    ['Accept', '*/*'],
    ['Cache-Control', 'no-cache'],
    ['Host', 'h:81'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['Connection', 'keep-alive'],
  ]))

describe('the headers that are added', () => {
  const names = (request: DraftRequest) =>
    assemble(request).headers.map(([name, value]) => `${name}: ${value}`)
  const system = ['User-Agent', 'Accept', 'Cache-Control', 'Host', 'Accept-Encoding', 'Connection']
  const own = (request: DraftRequest) =>
    names(request).filter((line) => !system.some((name) => line.startsWith(`${name}: `)))
  const raw = (text: string, language?: string) => ({
    body: { mode: 'raw' as const, text, ...(language ? { language } : {}) },
  })
  const form = (more: Partial<DraftRequest> = {}) =>
    draft('POST', 'http://h', {
      body: { mode: 'urlencoded', fields: [{ key: 'a', value: '1' }] },
      ...more,
    })

  it.each<[name: string, request: DraftRequest, want: string[]]>([
    ['nothing to a GET', draft('GET', 'http://h'), []],
    ['a length of nothing to a POST', draft('POST', 'http://h'), ['Content-Length: 0']],
    ['a length of nothing to an empty text', draft('POST', 'http://h', raw('')), ['Content-Length: 0']],
    ['no length to a DELETE', draft('DELETE', 'http://h'), []],
    ['no length to an OPTIONS', draft('OPTIONS', 'http://h'), []],
    [
      'type and length to a text',
      draft('POST', 'http://h', raw('é', 'json')),
      ['Content-Type: application/json', 'Content-Length: 2'],
    ],
    [
      'type and length to a DELETE with a body',
      draft('DELETE', 'http://h', raw('x')),
      ['Content-Type: text/plain', 'Content-Length: 1'],
    ],
    ['nothing of a body that a GET does not send', draft('GET', 'http://h', raw('x')), []],
    [
      'those of a body that a GET sends',
      draft('GET', 'http://h', { ...raw('x'), profile: { disableBodyPruning: true } }),
      ['Content-Type: text/plain', 'Content-Length: 1'],
    ],
    [
      'no second type',
      draft('POST', 'http://h', { ...raw('x'), headers: [{ key: 'content-type', value: 'own' }] }),
      ['content-type: own', 'Content-Length: 1'],
    ],
    [
      'no second length',
      draft('POST', 'http://h', { ...raw('x'), headers: [{ key: 'content-length', value: '9' }] }),
      ['content-length: 9', 'Content-Type: text/plain'],
    ],
    ['the type of a form', form(), ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 3']],
    [
      'the type of a form in the place of another',
      form({ headers: [{ key: 'content-type', value: 'text/plain' }] }),
      ['content-type: application/x-www-form-urlencoded', 'Content-Length: 3'],
    ],
    [
      'no other type to a form that has its own',
      form({ headers: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded; charset=x' }] }),
      ['Content-Type: application/x-www-form-urlencoded; charset=x', 'Content-Length: 3'],
    ],
    [
      'no other type where the profile forbids it',
      form({
        headers: [{ key: 'Content-Type', value: 'own' }],
        profile: { disabledSystemHeaders: { 'content-type': true } },
      }),
      ['Content-Type: own', 'Content-Length: 3'],
    ],
    [
      'length, then type, to a file',
      draft('POST', 'http://h', {
        body: { mode: 'file', bytes: Buffer.from('abc'), contentType: 'image/png' },
      }),
      ['Content-Length: 3', 'Content-Type: image/png'],
    ],
    [
      'no length to an empty file of an OPTIONS',
      draft('OPTIONS', 'http://h', { body: { mode: 'file', bytes: Buffer.alloc(0) } }),
      [],
    ],
    [
      'the type of a form in the place of one that ends like it',
      form({ headers: [{ key: 'Content-Type', value: 'x-application/x-www-form-urlencoded' }] }),
      ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 3'],
    ],
    [
      'a length of nothing to an empty file',
      draft('POST', 'http://h', { body: { mode: 'file', bytes: Buffer.alloc(0) } }),
      ['Content-Length: 0'],
    ],
  ])('are %s', (_name, request, want) => expect(own(request)).toEqual(want))

  it('are none of those that the profile forbids, unless the author wrote them', () => {
    const disabledSystemHeaders = { 'User-Agent': true, ACCEPT: true, host: true, connection: false }
    const lines = names(
      draft('POST', 'http://h', {
        profile: { disabledSystemHeaders },
        headers: [{ key: 'Accept', value: 'own' }],
      }),
    )
    expect(lines).toEqual([
      ...['Accept: own', 'Cache-Control: no-cache', 'Accept-Encoding: gzip, deflate, br'],
      ...['Connection: keep-alive', 'Content-Length: 0'],
    ])
    const withoutLength = draft('POST', 'http://h', {
      profile: { disabledSystemHeaders: { 'content-length': true } },
    })
    expect(own(withoutLength)).toEqual([])
  })

  it.each<[type: string | undefined, boundary: RegExp, isWritten: boolean]>([
    [undefined, /^-{26}\d{24}$/, true],
    ['text/plain', /^-{26}\d{24}$/, true],
    ['text/plain; boundary=own', /^-{26}\d{24}$/, true],
    ['multipart/form-data', /^-{26}\d{24}$/, true],
    ['multipart/form-data; boundary=own', /^own$/, false],
    ['multipart/form-data; boundary="o w"; charset=x', /^o w$/, false],
    ['multipart/form-data; charset=x; boundary=own; more=1', /^own$/, false],
    ['multipart/form-data; boundary=', /^-{26}\d{24}$/, true],
  ])('to a multipart form of type %s are its boundary', (type, boundary, isWritten) => {
    const headers = type === undefined ? [] : [{ key: 'Content-Type', value: type }]
    const request = draft('POST', 'http://h', {
      headers,
      body: { mode: 'formdata', parts: [{ key: 'a', value: '1' }] },
    })
    const { body, headers: sent, isMultipart } = assemble(request)
    const used = /^--(.*)\r\n/.exec(Buffer.from(body!).toString())?.[1] ?? ''
    expect(used).toMatch(boundary)
    const sentType = sent.find(([name]) => name === 'Content-Type')?.[1]
    expect(sentType).toBe(isWritten ? `multipart/form-data; boundary=${used}` : type)
    expect(isMultipart).toBe(true)
    expect(sent.at(-1)).toEqual(['Content-Length', String(body!.byteLength)])
  })

  it('are the authorization of the address, decoded once', () => {
    const value = (url: string, profile: DraftRequest['profile'] = {}) =>
      Buffer.from(
        assemble(draft('GET', url, { profile }))
          .headers.find(([name]) => name === 'Authorization')?.[1]
          .replace('Basic ', '') ?? '',
        'base64',
      ).toString()
    expect(value('http://u@h/')).toBe('u:')
    expect(value('http://:p@h/')).toBe(':p')
    expect(value('http://u:p:q@h/')).toBe('u:p:q')
    expect(value('http://a%20b:c%2Fd@h/')).toBe('a b:c/d')
    expect(value('http://a%zz:b@h/')).toBe('a%zz:b')
    expect(value('http://h/')).toBe('')
    expect(value('http://é%zz:p@h/')).toBe('%C3%A9%zz:p')
    expect(value('http://é%zz:p:q@h/', { disableUrlEncoding: true })).toBe('é%zz:p:q')
  })
})

describe('an address that cannot be sent', () => {
  it.each<[url: string, code: string, text: RegExp]>([
    ['ftp://h/', 'unknown-protocol', /begins with "ftp:\/\/"/],
    ['/pets/7', 'no-address', /its address is "\/pets\/7"/],
    ['http://[::1/', 'no-address', /: "\[::1" is no host/],
    ['http://[::1]x:81/', 'no-address', /"\[::1\]x:81" is no host/],
  ])('%s: %s', (url, code, text) => {
    expect(() => assemble(draft('GET', url))).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(text) }),
    )
  })
})

it.each<[profile: DraftRequest['profile'], path: string]>([
  [{}, '/a%20b/%7Bc%7D?d=%20e'],
  [{ disableUrlEncoding: true }, '/a b/{c}?d= e'],
])('under %j a path is %s', (profile, path) => {
  expect(assemble(draft('GET', 'http://h/a b/{c}?d= e', { profile })).path).toBe(path)
})

it.each<[header: { key: string; value: string }, text: RegExp]>([
  [{ key: 'X Y', value: '' }, /header name "X Y"/],
  [{ key: 'X:', value: '' }, /header name "X:"/],
  [{ key: 'é', value: '' }, /header name "é"/],
  [{ key: 'X-1', value: 'a\u0000' }, /header "X-1" has a character/],
  [{ key: 'X-1', value: '\u007f' }, /header "X-1"/],
  [{ key: 'X-1', value: '€' }, /header "X-1"/],
])('the header %j is refused', (header, text) => {
  expect(() => assemble(draft('GET', 'http://h', { headers: [header] }))).toThrow(
    expect.objectContaining({ code: 'invalid-header', message: expect.stringMatching(text) }),
  )
})

it('headers may have tabs and Latin-1', () => {
  const headers = [{ key: "!#$%&'*+-.^_`|~1a", value: 'a\té' }]
  expect(assemble(draft('GET', 'http://h', { headers })).headers[0]).toEqual(["!#$%&'*+-.^_`|~1a", 'a\té'])
})
