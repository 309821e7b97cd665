import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import { validateText } from '../../../../src/toolkit/validate/validate.js'
import { ruleCases } from '../../../support/rule-cases.js'
import {
  address,
  collectionOf,
  SCHEMA,
  soundExample,
  soundItem,
  soundRequest,
} from '../../../support/small-collection.js'

const request = (changes: Record<string, JsonValue | undefined>) =>
  collectionOf([soundItem({ request: soundRequest(changes) })])
const version = (value: JsonValue) =>
  collectionOf([soundItem()], { info: { name: 'x', schema: SCHEMA, version: value } })
const named = (schema: string) => collectionOf([soundItem()], { info: { name: 'x', schema } })

ruleCases('schema-url', {
  bad: {
    'another address': named('https://example.com/schema'),
    'a newer format': named(SCHEMA.replace('v2.1.0', 'v3.0.0')),
  },
  good: {
    'plain http': named(SCHEMA.replace('https', 'http')),
    'the draft in the path': named(SCHEMA.replace('/json/', '/json/draft-07/')),
    'the folder of the schema': named('https://schema.getpostman.com/json/collection/v2.1.0/'),
  },
})

const parts = { major: 1, minor: 0, patch: 0 }

ruleCases('request-missing', {
  bad: {
    'a misspelt request': collectionOf([soundItem({ request: undefined, reqest: soundRequest() })]),
    'an empty item': collectionOf([{ name: 'x' }]),
    'a misspelt folder': collectionOf([], { item: [{ name: 'Pets', items: [soundItem()] }] }),
  },
  good: { 'a request as text': collectionOf([soundItem({ request: '{{base_url}}/pets' })]) },
})

ruleCases('request-and-folder', {
  bad: { both: collectionOf([], { item: [soundItem({ item: [soundItem()] })] }) },
  good: { 'a folder': collectionOf([soundItem()]) },
})

ruleCases('member-missing', {
  bad: {
    'no info': collectionOf([soundItem()], { info: undefined }),
    'no name': collectionOf([soundItem()], { info: { schema: SCHEMA } }),
    'no items': collectionOf([], { item: undefined }),
    'a misspelt list of items': collectionOf([], { item: undefined, itmes: [soundItem()] }),
    'a header without value': request({ header: [{ key: 'A' }] }),
    'a variable without name': collectionOf([soundItem()], {
      variable: [{ value: 1 }, { key: 'base_url' }, { key: 'token' }],
    }),
  },
  good: {
    'a variable of an old file': collectionOf([soundItem()], {
      variable: [{ id: 'base_url' }, { id: 'token' }],
    }),
  },
})

ruleCases('wrong-type', {
  bad: {
    'headers that are a number': request({ header: 5 }),
    'an item that is a text': collectionOf(['x', soundItem()]),
    'items that are an object': collectionOf([], { item: {} }),
    'an address that is a list': collectionOf([
      soundItem(),
      soundItem({ name: 'x', request: { ...soundRequest(), header: [1] } }),
    ]),
    'a query value that is a number': request({
      url: { ...address('pets'), raw: '{{base_url}}/pets?a=1', query: [{ key: 'a', value: 1 }] },
    }),
    'an example code that is a text': collectionOf([
      soundItem({ response: [soundExample({ code: '200' })] }),
    ]),
  },
  good: {
    'a null header value, as Postman writes it': request({ header: [{ key: 'A', value: null }] }),
    'a numeric port': request({ url: { ...address('pets'), port: 80 } }),
    'null for no cookies': collectionOf([soundItem({ response: [{ ...soundExample(), cookie: null }] })]),
  },
  beside: ['empty-collection', 'duplicate-request', 'url-disagrees'],
})

