import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { validateText } from '../../../../src/toolkit/validate/validate.js'
import { ruleCases } from '../../../support/rule-cases.js'
import { address, collectionOf, soundItem, soundRequest } from '../../../support/small-collection.js'

const header = (key: string, value: string) =>
  collectionOf([soundItem({ request: soundRequest({ header: [{ key, value }] }) })])
const auth = (type: string, key: string, value: string) =>
  collectionOf([soundItem()], { auth: { type, [type]: [{ key, value }] } })
// Put together here, so that no scanner takes a test for a leak.
const KEY = ['AKIA', 'Q7XJ4M2P', 'W5ZL8R3T'].join('')

const VALUE = ['Q8zk2', 'LmP0x'].join('!')
const body = (value: JsonValue) =>
  collectionOf([soundItem({ request: soundRequest({ method: 'POST', body: value }) })])
const secretsIn = (document: JsonValue) =>
  validateText(JSON.stringify(document)).filter(({ code }) => code === 'secret-in-file')

describe('secret-in-file, everywhere', () => {
  const places = (value: string): [title: string, document: JsonValue][] => [
    ['a form', body({ mode: 'urlencoded', urlencoded: [{ key: 'client_secret', value }] })],
    ['a multipart form', body({ mode: 'formdata', formdata: [{ key: 'password', type: 'text', value }] })],
    ['a JSON body', body({ mode: 'raw', raw: JSON.stringify({ user: { password: value } }) })],
    [
      'GraphQL variables',
      body({
        mode: 'graphql',
        graphql: { query: 'query { a }', variables: JSON.stringify({ password: value }) },
      }),
    ],
    [
      'GraphQL variables that are an object',
      body({
        mode: 'graphql',
        graphql: { query: 'query { a }', variables: { user: [{ password: value }] } },
      }),
    ],
    [
      'a literal argument of GraphQL',
      body({ mode: 'graphql', graphql: { query: `mutation { login(password: "${value}") { id } }` } }),
    ],
    ['a list in a JSON body', body({ mode: 'raw', raw: JSON.stringify({ api_keys: ['{{key}}', value] }) })],
    ['an XML body', body({ mode: 'raw', raw: `<a><w:Password Type="x">${value}</w:Password></a>` })],
    ['a form that is one text', body({ mode: 'raw', raw: `user=ann&password=${value}` })],
    ['an attribute of XML', body({ mode: 'raw', raw: `<login user="ann" password="${value}"></login>` })],
    [
      'a query as text',
      collectionOf([soundItem({ request: soundRequest({ url: `{{base_url}}/a?access_token=${value}` }) })]),
    ],
    [
      'credentials of an address',
      collectionOf([soundItem({ request: soundRequest({ url: `http://ann:${value}@pets.test/a` }) })]),
    ],
    [
      'a saved header',
      collectionOf([soundItem({ response: [{ name: 'a', header: [{ key: 'X-Auth-Token', value }] }] })]),
    ],
    [
      'a saved body',
      collectionOf([soundItem({ response: [{ name: 'a', body: JSON.stringify({ access_token: value }) }] })]),
    ],
  ]
  const MACHINE_MADE = '5f0c1e7a9b3d48260ce1f7a4d89b2536'
  const ambiguous: [title: string, document: JsonValue][] = [
    ['a form', body({ mode: 'urlencoded', urlencoded: [{ key: 'api', value: MACHINE_MADE }] })],
    ['a JSON body', body({ mode: 'raw', raw: JSON.stringify({ a: { key: MACHINE_MADE } }) })],
    ['a list in a JSON body', body({ mode: 'raw', raw: JSON.stringify({ key: ['a', MACHINE_MADE] }) })],
    [
      'GraphQL variables that are an object',
      body({ mode: 'graphql', graphql: { query: 'query { a }', variables: { auth: MACHINE_MADE } } }),
    ],
    ['an XML body', body({ mode: 'raw', raw: `<a><key>${MACHINE_MADE}</key></a>` })],
    [
      'a query as text',
      collectionOf([
        soundItem({ request: soundRequest({ url: `{{base_url}}/a?q=1&appid=${MACHINE_MADE}` }) }),
      ]),
    ],
    [
      'a header',
      collectionOf([
        soundItem({ request: soundRequest({ header: [{ key: 'X-Key', value: MACHINE_MADE }] }) }),
      ]),
    ],
    ['a variable', collectionOf([soundItem()], { variable: [{ key: 'key', value: MACHINE_MADE }] })],
    [
      'a saved body',
      collectionOf([soundItem({ response: [{ name: 'a', body: JSON.stringify({ key: MACHINE_MADE }) }] })]),
    ],
  ]
  it.each(ambiguous)(
    'finds a key under an ambiguous name in %s and does not print it',
    (_title, document) => {
      const found = secretsIn(document)
      expect(found).toHaveLength(1)
      expect(JSON.stringify(validateText(JSON.stringify(document)))).not.toContain(MACHINE_MADE)
    },
  )
  it.each(ambiguous)('leaves an id under such a name in %s alone', (_title, document) => {
    const id = '0e64e4a7-9b3d-4826-8ce1-ce5a93b162af'
    expect(secretsIn(JSON.parse(JSON.stringify(document).replaceAll(MACHINE_MADE, id)))).toEqual([])
  })

  it.each(places(VALUE))('finds one in %s and does not print it', (_title, document) => {
    const found = secretsIn(document)
    expect(found).toHaveLength(1)
    expect(JSON.stringify(found)).not.toContain(VALUE)
  })
  for (const value of ['{{var}}', '<string>', 'your-token', '***'])
    it.each(places(value))(`leaves ${value} in %s alone`, (_title, document) => {
      expect(secretsIn(document)).toEqual([])
    })
})

