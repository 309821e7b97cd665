import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { OriginPolicy, type OriginPolicyOptions } from '../../../src/server/http/origin-policy.js'

interface Asked {
  origin?: string
  host?: string
  method?: string
  headers?: Record<string, string>
  encrypted?: boolean
}

function requestOf({ origin, host = '127.0.0.1:8000', method = 'GET', headers, encrypted = false }: Asked) {
  return {
    ...{ method, socket: { encrypted } },
    headers: { ...(host && { host }), ...(origin !== undefined && { origin }), ...headers },
  } as unknown as IncomingMessage
}

const judge = (options: Partial<OriginPolicyOptions>, asked: Asked) =>
  new OriginPolicy({ allowed: undefined, acceptsDemoKey: true, ...options }).refusal(requestOf(asked))

describe('with the demo key', () => {
  it.each<[name: string, asked: Asked]>([
    ['a program', {}],
    ['a program under a name of its network', { host: 'voice:8000' }],
    ['a program that writes', { method: 'POST', host: 'agent.example.com' }],
    ['a program that upgrades', { host: 'agent.example.com', headers: { upgrade: 'websocket' } }],
    ['its own page', { origin: 'http://127.0.0.1:8000' }],
    ['its own page at localhost', { origin: 'http://localhost:8000', host: 'localhost:8000' }],
    ['its own page at a name below localhost', { origin: 'http://shop.localhost', host: 'shop.localhost' }],
    ['its own page at an address of the network', { origin: 'http://10.0.0.5:8000', host: '10.0.0.5:8000' }],
    ['its own page over IPv6', { origin: 'http://[::1]:8000', host: '[::1]:8000' }],
    ['its own page at a name without dots', { origin: 'http://buildbox:8000', host: 'buildbox:8000' }],
    ['its own page on the default port', { origin: 'http://localhost', host: 'localhost:80' }],
    ['its own page over TLS', { origin: 'https://localhost', host: 'localhost:443', encrypted: true }],
    ['its own page in capitals', { origin: 'HTTP://LOCALHOST:8000', host: 'LocalHost:8000' }],
    ['its own page by Sec-Fetch-Site', { headers: { 'sec-fetch-site': 'same-origin' } }],
    ['an address that was typed', { headers: { 'sec-fetch-site': 'none' } }],
    ['a link', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } }],
  ])('%s passes', (_name, asked) => expect(judge({}, asked)).toBeUndefined())

  it.each<[name: string, asked: Asked]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:5173' }],
    ['no port', { origin: 'http://127.0.0.1' }],
    ['another scheme', { origin: 'https://127.0.0.1:8000' }],
    ['another name of the same machine', { origin: 'http://localhost:8000' }],
    ['a file or a sandboxed frame', { origin: 'null' }],
    ['a file', { origin: 'file://' }],
    ['an extension', { origin: 'chrome-extension://abcdefghijklmnop' }],
    ['an app', { origin: 'capacitor://localhost' }],
    ['a name that was pointed here', { origin: 'http://evil.example:8000', host: 'evil.example:8000' }],
    ['a name like localhost', { origin: 'http://localhost.evil.example', host: 'localhost.evil.example' }],
    ['a name like an address', { origin: 'http://127.0.0.1.nip.io', host: '127.0.0.1.nip.io' }],
    ['a user name like an address', { origin: 'http://127.0.0.1:8000@evil.example' }],
    ['nonsense', { origin: 'http://' }],
    ['two origins', { origin: 'http://127.0.0.1:8000, https://evil.example' }],
    ['nothing', { origin: '' }],
    ['an origin without a host', { origin: 'http://127.0.0.1:8000', host: '' }],
    ['a host that is none', { origin: 'http://127.0.0.1:8000', host: '127.0.0.1:8000/x@' }],
    [
      'an image of another site',
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } },
    ],
    ['a script of another port', { headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' } }],
    ['a GET under a name that was pointed here', { host: 'evil.example:8000' }],
    ['a HEAD under a name that was pointed here', { method: 'HEAD', host: 'evil.example:8000' }],
  ])('%s is refused', (_name, asked) => expect(judge({}, asked)).toMatchObject({ status: 403 }))

  it.each<[allowed: string[], asked: Asked, passes: boolean]>([
    [['https://shop.example'], { origin: 'https://shop.example' }, true],
    [['https://shop.example'], { origin: 'https://SHOP.example:443' }, true],
    [['https://shop.example'], { origin: 'https://shop.example.evil.example' }, false],
    [['https://shop.example'], { origin: 'http://shop.example' }, false],
    [['https://shop.example'], { origin: 'http://127.0.0.1:8000' }, true],
    [['capacitor://localhost'], { origin: 'capacitor://localhost' }, true],
    [['*'], { origin: 'https://evil.example' }, true],
    [['*'], { origin: 'null' }, true],
    [['http://agent.example'], { host: 'agent.example' }, true],
  ])('the list %j decides about %j: %s', (allowed, asked, passes) =>
    expect(judge({ allowed }, asked) === undefined).toBe(passes),
  )

  it('a name that the server listens on is its own', () => {
    const policy = new OriginPolicy({ allowed: undefined, acceptsDemoKey: true })
    policy.addHost('Agent.Lan')
    const asked = { origin: 'http://agent.lan:8000', host: 'agent.lan:8000' }
    expect(policy.refusal(requestOf(asked))).toBeUndefined()
  })

  it.each([
    [0, false],
    [1, true],
  ])('with %i proxies, https before a proxy is the own origin: %s', (trustProxy, passes) => {
    const asked = { origin: 'https://10.0.0.5', host: '10.0.0.5', headers: { 'x-forwarded-proto': 'https' } }
    expect(judge({ trustProxy }, asked) === undefined).toBe(passes)
  })

  it.each<[Asked, RegExp]>([
    [{ origin: 'https://evil.example' }, /demo key.*--allowed-origins https:\/\/evil\.example/],
    [{ origin: 'null' }, /Serve the page over http or https/],
    [{ host: 'evil.example' }, /does not answer under the name "evil.example"/],
  ])('the sentence for %j says what to do', (asked, want) => {
    expect(judge({}, asked)?.message).toMatch(want)
  })

  it('the sentence for a long origin is short', () => {
    expect(judge({}, { origin: `https://${'a'.repeat(5_000)}.example` })?.message.length).toBeLessThan(600)
  })
})

