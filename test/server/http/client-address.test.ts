import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  clientAddress,
  clientNetwork,
  isForwarded,
  isForwardedSecurely,
  isLocalCaller,
} from '../../../src/server/http/client-address.js'

function requestFrom(
  remoteAddress: string,
  headers: Record<string, string> = {},
  httpVersion = '1.1',
): IncomingMessage {
  return { socket: { remoteAddress }, headers, httpVersion } as unknown as IncomingMessage
}

describe('the address of a client', () => {
  it.each([
    [0, '203.0.113.9', undefined, '203.0.113.9'],
    [0, '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    [0, '10.0.0.1', '198.51.100.1', '10.0.0.1'],
    [1, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [1, '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [2, '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    [2, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [1, '10.0.0.1', undefined, '10.0.0.1'],
    [1, '10.0.0.1', 'unknown', '10.0.0.1'],
    [1, '10.0.0.1', 'x'.repeat(10_000), '10.0.0.1'],
    [1, '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    [1, '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
  ])('behind %i proxies, from %s with %j, is %s', (trustProxy, remote, forwarded, want) => {
    const request = requestFrom(remote, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
    expect(clientAddress(request, trustProxy)).toBe(want)
  })

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
    ['2001:db8::7:8:9', '2001:db8:0:0'],
    ['1::4:5:6:7:8', '1:0:0:4'],
    ['::3:4:5:6:7:8', '0:0:3:4'],
  ])('%s counts as %s', (address, want) => expect(clientNetwork(address)).toBe(want))
})

it.each<[trustProxy: number, forwarded: string | undefined, want: boolean]>([
  [0, 'https', false],
  [1, 'https', true],
  [1, 'http, https', true],
  [1, 'https,http', false],
  [1, 'http', false],
  [1, undefined, false],
])('behind %i proxies, a request forwarded by %j is secure: %s', (trustProxy, forwarded, want) => {
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-proto': forwarded }
  expect(isForwardedSecurely(requestFrom('10.0.0.1', headers), trustProxy)).toBe(want)
})

describe('a caller of this machine', () => {
  it.each<[name: string, request: IncomingMessage, isLocal: boolean]>([
    ['by address', requestFrom('127.0.0.1', { host: '127.0.0.1:8000' }), true],
    ['by name', requestFrom('::1', { host: 'localhost:8000' }), true],
    ['over IPv6', requestFrom('::ffff:127.0.0.1', { host: '[::1]:8000' }), true],
    ['from elsewhere', requestFrom('203.0.113.9', { host: 'localhost:8000' }), false],
    ['under a name that was pointed here', requestFrom('127.0.0.1', { host: 'evil.example:8000' }), false],
    ['under a name like localhost', requestFrom('127.0.0.1', { host: 'localhost.evil.example' }), false],
    ['without a host', requestFrom('127.0.0.1'), false],
    ...[
      ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'],
      ...['x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'fastly-client-ip', 'cf-connecting-ip'],
      ...[
        'x-original-host',
        'x-envoy-external-address',
        'x-amzn-trace-id',
        'x-appengine-user-ip',
        'cdn-loop',
      ],
    ].map((name): [string, IncomingMessage, boolean] => [
      `behind a proxy that sends ${name}`,
      requestFrom('127.0.0.1', { host: '127.0.0.1:8000', [name]: 'any' }),
      false,
    ]),
    [
      'behind a proxy that speaks HTTP/1.0',
      requestFrom('127.0.0.1', { host: '127.0.0.1:8000' }, '1.0'),
      false,
    ],
  ])('%s', (_name, request, isLocal) => expect(isLocalCaller(request)).toBe(isLocal))

  it('is not behind a proxy by headers of another kind', () => {
    expect(
      isForwarded(requestFrom('127.0.0.1', { 'x-request-id': '1', via2: '1', 'x-client': '1', cf: '1' })),
    ).toBe(false)
  })
})
