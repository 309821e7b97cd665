import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/ports.js'
import { Deadline } from '../../../src/toolkit/run/send/deadline.js'
import { exchange } from '../../../src/toolkit/run/send/exchange.js'
import {
  guardedConnector,
  guardedLookup,
  isLocalHost,
  isPrivateAddress,
} from '../../../src/toolkit/run/send/guard.js'
import { poolTransport } from '../../../src/toolkit/run/send/pool-transport.js'
import { nextHop } from '../../../src/toolkit/run/send/redirect.js'
import { DEFAULT_LIMITS, type RawResponse } from '../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../src/toolkit/run/wire-request.js'

describe('isPrivateAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '::ffff:0:10.0.0.1',
    '168.63.129.16',
    '192.0.0.192',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.0',
    '192.88.99.255',
    '192.175.48.1',
    '::ffff:168.63.129.16',
    '::8.8.8.8',
    '64:ff9b::c058:6301',
    '64:ff9b:1::',
    '64:ff9b:1:a00:0:100:808:808',
    '64:ff9b:1:ffff:ffff:ffff:808:808',
    '100::1',
    '100:0:0:1:ffff::',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db8::1',
    '2002:808:808::1',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8000::1',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '5f00::1',
    'fec0::1',
  ])('%s is', (address) => expect(isPrivateAddress(address)).toBe(true))
  it.each([
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '169.253.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::808:808',
    '168.63.129.15',
    '168.63.129.17',
    '192.0.1.1',
    '192.88.98.255',
    '192.88.100.0',
    '223.255.255.255',
    '100:0:0:2::1',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2620:4f:8001::1',
    '3ffe:ffff::1',
    '3fff:1000::',
    '64:ff9c::7f00:1',
    'example.com',
    'localhost',
  ])('%s is not', (address) => expect(isPrivateAddress(address)).toBe(false))
})

describe('isLocalHost', () => {
  it.each([
    'localhost',
    'api.localhost',
    'printer.local',
    'db',
    'svc.internal',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '::1',
    '::ffff:127.0.0.1',
    'localhost.',
  ])('%s is', (host) => expect(isLocalHost(host)).toBe(true))
  it.each([
    'example.com',
    'api.example.com.',
    '8.8.8.8',
    '134744072',
    'localhost.example.com',
    '2606:4700::1111',
  ])('%s is not', (host) => expect(isLocalHost(host)).toBe(false))
})

it('a name that leads into a private network is refused at lookup', async () => {
  const answer = (hostname: string, all: boolean) =>
    new Promise((resolve) =>
      guardedLookup('public')(hostname, all ? { all: true } : {}, (error, address) =>
        resolve(error ?? address),
      ),
    )
  expect(await answer('localhost', true)).toMatchObject({ code: 'private-address' })
  expect(await answer('localhost', false)).toMatchObject({ code: 'private-address' })
})

describe('a public name', () => {
  const systemLookup = dns.lookup
  const answerWith = (answer: string[] | Error) => {
    const addresses = Array.isArray(answer) ? answer.map((address) => ({ address, family: 4 })) : []
    const lookup = (_name: string, _options: object, callback: (...parts: unknown[]) => void) =>
      callback(answer instanceof Error ? answer : null, addresses)
    dns.lookup = lookup as unknown as typeof dns.lookup
    syncBuiltinESMExports()
  }
  afterEach(() => {
    dns.lookup = systemLookup
    syncBuiltinESMExports()
  })
  const lookUp = (all: boolean) =>
    new Promise((resolve) =>
      guardedLookup('public')('api.example.com', all ? { all: true } : {}, (...parts) => resolve(parts)),
    )

  it('leads to its public addresses', async () => {
    answerWith(['8.8.8.8', '1.1.1.1'])
    expect(await lookUp(true)).toEqual([
      null,
      [
        { address: '8.8.8.8', family: 4 },
        { address: '1.1.1.1', family: 4 },
      ],
    ])
    expect(await lookUp(false)).toEqual([null, '8.8.8.8', 4])
  })

  it('is refused when any of its addresses is private', async () => {
    answerWith(['8.8.8.8', '10.0.0.1'])
    const [error, addresses] = (await lookUp(true)) as [Error, unknown]
    expect(error).toMatchObject({
      code: 'private-address',
      message: expect.stringContaining('api.example.com leads into a private network'),
    })
    expect(addresses).toEqual([])
  })

  it('that is not known stays unknown', async () => {
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    answerWith(unknown)
    expect(await lookUp(true)).toEqual([unknown, []])
  })

  it('that leads to this machine is not connected to', async () => {
    answerWith(['127.0.0.1'])
    const connect = guardedConnector({ timeout: 5_000 }, 'public')
    const refused = await new Promise((resolve) =>
      connect({ hostname: 'api.example.com', protocol: 'http:', port: '1' }, (...[error]) => resolve(error)),
    )
    expect(refused).toMatchObject({ code: 'private-address' })
  })
})

