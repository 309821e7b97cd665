import { afterEach, describe, expect, it } from 'vitest'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { startApi, type TestApi } from '../support/tool.js'

// What an API answers is captured for later calls. It must not reach another collection, and must not decide which
// server gets a key.

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})

async function start(answers: (url: string) => unknown): Promise<TestApi> {
  const api = await startApi((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/login') response.setHeader('set-cookie', 'sid=COOKIE-A; Path=/')
    response.end(JSON.stringify(answers(request.url ?? '') ?? {}))
  })
  apis.push(api)
  return api
}

const bearer = (value: string) => ({ type: 'bearer', bearer: [{ key: 'token', value }] })
const captures = (variable: string, member: string) => [
  {
    listen: 'test',
    script: { exec: [`pm.environment.set('${variable}', pm.response.json().${member})`] },
  },
]
const get = (name: string, url: string, more: object = {}, event?: unknown) => ({
  name,
  request: { method: 'GET', url, ...more },
  ...(event ? { event } : {}),
})
const collection = (name: string, item: unknown[], variables: Record<string, string> = {}) => ({
  info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item,
  variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
})

function calling(toolkit: RESTAPIToolkit, session: object) {
  return (name: string) => {
    const tool = toolkit.getFunctions().find((one) => one.name === name)
    if (!tool) throw new Error(`no tool ${name}`)
    return tool.call({}, { session })
  }
}

