import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { InputMode } from '../../../src/toolkit/compile/input-modes.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../src/toolkit/model/json.js'
import type { DryRun } from '../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const item = (name: string, request: object) => ({ name, request })
const json = (body: JsonValue) => ({
  mode: 'raw',
  raw: JSON.stringify(body),
  options: { raw: { language: 'json' } },
})

const ORDER = item('Change order', {
  method: 'PUT',
  url: {
    raw: 'https://x.com/:tenant/orders/:id?expand=items&id=7',
    variable: [{ key: 'tenant', value: 'acme' }, { key: 'id' }],
  },
  header: [{ key: 'X-Region', value: 'eu' }],
  body: json({ note: 'hi', meta: { source: 'web', tags: ['a'] }, token: '{{token}}' }),
})
const LIST = item('List orders', { method: 'GET', url: 'https://x.com/orders?expand=items&id=7' })

interface Given {
  inputs: Record<string, InputMode>
  items?: object[]
  given?: string[]
}

const compile = ({ inputs, items = [ORDER, LIST], given = [] }: Given) =>
  compileCollection(parseCollection({ info: { name: 'Shop' }, item: items }), { inputs, given })

const names = ({ properties = {} }: JsonSchema) => Object.keys(properties).sort()

describe('inputs of a collection', () => {
  const cases: [inputs: Record<string, InputMode>, changed: string[], listed: string[]][] = [
    [{}, ['body', 'expand', 'id', 'query_id', 'tenant'], ['expand', 'id']],
    [{ expand: 'fixed' }, ['body', 'id', 'query_id', 'tenant'], ['id']],
    [{ 'list_orders.expand': 'fixed' }, ['body', 'expand', 'id', 'query_id', 'tenant'], ['id']],
    [
      { expand: 'fixed', 'list_orders.expand': 'input' },
      ['body', 'id', 'query_id', 'tenant'],
      ['expand', 'id'],
    ],
    [{ query_id: 'fixed' }, ['body', 'expand', 'id', 'tenant'], ['expand']],
    [{ tenant: 'fixed' }, ['body', 'expand', 'id', 'query_id'], ['expand', 'id']],
    [{ 'X-Region': 'input' }, ['X-Region', 'body', 'expand', 'id', 'query_id', 'tenant'], ['expand', 'id']],
    [{ body: 'fixed' }, ['expand', 'id', 'query_id', 'tenant'], ['expand', 'id']],
  ]
  it.each(cases)('%j', (inputs, changed, listed) => {
    const { definitions, unusedInputs } = compile({ inputs, given: ['token'] })
    expect(names(definitions[0]!.parameters)).toEqual(changed)
    expect(names(definitions[1]!.parameters)).toEqual(listed)
    expect(unusedInputs).toEqual([])
  })

  it('fixes members of the body, with all that is in them', () => {
    const { definitions } = compile({ inputs: { 'body.meta': 'fixed' }, given: ['token'] })
    const { body } = definitions[0]!.parameters.properties!
    expect(names(body!)).toEqual(['note'])
  })

  it('reports what has no effect, and why', () => {
    const { unusedInputs } = compile({
      inputs: { exapnd: 'fixed', path_id: 'fixed', Authorization: 'input', 'other.expand': 'fixed' },
      items: [
        ORDER,
        item('Me', {
          method: 'GET',
          url: 'https://x.com/me',
          header: [{ key: 'Authorization', value: 'Bearer {{token}}' }],
        }),
      ],
    })
    expect(unusedInputs).toEqual([
      { name: 'exapnd', reason: 'unknown' },
      { name: 'path_id', reason: 'no-value' },
      { name: 'Authorization', reason: 'protected' },
      { name: 'other.expand', reason: 'unknown' },
    ])
  })

  it('opens what the deployer set, which is sent where nothing is given', () => {
    const items = [item('List', { method: 'GET', url: 'https://x.com/{{area}}/:tenant?tenant={{tenant}}' })]
    expect(
      names(compile({ inputs: {}, items, given: ['tenant', 'area'] }).definitions[0]!.parameters),
    ).toEqual(['tenant'])
    const opened = compile({ inputs: { query_tenant: 'input' }, items, given: ['tenant', 'area'] })
    expect(names(opened.definitions[0]!.parameters)).toEqual(['query_tenant', 'tenant'])
  })
})

describe('a fixed value', () => {
  async function sent(inputs: Record<string, InputMode>, input: JsonObject): Promise<DryRun> {
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: { info: { name: 'Shop' }, item: [ORDER, LIST] },
      variables: { token: 't0ken-of-the-program' },
      inputs,
    })
    const dryRun = toolkit.getFunctions()[0]!.dryRun!(input, { showSecrets: true })
    if ('isError' in dryRun) throw new Error(JSON.stringify(dryRun.content))
    return dryRun
  }

  it('is sent as the collection has it, whatever kind it is', async () => {
    const { url, body } = await sent(
      { 'body.meta': 'fixed', tenant: 'fixed', expand: 'fixed', query_id: 'fixed' },
      { id: '5', body: { note: 'new' } },
    )
    expect(url).toBe('https://x.com/acme/orders/5?expand=items&id=7')
    expect(JSON.parse(body!)).toEqual({
      note: 'new',
      meta: { source: 'web', tags: ['a'] },
      token: 't0ken-of-the-program',
    })
  })

  it('is a whole body', async () => {
    const { body } = await sent({ body: 'fixed' }, { tenant: 'b', id: '5' })
    expect(JSON.parse(body!)).toEqual({
      note: 'hi',
      meta: { source: 'web', tags: ['a'] },
      token: 't0ken-of-the-program',
    })
  })
})
