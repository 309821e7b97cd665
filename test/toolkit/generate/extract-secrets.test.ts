import { describe, expect, it } from 'vitest'
import { extractSecrets } from '../../../src/toolkit/generate/extract-secrets.js'
import { targets } from '../../../src/toolkit/generate/targets.js'
import type { ToolDefinition } from '../../../src/toolkit/model/tool.js'
import { isCredentialLike } from '../../../src/toolkit/secrets/credential-name.js'
import { targetInput } from '../../support/compiled.js'
import { realCollection, someRealCollections } from '../../support/corpus.js'
import { hasShared } from '../../support/shared.js'

const SECRET = 'canary-7f3a9b2c4d'
const KNOWN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

function collectionOf(request: object, variables: object[] = []) {
  return {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: variables,
    item: [{ name: 'Ask', request: { method: 'POST', url: 'https://api.example.com/ask', ...request } }],
  }
}

const header = (key: string, value: string) => ({ header: [{ key, value }] })
const raw = (text: string, language = 'json') => ({
  body: { mode: 'raw', raw: text, options: { raw: { language } } },
})
const auth = (type: string, params: Record<string, string>) => ({
  auth: { type, [type]: Object.entries(params).map(([key, value]) => ({ key, value })) },
})
const fields = (mode: string) => ({
  body: { mode, [mode]: [{ key: 'password', value: SECRET, type: 'text' }] },
})

describe('a secret written into a request', () => {
  it.each<[place: string, request: object, extracted: string[]]>([
    ['bearer auth', auth('bearer', { token: SECRET }), ['token']],
    ['basic auth', auth('basic', { username: 'ann', password: SECRET }), ['basic_password']],
    ['an API key', auth('apikey', { key: 'X-Shop', value: SECRET, in: 'header' }), ['x_shop_secret']],
    ['AWS auth', auth('awsv4', { accessKey: SECRET, secretKey: SECRET }), ['awsv4_access_key']],
    [
      'OAuth 2',
      auth('oauth2', { accessToken: SECRET, clientSecret: `${SECRET}2` }),
      ['oauth2_access_token', 'oauth2_client_secret'],
    ],
    ['a header', header('X-Api-Key', SECRET), ['X-Api-Key']],
    ['an Authorization header', header('Authorization', `Bearer ${SECRET}`), ['token']],
    ['the query', { url: `https://api.example.com/ask?api_key=${SECRET}` }, ['api_key']],
    ['the address', { url: `https://ann:${SECRET}@api.example.com/ask` }, ['url_password']],
    ['a form', fields('urlencoded'), ['password']],
    ['a form that is one text', raw(`user=ann&password=${SECRET}`, 'text'), []],
    ['a multipart form', fields('formdata'), ['password']],
    ['a JSON body', raw(`{"user": "ann", "password": "${SECRET}"}`), []],
    ['an XML body', raw(`<login><password>${SECRET}</password></login>`, 'xml'), ['password']],
    [
      'an argument of GraphQL',
      { body: { mode: 'graphql', graphql: { query: `mutation { login(password: "${SECRET}") { id } }` } } },
      ['password'],
    ],
    [
      'GraphQL variables that are an object',
      {
        body: {
          mode: 'graphql',
          graphql: { query: '{ a }', variables: { in: { secrets: [SECRET], pwd: 12 } } },
        },
      },
      [],
    ],
    ['a list of a JSON body', raw(`{"user": "ann", "api_keys": ["${SECRET}"]}`), []],
    [
      'a description',
      { ...auth('bearer', { token: SECRET }), description: `Say ${SECRET} to it.` },
      ['token'],
    ],
  ])('in %s becomes a variable', (_, request, extracted) => {
    const input = targetInput(collectionOf(request))
    expect(input.extracted).toEqual(extracted)
    expect(input.definitions[0]!.settings).toEqual(expect.arrayContaining(extracted))
    for (const target of Object.values(targets)) expect(target.toFile(input)).not.toContain(SECRET)
  })

  it.each<[place: string, request: object, variables: object[]]>([
    ['a header of any name', header('X-Conf', KNOWN), []],
    ['the query', { url: `https://api.example.com/ask?conf=${KNOWN}` }, []],
    ['a JSON body', raw(`{"conf": "${KNOWN}", "id": 1}`), []],
    ['a form', { body: { mode: 'urlencoded', urlencoded: [{ key: 'conf', value: KNOWN }] } }, []],
    ['a variable', { url: 'https://api.example.com/{{conf}}/ask' }, [{ key: 'conf', value: KNOWN }]],
  ])('is left out of %s when it has the format of a known token', (_place, request, variables) => {
    const input = targetInput(collectionOf(request, variables))
    for (const target of Object.values(targets)) expect(target.toFile(input)).not.toContain(KNOWN)
  })

  it('keeps the word before it', () => {
    const [definition] = targetInput(collectionOf(header('Authorization', `Bearer ${SECRET}`))).definitions
    expect(definition!.request.headers).toEqual([{ key: 'Authorization', value: 'Bearer {{token}}' }])
  })

  it('gets a name that the collection does not use, one for each value', () => {
    const collection = collectionOf({}, [{ key: 'token', value: 'x' }])
    const item = (name: string, token: string) => ({
      name,
      request: { method: 'GET', url: `https://api.example.com/${name}`, ...auth('bearer', { token }) },
    })
    const items = [item('one', `${SECRET}1`), item('two', `${SECRET}2`), item('three', `${SECRET}1`)]
    const { definitions, extracted } = targetInput({ ...collection, item: items })
    expect(extracted).toEqual(['token_2', 'token_3'])
    expect(definitions.map(({ request }) => request.auth?.params.token)).toEqual([
      '{{token_2}}',
      '{{token_3}}',
      '{{token_2}}',
    ])
  })
})

