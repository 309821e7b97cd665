import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUrl } from '../../../src/toolkit/collection/parse-request.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import type { UrlTemplate } from '../../../src/toolkit/model/request-template.js'
import { parseAddress } from '../../../src/toolkit/semantics/parse-address.js'

interface PostmanUrl {
  protocol?: string
  auth?: { user?: string; password?: string }
  host?: string[]
  port?: string
  path?: string[]
  query?: { key: string | null; value: string | null }[]
  variable?: { key: string }[]
}

const { Url } = createRequire(import.meta.url)('postman-collection') as {
  Url: { parse(text: string): PostmanUrl }
}

/** What Postman's own parser makes of an address, in our shape. */
function peer(text: string): UrlTemplate {
  const url = Url.parse(text)
  const query = url.query ?? []
  const isBare = query.length === 1 && query[0]!.key === '' && query[0]!.value === null
  return {
    ...(url.protocol ? { protocol: url.protocol } : {}),
    ...(url.auth?.user ? { user: url.auth.user } : {}),
    ...(url.auth?.password ? { password: url.auth.password } : {}),
    host: url.host ?? [],
    ...(url.port ? { port: url.port } : {}),
    path: url.path ?? [],
    query: isBare ? [] : query,
    ...(isBare ? { bareQuery: true } : {}),
    variables: (url.variable ?? []).map(({ key }) => ({ key, value: undefined })),
  }
}

describe('an address as text is cut as Postman cuts it', () => {
  const addresses = [
    '',
    'https://api.example.com:8443/v1/pets/:petId.json?status=a&b#frag',
    '{{base_url}}/pets?x={{a.b&c}}',
    'http://{{user.name}}:{{p@ss}}@{{host.name}}:{{port#}}/a',
    '{{protocol}}://{{host}}/{{a/b}}/c',
    'example.com',
    '//a/b',
    'http:///three/slashes',
    'https://x.com\\a\\b',
    'http://[::1]:3000/a',
    'https://x.com/?',
    'https://x.com?',
    'https://x.com/a?b=c=d&&e',
    '/relative/:id/:id',
    'x.com/a?{{all}}',
  ]
  it.each(addresses)('%s', (text) => {
    expect(parseAddress(text)).toEqual(peer(text))
  })

  it('anything at all', () => {
    const piece = fc.constantFrom(
      '{{a.b}}',
      '{{x}}',
      ':id',
      '/',
      '?',
      '&',
      '=',
      '#',
      '.',
      ':',
      '@',
      'http',
      '://',
      'a',
      '1',
      '\\',
      '[',
      ']',
    )
    const address = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(address, (text) => {
        expect(parseAddress(text)).toEqual(peer(text))
      }),
      { seed: 11, numRuns: process.env.VOICE_TEST_FULL ? 20_000 : 800 },
    )
  })
})

describe('a url member', () => {
  const empty = { host: [], path: [], query: [], variables: [] }
  const cases: [name: string, url: JsonValue | undefined, want: Partial<UrlTemplate>][] = [
    ['missing', undefined, {}],
    ['null', null, {}],
    [
      'an object with raw alone',
      { raw: 'https://x.com/a?b=1' },
      { protocol: 'https', host: ['x', 'com'], path: ['a'], query: [{ key: 'b', value: '1' }] },
    ],
    [
      'parts before raw',
      { raw: 'https://other.com/z', host: 'x.com', path: 'a/b' },
      { host: ['x', 'com'], path: ['a', 'b'] },
    ],
    ['a variable with dots as host', { host: '{{a.b}}.com' }, { host: ['{{a.b}}', 'com'] }],
    ['a path with a slash in front', { host: 'x', path: '/a' }, { host: ['x'], path: ['a'] }],
    ['a lone slash', { host: 'x', path: '/' }, { host: ['x'], path: [''] }],
    [
      'segments as objects',
      { host: 'x', path: [{ type: 'string', value: 'a' }, 'b'] },
      { host: ['x'], path: ['a', 'b'] },
    ],
    ['a number as port', { host: 'x', port: 80 }, { host: ['x'], port: '80' }],
    [
      'query as text',
      { host: 'x', query: 'a=1&b' },
      {
        host: ['x'],
        query: [
          { key: 'a', value: '1' },
          { key: 'b', value: null },
        ],
      },
    ],
    ['query as an object', { host: 'x', query: { a: 1 } }, { host: ['x'], query: [{ key: 'a', value: 1 }] }],
    [
      'null in the query',
      { host: 'x', query: [null, { key: null, value: null }] },
      { host: ['x'], query: [{ key: null, value: null }] },
    ],
    [
      'variables by id',
      { host: 'x', path: [':a'], variable: [{ id: 'a', value: '1' }] },
      { host: ['x'], path: [':a'], variables: [{ key: 'a', value: '1' }] },
    ],
    [
      'variables as an object',
      { host: 'x', variable: { a: '1' } },
      { host: ['x'], variables: [{ key: 'a', value: '1' }] },
    ],
    [
      'a description object',
      { host: 'x', query: [{ key: 'a', value: '', description: { content: 'd' } }] },
      { host: ['x'], query: [{ key: 'a', value: '', description: 'd' }] },
    ],
  ]
  it.each(cases)('%s', (_name, url, want) => {
    expect(parseUrl(url)).toEqual({ ...empty, ...want })
  })
})
