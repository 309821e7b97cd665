import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogFields, Logger } from '../../../src/ports.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { DryRun } from '../../../src/toolkit/model/tool.js'
import { type ReplayedRequest, replay } from '../../../src/toolkit/replay.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { startApi, type TestApi } from '../../support/tool.js'

let api: TestApi
beforeAll(async () => {
  // An API that says back all it was sent, in the body, in headers, encoded and not.
  api = await startApi((request, response) => {
    const status = request.url.includes('fail') ? 500 : 200
    const sent = {
      url: request.url,
      headers: request.headers,
      body: request.body.toString(),
      query: [...new URL(request.url, 'http://h').searchParams],
    }
    const credentials = Object.values(request.headers).map((value) =>
      Buffer.from(String(value).replace(/^Basic /, ''), 'base64').toString(),
    )
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...sent, credentials }))
  })
})
afterAll(() => api.close())

const canary = (name: string) => `canary-${name}-${name.length}x7q9`
/** Twenty secrets: in the collection, the environment, and an identity; as variables, in auth, headers, query and body. */
const NAMES = [
  'bearer',
  'basicpw',
  'apikey',
  'querykey',
  'oauth2',
  'hawk',
  'awssecret',
  'jwt',
  'digest',
  'header',
  'cookie',
  'queryparam',
  'body',
  'form',
  'userinfo',
  'oauth1',
  'edgegrid',
  'idtoken',
  'idtenant',
  'envsecret',
]
const secrets = Object.fromEntries(NAMES.map((name) => [name, canary(name)]))

const auths: Record<string, unknown> = {
  bearer: { type: 'bearer', bearer: [{ key: 'token', value: '{{bearer}}' }] },
  basic: {
    type: 'basic',
    basic: [
      { key: 'username', value: 'u' },
      { key: 'password', value: '{{basicpw}}' },
    ],
  },
  apikey: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'X-Plain' },
      { key: 'value', value: '{{apikey}}' },
    ],
  },
  querykey: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'k' },
      { key: 'value', value: '{{querykey}}' },
      { key: 'in', value: 'query' },
    ],
  },
  oauth2: { type: 'oauth2', oauth2: [{ key: 'accessToken', value: '{{oauth2}}' }] },
  hawk: {
    type: 'hawk',
    hawk: [
      { key: 'authId', value: 'id' },
      { key: 'authKey', value: '{{hawk}}' },
    ],
  },
  aws: {
    type: 'awsv4',
    awsv4: [
      { key: 'accessKey', value: 'AK' },
      { key: 'secretKey', value: '{{awssecret}}' },
    ],
  },
  jwt: {
    type: 'jwt',
    jwt: [
      { key: 'algorithm', value: 'HS256' },
      { key: 'secret', value: '{{jwt}}' },
      { key: 'payload', value: '{}' },
    ],
  },
  digest: {
    type: 'digest',
    digest: [
      { key: 'username', value: 'u' },
      { key: 'password', value: '{{digest}}' },
    ],
  },
  oauth1: {
    type: 'oauth1',
    oauth1: [
      { key: 'consumerKey', value: 'c' },
      { key: 'consumerSecret', value: '{{oauth1}}' },
      { key: 'signatureMethod', value: 'PLAINTEXT' },
      { key: 'addParamsToHeader', value: true },
    ],
  },
  edgegrid: {
    type: 'edgegrid',
    edgegrid: [
      { key: 'accessToken', value: 'a' },
      { key: 'clientToken', value: 'c' },
      { key: 'clientSecret', value: '{{edgegrid}}' },
    ],
  },
  identity: { type: 'bearer', bearer: [{ key: 'token', value: '{{idtoken}}' }] },
}

