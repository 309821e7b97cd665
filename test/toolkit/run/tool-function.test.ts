import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { contextOf, startApi, type TestApi, toolOf } from '../../support/tool.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi((_request, response) => response.end('{"id":1,"name":"Rex","more":{"x":1,"id":2}}'))
})
afterAll(() => api.close())

const parameters = {
  type: 'object',
  properties: { id: { type: 'integer' } },
  required: ['id'],
  additionalProperties: false,
}
const tool = (more: object = {}) =>
  toolOf({ request: { method: 'GET', url: `${api.url}/a` }, parameters, ...more })

describe('a tool', () => {
  it('that is given a wrong input is not called, and says why', async () => {
    const seen = api.seen.length
    for (const input of [{}, { id: 'x' }, null] as unknown as JsonObject[]) {
      const want = {
        isError: true,
        reason: 'invalid-input',
        content: expect.stringMatching(/^sketch was not called\. "id"/),
      }
      expect(await tool().call(input)).toMatchObject(want)
      expect(tool().dryRun?.(input)).toMatchObject(want)
    }
    expect(api.seen).toHaveLength(seen)
  })

  it.each([
    ['PATCH', /not been changed: email\.$/],
    ['POST', /^undefined$/],
  ])('that is given null for a member of a %s says what it left out', async (method, note) => {
    const body = { type: 'object', properties: { email: { type: 'string' }, phone: { type: 'string' } } }
    const change = toolOf({
      request: { method, url: `${api.url}/a`, body: { mode: 'raw', text: '{}', language: 'json' } },
      parameters: { type: 'object', properties: { body } },
      bindings: [{ parameter: 'body', in: 'body', body: { kind: 'json', fixed: [] } }],
    })
    const result = await change.call({ body: { email: null, phone: '1' } })
    expect(String(result.note)).toMatch(note)
  })

  it.each<[fields: unknown, want: object]>([
    [['name'], { name: 'Rex' }],
    ['name, id', { name: 'Rex', id: 1 }],
    [['more.x', ' '], { more: { x: 1 } }],
    ['', { id: 1, name: 'Rex', more: { x: 1, id: 2 } }],
    [[], { id: 1, name: 'Rex', more: { x: 1, id: 2 } }],
    [7, { id: 1, name: 'Rex', more: { x: 1, id: 2 } }],
  ])('answers with the fields %j alone', async (fields, want) => {
    const input = { id: 1, fields } as JsonObject
    expect((await tool().call(input)).content).toEqual(want)
  })

  it('that has a parameter of that name keeps it', async () => {
    const own = { type: 'object', properties: { fields: { type: 'string' } } }
    expect((await tool({ parameters: own }).call({ fields: 'name' })).content).toMatchObject({ id: 1 })
  })

  it('sends its request where the base URL leads', () => {
    const context = contextOf(
      {},
      { baseUrls: new Map([[api.url, { url: 'https://other.example/v2', isFallback: false }]]) },
    )
    const moved = toolOf({ request: { method: 'GET', url: `${api.url}/a` } }, context)
    expect(moved.dryRun?.({})).toMatchObject({ url: 'https://other.example/v2/a' })
    expect(tool().dryRun?.({ id: 1 })).toMatchObject({ method: 'GET', url: `${api.url}/a`, body: null })
  })

  it('takes the path of a file only where files of the machine may be read', () => {
    const file = { type: 'object', properties: { base64: { type: 'string' }, name: { type: 'string' } } }
    const request = { method: 'POST', url: `${api.url}/a` }
    const upload = { request, parameters: { type: 'object', properties: { body: file } } }
    expect(toolOf(upload).parameters).toEqual(upload.parameters)
    expect(toolOf(upload).dryRun?.({ body: { path: '/x' } })).toMatchObject({
      content: expect.stringContaining('There is no parameter "body.path"'),
    })
    expect(toolOf(upload, contextOf({}, { readFiles: true })).parameters.properties?.body).toMatchObject({
      properties: { path: { type: 'string' } },
    })
  })

  it('without a value that only the operator can set says so in a dry run too', () => {
    const lacking = toolOf({ request: { method: 'GET', url: `${api.url}/{{tenant}}/{{other}}` } })
    expect(lacking.dryRun?.({})).toMatchObject({
      reason: 'missing-setting',
      missingSettings: ['tenant', 'other'],
      content: expect.stringMatching(
        /the settings "tenant", "other" have no value\. Only the operator of this service can set them: tell the user/,
      ),
    })
    const one = toolOf({ request: { method: 'GET', url: `${api.url}/{{tenant}}` } })
    expect(one.dryRun?.({})).toMatchObject({
      content: expect.stringMatching(
        /the setting "tenant" has no value\. Only the operator of this service can set it: tell the user/,
      ),
    })
  })

  it('without such a value names it in the log', async () => {
    const lines: unknown[] = []
    const logger = { ...silentLogger, warn: (...line: unknown[]) => void lines.push(line) }
    const lacking = { request: { method: 'GET', url: `${api.url}/{{tenant}}` } }
    await toolOf(lacking, contextOf({}, { logger })).call({})
    expect(lines).toEqual([['settings without a value', { tool: 'sketch', missingSettings: ['tenant'] }]])
  })
})
