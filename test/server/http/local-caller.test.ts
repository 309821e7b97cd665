import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isLocalCaller } from '../../../src/server/http/client-address.js'

const from = (remoteAddress: string | undefined, headers: Record<string, string>, httpVersion = '1.1') =>
  isLocalCaller({ socket: { remoteAddress }, headers, httpVersion } as unknown as IncomingMessage)

describe('a caller of this machine', () => {
  it.each(['localhost', 'LOCALHOST:80', '127.0.0.1', '127.1.2.3:65535', '[::1]', '[::1]:8080'])(
    'names it %s',
    (host) => expect(from('127.0.0.1', { host })).toBe(true),
  )
  it.each([
    ...[
      '',
      'example.com',
      'localhost.example.com',
      'xlocalhost',
      'localhost:',
      'localhost:123456',
      'localhost:8x',
    ],
    ...['127.0.0.1.example.com', '128.0.0.1', '127.0.0', '127.0.0.1234', '::1', '[::1]x', '[::2]', 'x[::1]'],
  ])('does not name it %j', (host) => expect(from('127.0.0.1', { host })).toBe(false))

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('comes from %s', (address) =>
    expect(from(address, { host: 'localhost' })).toBe(true),
  )
  it.each(['192.168.0.2', '127.0.0.2', undefined])('does not come from %s', (address) =>
    expect(from(address, { host: 'localhost' })).toBe(false),
  )

  it.each<[origin: string, isLocal: boolean]>([
    ['http://localhost:3000', true],
    ['http://127.0.0.1:8000', true],
    ['https://example.com', false],
    ['http://localhost.example.com', false],
    ['null', false],
  ])('is a page of %s: %s', (origin, isLocal) => {
    expect(from('127.0.0.1', { host: 'localhost', origin })).toBe(isLocal)
  })

  it('names a host, and comes through no proxy', () => {
    expect(from('127.0.0.1', {})).toBe(false)
    expect(from('127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' })).toBe(false)
    expect(from('127.0.0.1', { host: 'localhost' }, '1.0')).toBe(false)
  })
})