describe('with a key of its own', () => {
  it.each<[allowed: string[] | undefined, asked: Asked, passes: boolean]>([
    [undefined, { origin: 'https://any.example' }, true],
    [undefined, { host: 'any.example' }, true],
    [['https://shop.example'], { origin: 'https://shop.example' }, true],
    [['https://shop.example'], { origin: 'https://evil.example' }, false],
    [['https://shop.example'], { origin: 'http://127.0.0.1:8000' }, true],
    [['https://shop.example'], {}, true],
  ])('the list %j decides about %j: %s', (allowed, asked, passes) =>
    expect(judge({ allowed, acceptsDemoKey: false }, asked) === undefined).toBe(passes),
  )

  it('a request that was let in by the demo key is judged as with it', () => {
    const policy = new OriginPolicy({ allowed: undefined, acceptsDemoKey: false })
    expect(policy.refusalWithDemoKey(requestOf({ origin: 'https://evil.example' }))).toMatchObject({
      status: 403,
    })
    expect(policy.refusalWithDemoKey(requestOf({}))).toBeUndefined()
  })
})

it('only a page that is named may read answers', () => {
  const policy = new OriginPolicy({ allowed: ['https://shop.example'], acceptsDemoKey: true })
  expect(policy.namedOrigin(requestOf({ origin: 'https://shop.example' }))).toBe('https://shop.example')
  for (const origin of ['http://127.0.0.1:8000', 'https://evil.example', undefined])
    expect(policy.namedOrigin(requestOf({ ...(origin && { origin }) }))).toBeUndefined()
})