describe('a captured value', () => {
  it('and a cookie stay within their collection', async () => {
    const api = await start((url) => (url === '/login' ? { token: 'token-of-the-shop' } : {}))
    const shop = collection('Shop', [
      get('Get session', `${api.url}/login`, {}, captures('token', 'token')),
      get('Get cart', `${api.url}/cart`, { auth: bearer('{{token}}') }),
    ])
    const other = collection(
      'Shop',
      [get('Get weather', `${api.url}/weather`, { auth: bearer('{{token}}') })],
      {
        token: 'demo',
      },
    )
    const session = {}
    const inShop = calling(await RESTAPIToolkit.fromApiCollection({ collection: shop }), session)
    const inOther = calling(await RESTAPIToolkit.fromApiCollection({ collection: other }), session)
    await inShop('get_session')
    await inOther('get_weather')
    await inShop('get_cart')
    expect(api.seen.slice(1).map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([
      ['Bearer demo', undefined],
      ['Bearer token-of-the-shop', 'sid=COOKIE-A'],
    ])
  })

  it('moves no key to another server', async () => {
    const thief = await start(() => ({}))
    const api = await start((url) => (url === '/discover' ? { shard: thief.url } : {}))
    const shop = collection('Shop', [
      get('Discover shard', `${api.url}/discover`, {}, captures('shard', 'shard')),
      get('Read shard', '{{shard}}/data', { auth: bearer('{{api_key}}') }),
    ])
    const variables = { api_key: 'OPERATOR-KEY' }
    const session = {}
    const call = calling(await RESTAPIToolkit.fromApiCollection({ collection: shop, variables }), session)
    await call('discover_shard')
    const refused = await call('read_shard')
    expect(refused).toMatchObject({ isError: true, reason: 'no-address' })
    expect(String(refused.content)).toContain(thief.url)
    expect(thief.seen).toEqual([])
  })

  it('does not replace an address of the operator', async () => {
    const thief = await start(() => ({}))
    const api = await start((url) => (url === '/discover' ? { shard: thief.url } : {}))
    const shop = collection('Shop', [
      get('Discover shard', `${api.url}/discover`, {}, captures('shard', 'shard')),
      get('Read shard', '{{shard}}/data', { auth: bearer('{{api_key}}') }),
    ])
    const variables = { api_key: 'OPERATOR-KEY', shard: api.url }
    const call = calling(await RESTAPIToolkit.fromApiCollection({ collection: shop, variables }), {})
    await call('discover_shard')
    expect(await call('read_shard')).toMatchObject({ isError: false })
    expect(api.seen.at(-1)).toMatchObject({ url: '/data' })
    expect(thief.seen).toEqual([])
  })

  it('leads to another address of its collection', async () => {
    const api = await start((url) => (url === '/orders/latest' ? { link: `${api.url}/orders/7` } : {}))
    const shop = collection('Shop', [
      get('Get latest order', `${api.url}/orders/latest`, {}, captures('order_url', 'link')),
      get('Track parcel', '{{order_url}}'),
    ])
    const call = calling(await RESTAPIToolkit.fromApiCollection({ collection: shop }), {})
    await call('get_latest_order')
    expect(await call('track_parcel')).toMatchObject({ isError: false })
    expect(api.seen.at(-1)).toMatchObject({ url: '/orders/7' })
  })

  it('is data wherever a request has it', async () => {
    const value = `../a?b=1&c={{api_key}}"; d`
    const api = await start((url) => (url === '/current' ? { ref_token: value, size_token: '12' } : {}))
    const event = [
      {
        listen: 'test',
        script: {
          exec: ['ref_token', 'size_token'].map(
            (name) => `pm.environment.set('${name}', pm.response.json().${name})`,
          ),
        },
      },
    ]
    const body = (raw: string, language: string) => ({ mode: 'raw', raw, options: { raw: { language } } })
    const send = (name: string, more: object) => ({
      name,
      request: { method: 'POST', url: `${api.url}/x`, ...more },
    })
    const shop = collection('Shop', [
      get('Get current', `${api.url}/current`, {}, event),
      get('Get place', `${api.url}/at/{{ref_token}}/end?q={{ref_token}}&size={{size_token}}`, {
        header: [
          { key: 'X-Ref', value: '{{ref_token}}' },
          { key: 'Authorization', value: 'Bearer {{size_token}}' },
          { key: 'Cookie', value: 'ref={{ref_token}}' },
        ],
      }),
      send('Send json', { body: body('{"a":"{{ref_token}}","b":{{ref_token}},"c":{{size_token}}}', 'json') }),
      send('Send xml', { body: body('<a>{{ref_token}}</a>', 'xml') }),
      send('Send form', { body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '{{ref_token}}' }] } }),
    ])
    const variables = { api_key: 'OPERATOR-KEY' }
    const call = calling(await RESTAPIToolkit.fromApiCollection({ collection: shop, variables }), {})
    for (const name of ['get_current', 'get_place', 'send_json', 'send_xml', 'send_form']) await call(name)
    const [, place, json, xml, form] = api.seen
    const text = encodeURIComponent(value)
    expect(place).toMatchObject({ url: `/at/${text.replace('..', '%2E%2E')}/end?q=${text}&size=12` })
    expect(place?.headers).toMatchObject({
      'x-ref': value,
      authorization: 'Bearer 12',
      cookie: `ref=../a?b=1&c={{api_key}}%22%3B%20d`,
    })
    expect(JSON.parse(String(json?.body))).toEqual({ a: value, b: value, c: 12 })
    expect(String(xml?.body)).toBe('<a>../a?b=1&amp;c={{api_key}}&quot;; d</a>')
    expect(String(form?.body)).toBe(`a=${text}`)
  })

  it('stands in the question with the effects that a mask would hide', async () => {
    const shop = collection(
      'Shop',
      [
        {
          name: 'Create note',
          request: { method: 'POST', url: 'http://127.0.0.1/notes?csrf={{csrf_token}}' },
        },
      ],
      { csrf_token: 'x&action=wipe&_method=DELETE' },
    )
    const tool = (await RESTAPIToolkit.fromApiCollection({ collection: shop })).getFunctions()[0]
    expect(tool?.dryRun?.({})).toMatchObject({
      url: 'http://127.0.0.1/notes?csrf=•••',
      effects: [
        { name: 'action', text: 'wipe' },
        { name: '_method', text: 'DELETE' },
      ],
    })
  })

  it.each(['action=delete', '_method=DELETE', '%5Fmethod=DELETE', 'purge=true'])(
    'adds no effect to a request by the cookie %s',
    async (cookie) => {
      const api = await startApi((_request, response) => {
        response.setHeader('set-cookie', [`${cookie}; Path=/`, 'sid=1; Path=/', 'action=list; Path=/x'])
        response.end('{}')
      })
      apis.push(api)
      const shop = collection('Shop', [
        get('Get first', `${api.url}/first`),
        get('Get second', `${api.url}/x/second`),
      ])
      const call = calling(await RESTAPIToolkit.fromApiCollection({ collection: shop }), {})
      await call('get_first')
      await call('get_second')
      expect(await call('get_second')).toMatchObject({ isError: false })
      expect(api.seen.map(({ headers }) => headers.cookie?.split('; ').toSorted())).toEqual([
        undefined,
        ['action=list', 'sid=1'],
        ['action=list', 'sid=1'],
      ])
    },
  )
})
