import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import type { UrlTemplate } from '../../../../src/toolkit/model/request-template.js'
import { placeValues } from '../../../../src/toolkit/run/input/place-values.js'
import { Placeholders } from '../../../../src/toolkit/run/input/placeholders.js'
import { assemble } from '../../../../src/toolkit/run/request/assemble.js'
import type { DraftBody, DraftRequest } from '../../../../src/toolkit/run/wire-request.js'

/** A draft that has one value at every place of `@`. */
function marked(value: JsonValue, more: Partial<DraftRequest> = {}, url: Partial<UrlTemplate> = {}) {
  const marks = new Placeholders()
  const word = marks.add({ value, parameter: 'p' })
  const draft: DraftRequest = {
    ...{ method: 'POST', headers: [], profile: {} },
    url: { protocol: 'http', host: ['h'], path: [], query: [], variables: [], ...url },
    ...more,
  }
  return { marks, draft: JSON.parse(JSON.stringify(draft).replaceAll('@', word)) as DraftRequest }
}
const placed = (...parts: Parameters<typeof marked>) => {
  const { marks, draft } = marked(...parts)
  return placeValues(draft, marks)
}
const pathOf = (value: JsonValue, url: Partial<UrlTemplate>) =>
  assemble(placed(value, { method: 'GET' }, url)).path
const headerOf = (value: JsonValue, key = 'X') =>
  placed(value, { headers: [{ key, value: 'a @ b' }] }).headers[0]?.value
const problem = (reason: string, message: RegExp) =>
  expect.objectContaining({ reason, message: expect.stringMatching(message) })

describe('a value in the address', () => {
  it.each<[value: JsonValue, path: string]>([
    ['a/b?c#d', '/x/a%2Fb%3Fc%23d'],
    ['../y', '/x/%2E%2E%2Fy'],
    ['...', '/x/...'],
    [7, '/x/7'],
    [[1], '/x/%5B1%5D'],
  ])('%j is one segment: %s', (value, path) => expect(pathOf(value, { path: ['x', '@'] })).toBe(path))

  it('is data of the query, in names too', () => {
    const query = [
      { key: '@', value: 'a@' },
      { key: null, value: '@' },
      { key: 'k', value: null },
    ]
    expect(pathOf('x&y=1 #', { query })).toBe('/?x%26y%3D1%20%23=ax%26y%3D1%20%23&=x%26y%3D1%20%23&k')
  })

  it('must not be empty in the path', () => {
    expect(() => placed('', {}, { path: ['@'] })).toThrow(problem('invalid-input', /"p" is empty/))
  })

  it.each(['.', '..'])('is no step in the path: %s', (value) => {
    expect(() => placed(value, {}, { path: ['@'] })).toThrow(
      problem('invalid-input', /leads to another path/),
    )
    expect(pathOf(value, { path: ['v@'] })).toMatch(/^\/v(?:\.|%2E)+$/)
  })

  it.each([
    ['%2e@', '.'],
    ['@%2e', '.'],
    ['%2E@', '.'],
    ['.@', '.'],
  ])('is no step beside a dot of the collection: %s', (segment, value) => {
    expect(() => placed(value, {}, { path: ['users', segment, 'x'] })).toThrow(
      problem('invalid-input', /leads to another path/),
    )
    expect(pathOf('a', { path: [segment] })).toMatch(/^\/(?:%2e|\.)?a(?:%2e)?$/i)
  })

  it.each<[name: string, more: Partial<DraftRequest>, url: Partial<UrlTemplate>]>([
    ['method', { method: '@' }, {}],
    ['protocol', {}, { protocol: '@' }],
    ['host', {}, { host: ['a', 'x@'] }],
    ['port', {}, { port: '@' }],
    ['user', {}, { user: '@' }],
    ['password', {}, { password: '@' }],
  ])('never decides the %s', (_name, more, url) => {
    expect(() => placed('x', more, url)).toThrow(problem('missing-setting', /only the program may set that/))
  })
})

