import { afterEach, describe, expect, it } from 'vitest'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { collectionOf } from '../support/login-api.js'
import { startApi } from '../support/tool.js'

/** Values that a model gives inside of a text with a structure of its own: each stays one value of this structure. */

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** The tool of a request, and the requests that reach the API. */
async function setUp({ url, ...rest }: { url: string }) {
  const api = await startApi((_incoming, response) => response.end('{}'))
  cleanups.push(() => api.close())
  const request = { method: 'GET', ...rest, url: `{{base_url}}${url}` }
  const kit = await RESTAPIToolkit.fromApiCollection({
    collection: collectionOf({ name: 'Search orders', request }),
    baseUrl: api.url,
  })
  return { tool: kit.getFunctions()[0]!, sent: () => api.seen }
}

const header = (key: string, value: string) => [{ key, value }]
const search = (body: object, type?: string) => ({
  method: 'POST',
  url: '/orders/search',
  body,
  ...(type && { header: header('Content-Type', type) }),
})
const HOLE = '{"q":"{{q}}"}'
const VALUES = [
  'x","action":"delete',
  'x","_method":"DELETE',
  'x","delete":"true',
  '\\","op":"remove',
  '\\\\","op":"remove',
  '%22,"op":"remove',
  'x"}],"delete":[{"a":"b',
  'x"}, {"method":"users.delete',
  '"',
  '\\',
]

const inQuery = ({ url }: { url: string }) => new URL(url, 'http://a').searchParams.get('request')!
const ENCODED = '/orders?request=%7B%22q%22%3A%22{{q}}%22%7D'

describe('a value of a model in JSON', () => {
  it.each(VALUES)('stays a text in a query and in a header: %s', async (q) => {
    for (const request of [{ url: `/orders?request=${HOLE}` }, { url: ENCODED }]) {
      const { tool, sent } = await setUp(request)
      await tool.call({ q }, { agreed: 'destructive' })
      expect(JSON.parse(inQuery(sent()[0]!))).toEqual({ q })
    }
    const { tool, sent } = await setUp({ url: '/orders', ...{ header: header('X-Query', HOLE) } })
    await tool.call({ q }, { agreed: 'destructive' })
    expect(JSON.parse(String(sent()[0]!.headers['x-query']))).toEqual({ q })
  })

  it('stays a number without quotes, and a text with them', async () => {
    const { tool, sent } = await setUp({ url: '/orders?request={"q":{{q}}}' })
    for (const q of [5, '5,"action":"delete"']) await tool.call({ q } as never, { agreed: 'destructive' })
    const [, last] = sent().map((one) => JSON.parse(inQuery(one)))
    expect(Object.keys(last)).toEqual(['q'])
  })

  it('is escaped in XML in a query', async () => {
    const { tool, sent } = await setUp({ url: '/orders?request=<search><q>{{q}}</q></search>' })
    await tool.call({ q: '</q><action>delete</action><q>' }, { agreed: 'destructive' })
    expect(inQuery(sent()[0]!)).toBe(
      '<search><q>&lt;/q&gt;&lt;action&gt;delete&lt;/action&gt;&lt;q&gt;</q></search>',
    )
  })
})

describe('an order inside of JSON that a read sends', () => {
  it.each([
    '/orders?payload={"action":"delete"}',
    '/orders?payload=%7B%22action%22%3A%22delete%22%7D',
    '/orders?a={"b":{"action":"delete"}}',
    '/orders?a=[{"method":"DELETE","url":"/orders/5"}]',
    '/orders?data={"query":"mutation { deleteOrder }"}',
    '/orders?data={"delete":true}',
    '/orders?data={"c":"{\\"action\\":\\"delete\\"}"}',
  ])('is a write: %s', async (url) => {
    expect((await setUp({ url })).tool.annotations.readOnlyHint).toBe(false)
  })

  it.each(['/orders?filter={"op":"eq","field":"state","value":"open"}', '/orders?sort=["name","asc"]'])(
    'is none: %s',
    async (url) => {
      expect((await setUp({ url })).tool.annotations.readOnlyHint).toBe(true)
    },
  )

  it('is asked for if a model gives it as a whole', async () => {
    const { tool, sent } = await setUp({ url: '/orders?filter={"state":"open"}' })
    await tool.call({ filter: '{"action":"delete"}' }, { agreed: 'read' })
    expect(sent()).toHaveLength(0)
  })
})

describe('a value in a multipart form whose boundary the collection has', () => {
  const part = (name: string) => `x\r\n--XYZ\r\nContent-Disposition: form-data; name=${name}\r\n\r\narchive`
  const values = ['"action"', 'action', "'action'", '_method', 'amount', '"a b"'].map(part)
  const form = { mode: 'formdata', formdata: [{ key: 'q', value: 'hi', type: 'text' }] }

  it.each([...values, '--XYZ--', 'x\n--XYZ--\n', 'x\r\n--ABC\r\n'])('adds no part: %j', async (q) => {
    for (const type of ['boundary=XYZ', 'boundary="XYZ"', 'boundary=ABC; boundary=XYZ']) {
      const { tool, sent } = await setUp(search(form, `multipart/form-data; ${type}`))
      await tool.call({ body: { q } }, { agreed: 'destructive' })
      const { headers, body } = sent()[0]!
      const [, boundary = ''] = /boundary="?([^";]+)"?$/.exec(String(headers['content-type']))!
      expect(String(body).split(`--${boundary}`)).toHaveLength(3)
    }
  })

  it('keeps its boundary otherwise', async () => {
    const { tool, sent } = await setUp(search(form, 'multipart/form-data; boundary=XYZ'))
    await tool.call({ body: { q: 'XYZ' } }, { agreed: 'destructive' })
    expect(sent()[0]!.headers['content-type']).toBe('multipart/form-data; boundary=XYZ')
  })

  it('adds none to a text with parts', async () => {
    const raw = '--XYZ\r\nContent-Disposition: form-data; name="q"\r\n\r\n{{q}}\r\n--XYZ--\r\n'
    const { tool, sent } = await setUp(search({ mode: 'raw', raw }, 'multipart/form-data; boundary=XYZ'))
    for (const q of values)
      expect(await tool.call({ body: { q } }, { agreed: 'destructive' })).toMatchObject({
        reason: 'invalid-input',
        content: expect.stringContaining('begins with "--"'),
      })
    expect(sent()).toHaveLength(0)
  })
})