const host = () => api.url.replace('http://', '')
const collection = () => ({
  info: { name: 'secrets', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'bearer', value: secrets.bearer, type: 'secret' }],
  item: [
    ...Object.entries(auths).map(([name, auth]) => ({
      name: `Call ${name}`,
      request: { method: 'GET', url: `${api.url}/${name}`, auth },
    })),
    { name: 'Fail', request: { method: 'POST', url: `${api.url}/fail`, auth: auths.bearer } },
    {
      name: 'Send everything',
      request: {
        method: 'POST',
        url: {
          raw: '',
          protocol: 'http',
          auth: { user: 'u', password: '{{userinfo}}' },
          host: [host().split(':')[0]],
          port: String(api.port),
          path: ['all'],
          query: [
            { key: 'access_token', value: '{{queryparam}}' },
            { key: 'tenant', value: '{{idtenant}}' },
          ],
        },
        header: [
          { key: 'X-Api-Key', value: '{{header}}' },
          { key: 'Cookie', value: 'session={{cookie}}' },
        ],
        body: {
          mode: 'raw',
          raw: '{"secret":"{{body}}","env":"{{envsecret}}","n":""}',
          options: { raw: { language: 'json' } },
        },
      },
    },
    {
      name: 'Send form',
      request: {
        method: 'POST',
        url: `${api.url}/form`,
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'password', value: '{{form}}' },
            { key: 'a', value: '' },
          ],
        },
      },
    },
  ],
})

describe('twenty canary secrets', () => {
  it('are in no definition, dry run, result, error or log line', async () => {
    const lines: string[] = []
    const log = (text: string, fields?: LogFields) => void lines.push(text, JSON.stringify(fields ?? {}))
    const logger: Logger = { debug: log, info: log, warn: log, error: log }
    const { bearer: _own, idtoken, idtenant, ...rest } = secrets
    const environment = Object.entries(rest).map(([key, value]) => ({ key, value, secret: true }))
    const { parseCollection } = await import('../../../src/toolkit/collection/parse-collection.js')
    const toolkit = new RESTAPIToolkit(parseCollection(collection()), { environment, logger }).forIdentity({
      variables: { idtoken: idtoken!, idtenant: idtenant! },
    })
    const results = []
    for (const tool of toolkit.getFunctions()) {
      const { name, description, parameters, annotations } = tool
      results.push({
        name,
        description,
        parameters,
        annotations,
        dry: tool.dryRun?.({}),
        result: await tool.call({}),
      })
    }
    const shown = JSON.stringify([results, lines])
    const sent = JSON.stringify(
      api.seen.map(({ url, rawHeaders, body }) => [url, rawHeaders, body.toString()]),
    )
    const found = NAMES.filter((name) =>
      [
        secrets[name]!,
        encodeURIComponent(secrets[name]!),
        Buffer.from(secrets[name]!).toString('base64').slice(0, -3),
      ].some((form) => shown.includes(form)),
    )
    expect(found).toEqual([])
    // They were really sent, and really said back.
    expect(
      ['bearer', 'apikey', 'header', 'cookie', 'body', 'form', 'idtoken', 'idtenant'].filter(
        (name) => !sent.includes(secrets[name]!),
      ),
    ).toEqual([])
    expect(results.map(({ result }) => result.status).filter((status) => status !== 200)).toEqual([500])
    expect(shown).toContain('•••')
  })
})

describe('a hundred users on one toolkit', () => {
  it('never meet', async () => {
    const { parseCollection } = await import('../../../src/toolkit/collection/parse-collection.js')
    const document = {
      info: { name: 'users' },
      item: [
        {
          name: 'Who am I',
          request: {
            method: 'GET',
            url: { host: [api.url], path: ['who', ':user'], variable: [{ key: 'user', value: 'x' }] },
            header: [{ key: 'X-Tenant', value: '{{tenant}}' }],
            auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
          },
        },
      ],
    }
    const toolkit = new RESTAPIToolkit(parseCollection(document), {
      variables: { token: 'nobody', tenant: 'none' },
    })
    const [tool] = toolkit.getFunctions()
    api.seen.length = 0
    const users = Array.from({ length: 100 }, (_, index) => ({
      user: `u${index}`,
      session: {},
      variables: { token: `token-of-${index}`, tenant: `tenant-${index}` },
    }))
    const calls = Array.from({ length: 5 }, () => users).flat()
    await Promise.all(calls.map(({ user, ...options }) => tool!.call({ user }, options)))
    const crossed = api.seen.filter(({ url, headers }) => {
      const index = url.replace('/who/u', '')
      return headers.authorization !== `Bearer token-of-${index}` || headers['x-tenant'] !== `tenant-${index}`
    })
    expect(api.seen).toHaveLength(500)
    expect(crossed).toEqual([])
  })
})

