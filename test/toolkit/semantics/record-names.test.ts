import { expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { walkItems } from '../../../src/toolkit/collection/walk.js'
import { recordPaths } from '../../../src/toolkit/semantics/record-names.js'

type Shape = [name: string, method: string, path: string, body?: object]

function pathsOf(shapes: Shape[]): string[] {
  const item = shapes.map(([name, method, path, body]) => ({
    name,
    request: {
      method,
      url: `{{base}}${path}`,
      ...(body && {
        body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } },
      }),
    },
  }))
  const collection = parseCollection({ info: { name: 'Shop', schema: '' }, item } as never)
  const items = [...walkItems(collection)].map(({ item: { name, request } }) => ({ title: name, request }))
  return [...recordPaths(items)]
}

it('a path that a GET reads by is a record for every method', () => {
  const shapes: Shape[] = [
    ['Product by slug', 'GET', '/products/blue-shirt'],
    ['Change product', 'PUT', '/products/blue-shirt'],
  ]
  expect(pathsOf(shapes)).toEqual(['products/blue-shirt'])
})

it('what a POST creates under its name is a record', () => {
  const create: Shape = ['Create', 'POST', '/products', { slug: 'demo', state: 'archived' }]
  expect(pathsOf([create, ['Delete demo', 'DELETE', '/products/demo']])).toEqual(['products/demo'])
  expect(pathsOf([create, ['Archived', 'GET', '/products/archived']])).toEqual([])
})