describe('variables', () => {
  const variables = [
    { key: 'token', value: SECRET },
    { key: 'pin', value: '4711', type: 'secret' },
    { key: 'host', value: 'https://api.example.com/{{stage}}' },
    { key: 'stage', value: 'v1' },
    { key: 'unused', value: 'x' },
    { key: 'proxy', value: 'http://ann:pw@proxy.example.com' },
  ]
  const request = {
    url: '{{host}}/ask?pin={{pin}}&via={{proxy}}',
    ...header('Authorization', 'Bearer {{token}}'),
  }

  it('are written out where a tool uses them, the secret ones without their values', () => {
    const input = targetInput(collectionOf(request, variables))
    expect(input.variables).toEqual({ host: 'https://api.example.com/{{stage}}', stage: 'v1' })
    expect(input.extracted).toEqual([])
  })

  it('keep a secret out that stands as a plain text elsewhere', () => {
    const description = `For example with ${SECRET}.`
    const input = targetInput(collectionOf({ ...request, description }, variables))
    expect(input.definitions[0]!.description).toBe('For example with {{token}}.')
  })

  it('keep a secret out of the path, which then needs the variable', () => {
    const input = targetInput(collectionOf({ url: `https://api.example.com/bot${SECRET}/ask` }, variables))
    expect(input.definitions[0]).toMatchObject({ path: '/bot{token}/ask', settings: ['token'] })
    for (const target of Object.values(targets)) expect(target.toFile(input)).not.toContain(SECRET)
  })

  it('of an environment come first', () => {
    const environment = [{ key: 'stage', value: 'v2' }]
    const input = targetInput(collectionOf(request, variables), { environment })
    expect(input.variables.stage).toBe('v2')
  })
})

it('leaves the definitions it was given as they were', () => {
  const definition = targetInput(collectionOf(auth('bearer', { token: '{{token}}' }))).definitions[0]!
  const before = structuredClone(definition) as ToolDefinition
  extractSecrets([definition], [])
  expect(definition).toEqual(before)
})

describe.skipIf(!hasShared)('secrets put into real collections', () => {
  it.each(someRealCollections(20))('%s', (name) => {
    const input = targetInput(withCanaries(realCollection(name).document))
    const lines = Object.values(targets).flatMap((target) => target.toFile(input).split('\n'))
    expect(lines.filter((line) => line.includes(SECRET))).toEqual([])
  })
})

/** How an auth kind works, not what it keeps secret. */
const AUTH_SETTING = /^(addTokenTo|tokenType|tokenName|.*Url|queryParamKey)$/

/** The document with every value beside a credential-like key a known one, and every auth with a secret in it. */
function withCanaries(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withCanaries)
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withCanaries(value)]))
  const isPair = typeof copy.key === 'string' && typeof copy.value === 'string'
  if (
    isPair &&
    !AUTH_SETTING.test(String(copy.key)) &&
    isCredentialLike(String(copy.key)) &&
    !String(copy.value).includes('{{')
  )
    copy.value = SECRET
  if (copy.type === 'bearer' && copy.bearer) copy.bearer = [{ key: 'token', value: SECRET }]
  return copy
}
