import { expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import type { DryRun } from '../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const path = { protocol: 'http', host: ['a', 'test'], path: ['users', ':name'] }

it.each<[place: string, name: string, url: string | object, keyword: 'examples' | 'default', value: string]>([
  ['query', 'q', 'http://a.test/find?q=50%25%20off%26on', 'examples', '50% off&on'],
  ['query', 'id', 'http://a.test/user?id=ann%40b.test', 'examples', 'ann@b.test'],
  ['path', 'email', 'http://a.test/users/ann%40b.test', 'examples', 'ann@b.test'],
  ['path', 'name', { ...path, variable: [{ key: 'name', value: 'ann%20b' }] }, 'examples', 'ann b'],
])('a value with percent-encoding in the %s is decoded for the model: %s', (_, name, url, keyword, value) => {
  const item = { name: 'Get user', request: { method: 'GET', url } }
  const [tool] = new RESTAPIToolkit(parseCollection({ info: { name: 'A' }, item: [item] })).getFunctions()
  const schema = tool!.parameters.properties![name]!
  expect(schema[keyword]).toEqual(keyword === 'default' ? value : [value])
  const sent = tool!.dryRun!({ [name]: value }) as DryRun
  expect(decodeURIComponent(sent.url)).toContain(value)
})

it.each([
  ['List shipments', 'http://a.test/shipments?service=express', 'service', 'http://a.test/shipments'],
  ['List entries', 'http://a.test/audit/entries?action=login', 'action', 'http://a.test/audit/entries'],
])('a filter of a list is not sent when no call gives it: %s %s', (name, url, filter, sent) => {
  const item = { name, request: { method: 'GET', url } }
  const [tool] = new RESTAPIToolkit(parseCollection({ info: { name: 'A' }, item: [item] })).getFunctions()
  expect(tool!.parameters.properties![filter]).toMatchObject({ examples: [expect.any(String)] })
  expect((tool!.dryRun!({}) as DryRun).url).toBe(sent)
  expect((tool!.dryRun!({ [filter]: 'x' }) as DryRun).url).toBe(`${sent}?${filter}=x`)
})

it.each([
  ['List jobs', 'http://a.test/jobs?action=list_open'],
  ['Search photos', 'http://a.test/services/rest?method=photos.search'],
  ['Get features', 'http://a.test/layers?service=WFS'],
  ['Read the log', 'http://a.test/api.php?op=journal'],
])('an operation is always sent: %s %s', (name, url) => {
  const item = { name, request: { method: 'GET', url } }
  const [tool] = new RESTAPIToolkit(parseCollection({ info: { name: 'A' }, item: [item] })).getFunctions()
  expect((tool!.dryRun!({}) as DryRun).url).toBe(url)
})
