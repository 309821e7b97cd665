import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { capturing, collectionOf } from '../support/login-api.js'
import { startApi, type TestApi } from '../support/tool.js'

/** How often a value stands in a request, and its length: 200 MB together. */
const TIMES = 2_000
const LENGTH = 100_000

const raw = (text: string, language: string) => ({ mode: 'raw', raw: text, options: { raw: { language } } })
const post = (body: JsonObject) => ({ method: 'POST', url: '{{base_url}}/notes/search', body })
const get = (more: JsonObject) => ({ method: 'GET', url: '{{base_url}}/notes', ...more })
const often = (value: string) => value.repeat(TIMES)
const entries = (value: string) => Array.from({ length: TIMES }, (_, at) => ({ key: `k${at}`, value }))

/** Requests in which a value stands often. */
const PLACES: [place: string, request: (value: string) => JsonObject][] = [
  ['a text', (value) => post(raw(often(value), 'text'))],
  ['a member of JSON', (value) => post(raw(`{"a":"${often(value)}"}`, 'json'))],
  ['members of JSON', (value) => post(raw(JSON.stringify(entries(value)), 'json'))],
  ['elements of XML', (value) => post(raw(`<a>${often(`<b>${value}</b>`)}</a>`, 'xml'))],
  ['fields of a form', (value) => post({ mode: 'urlencoded', urlencoded: entries(value) })],
  ['parts of a form', (value) => post({ mode: 'formdata', formdata: entries(value) })],
  ['GraphQL', (value) => post({ mode: 'graphql', graphql: { query: `{ a(b: "${often(value)}") }` } })],
  ['the query', (value) => get({ url: `{{base_url}}/notes?q=${often(value)}` })],
  ['the path', (value) => get({ url: `{{base_url}}/notes/${often(value)}` })],
  ['a header', (value) => get({ header: [{ key: 'X-Note', value: often(value) }] })],
  ['headers', (value) => get({ header: entries(value) })],
  ['cookies', (value) => get({ header: [{ key: 'Cookie', value: often(`a=${value}; `) }] })],
]

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})

async function start(...items: object[]) {
  const received: number[] = []
  const api = await startApi(({ body, url }, response) => {
    if (url !== '/key') received.push(body.length + (url ?? '').length)
    response.setHeader('content-type', 'application/json').end(`{"note":"${'n'.repeat(60_000)}"}`)
  })
  apis.push(api)
  const kit = (variable: JsonObject[] = []) =>
    RESTAPIToolkit.fromApiCollection({
      collection: { ...collectionOf(...items), variable: [...variable, { key: 'base_url', value: api.url }] },
    })
  return { kit, received }
}

describe('A value that stands in a request very often', () => {
  it.each(PLACES)('of the file, in %s: is refused in a sentence', async (_, requestOf) => {
    const { kit, received } = await start({ name: 'Search notes', request: requestOf('{{note}}') })
    const toolkit = await kit([{ key: 'note', value: 'n'.repeat(LENGTH) }])
    const [tool] = toolkit.getFunctions()
    const result = await tool!.call({}, { agreed: 'destructive', session: {} })
    expect(result).toMatchObject({ isError: true })
    expect(String(result.content).length).toBeLessThan(1_000)
    expect(received).toEqual([])
  })

  it.each(PLACES)('of a model, in %s: never makes a long request', async (_, requestOf) => {
    const { kit, received } = await start({ name: 'Search notes', request: requestOf('{{note}}') })
    const [tool] = (await kit()).getFunctions()
    const note = 'n'.repeat(LENGTH)
    const inputs: JsonObject[] = [{ note }, { body: { note } }]
    for (const input of inputs) await tool!.call(input, { agreed: 'destructive', session: {} })
    for (const size of received) expect(size).toBeLessThan(1_000_000)
  })

  it.each(PLACES)('of an answer, in %s: is refused in a sentence', async (_, requestOf) => {
    const { kit, received } = await start(
      capturing('Get key', { method: 'GET', url: '{{base_url}}/key' }, { note: 'note' }),
      { name: 'Search notes', request: requestOf('{{note}}') },
    )
    const tools = (await kit()).getFunctions()
    const session = {}
    for (const { name } of tools)
      await tools.find((tool) => tool.name === name)!.call({}, { agreed: 'destructive', session })
    for (const size of received) expect(size).toBeLessThan(1_000_000)
  })

  it('of values that have each other: is refused in a sentence', async () => {
    const { kit, received } = await start({
      name: 'Search notes',
      request: get({ url: '{{base_url}}/notes?q={{a}}' }),
    })
    const chain = ['a', 'b', 'c', 'd'].map((key, at) => ({ key, value: `{{${'bcde'[at]}}}`.repeat(40) }))
    const toolkit = await kit([...chain, { key: 'e', value: 'n'.repeat(1_000) }])
    expect(await toolkit.getFunctions()[0]!.call({}, { session: {} })).toMatchObject({ isError: true })
    expect(received).toEqual([])
  })
})
