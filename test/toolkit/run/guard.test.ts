import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/ports.js'
import { Deadline } from '../../../src/toolkit/run/send/deadline.js'
import { exchange } from '../../../src/toolkit/run/send/exchange.js'
import { guardedLookup, isLocalHost, isPrivateAddress } from '../../../src/toolkit/run/send/guard.js'
import { nextHop } from '../../../src/toolkit/run/send/redirect.js'
import type { RawResponse } from '../../../src/toolkit/run/send/response.js'
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
  ])('%s is', (address) => expect(isPrivateAddress(address)).toBe(true))
  it.each([
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '169.253.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
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
      guardedLookup(hostname, all ? { all: true } : {}, (error, address) => resolve(error ?? address)),
    )
  expect(await answer('localhost', true)).toMatchObject({ code: 'private-address' })
  expect(await answer('localhost', false)).toMatchObject({ code: 'private-address' })
})

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
      transport: async (sent, { isGuarded }) => {
        if (isGuarded && isLocalHost(sent.hostname)) throw new Error('stopped')
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
