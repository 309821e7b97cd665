import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { collectionOf } from '../support/login-api.js'
import { startApi } from '../support/tool.js'

/** A collection asks an API only to try something. A call must not do it for good unless somebody agreed to that. */

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const json = (document: object) => ({
  header: [{ key: 'Content-Type', value: 'application/json' }],
  body: { mode: 'raw', raw: JSON.stringify(document), options: { raw: { language: 'json' } } },
})
const form = (fields: Record<string, string>) => ({
  body: { mode: 'urlencoded', urlencoded: Object.entries(fields).map(([key, value]) => ({ key, value })) },
})

async function call(request: object, input: JsonObject, agreed?: 'read' | 'destructive') {
  const api = await startApi((_incoming, response) => response.end('{}'))
  cleanups.push(() => api.close())
  const { url, title = 'Search orders to clean up', ...rest } = request as { url: string; title?: string }
  const [tool] = (
    await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf({
        name: title,
        request: { method: 'POST', ...rest, url: `{{base_url}}${url}` },
      }),
      baseUrl: api.url,
    })
  ).getFunctions()
  const result = await tool!.call(input, agreed && { agreed })
  return { result, tool: tool!, sent: api.seen.map(({ url: path, body }) => `${path} ${body}`) }
}

const URL = '/orders/search'

describe('a trial run that the collection asks for in a body', () => {
  it.each<[member: string, value: unknown]>([
    ['dryRun', true],
    ['dry_run', 1],
    ['dry-run', 'yes'],
    ['isDryRun', true],
    ['dryRunMode', 'full'],
    ['preview', true],
    ['previewOnly', 'true'],
    ['validate_only', true],
    ['simulate', true],
    ['whatIf', true],
    ['noop', true],
    ['commit', false],
    ['confirm', 'false'],
    ['confirmed', 0],
    ['execute', 'no'],
    ['mode', 'dry-run'],
    ['run_type', 'simulate'],
  ])('is sent if a call leaves it out: %s %j', async (member, value) => {
    const body = { query: 'old', [member]: value }
    const { sent } = await call({ url: URL, ...json(body) }, { body: { query: 'new' } })
    expect(JSON.parse(sent[0]!.slice(URL.length + 1))).toEqual({ query: 'new', [member]: value })
    const plain = await call(
      { url: URL, ...form({ query: 'old', [member]: String(value) }) },
      { body: { query: 'new' } },
    )
    expect(new URLSearchParams(plain.sent[0]!.slice(URL.length + 1)).get(member)).toBe(String(value))
    const query = await call({ method: 'GET', url: `/orders?${member}=${value}` }, {})
    expect(query.sent).toEqual([`/orders?${member}=${value} `])
  })

  it('is sent inside of an object that a call leaves out', async () => {
    const body = { query: 'old', options: { dryRun: true, size: 3 } }
    const { sent } = await call({ url: URL, ...json(body) }, { body: { query: 'new' } })
    expect(JSON.parse(sent[0]!.slice(URL.length + 1))).toEqual({ query: 'new', options: { dryRun: true } })
  })

  it.each<[member: string, own: unknown, given: JsonObject[string]]>([
    ['dryRun', true, false],
    ['dryRun', true, 'false'],
    ['dry_run', 1, 0],
    ['preview', true, false],
    ['commit', false, true],
    ['confirm', 'false', 'true'],
    ['confirmed', 0, 1],
    ['execute', 'no', 'now'],
    ['mode', 'dry-run', 'full'],
    ['run_type', 'simulate', 'real'],
  ])('is ended only by who agrees to it: %s %j becomes %j', async (member, own, given) => {
    const request = { url: URL, ...json({ query: 'old', [member]: own }) }
    const input = { body: { query: 'new', [member]: given } }
    const asked = await call(request, input, 'read')
    expect([asked.result.isError && asked.result.reason, asked.sent]).toEqual(['not-approved', []])
    expect((await call(request, input, 'destructive')).sent).toHaveLength(1)
  })

  it.each<[member: string, own: unknown, given: JsonObject[string]]>([
    ['dryRun', true, true],
    ['preview', false, false],
    ['commit', false, false],
    ['commits', 3, 4],
    ['confirmation', 'A1', 'B2'],
    ['depth', 'full', 'short'],
    ['preview_url', 'x', 'y'],
    ['simulation_id', 's1', 's2'],
    ['apply_to', 'all', 'some'],
    ['executed', false, true],
  ])('is none, and nobody is asked: %s %j becomes %j', async (member, own, given) => {
    const request = { method: 'GET', url: `/orders?size=3&${member}=${own}` }
    const { sent } = await call(request, { [member]: given }, 'read')
    expect(sent).toHaveLength(1)
  })

  it.each(['dryRun', 'validate_only', 'simulate', 'options[dry_run]', 'noop'])(
    'is asked about where the collection itself ends it: %s',
    async (member) => {
      const request = { method: 'GET', url: `/orders?size=3&${member}=false` }
      expect((await call(request, {}, 'read')).sent).toEqual([])
      expect((await call(request, {}, 'destructive')).sent).toHaveLength(1)
    },
  )
})

