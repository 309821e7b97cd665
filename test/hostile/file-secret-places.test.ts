import { describe, expect, it } from 'vitest'
import { targets } from '../../src/toolkit/generate/targets.js'
import { importText } from '../../src/toolkit/import/import-text.js'
import type { JsonObject, JsonValue } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { targetInput } from '../support/compiled.js'
import { collectionOf, soundRequest } from '../support/small-collection.js'

// Places in a request where a credential stands under its name, in whatever notation, or behind an encoding.

const SECRET = 'CanaryZq8v7Xw2Lr9Kd4Tn6Ph1'
const ADDRESS = `https://ann:${SECRET}@shop.example/x`
const TOKEN = JSON.stringify({ token: SECRET })

const raw = (text: string, language = 'text') => ({
  method: 'POST',
  body: { mode: 'raw', raw: text, options: { raw: { language } } },
})
const json = (value: JsonValue) => raw(JSON.stringify(value), 'json')
const form = (value: string) => ({
  method: 'POST',
  body: { mode: 'urlencoded', urlencoded: [{ key: 'data', value }] },
})
const query = (value: string, key = 'data') => ({
  url: {
    raw: `http://127.0.0.1:9/pets?${key}=${value}`,
    host: ['http://127.0.0.1:9'],
    path: ['pets'],
    query: [{ key, value }],
  },
})
const header = (key: string, value = SECRET) => ({ header: [{ key, value }] })
const auth = (type: string, fields: JsonObject) => ({
  auth: { type, [type]: Object.entries(fields).map(([key, value]) => ({ key, value })) },
})

const PLACES: [place: string, request: JsonObject][] = [
  ['YAML', raw(`user: ann\npassword: ${SECRET}`)],
  ['YAML, with spaces', raw(`password: my ${SECRET}\nuser: ann`)],
  ['YAML, a block', raw(`password: |\n  first\n  ${SECRET}\nuser: ann`)],
  ['YAML, a list', raw(`tokens:\n  - ${SECRET}\nuser: ann`)],
  ['YAML, an entry', raw(`list:\n  - name: token\n    value: ${SECRET}`)],
  ['YAML, a flow', raw(`db: {user: ann, password: ${SECRET}}`)],
  ['YAML, in quotes', raw(`db:\n  api-key: "${SECRET}"\n  user: ann`)],
  ['properties', raw(`user=ann\npassword=${SECRET}`)],
  ['an INI file', raw(`[db]\nuser = ann\npassword = ${SECRET}`)],
  ['lines of headers', raw(`Accept: x\nAuthorization: Bearer ${SECRET}`)],
  [
    'a multipart text',
    raw(`--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--b--`),
  ],
  ['an entry of JSON', json({ list: [{ name: 'token', value: SECRET }] })],
  ['an entry of JSON, reversed', json({ list: [{ value: SECRET, type: 'text', key: 'apiKey' }] })],
  ['an entry of JSON, in capitals', json({ list: [{ Name: 'Password', Value: SECRET }] })],
  ['an object around it', json({ credentials: { password: { value: SECRET } } })],
  ['JSON in JSON', json({ payload: TOKEN })],
  [
    'a private key',
    json({ pem: `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}\n-----END RSA PRIVATE KEY-----` }),
  ],
  ['attributes of XML', raw(`<a><add key="ApiKey" value="${SECRET}"/></a>`, 'xml')],
  ['elements of XML', raw(`<a><e><key>password</key><value>${SECRET}</value></e></a>`, 'xml')],
  ['an element named by its attribute', raw(`<a><param name="password">${SECRET}</param></a>`, 'xml')],
  [
    'a security header of SOAP',
    raw(
      `<s:Envelope xmlns:s="x"><s:Header><w:Security><w:Username>u</w:Username><w:Password>${SECRET}</w:Password></w:Security></s:Header><s:Body><GetPet/></s:Body></s:Envelope>`,
      'xml',
    ),
  ],
  [
    'a variable of GraphQL',
    {
      method: 'POST',
      body: {
        mode: 'graphql',
        graphql: {
          query: 'mutation($i:I){a(i:$i){id}}',
          variables: JSON.stringify({ i: [{ name: 'token', value: SECRET }] }),
        },
      },
    },
  ],
  ['JSON in a field', form(TOKEN)],
  ['an address in a field', form(ADDRESS)],
  ['an encoded address in a form', raw(`a=1&cb=${encodeURIComponent(ADDRESS)}`)],
  ['JSON in a query', query(TOKEN)],
  ['encoded JSON in a query', query(encodeURIComponent(TOKEN))],
  ['an encoded address in a query', query(encodeURIComponent(ADDRESS))],
  ['an address that is encoded twice', query(encodeURIComponent(encodeURIComponent(ADDRESS)))],
  ['a token of an encoded address', query(encodeURIComponent(`https://x.example/?access_token=${SECRET}`))],
  ['a scheme in a query', query(`Bearer ${SECRET}`)],
  ['JSON in a header', header('X-Context', TOKEN)],
  ['parameters of a header', header('X-Context', `user="ann", password="${SECRET}"`)],
  ['pairs of a header', header('X-Context', `user=ann; token=${SECRET}`)],
  ['an address in a header', header('X-Upstream', ADDRESS)],
  ['a scheme in a header', header('X-Upstream', `Token ${SECRET}`)],
  ...[
    'X-Session',
    'X-Session-Id',
    'X-App-Session',
    'DPoP',
    'X-Sid',
    'X-Ticket',
    'X-Sign',
    'Sign',
    'X-Assertion',
  ].map((name): [string, JsonObject] => [`the header ${name}`, header(name)]),
  ['an object of an unknown auth', auth('custom', { settings: { inner: { deep: SECRET } } })],
  [
    'a field of a token request',
    auth('oauth2', {
      accessTokenUrl: 'http://127.0.0.1:9/t',
      tokenRequestParams: [{ key: 'assertion', value: SECRET, send_as: 'request_body' }],
    }),
  ],
  ['an address of tokens', auth('oauth2', { accessTokenUrl: ADDRESS })],
  [
    'the query of an address of tokens',
    auth('oauth2', { accessTokenUrl: `http://127.0.0.1:9/?client_secret=${SECRET}` }),
  ],
  [
    'claims of a JWT',
    auth('jwt', { secret: 's3cr3t-s3cr3t', payload: JSON.stringify({ password: SECRET }) }),
  ],
]