describe('a value in a header', () => {
  it.each<[value: JsonValue, want: string]>([
    [' x\ty ', 'a x\ty b'],
    ['é€', `a ${Buffer.from('é€').toString('latin1')} b`],
    [{ a: 1 }, 'a {"a":1} b'],
    [' ', 'a  b'],
  ])('%j', (value, want) => expect(headerOf(value)).toBe(want))

  it.each(['a\nb', 'a\rb', '\0', '\u007f', '\u001f'])('cannot be %j', (value) => {
    expect(() => headerOf(value)).toThrow(
      problem('invalid-input', /"p" is sent as a header and must be one line/),
    )
  })

  it('is encoded in a cookie', () => expect(headerOf('x; y=1', 'Cookie')).toBe('a x%3B%20y%3D1 b'))

  it.each([
    ...['Authorization', 'proxy-authorization', 'HOST', 'Connection', 'Content-Length', 'Transfer-Encoding'],
    ...['Upgrade', 'TE', 'Trailer', 'Expect', 'Keep-Alive', 'X-HTTP-Method-Override', 'X-Forwarded-Host'],
  ])('never fills %s', (key) => {
    expect(() => headerOf('x', key)).toThrow(
      problem('missing-setting', new RegExp(`The header ${key} cannot`)),
    )
  })

  it('never names one', () => {
    expect(() => placed('x', { headers: [{ key: 'X-@', value: '' }] })).toThrow(
      problem('invalid-input', /in the name of a header/),
    )
  })

  it('leaves the others as they are', () => {
    const headers = [{ key: 'Authorization', value: 'own' }]
    expect(placed('x', { headers }).headers).toEqual(headers)
  })
})

describe('a value in a body', () => {
  it.each<[name: string, value: JsonValue, body: DraftBody, want: DraftBody]>([
    ['a text', '"', { mode: 'raw', text: '{"a":"@"}' }, { mode: 'raw', text: '{"a":"\\""}' }],
    [
      'a form',
      'x&y',
      { mode: 'urlencoded', fields: [{ key: '@', value: '1@' }] },
      { mode: 'urlencoded', fields: [{ key: 'x&y', value: '1x&y' }] },
    ],
    [
      'a multipart form',
      'a"\r\nb',
      { mode: 'formdata', parts: [{ key: '@', value: '@', fileName: '@.txt' }] },
      { mode: 'formdata', parts: [{ key: 'a%22%0D%0Ab', value: 'a"\r\nb', fileName: 'a%22%0D%0Ab.txt' }] },
    ],
    [
      'the type of a part',
      'x/y',
      { mode: 'formdata', parts: [{ key: 'a', value: '', contentType: '@' }] },
      { mode: 'formdata', parts: [{ key: 'a', value: '', contentType: 'x/y' }] },
    ],
    [
      'GraphQL',
      'x"',
      { mode: 'graphql', query: 'q(a: "@")', operationName: '"@"', variables: '{"a":@}' },
      { mode: 'graphql', query: 'q(a: "x\\"")', operationName: '"x\\""', variables: '{"a":"x\\""}' },
    ],
    ['GraphQL without all of it', 'x', { mode: 'graphql' }, { mode: 'graphql' }],
  ])('of %s', (_name, value, body, want) => expect(placed(value, { body }).body).toEqual(want))

  it('of a part cannot break its head', () => {
    const body: DraftBody = { mode: 'formdata', parts: [{ key: 'a', value: '', contentType: '@' }] }
    expect(() => placed('x\r\nY: 1', { body })).toThrow(problem('invalid-input', /one line/))
  })

  it('of a file is none', () => {
    const body: DraftBody = { mode: 'file', bytes: Buffer.from('x') }
    expect(placeValues({ ...marked('x').draft, body }, new Placeholders()).body).toBe(body)
  })
})
