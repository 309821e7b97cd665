import { describe, expect, it } from 'vitest'
import { nextHop, type RedirectRules } from '../../../../src/toolkit/run/send/redirect.js'
import type { RawResponse } from '../../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../../src/toolkit/run/wire-request.js'

const from: WireRequest = {
  ...{ method: 'POST', protocol: 'https:', hostname: 'api.example.com', origin: 'https://api.example.com' },
  ...{ path: '/v1/a?x=1', body: Buffer.from('{}'), profile: {} },
  headers: [
    ['Authorization', 'Bearer SECRET'],
    ['Content-Type', 'application/json'],
    ['X-Api-Key', 'SECRET'],
    ['User-Agent', 'voice'],
    ['accept-language', 'de'],
    ['Host', 'api.example.com'],
    ['Referer', 'https://old.example/'],
    ['content-length', '2'],
  ],
}
const answer = (status: number, location?: string): RawResponse => ({
  status,
  headers: location === undefined ? [] : [{ key: 'location', value: location }],
  body: Buffer.alloc(0),
})

interface Hop {
  status?: number
  location?: string
  rules?: RedirectRules
  followed?: number
  more?: Partial<WireRequest>
}
const hop = ({ status = 302, location = '/b', rules = 'careful', followed = 0, more = {} }: Hop) =>
  nextHop({ ...from, ...more }, answer(status, location), { rules, followed })
const names = (wire: WireRequest | undefined) => wire?.headers.map(([name]) => name)
const sent = (wire: WireRequest | undefined, header: string) =>
  wire?.headers.filter(([name]) => name.toLowerCase() === header).map(([, value]) => value)

describe('an answer redirects', () => {
  it.each([300, 301, 302, 303, 307, 308, 399])('with %i', (status) => {
    expect(hop({ status })?.path).toBe('/b')
  })
  it.each([200, 299, 400, 401])('not with %i', (status) => expect(hop({ status })).toBeUndefined())
  it('not without a location, and not where the profile stays', () => {
    expect(nextHop(from, answer(302), { rules: 'careful', followed: 0 })).toBeUndefined()
    expect(hop({ location: '' })).toBeUndefined()
    expect(hop({ more: { profile: { followRedirects: false } } })).toBeUndefined()
  })
})

describe('a redirect to no usable address', () => {
  it.each(['http://', 'http://[::1', 'http://a b/', '//host:99999/'])('%j is told as one', (location) => {
    expect(() => hop({ location })).toThrow(
      expect.objectContaining({
        code: 'no-address',
        message: `https://api.example.com redirected to ${JSON.stringify(location)}, which is no usable address. Only the API can correct it.`,
      }),
    )
  })
})

describe('the number of redirects', () => {
  it.each<[profile: WireRequest['profile'], limit: number]>([
    [{}, 10],
    [{ maxRedirects: 2 }, 2],
    [{ maxRedirects: 0 }, 0],
    [{ maxRedirects: '3' }, 10],
    [{ maxRedirects: 1_000_000 }, 10],
  ])('under %j is at most %i', (profile, limit) => {
    if (limit > 0) expect(hop({ more: { profile }, followed: limit - 1 })).toBeDefined()
    expect(() => hop({ more: { profile }, followed: limit })).toThrow(
      expect.objectContaining({
        code: 'too-many-redirects',
        message: expect.stringContaining(`more than ${limit} times`),
      }),
    )
  })
})

describe('method and body', () => {
  it.each<[status: number, method: string, profile: WireRequest['profile'], want: string, keeps: boolean]>([
    [301, 'POST', {}, 'GET', false],
    [302, 'PUT', {}, 'GET', false],
    [303, 'DELETE', {}, 'GET', false],
    [302, 'HEAD', {}, 'HEAD', false],
    [307, 'POST', {}, 'POST', true],
    [308, 'PATCH', {}, 'PATCH', true],
    [302, 'POST', { followOriginalHttpMethod: true }, 'POST', true],
    [302, 'POST', { followOriginalHttpMethod: 'true' }, 'GET', false],
  ])('after %i of %s with %j are %s, body kept: %s', (status, method, profile, want, keeps) => {
    const next = hop({ status, more: { method, profile } })
    expect(next?.method).toBe(want)
    expect(next?.body).toBe(keeps ? from.body : null)
    expect(sent(next, 'content-type')).toEqual(keeps ? ['application/json'] : [])
    expect(sent(next, 'content-length')).toEqual(keeps ? ['2'] : [])
  })
})

describe('a relative location', () => {
  it.each<[string, string, string]>([
    ['next', '/v1/a?x=1', '/v1/next'],
    ['../up', '/v1/a', '/v1/../up'],
    ['?y=2', '/v1/a?x=1', '/v1/a?y=2'],
    ['next', '/a', '/next'],
  ])('%s from %s is %s', (location, path, want) => expect(hop({ location, more: { path } })?.path).toBe(want))
})

describe('a tool that is led to another origin', () => {
  it('sends what is harmless, its host, and nothing else', () => {
    const next = hop({ location: 'https://other.example:8443/c?d=1' })
    expect(next).toMatchObject({
      origin: 'https://other.example:8443',
      hostname: 'other.example',
      path: '/c?d=1',
    })
    expect(next?.headers).toEqual([
      ['User-Agent', 'voice'],
      ['accept-language', 'de'],
      ['Host', 'other.example:8443'],
    ])
  })

  it('stays where it is when a body would go along', () => {
    expect(hop({ status: 307, location: 'https://other.example/' })).toBeUndefined()
    expect(hop({ status: 307, location: 'https://api.example.com:444/' })).toBeUndefined()
    expect(hop({ status: 307, location: '/same' })?.body).toBe(from.body)
  })
})

describe("a replay follows Postman's rules", () => {
  const postman = (location: string, profile: WireRequest['profile'] = {}) =>
    hop({ rules: 'postman', location, more: { profile } })

  it('with host and referer renewed, last', () => {
    const next = postman('/b')
    expect(names(next)?.slice(-2)).toEqual(['Referer', 'Host'])
    expect(sent(next, 'referer')).toEqual(['https://api.example.com/v1/a?x=1'])
    expect(sent(next, 'host')).toEqual(['api.example.com'])
  })

  it.each<[location: string, profile: WireRequest['profile'], keeps: boolean]>([
    ['/b', {}, true],
    ['http://api.example.com:81/b', {}, true],
    ['https://other.example/b', {}, false],
    ['https://other.example/b', { followAuthorizationHeader: true }, true],
    ['https://other.example/b', { followAuthorizationHeader: 'true' }, false],
  ])('to %s with %j, authorization kept: %s', (location, profile, keeps) => {
    const next = postman(location, profile)
    expect(sent(next, 'authorization')).toEqual(keeps ? ['Bearer SECRET'] : [])
    expect(sent(next, 'x-api-key')).toEqual(['SECRET'])
    expect(sent(next, 'host')).toEqual([new URL(location, from.origin).host])
  })

  it('without a referer where the profile says so', () => {
    expect(sent(postman('/b', { removeRefererHeaderOnRedirect: true }), 'referer')).toEqual([])
  })
})