describe('a credential', () => {
  it.each(PLACES)('in %s is in no compiled file, parameter or dry run', async (_, members) => {
    const document = collectionOf([{ name: 'Send pet', request: soundRequest(members) }])
    const compiled = targetInput(document)
    for (const [name, target] of Object.entries(targets))
      expect(target.toFile(compiled), name).not.toContain(SECRET)
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: document })
    for (const tool of toolkit.getFunctions()) {
      expect(JSON.stringify(tool.parameters)).not.toContain(SECRET)
      expect(JSON.stringify(tool.dryRun?.({}))).not.toContain(SECRET)
    }
  })

  it.each([
    ['JSON', JSON.stringify({ password: SECRET, host: 'h' })],
    ['YAML', `host: h\npassword: ${SECRET}`],
    ['a form', `a=1&token=${SECRET}`],
  ])('inside a variable of %s is in no compiled file', (_, value) => {
    const document = {
      ...collectionOf([{ name: 'Send pet', request: soundRequest(json({ settings: '{{settings}}' })) }]),
      variable: [{ key: 'settings', value }],
    }
    const compiled = targetInput(document)
    for (const target of Object.values(targets)) expect(target.toFile(compiled)).not.toContain(SECRET)
  })
})

it('the session of a person is in nothing that is made of recorded traffic', async () => {
  const id = '8f14e45f'
  const request = {
    method: 'POST',
    url: `http://127.0.0.1:9/pets?sid=${id}`,
    headers: [
      { name: 'Cookie', value: `session_id=${id}` },
      { name: 'X-Session-Id', value: id },
    ],
    postData: { mimeType: 'application/json', text: JSON.stringify({ sessionId: id, name: 'Rex' }) },
  }
  const content = {
    mimeType: 'application/json',
    text: JSON.stringify({ user: { session_id: id }, name: 'Rex' }),
  }
  const response = { status: 200, headers: [{ name: 'Set-Cookie', value: `PHPSESSID=${id}` }], content }
  const { document, remarks } = await importText(
    JSON.stringify({ log: { entries: [{ request, response }] } }),
    'a.har',
  )
  expect(JSON.stringify(document)).not.toContain(id)
  expect(JSON.stringify(document)).toContain('Rex')
  expect(remarks.join(' ')).toContain('session_id')
})
