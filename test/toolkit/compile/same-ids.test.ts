import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const both = [{ type: 'integer' }, { type: 'string' }]

/** The types of the parameter `name` in the tools of some addresses, all called with GET. */
function typesOf(name: string, paths: string[]) {
  const item = paths.map((path, at) => ({
    name: `Get ${at}`,
    request: { method: 'GET', url: `http://a.test${path}` },
  }))
  return new RESTAPIToolkit(parseCollection({ info: { name: 'x' }, item }))
    .getFunctions()
    .map(({ parameters }) => {
      const { type, anyOf } = parameters.properties?.[name] ?? {}
      return anyOf ?? type
    })
}

describe('ids of one resource', () => {
  it.each<[string, string, string[], unknown[]]>([
    [
      'take numbers and texts where one request has each',
      'orderId',
      ['/a?orderId=7', '/b?orderId=ORD-7'],
      [both, both],
    ],
    [
      'keep the one type that all have',
      'orderId',
      ['/a?orderId=ORD-1', '/b?orderId=ORD-7'],
      ['string', 'string'],
    ],
    ['are told from other parameters', 'order', ['/a?order=7', '/b?order=asc'], ['integer', 'string']],
  ])('%s', (_, name, paths, want) => expect(typesOf(name, paths)).toEqual(want))

  it('keep a documented list of values', () => {
    const item = ['7', 'basic'].map((value, at) => ({
      name: `Get ${at}`,
      request: {
        method: 'GET',
        url: {
          raw: `http://a.test/p?planId=${value}`,
          host: ['http://a.test'],
          path: ['p'],
          query: [
            { key: 'planId', value, ...(at === 1 && { description: 'Allowed values: basic, premium.' }) },
          ],
        },
      },
    }))
    const tools = new RESTAPIToolkit(parseCollection({ info: { name: 'x' }, item })).getFunctions()
    expect(tools[1]!.parameters.properties?.planId).toMatchObject({
      type: 'string',
      enum: ['basic', 'premium'],
    })
  })
})
