import { expect, test } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'

const request = (id: string, name = `Get ${id}`) => ({
  name,
  request: { method: 'GET', url: { raw: `https://a.example/pets/:petId/${id}?sort=age` } },
})

const compiled = () =>
  compileCollection(
    parseCollection({
      info: {
        name: 'Pets',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      item: [request('owners'), request('photos'), request('toys', 'Same'), request('beds', 'Same')],
    }),
  )

const MEMBERS = ['parameters', 'description', 'path', 'tokens', 'annotations', 'request', 'words'] as const

test.each(MEMBERS)('%s is derived when it is read and then kept', (member) => {
  const [first] = compiled().definitions
  expect(Object.getOwnPropertyDescriptor(first, member)?.get).toBeTypeOf('function')
  expect(first![member]).toBe(first![member])
})

test.each(MEMBERS)('%s is the same whatever was read before it', (member) => {
  const expected = JSON.parse(JSON.stringify(compiled().definitions)) as Record<string, unknown>[]
  const read = compiled()
    .definitions.toReversed()
    .map((definition) => definition[member])
  expect(read.toReversed()).toEqual(expected.map((definition) => definition[member]))
})
