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
  const { url, ...rest } = request as { url: string }
  const [tool] = (
    await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf({
        name: 'Search orders to clean up',
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
    ['dryRun', false, false],
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
})