it.each([
  ['Log in', {}, 1],
  ['Add user', { birthday: '2001-02-03' }, 0],
])('a simple password in the body of "%s" is found', (name, more, count) => {
  const raw = JSON.stringify({ username: 'ann', password: 'sesame', ...more })
  const request = soundRequest({
    method: 'POST',
    url: address(name.split(' ')[0]!),
    body: { mode: 'raw', raw },
  })
  expect(secretsIn(collectionOf([soundItem({ name, request })]))).toHaveLength(count)
})

ruleCases('secret-in-file', {
  bad: {
    'a bearer token in a header': header('Authorization', 'Bearer q8Zk2LmP0xVt7RwY'),
    'basic credentials in a header': header('Authorization', 'Basic cmV4Ondvb2Y0Mg=='),
    'an API key in a header': header('X-Api-Key', '9f8e7d6c5b4a39281706'),
    'an AWS key anywhere': header('X-Note', `use ${KEY} here`),
    'a token in the auth of the collection': auth('bearer', 'token', 'q8Zk2LmP0xVt7RwY'),
    'a password': auth('basic', 'password', 'Hunter2-and-more!'),
    'a variable': collectionOf([soundItem()], {
      variable: [{ key: 'base_url' }, { key: 'token', value: 'q8Zk2LmP0xVt7RwY' }],
    }),
    'a query parameter': collectionOf([
      soundItem({
        request: soundRequest({
          url: {
            ...address('pets'),
            raw: '{{base_url}}/pets?api_key=9f8e7d6c5b4a',
            query: [{ key: 'api_key', value: '9f8e7d6c5b4a' }],
          },
        }),
      }),
    ]),
  },
  good: {
    'a variable for it': header('Authorization', 'Bearer {{token}}'),
    'a stand-in': header('Authorization', 'Bearer YOUR_TOKEN_HERE_1'),
    'a placeholder': header('X-Api-Key', '<your api key>'),
    'an ordinary header': header('Accept', 'application/vnd.pets.v1+json'),
    'a page token': header('X-Next-Page-Token', 'q8Zk2LmP0xVt7RwY'),
    'an empty value': auth('bearer', 'token', ''),
  },
})

describe('secret-in-file', () => {
  it('never prints the value', () => {
    const found = validateText(JSON.stringify(header('X-Api-Key', '9f8e7d6c5b4a39281706')))
    expect(JSON.stringify(found)).not.toContain('9f8e7d')
  })
})

