import { expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { defineTools } from '../../src/toolkit/define-tools.js'

// Folders and titles of a collection must not widen what an operator allows by name or method.

const collection = parseCollection({
  info: { name: 'x' },
  item: [
    { name: 'Get pet', request: { method: 'GET', url: 'http://h/pets/:id' } },
    { name: 'get_pet', request: { method: 'DELETE', url: 'http://h/pets/:id' } },
    { name: 'get_pet', item: [{ name: 'Wipe', request: { method: 'DELETE', url: 'http://h/all' } }] },
    { name: 'GET', item: [{ name: 'Nuke', request: { method: 'DELETE', url: 'http://h/nuke' } }] },
    { name: 'Pets', item: [{ name: 'Feed pets', request: { method: 'POST', url: 'http://h/feed' } }] },
  ],
})
const allowed = (...allow: string[]) => defineTools(collection, { allow }).definitions.map(({ path }) => path)

it.each([
  ['get_pet', ['/pets/{id}']],
  ['GET', ['/pets/{id}']],
  ['get', ['/pets/{id}']],
  ['Pets', ['/feed']],
])('--allow %s allows only what it names', (entry, want) => {
  expect(allowed(entry)).toEqual(want)
  expect(defineTools(collection, { allow: [entry] }).definitions.map(({ method }) => method)).not.toContain(
    'DELETE',
  )
})

it('the filter of an identity means the same tool', () => {
  const options = { deny: ['GET /pets/*'], narrowedBy: { allow: ['get_pet'] } }
  expect(defineTools(collection, options).definitions).toEqual([])
})
