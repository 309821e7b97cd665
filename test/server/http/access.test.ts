import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { DEMO_API_KEY } from '../../../src/environment.js'
import { silentLogger } from '../../../src/ports.js'
import { Access } from '../../../src/server/http/access.js'
import { Authenticator, ClientSecrets, limitFailedKeys } from '../../../src/server/http/authenticator.js'
import { OriginPolicy } from '../../../src/server/http/origin-policy.js'
import { probeHeaders } from '../../../src/server/http/routes.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const clock = new VirtualClock()

function make({ allowed, trustProxy = 0 }: { allowed?: string[]; trustProxy?: number } = {}) {
  const asked: [key: string, appId: string | undefined][] = []
  const gate = new Authenticator({
    ...{ clock, logger: silentLogger, secrets: new ClientSecrets({ clock, secret: undefined }) },
    validator: (key, appId) => {
      asked.push([key, appId])
      return key !== 'wrong'
    },
    failedKeys: limitFailedKeys({ perMinute: 1, clock }),
  })
  return {
    asked,
    access: new Access({ gate, origins: new OriginPolicy({ allowed, acceptsDemoKey: false }), trustProxy }),
  }
}
const request = (headers: Record<string, string>, url = '/ws', method = 'GET') =>
  ({
    headers,
    url,
    method,
    socket: { remoteAddress: '10.0.0.1' },
    httpVersion: '1.1',
  }) as unknown as IncomingMessage
const key = (value: string) => ({ host: 'localhost', authorization: `Bearer ${value}` })

describe('Access', () => {
  it('takes the key of the header, and the app of the address', async () => {
    const { access, asked } = make()
    expect(await access.enter(request(key('a'), '/ws?app_id=shop'))).toMatchObject({
      appId: 'shop',
      isDemo: false,
    })
    expect(await access.enter(request(key('a'), '/ws?app_id='))).toMatchObject({ appId: undefined })
    expect(asked).toEqual([
      ['a', 'shop'],
      ['a', undefined],
    ])
  })

  it('takes the key of an upgrade before that of the header', async () => {
    const { access, asked } = make()
    await access.enter(request(key('a')), 'b')
    expect(asked).toEqual([['b', undefined]])
  })

  it('lets nobody in without a key', async () =>
    expect(await make().access.enter(request({ host: 'localhost' }))).toMatchObject({ status: 401 }))

  it('lets pages of elsewhere not use the demo key', async () => {
    const origin = 'https://shop.test'
    const by = (access: Access, headers: object) =>
      access.enter(request({ ...key(DEMO_API_KEY), ...headers }))
    expect(await by(make().access, { origin })).toMatchObject({ status: 403 })
    expect(await by(make().access, {})).toMatchObject({ isDemo: true })
    expect(await by(make({ allowed: [origin] }).access, { origin })).toMatchObject({ isDemo: true })
    expect(await make().access.enter(request({ ...key('a'), origin }))).toMatchObject({ isDemo: false })
  })

  it('counts wrong keys by the address of the client', async () => {
    const from = (address: string) => request({ ...key('wrong'), 'x-forwarded-for': address })
    const { access } = make({ trustProxy: 1 })
    const statuses = []
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
      statuses.push(((await access.enter(from(address))) as { status: number }).status)
    expect(statuses).toEqual([401, 429, 401])
    expect(access.addressOf(from('203.0.113.1'))).toBe('203.0.113.1')
    expect(make().access.addressOf(from('203.0.113.1'))).toBe('10.0.0.1')
  })
})

describe('probeHeaders', () => {
  const origin = 'https://shop.test'
  const of = (headers: Record<string, string>, allowed?: string[]) =>
    probeHeaders(request(headers), { access: make(allowed ? { allowed } : {}).access })
  const open = {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': 'Authorization, Voice-Resume',
    Vary: 'Origin',
  }
  it.each<[name: string, headers: Record<string, string>, allowed: string[] | undefined, want: object]>([
    ['a page', { origin }, undefined, open],
    ['a page that is named', { origin }, [origin], open],
    ['another page', { origin }, ['https://other.test'], {}],
    ['no page', {}, undefined, {}],
  ])('for %s', (_name, headers, allowed, want) => expect(of(headers, allowed)).toEqual(want))
})
