import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import { importOpenApi } from '../../../../src/toolkit/import/openapi.js'
import type { JsonObject, JsonSchema } from '../../../../src/toolkit/model/json.js'

const VERSION = '3.0.3'

/** A document with one operation that takes a body. */
function taking(schema: JsonObject, schemas: JsonObject = {}, openapi = VERSION): JsonObject {
  const content = { 'application/json': { schema } }
  return {
    openapi,
    info: { title: 'Shelf', version: '1' },
    servers: [{ url: 'https://shelf.test/v1' }],
    paths: { '/books': { post: { summary: 'Add a book', requestBody: { content }, responses: {} } } },
    components: { schemas },
  }
}

/** The schema of the body of its tool, and what was said about the import. */
async function bodyOf(root: JsonObject): Promise<{ body: JsonSchema; remarks: string[] }> {
  const { document, remarks } = await importOpenApi(root)
  const { definitions } = compileCollection(parseCollection(document))
  return { body: definitions[0]!.parameters.properties!.body!, remarks }
}

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('schemas of a body', () => {
  it.each<[string, JsonObject, object, string?]>([
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['a list of types', { type: ['integer', 'null'] }, { type: ['integer', 'null'] }, '3.1.0'],
    ['const', { const: 'a' }, { const: 'a' }, '3.1.0'],
    [
      'exclusive bounds as flags',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { exclusiveMinimum: 0 },
    ],
    [
      'exclusive bounds as numbers',
      { type: 'number', exclusiveMaximum: 5 },
      { exclusiveMaximum: 5 },
      '3.1.0',
    ],
    ['an alternative of null', { anyOf: [text, { type: 'null' }] }, { type: ['string', 'null'] }, '3.1.0'],
    ['oneOf', { oneOf: [text, { type: 'integer' }] }, { anyOf: [text, { type: 'integer' }] }],
    ['a base64 text', { type: 'string', contentEncoding: 'base64' }, { format: 'byte' }, '3.1.0'],
    [
      'a list in a list',
      { items: { items: text } },
      { type: 'array', items: { type: 'array', items: text } },
    ],
    ['a map', { type: 'object', additionalProperties: text }, { type: 'object', additionalProperties: text }],
    [
      'deprecated',
      { type: 'object', properties: { a: { type: 'string', deprecated: true } } },
      { properties: { a: { deprecated: true } } },
    ],
    [
      'a password',
      { type: 'object', properties: { a: { type: 'string', format: 'password' } } },
      { properties: { a: { writeOnly: true } } },
    ],
    [
      'an example',
      { type: 'object', properties: { a: { type: 'number', example: 732.89 } } },
      { properties: { a: { type: 'number', examples: [732.89] } } },
    ],
    [
      'allOf',
      { allOf: [ref('Named'), { required: ['age'], properties: { age: { type: 'integer' } } }] },
      { type: 'object', properties: { name: text, age: { type: 'integer' } }, required: ['name', 'age'] },
    ],
    [
      'alternatives beside members',
      {
        properties: { a: text },
        oneOf: [{ properties: { b: text }, required: ['b'] }, { properties: { c: text } }],
      },
      {
        anyOf: [{ properties: { a: text, b: text }, required: ['b'] }, { properties: { a: text, c: text } }],
      },
    ],
    [
      'alternatives that only require',
      { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      { properties: { a: text, b: text }, description: 'It needs a, or b.' },
    ],
    [
      'what only an answer has',
      { properties: { id: { type: 'string', readOnly: true }, a: text }, required: ['id', 'a'] },
      { properties: { a: text }, required: ['a'] },
    ],
    [
      'what stands beside a reference, in 3.1',
      { $ref: '#/components/schemas/Named', description: 'Whose.' },
      { description: 'Whose.', required: ['name'] },
      '3.1.0',
    ],
    [
      'a discriminator without alternatives',
      { properties: { a: text }, discriminator: { propertyName: 'a' } },
      { additionalProperties: true },
    ],
  ])('%s', async (_title, schema, want, version = VERSION) => {
    const named = { type: 'object', required: ['name'], properties: { name: text } }
    const { body } = await bodyOf(taking(schema, { Named: named }, version))
    expect(body).toMatchObject(want)
  })

  it('ignores what stands beside a reference before 3.1', async () => {
    const schema = { $ref: '#/components/schemas/Word', description: 'Whose.' }
    expect((await bodyOf(taking(schema, { Word: text }))).body).toEqual(text)
  })

  it('tells a schema inside of itself once, leaves it open there, and says so', async () => {
    const node = { type: 'object', properties: { name: text, next: ref('Node') } }
    const { body, remarks } = await bodyOf(taking(ref('Node'), { Node: node }))
    expect(body.properties?.next).toEqual({
      type: 'object',
      description: 'Another Node, with the same members as the one around it.',
    })
    expect(remarks).toEqual([expect.stringMatching(/hold themselves.*: Node\.$/)])
  })

  it.each([
    ['members', (next: JsonObject) => ({ type: 'object', properties: { a: next, b: next } })],
    ['parts', (next: JsonObject) => ({ allOf: [next, next] })],
    ['alternatives', (next: JsonObject) => ({ oneOf: [next, { type: 'object', properties: { a: next } }] })],
  ])('keeps references that double with each of 60 levels small: %s', async (_title, make) => {
    const levels = Array.from({ length: 60 }, (_, level): [string, JsonObject] => [
      `S${level}`,
      make(ref(`S${level + 1}`)),
    ])
    const { body, remarks } = await bodyOf(taking(ref('S0'), { ...Object.fromEntries(levels), S60: text }))
    expect(JSON.stringify(body).length).toBeLessThan(3_000_000)
    expect(remarks).toEqual([expect.stringMatching(/too large to be told in full/)])
  })

  it('reads a chain of 2,000 references as far as it goes', async () => {
    const chain = Array.from({ length: 2_000 }, (_, level): [string, JsonObject] => [
      `S${level}`,
      ref(`S${level + 1}`),
    ])
    await expect(bodyOf(taking(ref('S0'), Object.fromEntries(chain)))).resolves.toBeDefined()
  })

  it('says which references lead nowhere', async () => {
    const { remarks } = await bodyOf(taking({ properties: { a: ref('Gone'), b: ref('__proto__') } }))
    expect(remarks).toEqual([expect.stringMatching(/lead nowhere.*Gone.*__proto__/)])
  })
})

it('cuts what is nested deeper than a tool takes, and says so', async () => {
  let schema: JsonObject = text
  for (let level = 0; level < 90; level++) schema = { type: 'object', properties: { a: schema } }
  const { body, remarks } = await bodyOf(taking(schema))
  expect(JSON.stringify(body).split('properties').length).toBeLessThan(65)
  expect(remarks).toEqual([expect.stringMatching(/too large to be told in full/)])
})
