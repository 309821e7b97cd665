import { expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import { jsonFault } from '../../../../src/toolkit/validate/rules/body-and-header-rules.js'
import { ruleCases } from '../../../support/rule-cases.js'
import { address, collectionOf, soundItem, soundRequest } from '../../../support/small-collection.js'

const JSON_TYPE = [{ key: 'Content-Type', value: 'application/json' }]
const post = (changes: Record<string, JsonValue>) =>
  collectionOf([
    soundItem({
      name: 'Create pet',
      request: soundRequest({ method: 'POST', url: address('pets'), ...changes }),
    }),
  ])
const raw = (text: string, language?: string): JsonObject => ({
  mode: 'raw',
  raw: text,
  ...(language ? { options: { raw: { language } } } : {}),
})

ruleCases('body-invalid-json', {
  bad: {
    'a trailing comma': post({ body: raw('{ "name": "Rex", }', 'json') }),
    'JSON by its header': post({ header: JSON_TYPE, body: raw('{ name: 1 }') }),
    'a placeholder without quotes': post({ body: raw('{ "name": <name> }', 'json') }),
  },
  good: {
    JSON: post({ body: raw('{ "name": "Rex" }', 'json') }),
    'comments, which are not sent': post({ body: raw('{ "name": "Rex" /* a dog */ } // yes', 'json') }),
    'a variable for a value': post({ body: raw('{ "id": {{base_url}} }', 'json') }),
    'two variables in a row': post({ body: raw('[ {{base_url}}{{base_url}} ]', 'json') }),
    'a variable for the whole': post({ body: raw('{{base_url}}', 'json') }),
    'another language': post({ body: raw('<pet/>', 'xml') }),
    'an empty body': post({ body: raw('', 'json') }),
    'a disabled body': post({ body: { ...raw('{', 'json'), disabled: true } }),
  },
})

ruleCases('body-invalid-xml', {
  bad: {
    'an element that is not closed': post({ body: raw('<pet><name>Rex</pet>', 'xml') }),
    'an end tag without a start': post({ body: raw('<pet/></pet>', 'xml') }),
    'a sign in a text': post({ body: raw('<pet>a < b</pet>', 'xml') }),
    'XML by its header': post({
      header: [{ key: 'Content-Type', value: 'application/soap+xml; charset=utf-8' }],
      body: raw('<Envelope><Body></Envelope>'),
    }),
  },
  good: {
    XML: post({
      body: raw(
        '<?xml version="1.0"?>\n<!-- a dog --><p:pet a="1"><name><![CDATA[<Rex>]]></name></p:pet>',
        'xml',
      ),
    }),
    'a variable in it': post({ body: raw('<pet>{{base_url}}</pet>', 'xml') }),
    'a variable for the whole': post({ body: raw('{{base_url}}', 'xml') }),
    'a disabled body': post({ body: { ...raw('<pet>', 'xml'), disabled: true } }),
    'another language': post({ body: raw('<p>Rex', 'html') }),
  },
})

ruleCases('content-type-missing', {
  bad: { 'JSON that says so nowhere': post({ body: raw('{ "name": "Rex" }') }) },
  good: {
    'a language': post({ body: raw('{}', 'json') }),
    'a header': post({ header: JSON_TYPE, body: raw('{}') }),
    text: post({ body: raw('hello') }),
  },
})

ruleCases('graphql-variables-invalid', {
  // Every GraphQL document is named once.
  beside: ['fixed-operation'],
  bad: {
    'no JSON': post({ body: { mode: 'graphql', graphql: { query: 'query { a }', variables: '{ id: 1 }' } } }),
  },
  good: {
    'JSON with a variable': post({
      body: { mode: 'graphql', graphql: { query: 'query { a }', variables: '{ "id": {{base_url}} }' } },
    }),
    none: post({ body: { mode: 'graphql', graphql: { query: 'query { a }', variables: '' } } }),
  },
})

ruleCases('placeholder-value', {
  bad: {
    'in a body': post({ body: raw('{ "name": "<string>", "age": "<integer>" }', 'json') }),
    'in a query': post({
      url: {
        ...address('pets'),
        raw: '{{base_url}}/pets?a=<string>',
        query: [{ key: 'a', value: '<string>' }],
      },
    }),
    'in a header': post({ header: [{ key: 'X-Shop', value: '<uuid>' }] }),
    'in a form': post({ body: { mode: 'urlencoded', urlencoded: [{ key: 'name', value: '<string>' }] } }),
    'in a path': post({ url: { ...address('pets', ':id'), variable: [{ key: 'id', value: '<long>' }] } }),
  },
  good: { 'angle brackets of another kind': post({ body: raw('{ "name": "<b>Rex</b>" }', 'json') }) },
})

ruleCases('get-with-body', {
  beside: ['unsafe-get'],
  bad: { 'a GET': post({ method: 'GET', body: raw('{}', 'json') }) },
  good: {
    'a POST': post({ body: raw('{}', 'json') }),
    'an empty body': post({ method: 'GET', body: raw('') }),
  },
})

ruleCases('duplicate-header', {
  bad: {
    'the same name in another case': post({
      header: [
        { key: 'Accept', value: 'a' },
        { key: 'accept', value: 'b' },
      ],
    }),
  },
  good: {
    'one disabled': post({
      header: [
        { key: 'A', value: 'a', disabled: true },
        { key: 'A', value: 'b' },
      ],
    }),
  },
})

it('says of a JSON body that is nested too deep that it is', () => {
  const text = `${'['.repeat(101)}${']'.repeat(101)}`
  expect(jsonFault(text)).toBe('It is nested more than 100 levels deep.')
  expect(jsonFault(text.slice(1, -1))).toBeUndefined()
})