describe('a trial run inside of a value that a call replaces', () => {
  it.each<[own: JsonObject, given: JsonObject, sent: JsonObject]>([
    [
      { items: [{ dryRun: true, id: 1 }], x: 1 },
      { items: [{ id: 2 }, { id: 3 }] },
      {
        items: [
          { dryRun: true, id: 2 },
          { dryRun: true, id: 3 },
        ],
      },
    ],
    [{ items: [{ dryRun: true, id: 1 }], x: 1 }, { x: 2 }, { x: 2 }],
    [{ items: [{ id: 1 }], x: 1 }, { items: [{ id: 2 }] }, { items: [{ id: 2 }] }],
    [{ 'options.dryRun': true, x: 1 }, { x: 2 }, { 'options.dryRun': true, x: 2 }],
    [{ options: { flags: ['dry-run'] }, x: 1 }, { x: 2 }, { options: { flags: ['dry-run'] }, x: 2 }],
    [{ options: { flags: ['verbose'] }, x: 1 }, { x: 2 }, { x: 2 }],
  ])('stays: %j with %j', async (own, given, expected) => {
    const { sent } = await call({ url: URL, ...json(own) }, { body: given })
    expect(JSON.parse(sent[0]!.slice(URL.length + 1))).toEqual(expected)
  })

  it.each<[variables: JsonObject, given: JsonObject, sent: JsonObject]>([
    [
      { dryRun: true, i: { dryRun: true, a: 1 } },
      { i: { a: 2 } },
      { dryRun: true, i: { dryRun: true, a: 2 } },
    ],
    [{ i: [{ dryRun: true, a: 1 }] }, { i: [{ a: 2 }] }, { i: [{ dryRun: true, a: 2 }] }],
    [{ i: { a: 1 }, b: 1 }, { i: { a: 2 } }, { i: { a: 2 } }],
  ])('stays among the variables of GraphQL: %j with %j', async (variables, given, expected) => {
    const graphql = { query: '{ orders { id } }', variables: JSON.stringify(variables) }
    const { sent } = await call({ url: URL, body: { mode: 'graphql', graphql } }, { body: given })
    expect(JSON.parse(sent[0]!.slice(URL.length + 1)).variables).toEqual(expected)
  })

  it.each(['options[dry_run]', 'options.dryRun', 'options/dry-run'])(
    'is asked for by the last part of a name: %s',
    async (name) => {
      const plain = await call(
        { url: URL, ...form({ query: 'old', [name]: 'true' }) },
        { body: { query: 'new' } },
      )
      expect(new URLSearchParams(plain.sent[0]!.slice(URL.length + 1)).get(name)).toBe('true')
      const query = await call({ method: 'GET', url: `/orders?size=3&${name}=true` }, {})
      expect(query.sent[0]).toContain(`${name}=true`)
      const [input = ''] = Object.keys(query.tool.parameters.properties ?? {}).filter((key) =>
        /dry/i.test(key),
      )
      expect(
        (await call({ method: 'GET', url: `/orders?${name}=true` }, { [input]: 'false' }, 'read')).sent,
      ).toEqual([])
    },
  )

  it.each<[own: JsonObject, given: JsonObject]>([
    [{ options: { flags: ['dry-run'] } }, { options: { flags: [] } }],
    [{ options: { flags: ['dry-run'] } }, { options: { flags: ['fast'] } }],
    [{ items: [{ commit: false }] }, { items: [{ commit: true }] }],
  ])('is ended only by who agrees to it: %j with %j', async (own, given) => {
    const request = { url: URL, ...json({ query: 'old', ...own }) }
    expect((await call(request, { body: given }, 'read')).sent).toEqual([])
    expect((await call(request, { body: given }, 'destructive')).sent).toHaveLength(1)
  })

  it.each<[member: string, own: string | boolean]>([
    ...['testMode', 'test_mode', 'sandbox', 'validation_only', 'verify_only', 'simulateOnly'].map(on),
    ...['onlyValidate', 'planOnly', 'doNotSend'].map(on),
    ...['test', 'preview', 'validate', 'check', 'plan', 'sandbox'].map(
      (mode) => ['mode', mode] as [string, string],
    ),
    ['livemode', false],
    ['commitChanges', false],
  ])('has many names: %s %j', async (member, own) => {
    const request = { url: URL, ...json({ query: 'old', [member]: own }) }
    const { sent } = await call(request, { body: { query: 'new' } })
    expect(JSON.parse(sent[0]!.slice(URL.length + 1))).toEqual({ query: 'new', [member]: own })
    const given = typeof own === 'string' ? 'full' : !own
    expect((await call(request, { body: { [member]: given } }, 'read')).sent).toEqual([])
  })

  it.each<[member: string, own: unknown]>([
    ['draft', true],
    ['live', false],
    ['send', false],
    ['test', true],
    ['mode', 'full'],
    ['model', 'test'],
    ['kind', 'preview'],
  ])('is not asked for by an ordinary field: %s %j', async (member, own) => {
    const { sent } = await call(
      { url: URL, ...json({ query: 'old', [member]: own }) },
      { body: { query: 'new' } },
    )
    expect(JSON.parse(sent[0]!.slice(URL.length + 1))).toEqual({ query: 'new' })
  })
})

