import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { ruleCases } from '../../../support/rule-cases.js'
import { address, collectionOf, soundItem, soundRequest } from '../../../support/small-collection.js'

const at = (url: JsonValue) => collectionOf([soundItem({ request: soundRequest({ url }) })])
const id = [{ key: 'id', value: '17' }]

ruleCases('url-missing', {
  bad: {
    'an empty address': at({ raw: '' }),
    'an empty object': at({}),
    'a path alone': at('/relative/x'),
    'a request without url': collectionOf([soundItem({ request: { method: 'GET', description: 'x' } })]),
  },
  good: {
    'parts without raw': at({ host: ['{{base_url}}'], path: ['pets'] }),
    'a text': at('{{base_url}}/pets'),
  },
})

ruleCases('websocket-address', {
  bad: { 'an address': at('wss://api.example.com/live') },
  good: { 'an API': at('https://api.example.com/live') },
})

ruleCases('fixed-address', {
  bad: { 'a literal host': at('https://api.example.com/pets') },
  good: { 'a variable': at('{{base_url}}/pets'), 'a scheme and a variable': at('https://{{host}}/pets') },
})

ruleCases('base-url', {
  profile: 'generated',
  beside: ['variable-undeclared'],
  bad: {
    'a literal host': at('https://api.example.com/pets'),
    'another variable': at('{{host}}/pets'),
    'a scheme before it': at('https://{{base_url}}/pets'),
    'text right after it': at('{{base_url}}pets/all'),
  },
  good: { 'the variable': at('{{base_url}}/pets'), 'the variable alone': at('{{base_url}}') },
})

ruleCases('url-disagrees', {
  bad: {
    'another path': at({ ...address('pets'), path: ['orders'] }),
    'another host': at({ ...address('pets'), host: ['{{base_url}}', 'com'] }),
    'a query that raw has and the parts have not': at({
      ...address('pets'),
      raw: '{{base_url}}/pets?page=1',
    }),
    'other values in the query': at({
      ...address('pets'),
      raw: '{{base_url}}/pets?page=1',
      query: [{ key: 'page', value: '2' }],
    }),
    'a query that raw has not': at({ ...address('pets'), query: [{ key: 'page', value: '2' }] }),
  },
  good: {
    'a disabled parameter': at({ ...address('pets'), query: [{ key: 'page', value: '2', disabled: true }] }),
    'raw alone': at({ raw: '{{base_url}}/pets?page=1' }),
    'encoded and plain': at({
      ...address('pets'),
      raw: '{{base_url}}/pets?name=a%20b',
      query: [{ key: 'name', value: 'a b' }],
    }),
    'a slash at the end': at({ ...address('pets'), raw: '{{base_url}}/pets/' }),
  },
})

ruleCases('url-whitespace', {
  bad: {
    'a blank before': at(' {{base_url}}/pets'),
    'a line break after': at({ raw: '{{base_url}}/pets\n' }),
  },
  good: { none: at('{{base_url}}/pets') },
})

ruleCases('single-brace', {
  bad: {
    'an OpenAPI parameter': at('{{base_url}}/pets/{id}'),
    'one within a segment': at(address('pets(id={id})')),
  },
  good: {
    'a variable': at('{{base_url}}/pets/{{base_url}}'),
    'a path variable': at({ ...address(':id'), variable: id }),
  },
})

ruleCases('path-variable-undeclared', {
  bad: {
    'a segment without entry': at(address('pets', ':id')),
    'the same in a text': at('{{base_url}}/pets/:id'),
  },
  good: {
    'a segment with entry': at({ ...address('pets', ':id'), variable: id }),
    'an entry of an old file': at({ ...address('pets', ':id'), variable: [{ id: 'id', value: '17' }] }),
  },
})

ruleCases('path-variable-unused', {
  bad: { 'an entry without segment': at({ ...address('pets'), variable: id }) },
  good: {
    'an entry with segment': at({ ...address('pets', ':id'), variable: id }),
    'a segment with more': at({ ...address('pets', ':id.json'), variable: id }),
  },
})

ruleCases('path-variable-empty', {
  bad: {
    'an empty value': at({ ...address('pets', ':id'), variable: [{ key: 'id', value: '' }] }),
    'no value': at({ ...address('pets', ':id'), variable: [{ key: 'id' }] }),
    null: at({ ...address('pets', ':id'), variable: [{ key: 'id', value: null }] }),
  },
  good: { 'a value': at({ ...address('pets', ':id'), variable: id }) },
})