ruleCases('wrong-value', {
  bad: {
    'a body mode': request({ method: 'POST', body: { mode: 'formadata' } }),
    'an auth kind': request({ auth: { type: 'beare' } }),
    'a type of form field': request({
      method: 'POST',
      body: { mode: 'formdata', formdata: [{ key: 'a', type: 'fil' }] },
    }),
  },
  good: {
    'auth that Postman has and the schema has not': request({ auth: { type: 'jwt' } }),
    'a form field that Postman has and the schema has not': request({
      method: 'POST',
      body: { mode: 'formdata', formdata: [{ key: 'a', value: 'b', type: 'default' }] },
    }),
    'a secret variable': collectionOf([soundItem()], {
      variable: [
        { key: 'base_url', type: 'default' },
        { key: 'token', type: 'secret' },
      ],
    }),
  },
  beside: ['unsafe-get', 'duplicate-request'],
})

ruleCases('too-small', {
  bad: { 'a negative number': version({ ...parts, major: -1 }) },
  good: { zero: version(parts) },
})
ruleCases('too-long', {
  bad: { '11 characters': version({ ...parts, identifier: 'a'.repeat(11) }) },
  good: { '10 characters beyond the basic plane': version({ ...parts, identifier: '🐕'.repeat(10) }) },
})

ruleCases('unknown-key', {
  bad: {
    'a typo': collectionOf([soundItem({ descripton: 'x' })]),
    'a plural': collectionOf(
      [soundItem({ request: { ...soundRequest(), headers: [{ key: 'A', value: 'b' }] } })].map(withoutHeader),
    ),
    'another case': collectionOf([soundItem({ Description: 'x' })]),
  },
  good: {
    'a key of a tool': collectionOf([soundItem({ _postman_id: 'x', protocolProfileBehavior: {} })]),
    'an empty list': collectionOf([soundItem()], { variables: [] }),
    'a key beside the right one': collectionOf([soundItem({ description: 'x', descripton: 'y' })]),
  },
})

function withoutHeader(item: JsonObject): JsonObject {
  const { header, ...rest } = item.request as JsonObject
  return { ...item, request: rest }
}

describe('where an error is', () => {
  const text = (document: JsonValue) => JSON.stringify(document, null, 2)
  const lineOf = (source: string, part: string) =>
    source.split('\n').findIndex((line) => line.includes(part)) + 1

  it('a misspelt key is reported at that key, with the name that was meant', () => {
    const source = text(collectionOf([soundItem({ request: undefined, reqest: soundRequest() })]))
    expect(validateText(source)).toMatchObject([
      {
        code: 'request-missing',
        severity: 'error',
        pointer: '/item/0/item/0',
        line: lineOf(source, '"reqest"'),
        hint: 'did you mean "request"?',
      },
    ])
  })

  it('a missing member is reported where its parent opens', () => {
    const source = text(collectionOf([soundItem()], { info: { name: 'x' } }))
    expect(validateText(source, { profile: 'official' })).toMatchObject([
      { pointer: '/info', line: 2, column: 11, endColumn: 12 },
    ])
  })

  it('a wrong value is reported from its first to its last character', () => {
    const source = text(request({ auth: { type: 'beare' } }))
    expect(validateText(source)).toMatchObject([
      {
        pointer: '/item/0/item/0/request/auth/type',
        hint: 'did you mean "bearer"?',
        line: lineOf(source, '"beare"'),
      },
    ])
  })
})

describe('the object that lacks a member', () => {
  it.each<[file: JsonObject, want: string]>([
    [version({ major: 1, minor: 0 }), '"version" has no "major" or "minor" or "patch".'],
    [request({ auth: {} }), '"auth" has no "type".'],
    [request({ header: [{ key: 'A' }] }), 'The header has no "value".'],
    [collectionOf([soundItem()], { info: { schema: SCHEMA } }), '"info" has no "name".'],
  ])('is named', (file, want) => {
    const messages = validateText(JSON.stringify(file)).map(({ message }) => message)
    expect(messages).toContain(want)
  })
})

it('only warns about an auth in the form of v2.0, which tools read', () => {
  const file = request({ auth: { type: 'bearer', bearer: { token: '{{token}}' } } })
  const found = validateText(JSON.stringify(file)).filter(({ code }) => code === 'wrong-type')
  expect(found.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', '"bearer" must be a list, found an object.'],
  ])
})