const get = (name: string, method = 'GET', path = 'pets') =>
  collectionOf([soundItem({ name, request: soundRequest({ method, url: `{{base_url}}/${path}` }) })])

/** A GET whose variable the collection fills. */
const getWithVariable = collectionOf(
  [soundItem({ request: soundRequest({ url: '{{base_url}}/pets?op={{how}}' }) })],
  {
    variable: [
      { key: 'base_url', value: 'http://localhost:35814' },
      { key: 'token', value: '' },
      { key: 'how', value: 'eq' },
    ],
  },
)

ruleCases('unsafe-get', {
  bad: {
    'a GET that deletes': get('Delete pet'),
    'a GET that creates': get('Create pet'),
    'a path that deletes': get('Show pet', 'GET', 'pets/delete?pet=rex'),
    'a path with a verb in front': get('Show pet', 'GET', 'deletePet?pet=rex'),
  },
  good: {
    'a GET that reads': get('List deleted pets'),
    'a comparison that the file has as a value': getWithVariable,
    'a path that names things': get('Show pets', 'GET', 'deleted-pets'),
    'a DELETE': get('Delete pet', 'DELETE'),
  },
})

ruleCases('auth-missing', {
  bad: { 'nothing anywhere': collectionOf([soundItem()], { auth: undefined }) },
  good: {
    'a header': collectionOf(
      [soundItem({ request: soundRequest({ header: [{ key: 'X-Api-Key', value: '{{token}}' }] }) })],
      { auth: undefined },
    ),
    'a key under an ambiguous name': collectionOf(
      [
        soundItem({
          request: soundRequest({ header: [{ key: 'X-Key', value: '5f0c1e7a9b3d48260ce1f7a4d89b2536' }] }),
        }),
      ],
      { auth: undefined },
    ),
    'a variable for a key, under an ambiguous name': collectionOf(
      [soundItem({ request: soundRequest({ header: [{ key: 'X-App', value: '{{api_key}}' }] }) })],
      { auth: undefined },
    ),
    'a request with auth': collectionOf(
      [soundItem({ request: soundRequest({ auth: { type: 'basic', basic: [] } }) })],
      {
        auth: undefined,
      },
    ),
    'a statement that the API is open': collectionOf([soundItem()], { auth: { type: 'noauth' } }),
  },
})

ruleCases('auth-incomplete', {
  bad: {
    'auth of the collection without its member': collectionOf([soundItem()], { auth: { type: 'bearer' } }),
    'auth of a request without its member': collectionOf([
      soundItem({ request: soundRequest({ auth: { type: 'apikey', basic: [] } }) }),
    ]),
  },
  good: {
    'auth that is off': collectionOf([soundItem()], { auth: { type: 'noauth' } }),
    'auth with its parameters': auth('bearer', 'token', '{{token}}'),
  },
})

const request = (changes: Record<string, JsonValue | undefined>) =>
  collectionOf([soundItem({ request: soundRequest(changes) })])

ruleCases('method-missing', {
  bad: { none: request({ method: undefined }), 'a blank one': request({ method: '  ' }) },
  good: {
    one: request({}),
    'an address alone': collectionOf([soundItem({ request: '{{base_url}}/pets', description: 'x' })]),
  },
})

ruleCases('method-odd', {
  bad: { 'two words': request({ method: 'GET /pets' }) },
  good: { 'a rare one': request({ method: 'PROPFIND' }), 'small letters': request({ method: 'get' }) },
})

ruleCases('duplicate-request', {
  bad: { 'the same request': collectionOf([soundItem(), soundItem({ name: 'One pet' })]) },
  good: {
    'another method': collectionOf([
      soundItem(),
      soundItem({ name: 'Change pet', request: soundRequest({ method: 'PUT' }) }),
    ]),
    'GraphQL operations': collectionOf(
      ['a', 'b'].map((name) =>
        soundItem({
          name,
          request: soundRequest({
            method: 'POST',
            body: { mode: 'graphql', graphql: { query: `query { ${name} }` } },
          }),
        }),
      ),
    ),
  },
})
