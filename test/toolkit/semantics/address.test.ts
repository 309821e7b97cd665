import { describe, expect, it } from 'vitest'
import { mainOrigin, originCounts, originOf, replaceOrigin } from '../../../src/toolkit/semantics/address.js'
import { resolveBaseUrls } from '../../../src/toolkit/semantics/base-urls.js'
import { parseAddress } from '../../../src/toolkit/semantics/parse-address.js'

const at = (...addresses: string[]) => addresses.map((address) => ({ url: parseAddress(address) }))

describe('originOf', () => {
  const cases: [address: string, want: string][] = [
    ['{{base_url}}/pets', '{{base_url}}'],
    ['https://api.x.com:8443/v1', 'https://api.x.com:8443'],
    ['{{protocol}}://{{host}}/a', '{{protocol}}://{{host}}'],
    ['https://ann:secret@x.com/a', 'https://x.com'],
    ['{{base_url}}users/5', '{{base_url}}'],
    ['{{scheme}}localhost/users', '{{scheme}}localhost'],
    ['{{region}}.x.com/users', '{{region}}.x.com'],
    ['/relative', ''],
    ['', ''],
  ]
  it.each<[host: string[], want: string]>([
    [['ann:secret@api', 'x.com'], 'https://api.x.com'],
    [['ann:{{pass}}@{{host}}'], 'https://{{host}}'],
    [['{{ann@home}}'], 'https://{{ann@home}}'],
  ])('has no password of the host %j', (host, want) => {
    expect(originOf({ ...parseAddress('/'), protocol: 'https', host })).toBe(want)
  })
  it.each(cases)('%s → %s', (address, want) => {
    expect(originOf(parseAddress(address))).toBe(want)
  })
})

it('the main origin is the one most requests use, the first of equals', () => {
  expect(mainOrigin(originCounts(at('{{a}}/1', '{{b}}/1', '{{b}}/2')))).toBe('{{b}}')
  expect(mainOrigin(originCounts(at('{{a}}/1', '{{b}}/1', '/none')))).toBe('{{a}}')
  expect(mainOrigin(originCounts([]))).toBe('')
})

describe('replaceOrigin', () => {
  const cases: [address: string, baseUrl: string, origin: string, path: string[]][] = [
    ['{{base_url}}/pets/:id', 'http://localhost:3000', 'http://localhost:3000', ['pets', ':id']],
    ['{{base_url}}/pets', 'https://x.com/v1/', 'https://x.com', ['v1', 'pets']],
    ['https://old.com:99/pets/', 'http://h/', 'http://h', ['pets', '']],
    ['{{base_url}}users/5', 'http://h', 'http://h', ['users', '5']],
    ['{{base_url}}ping/', 'http://h/v1/', 'http://h', ['v1', 'ping', '']],
    ['https://old.com', 'http://h/base', 'http://h', ['base']],
    ['https://ann:pw@old.com/a', 'http://h', 'http://h', ['a']],
  ]
  it.each(cases)('%s on %s', (address, baseUrl, origin, path) => {
    const url = replaceOrigin(parseAddress(address), baseUrl)
    expect([originOf(url), url.path, url.user]).toEqual([origin, path, undefined])
  })
})

describe('resolveBaseUrls', () => {
  const templates = at('{{base_url}}/a', '{{base_url}}/b', 'https://auth.x.com:8443/token', '{{other}}/c')
  const isFilled = (name: string) => name === 'base_url'
  const cases: [name: string, options: object, want: Record<string, string>][] = [
    [
      'nothing given: base_url without a value leads to the mock, another variable nowhere',
      { isFilled: () => false },
      { '{{base_url}}': 'http://localhost:35814' },
    ],
    ['the main origin', { baseUrl: 'http://m' }, { '{{base_url}}': 'http://m' }],
    [
      'by variable and by host',
      { named: { other: 'http://o', 'auth.x.com': 'http://t' } },
      { '{{other}}': 'http://o', 'https://auth.x.com:8443': 'http://t' },
    ],
    [
      'every origin',
      { everyOrigin: 'http://e' },
      { '{{base_url}}': 'http://e', 'https://auth.x.com:8443': 'http://e', '{{other}}': 'http://e' },
    ],
  ]
  it.each(cases)('%s', (_name, options, want) => {
    const resolved = [...resolveBaseUrls(templates, { isFilled, ...options })]
    expect(Object.fromEntries(resolved.map(([origin, { url }]) => [origin, url]))).toEqual(want)
    expect(resolved.some(([, { isFallback }]) => isFallback)).toBe(Object.keys(options).includes('isFilled'))
  })

  it.each([
    ['http://127.0.0.1:9000', ['http://localhost:8081', 'http://localhost:8082', '127.0.0.1:8083']],
    ['https://api.x.com', ['http://localhost:8081']],
  ])('%s stands for ports of this machine only where it is one of them', (baseUrl, origins) => {
    const local = at(
      ...['http://localhost:8081/a', 'http://localhost:8081/b', 'http://localhost:8082/c'],
      ...['127.0.0.1:8083/d', 'https://pay.example.com/e', 'http://localhost.evil.com/f'],
    )
    const resolved = resolveBaseUrls(local, { baseUrl, isFilled: () => true })
    expect([...resolved.keys()]).toEqual(origins)
  })

  it('follows variables to this machine', () => {
    const values: Record<string, string> = { shop: 'https://api.x.com', pay: 'http://localhost:5000/api' }
    const options = { isFilled: () => true, lookup: (name: string) => values[name] }
    const resolved = resolveBaseUrls(at('{{shop}}/a', '{{shop}}/b', '{{pay}}/c'), {
      baseUrl: 'http://127.0.0.1:9000',
      ...options,
    })
    expect([...resolved.keys()]).toEqual(['{{shop}}', '{{pay}}'])
  })
})