function on(name: string): [string, boolean] {
  return [name, true]
}

describe('a body in XML', () => {
  const xml = (raw: string) => ({
    title: 'Search users',
    url: '/users/search',
    header: [{ key: 'Content-Type', value: 'text/xml' }],
    body: { mode: 'raw', raw },
  })
  const member = (...parts: string[]) =>
    `<methodCall><methodName>system.multicall</methodName><params><param><value><struct><member>${parts.join('')}</member></struct></value></param></params></methodCall>`
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `<${name} a${at}="1"/>`).join('')

  it.each([
    '<search><q>1</q><f x=">" action="delete"></f></search>',
    `<search><q>1</q><f x='>' action='delete'/></search>`,
    `<search><q>1</q>${many(600, 'f')}<x action="delete"/></search>`,
    `<search>${'<q>1</q>'.repeat(100)}<action>delete</action></search>`,
    '<search><q>1</q><action>del<!-- -->ete</action></search>',
    '<search><q>1</q><action><![CDATA[del]]><![CDATA[ete]]></action></search>',
    '<search><q>1</q><action><?x?>delete</action></search>',
    '<search><q>1</q><action>del<![CDATA[ete]]></action></search>',
    '<search><q>1</q><action>delete<x/></action></search>',
    '<search><q>a</q><delete><id>5</id></delete></search>',
    '<search><q>a</q><delete/></search>',
    member('<value>users.delete</value>', '<name>methodName</name>'),
    member('<name>methodName</name>', '<value>users.delete</value>'),
    '<a><methodCall><methodName>users.delete</methodName></methodCall></a>',
    '<!DOCTYPE a [<!ENTITY x "delete">]><a><q>{{$guid}}</q><action>&x;</action></a>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "<delete/>">]><a><q>{{$guid}}</q>&x;</a>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ATTLIST a action CDATA "delete">]><a><q>{{$guid}}</q></a>',
    '<a><q>{{$guid}}</q><action>delete</acton></a>',
    '<a><q>{{$guid}}</q><b><action>delete</b></action></a>',
    '<a><q>{{$guid}}</q><action>delete',
  ])('is no read: %s', async (raw) => {
    const { tool, sent } = await call(xml(raw), {}, 'read')
    expect([tool.annotations.readOnlyHint, sent]).toEqual([false, []])
  })

  it.each([
    '<search><q>1</q><f x=">" action="list"></f></search>',
    `<search><q>1</q><f x="it's" y='"'></f></search>`,
    `<search><q>1</q>${many(600, 'f')}<x action="list"/></search>`,
    '<search><q>1</q><action>li<!-- delete -->st</action></search>',
    '<search><q>1</q><action><![CDATA[li]]><![CDATA[st]]></action></search>',
    '<search><q>1</q><note><?x?>delete</note></search>',
    '<search><q>a</q><deleted><id>5</id></deleted></search>',
    '<search><q>a</q><deleted/></search>',
    '<search><q>a</q><delete>false</delete></search>',
    '<search><update><from>2024-01-01</from></update></search>',
    member('<value>users.list</value>', '<name>methodName</name>'),
    '<a><methodCall><methodName>users.list</methodName></methodCall></a>',
    '<?xml version="1.0"?><methodCall><methodName>posts.search</methodName><params/></methodCall>',
    '<a><q>{{$guid}}</q><action>list</action></a>',
  ])('is a read: %s', async (raw) => {
    const { tool } = await call(xml(raw), {})
    expect(tool.annotations.readOnlyHint).toBe(true)
  })
})
