import { describe, expect, it } from 'vitest'
import { identifyJson } from '../../../src/toolkit/collection/foreign-json.js'
import { identifyText } from '../../../src/toolkit/collection/foreign-text.js'
import { collectionOf, soundItem } from '../../support/small-collection.js'

const sound = JSON.stringify(collectionOf([soundItem()]))
const fence = '```'

describe('identifyText', () => {
  it.each([
    ['a collection', sound],
    ['a damaged one', sound.slice(0, 50)],
    ['one with prose around it', `Here is the collection: ${sound}`],
    ['one in a fence', `${fence}json\n${sound}\n${fence}`],
    ['one below a heading', `## postman.json\n\n${fence}json\n${sound}\n${fence}`],
    ['one after YAML-like lines', `Title: Pets\nVersion: 1\nNote: done\n${sound}`],
    [
      'one after a snippet of OpenAPI',
      `${fence}yaml\nopenapi: 3.0.0\n${fence}\nbecomes\n${fence}json\n${sound}\n${fence}`,
    ],
    ['prose', 'There are no pets.'],
    ['nothing', ''],
  ])('says nothing about %s', (_, text) => expect(identifyText(text)).toBeUndefined())
})

describe('identifyJson', () => {
  it.each([
    ['a collection', collectionOf([soundItem()])],
    ['one with a member named openapi in a request', collectionOf([soundItem({ openapi: '3' })])],
    ['one with values', collectionOf([], { values: [] })],
    ['one with $schema', collectionOf([], { $schema: 'x' })],
    ['one without items', { info: collectionOf([]).info! }],
    ['an object of no kind', { a: 1 }],
  ])('says nothing about %s', (_, document) => expect(identifyJson(document)).toBeUndefined())

  it.each([
    [null, 'a JSON value'],
    [[], 'a JSON list'],
    [[collectionOf([])], 'a JSON list of one Postman collection'],
    [[collectionOf([]), { collection: collectionOf([]) }], 'a JSON list of 2 Postman collections'],
    [[collectionOf([]), {}], 'a JSON list'],
    [{ data: collectionOf([]) }, 'an object with a Postman collection in "data"'],
    [{ data: { collection: collectionOf([]) } }, 'an object with a Postman collection in "data"'],
    [{ openapi: '3.1.0', item: [] }, 'an OpenAPI 3.1.0 document'],
    [{ values: [], _postman_variable_scope: 'globals' }, 'a Postman globals file'],
    [{ values: [] }, 'a Postman environment or globals file'],
  ])('names %j', (document, what) => expect(identifyJson(document)?.what).toBe(what))
})
