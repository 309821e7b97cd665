import { expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const bearer = (token: string) => ({ type: 'bearer', bearer: [{ key: 'token', value: token }] })
const header = (key: string, value: string) => ({ header: [{ key, value }] })
const blank = (...keys: string[]) => keys.map((key) => ({ key, value: '' }))

/** The dry run of the last of some requests. */
function show(requests: JsonValue[], more: { variable?: JsonValue; auth?: JsonValue } = {}) {
  const item = requests.map((request) => {
    const { name = 'List orders', event, ...rest } = request as Record<string, JsonValue>
    return { name, request: { method: 'GET', url: 'http://a.test/orders', ...rest }, ...(event && { event }) }
  })
  const toolkit = new RESTAPIToolkit(parseCollection({ info: { name: 'x' }, item, ...more }))
  return toolkit.getFunctions().at(-1)!.dryRun!({}, { showSecrets: true })
}

it.each<[what: string, request: JsonValue, more: object, names: string]>([
  [
    'auth of a write with an empty variable',
    { method: 'PUT' },
    { auth: bearer('{{jwt}}'), variable: blank('jwt') },
    '"jwt"',
  ],
  ['a scheme alone', header('Authorization', 'Bearer '), {}, '"token"'],
  ['a scheme before a placeholder', header('Authorization', 'Bearer <token>'), {}, '"token"'],
  [
    'a scheme before an empty variable',
    header('Authorization', 'Bearer {{x}}'),
    { variable: blank('x') },
    '"x"',
  ],
  ['a header without a value', header('Authorization', ''), {}, '"Authorization"'],
  ['a key without a value', header('x-api-key', ''), {}, '"x-api-key"'],
  ['an empty host', { url: 'http://{{host}}/orders' }, { variable: blank('host') }, '"host"'],
  [
    'an empty host and port',
    { url: 'http://{{host}}:{{port}}/orders' },
    { variable: blank('host', 'port') },
    '"host", "port"',
  ],
  [
    'a part of a header with an empty variable',
    header('X-Tenant', 'shop-{{tenant}}-{{api_key}}'),
    { variable: [{ key: 'tenant', value: 'x' }, ...blank('api_key')] },
    '"api_key"',
  ],
  [
    'a query with an empty credential',
    { url: 'http://a.test/orders?access_token={{access_token}}' },
    { variable: blank('access_token') },
    '"access_token"',
  ],
  [
    'a member of a body with an empty credential',
    { method: 'POST', body: { mode: 'raw', raw: '{"api_key": "{{api_key}}"}' } },
    { variable: blank('api_key') },
    '"api_key"',
  ],
  [
    'a field of a form with an empty credential',
    { method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'api_key', value: '{{api_key}}' }] } },
    { variable: blank('api_key') },
    '"api_key"',
  ],
])('%s is a missing setting that is named', (_what, request, more, names) => {
  expect(show([request], more)).toMatchObject({
    reason: 'missing-setting',
    content: expect.stringContaining(`${names} ha`),
  })
})

it('tells the model to say so, and not how an operator sets it', () => {
  const shown = show([{ url: 'http://{{host}}/orders' }], { variable: blank('host') })
  expect(shown).toMatchObject({ content: expect.stringContaining('tell the user that this is not set up') })
  expect(JSON.stringify(shown)).not.toContain('--')
})

it.each<[what: string, request: JsonValue, more: object]>([
  [
    'a log-in inherits a token that only its answer brings',
    { name: 'Log in', method: 'POST', url: 'http://a.test/login' },
    { auth: bearer('{{token}}'), variable: blank('token') },
  ],
  [
    'a registration carries an empty one',
    {
      ...{ name: 'Sign up', method: 'POST', url: 'http://a.test/users' },
      ...header('Authorization', 'Bearer '),
      body: { mode: 'urlencoded', urlencoded: [{ key: 'password', value: '{{pw}}' }] },
    },
    { variable: [{ key: 'pw', value: 'pw-of-an-example' }] },
  ],
  ['a header that is no credential is empty', header('x-trace', ''), {}],
  [
    'an optional part of a signature is empty',
    {
      auth: {
        type: 'awsv4',
        awsv4: [
          { key: 'accessKey', value: 'A' },
          { key: 'secretKey', value: 'B' },
          { key: 'sessionToken', value: '{{session}}' },
        ],
      },
    },
    { variable: blank('session') },
  ],
])('is sent where %s', (_what, request, more) => {
  expect(show([request], more)).toMatchObject({ url: expect.stringContaining('http://a.test/') })
})

it('leaves out what is optional and has an empty variable', () => {
  const shown = show(
    [{ url: 'http://a.test/orders?note={{topic}}&page=1', ...header('X-Part', '{{whole}}') }],
    { variable: blank('topic', 'whole') },
  )
  expect(shown).toMatchObject({ headers: expect.not.arrayContaining([['X-Part', '']]) })
  expect(shown).not.toMatchObject({ url: expect.stringContaining('note') })
})

const JWT = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"17","iat":1}').toString('base64url')}.c2lnbmF0dXJlLW9mLWFuLWV4YW1wbGU`

it.each<[what: string, request: JsonValue, more: object, variable: string, sent: [string, string]]>([
  ['a header', header('Authorization', `Bearer ${JWT}`), {}, 'token', ['Authorization', 'Bearer new']],
  ['a header of its own', header('X-Session', JWT), {}, 'X-Session', ['X-Session', 'new']],
  ['bearer auth', {}, { auth: bearer(JWT) }, 'token', ['Authorization', 'Bearer new']],
  [
    'a header beside a variable that waits for it',
    header('Authorization', JWT),
    { variable: blank('Authorization') },
    'Authorization',
    ['Authorization', 'new'],
  ],
])('a token pasted into %s is a setting with a default', (_what, request, more, variable, sent) => {
  const item = [{ name: 'x', request: { url: 'http://a.test/orders', ...(request as object) } }]
  const collection = parseCollection({ info: { name: 'x' }, item, ...more })
  const headersWith = (variables: Record<string, string>) => {
    const shown = new RESTAPIToolkit(collection, { variables }).getFunctions()[0]!.dryRun!(
      {},
      { showSecrets: true },
    )
    return 'headers' in shown ? shown.headers : shown
  }
  expect(headersWith({ [variable]: 'new' })).toContainEqual(sent)
  expect(headersWith({})).toContainEqual([sent[0], sent[1].replace('new', JWT)])
})