describe('credentials written out in a body', () => {
  const urlencoded = [
    { key: 'client_secret', value: 'literal & form' },
    { key: 'grant_type', value: 'password' },
    { key: 'pwd', value: 'p1' },
  ]
  const json =
    '{"password":"x","client_secret":"literal-\\"json\\"","nested":[{"api_key":"literal-nested"}],"client_secrets":["literal-1",["literal-2"],"literal-3"],"token_type":"bearer","open":"seen"}'
  const bodies: Record<string, unknown> = {
    json: { mode: 'raw', raw: json, options: { raw: { language: 'json' } } },
    urlencoded: { mode: 'urlencoded', urlencoded },
    formdata: { mode: 'formdata', formdata: urlencoded.map((field) => ({ ...field, type: 'text' })) },
    graphql: { mode: 'graphql', graphql: { query: 'mutation($password:String){a}', variables: json } },
    operation: {
      mode: 'graphql',
      graphql: {
        query: 'mutation { a(password: "x", in: {api_keys: ["literal-1", "literal-2"]}, open: "seen") }',
      },
    },
    xml: {
      mode: 'raw',
      raw: '<a><password>x</password><b secret="literal-1"/><ns:token><![CDATA[literal-2]]></ns:token><open>seen</open></a>',
      options: { raw: { language: 'xml' } },
    },
  }
  const item = (name: string) => ({
    name,
    // An update requires no member, so a call may leave the credentials of the collection in place.
    request: { method: 'PUT', url: `${api.url}/${name}`, body: bodies[name] },
  })
  const INPUTS: Record<string, JsonObject> = {
    json: { body: { password: 'of-the-model' } },
    xml: { body: { open: 'of-the-model' } },
  }
  const SECRETS = ['literal', 'p1', '"x"', '>x<', '\\"x']

  it.each(Object.keys(bodies))('are in neither dry run nor result: %s', async (name) => {
    const { parseCollection } = await import('../../../src/toolkit/collection/parse-collection.js')
    const parsed = parseCollection({ info: { name: 'bodies' }, item: [item(name)] })
    const [tool] = new RESTAPIToolkit(parsed).getFunctions()
    const input = INPUTS[name] ?? {}
    const dry = (tool!.dryRun!(input) as DryRun).body!
    const { value: replayed } = await replay(parsed, { dryRun: true }).next()
    const whole = (replayed as ReplayedRequest).request!.body!
    const found = SECRETS.filter((secret) => dry.includes(secret) || whole.includes(secret))
    expect(found).toEqual([])
    expect(JSON.stringify(tool!.parameters)).not.toContain('literal')
    expect(whole).toContain('•••')
    expect(whole).toMatch(/seen|grant_type/)
    const result = JSON.stringify(await tool!.call(input))
    // A JSON body and the variables of an operation are the model's own; what is written elsewhere is sent.
    expect(api.seen.at(-1)!.body.includes('literal')).toBe(/form|urlencoded|operation|xml/.test(name))
    expect(result.includes('of-the-model')).toBe(name in INPUTS)
    expect(result).not.toContain('literal')
  })
})

describe('user and password of an address', () => {
  it.each(['u:pw', 'user:p%40ss-in-address', 'only-a-user'])(
    'are masked in every form: %s',
    async (userInfo) => {
      const { parseCollection } = await import('../../../src/toolkit/collection/parse-collection.js')
      const item = { name: 'Who', request: { method: 'GET', url: '{{base}}/who' } }
      const parsed = parseCollection({ info: { name: 'userinfo' }, item: [item] })
      const baseUrl = api.url.replace('//', `//${userInfo}@`)
      const [tool] = new RESTAPIToolkit(parsed, { baseUrl }).getFunctions()
      const result = JSON.stringify([tool!.dryRun!({}), await tool!.call({})])
      const sent = String(api.seen.at(-1)!.headers.authorization).replace('Basic ', '')
      expect(Buffer.from(sent, 'base64').toString()).toContain(':')
      const pair = Buffer.from(sent, 'base64').toString()
      expect([sent, pair].filter((form) => result.includes(form))).toEqual([])
      expect(result).toContain('Basic •••')
    },
  )
})