it.each(['localhost', '127.0.0.1', '2130706433', '::1', '::ffff:127.0.0.1', '2002:7f00:1::'])(
  'a connection to %s is refused',
  async (hostname) => {
    const connect = guardedConnector({ timeout: 5_000 }, 'public')
    const refused = await new Promise((resolve) =>
      connect({ hostname, protocol: 'http:', port: '1' }, (...[error]) => resolve(error)),
    )
    expect(refused).toMatchObject({ code: 'private-address' })
  },
)

it.each(['http://127.0.0.1:1', 'http://[::ffff:7f00:1]:1', 'http://0x7f.1:1', 'http://localhost:1'])(
  'the transport of tools does not go from a public API to %s',
  async (origin) => {
    const deadline = new Deadline({ clock: systemClock, timeoutMs: 60_000 })
    const sent = poolTransport(wire(origin), { limits: DEFAULT_LIMITS, deadline, guard: 'public' })
    await expect(sent).rejects.toMatchObject({ code: 'private-address' })
    deadline.end()
  },
)

const wire = (url: string, more: Partial<WireRequest> = {}): WireRequest => {
  const { protocol, hostname, port, origin, pathname, search } = new URL(url)
  return {
    method: 'GET',
    protocol: protocol as 'http:',
    hostname,
    ...(port ? { port } : {}),
    origin,
    path: `${pathname}${search}`,
    headers: [
      ['Authorization', 'Bearer SECRET'],
      ['X-Api-Key', 'SECRET'],
      ['Cookie', 'a=SECRET'],
      ['Accept', '*/*'],
      ['Host', 'api.example.com'],
    ],
    body: null,
    profile: {},
    ...more,
  }
}
const redirect = (location: string, status = 302): RawResponse => ({
  status,
  headers: [{ key: 'location', value: location }],
  body: Buffer.alloc(0),
})

describe('a redirect of a tool', () => {
  const from = wire('https://api.example.com/v1/a?x=1')
  const hop = (location: string, status?: number) =>
    nextHop(from, redirect(location, status), { rules: 'careful', followed: 0 })

  it.each([
    ['/b', 'https://api.example.com/b'],
    ['b?y=2', 'https://api.example.com/v1/b?y=2'],
    ['?y=2', 'https://api.example.com/v1/a?y=2'],
    ['//api.example.com/c', 'https://api.example.com/c'],
    ['HTTPS://API.example.com/d', 'https://api.example.com/d'],
  ])('to %s keeps its credentials on the same origin', (location, want) => {
    const next = hop(location)
    expect(`${next?.origin}${next?.path}`).toBe(want)
    expect(next?.headers).toEqual(from.headers)
  })

  it.each([
    'https://other.example.com/',
    'http://api.example.com/',
    'https://api.example.com:8443/',
    '//evil.example/',
  ])('to %s carries nothing secret', (location) => {
    const next = hop(location)
    expect(JSON.stringify(next?.headers)).not.toContain('SECRET')
    expect(next?.headers.at(-1)?.[0]).toBe('Host')
  })

  it('never sends a body to another origin', () => {
    const post = wire('https://api.example.com/login', {
      method: 'POST',
      body: Buffer.from('password=SECRET'),
    })
    expect(
      nextHop(post, redirect('https://other.example.com/', 307), { rules: 'careful', followed: 0 }),
    ).toBeUndefined()
    expect(nextHop(post, redirect('/again', 307), { rules: 'careful', followed: 0 })).toMatchObject({
      method: 'POST',
      body: post.body,
    })
    expect(
      nextHop(post, redirect('https://other.example.com/', 302), { rules: 'careful', followed: 0 }),
    ).toMatchObject({ method: 'GET', body: null })
  })

  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://2130706433/',
    'http://localhost/',
  ])('of a public API to %s is stopped', async (location) => {
    const visited: string[] = []
    const promise = exchange(from, {
      transport: async (sent, { guard }) => {
        if (guard === 'public' && isLocalHost(sent.hostname)) throw new Error('stopped')
        visited.push(sent.origin)
        return redirect(location)
      },
      limits: { connectTimeoutMs: 1, idleTimeoutMs: 1, maxBytes: 1 },
      deadline: new Deadline({ clock: systemClock, timeoutMs: 60_000 }),
      rules: 'careful',
    })
    await expect(promise).rejects.toThrow('stopped')
    expect(visited).toEqual(['https://api.example.com'])
  })
})
