import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { ruleCases } from '../../../support/rule-cases.js'
import { collectionOf, soundExample, soundItem, soundRequest } from '../../../support/small-collection.js'

const example = (changes: Record<string, JsonValue | undefined>, method = 'GET') =>
  collectionOf([
    soundItem({
      request: soundRequest({ method }),
      response: [JSON.parse(JSON.stringify({ ...soundExample(), ...changes })) as JsonValue],
    }),
  ])

ruleCases('example-missing', {
  bad: {
    'an empty list': collectionOf([soundItem({ response: [] })]),
    'no list': collectionOf([soundItem({ response: undefined })]),
  },
  good: { 'one example': example({}) },
})

ruleCases('example-empty', {
  bad: { 'an empty body': example({ body: '' }), 'a null body': example({ body: null }) },
  good: {
    'no content': example({ code: 204, body: '' }),
    'an answer to HEAD': example({ body: '' }, 'HEAD'),
    'an answer that says so': example({ body: '', header: [{ key: 'Content-Length', value: '0' }] }),
  },
})

ruleCases('example-content-type-missing', {
  bad: { 'a body without it': example({ header: [] }) },
  good: {
    'in another case': example({ header: [{ key: 'content-type', value: 'application/json' }] }),
    'headers as text': example({ header: 'Content-Type: application/json' }),
    'no body': example({ header: [], body: '' }),
  },
})

ruleCases('example-body-invalid', {
  bad: {
    'JSON by its header': example({ body: '{ "a": 1, ... }' }),
    'JSON by its language': example({ header: undefined, body: '{' }),
  },
  good: { 'another type': example({ header: [{ key: 'Content-Type', value: 'text/html' }], body: '<p>' }) },
})

ruleCases('example-status-odd', {
  bad: { 'too large': example({ code: 2000 }), 'too small': example({ code: 20 }) },
  good: { 'an unusual one': example({ code: 599 }) },
})

const wanted = { profile: 'generated' as const, good: { all: example({}) } }

ruleCases('example-name-missing', { ...wanted, bad: { none: example({ name: undefined }) } })
ruleCases('example-request-missing', {
  ...wanted,
  bad: { 'none of an error': example({ code: 404, originalRequest: undefined }) },
  good: { 'none of a success': example({ originalRequest: undefined }) },
})
ruleCases('example-status-missing', { ...wanted, bad: { none: example({ status: undefined }) } })
ruleCases('example-code-missing', { ...wanted, bad: { none: example({ code: undefined }) } })
ruleCases('example-language-missing', {
  ...wanted,
  bad: { none: example({ _postman_previewlanguage: undefined }) },
})
ruleCases('example-headers-missing', { ...wanted, bad: { none: example({ header: undefined }) } })
ruleCases('example-cookies-missing', { ...wanted, bad: { none: example({ cookie: undefined }) } })
