import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withValues } from '../../src/cli/create-toolkit.js'
import { createPaint } from '../../src/cli/output.js'
import { toolPage } from '../../src/cli/tool-page.js'
import { silentLogger } from '../../src/ports.js'
import { maskDocuments } from '../../src/prompt/documents.js'
import { startMock } from '../../src/server/mock/mock-server.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { defineTools } from '../../src/toolkit/define-tools.js'
import { targets } from '../../src/toolkit/generate/targets.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { replay } from '../../src/toolkit/replay.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { AUTH_KINDS } from '../../src/toolkit/secrets/auth-kinds.js'
import { fileReport } from '../../src/toolkit/validate/report.js'
import { reporters } from '../../src/toolkit/validate/reporters/table.js'
import { validateText } from '../../src/toolkit/validate/validate.js'
import { targetInput } from '../support/compiled.js'
import { exampleInput } from '../support/example-input.js'
import { address, collectionOf, soundExample, soundItem, soundRequest } from '../support/small-collection.js'

/** The forms in which services give out secrets. The digits make each planted secret unlike every other. */
const FORMS: ((seed: string) => string)[] = [
  (seed) => `Pq7${seed.slice(0, 21)}Zx`,
  (seed) => seed.slice(0, 40),
  (seed) => `sk_live_${seed.slice(0, 24)}`,
  (seed) => `ghp_${seed.slice(0, 36)}`,
  (seed) => `w8-${seed.slice(0, 9)}!`,
  (seed) => `${seed.replace(/\D/g, '').padEnd(10, '7').slice(0, 10)}:AA${seed.slice(0, 33)}`,
]

/** The forms that only one service gives out. */
const KNOWN_FORMS = [2, 3, 5]
/** The forms that a machine makes. */
const MACHINE_MADE = [0, 1]

/** Makes planted secrets, and knows all of them. */
class Plants {
  readonly all: string[] = []

  next(form = this.all.length % FORMS.length): string {
    const seed = createHash('sha256').update(String(this.all.length)).digest('hex')
    const secret = FORMS[form]!(seed)
    this.all.push(secret)
    return secret
  }
}

const NAMES = 'api_key password access_token client_secret x-api-key'.split(' ')
const xmlName = (name: string) => name.replaceAll('-', '_')

const post = (body: object, more: object = {}) =>
  soundRequest({
    method: 'POST',
    url: address('pets'),
    description: 'Adds one pet.',
    body,
    ...more,
  } as JsonObject)
const raw = (text: string, language = 'json') => ({ mode: 'raw', raw: text, options: { raw: { language } } })
const auth = (type: string, values: Record<string, string>) => ({
  auth: { type, [type]: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })) },
})

/** The places of a request where a secret may stand, by the name that it has there. */
const SITES: [site: string, request: (name: string, secret: string) => JsonObject][] = [
  ['a header', (key, value) => soundRequest({ header: [{ key, value }] })],
  [
    'a bearer header',
    (_, value) => soundRequest({ header: [{ key: 'Authorization', value: `Bearer ${value}` }] }),
  ],
  [
    'a basic header',
    (_, value) =>
      soundRequest({
        header: [{ key: 'Authorization', value: `Basic ${Buffer.from(`ann:${value}`).toString('base64')}` }],
      }),
  ],
  ['a disabled header', (key, value) => soundRequest({ header: [{ key, value, disabled: true }] })],
  ['a query', (key, value) => soundRequest({ url: { ...address('pets'), query: [{ key, value }] } })],
  ['a text address', (key, value) => soundRequest({ url: `{{base_url}}/pets?${key}=${value}` })],
  ['a login in an address', (_, value) => soundRequest({ url: `http://ann:${value}@127.0.0.1:9/pets` })],
  [
    'a path',
    (key, value) => soundRequest({ url: { ...address('pets', `:${key}`), variable: [{ key, value }] } }),
  ],
  ['a JSON body', (key, value) => post(raw(JSON.stringify({ name: 'Rex', [key]: value })))],
  ['a nested JSON body', (key, value) => post(raw(JSON.stringify({ a: [{ b: { [key]: value } }] })))],
  ['JSON with a variable', (key, value) => post(raw(`{"id": {{id}}, "${key}": "${value}"}`))],
  [
    'an XML body',
    (key, value) => post(raw(`<a><n>Rex</n><${xmlName(key)}>${value}</${xmlName(key)}></a>`, 'xml')),
  ],
  ['a form', (key, value) => post({ mode: 'urlencoded', urlencoded: [{ key, value }] })],
  ['a multipart form', (key, value) => post({ mode: 'formdata', formdata: [{ key, value, type: 'text' }] })],
  [
    'a GraphQL argument',
    (key, value) =>
      post({ mode: 'graphql', graphql: { query: `mutation { a(${xmlName(key)}: "${value}") { id } }` } }),
  ],
  [
    'GraphQL variables',
    (key, value) =>
      post({
        mode: 'graphql',
        graphql: {
          query: `mutation M($${xmlName(key)}: String!) { a(k: $${xmlName(key)}) { id } }`,
          variables: JSON.stringify({ [xmlName(key)]: value }),
        },
      }),
  ],
]

/** Sites at which no name stands before the secret: its form, or the text around it, tells what it is. */
const BARE_SITES: [site: string, request: (secret: string) => JsonObject][] = [
  ['an address in a JSON body', (value) => post(raw(JSON.stringify({ target: dsn(value) })))],
  [
    'an address in a form',
    (value) => post({ mode: 'urlencoded', urlencoded: [{ key: 'to', value: dsn(value) }] }),
  ],
  ['an address in a text', (value) => post(raw(`connect to ${dsn(value)} first`, 'text'))],
  ['an address in a header', (value) => soundRequest({ header: [{ key: 'X-Store', value: dsn(value) }] })],
  [
    'an address in a query',
    (value) => soundRequest({ url: { ...address('pets'), query: [{ key: 'store', value: dsn(value) }] } }),
  ],
  ['an address in prose', (value) => soundRequest({ description: `Reads pets of ${dsn(value)}.` })],
  ['a header in prose', (value) => soundRequest({ description: `Try \`curl -H 'X-Api-Key: ${value}'\`.` })],
  [
    'a bearer in prose',
    (value) => soundRequest({ description: `Send Authorization: Bearer ${value} along.` }),
  ],
  ['JSON in prose', (value) => soundRequest({ description: `Send {"password": "${value}"} along.` })],
  [
    'prose of a parameter',
    (value) =>
      soundRequest({
        url: {
          ...address('pets'),
          query: [{ key: 'q', value: 'rex', description: `What to find; api_key=${value} is added.` }],
        },
      }),
  ],
  ['a comment in a JSON body', (value) => post(raw(`{\n  // "password": "${value}"\n  "name": "Rex"\n}`))],
]

/** Sites at which a key follows a segment with its name. */
const PATH_SITES: [site: string, request: (secret: string) => JsonObject][] = [
  ['a path after its name', (value) => soundRequest({ url: address('pets', 'token', value) })],
  ['a text path', (value) => soundRequest({ url: `{{base_url}}/invite/access-token/${value}/pets` })],
]

/** Sites at which only the form of the secret tells what it is. */
const FORMED_SITES: [site: string, request: (secret: string) => JsonObject][] = [
  ['a path', (value) => soundRequest({ url: address('hooks', value) })],
  ['a part of a path', (value) => soundRequest({ url: `{{base_url}}/files/${value}.json` })],
  ['a path of a bot', (value) => soundRequest({ url: address(`bot-${value}`, 'getMe') })],
  ['a plain header', (value) => soundRequest({ header: [{ key: 'X-Extra', value }] })],
  ['a plain query', (value) => soundRequest({ url: { ...address('pets'), query: [{ key: 'ref', value }] } })],
  ['a plain member', (value) => post(raw(JSON.stringify({ name: value })))],
  ['plain prose', (value) => soundRequest({ description: `Reads pets, as ${value} does.` })],
]

const dsn = (secret: string) => `postgres://ann:${secret}@db.example.com:5432/pets`

const MADE_UP = {
  hmac: 'sharedKey signingSecret algorithm clientRef headerName',
  'acme-sso': 'tenant assertion nonce_seed',
  vault: 'role_id secret_id mount',
}

/** A collection with secrets at all sites, under all names. */
function planted(): { document: JsonObject; plants: Plants } {
  const plants = new Plants()
  const requests = SITES.flatMap(([site, request]) =>
    NAMES.map((name) => ({ name: `${site} ${name}`, request: request(name, plants.next()) })),
  )
  const bare = BARE_SITES.flatMap(([site, request]) =>
    FORMS.map((_, form) => ({ name: `${site} ${form}`, request: request(plants.next()) })),
  )
  const formed = FORMED_SITES.flatMap(([site, request]) =>
    KNOWN_FORMS.map((form) => ({ name: `${site} ${form}`, request: request(plants.next(form)) })),
  )
  const inPaths = PATH_SITES.flatMap(([site, request]) =>
    MACHINE_MADE.map((form) => ({ name: `${site} ${form}`, request: request(plants.next(form)) })),
  )
  const kinds = Object.entries(AUTH_KINDS).flatMap(([type, { parameters }]) => {
    const secret = Object.keys(parameters).filter((name) => Reflect.get(parameters, name) === 'secret')
    return secret.length === 0 ? [] : [{ type, names: secret }]
  })
  const unknown = Object.entries(MADE_UP).map(([type, names]) => ({ type, names: names.split(' ') }))
  const signed = [...kinds, ...unknown, ...unknown].map(({ type, names }) => {
    const values = Object.fromEntries(names.map((name) => [name, plants.next()]))
    const description = `Signs with ${Object.values(values)[0]}.`
    return { name: `auth ${type}`, request: soundRequest({ ...auth(type, values), description }) }
  })
  const answered = NAMES.flatMap((name) =>
    [0, 1, 2, 3, 4].map((count) => {
      const [header, member, deep] = [plants.next(), plants.next(), plants.next()]
      const body = JSON.stringify({ id: count, [name]: member, list: [{ [name]: deep }] })
      const response = soundExample({ header: [{ key: 'Set-Cookie', value: `sid=${header}; Path=/` }], body })
      return soundItem({
        name: `answers ${name} ${count}`,
        request: soundRequest({ url: address(`a${name}${count}`) }),
        response: [response],
      })
    }),
  )
  const scripted = NAMES.map((name) => ({
    ...soundItem({ name: `script ${name}`, response: [] }),
    event: [
      {
        listen: 'prerequest',
        script: {
          exec: [`pm.environment.set("${name}", "${plants.next()}")`, `const apiKey = '${plants.next()}'`],
        },
      },
    ],
  }))
  const ofExamples = NAMES.map((name) =>
    soundItem({
      name: `original ${name}`,
      response: [
        soundExample({ originalRequest: soundRequest({ header: [{ key: name, value: plants.next() }] }) }),
      ],
    }),
  )
  const variable: JsonObject[] = [
    { key: 'base_url', value: 'http://127.0.0.1:9' },
    ...NAMES.map((key) => ({ key: `my_${key}`, value: plants.next() })),
    { key: 'plain', value: plants.next(), type: 'secret' },
  ]
  const items = [
    ...requests,
    ...bare,
    ...formed,
    ...inPaths,
    ...signed,
    ...answered,
    ...scripted,
    ...ofExamples,
  ]
  const folder = { name: 'Inherited', ...auth('hmac', { sharedKey: plants.next() }), item: [soundItem()] }
  while (plants.all.length < 600) {
    const [site, request] = SITES[plants.all.length % SITES.length]!
    const name = NAMES[plants.all.length % NAMES.length]!
    items.push({ name: `${site} ${plants.all.length}`, request: request(name, plants.next()) })
  }
  return { document: collectionOf([...items, folder] as JsonObject[], { variable }), plants }
}

const { document, plants } = planted()

/** Parts of the collection. To mask hundreds of different secrets in each request would take long. */
const requests = (document.item as { item: JsonObject[] }[])[0]!.item
const chunks = Array.from({ length: Math.ceil(requests.length / 8) }, (_, index) => [
  requests.slice(index * 8, index * 8 + 8),
])

/** The planted secrets that a text shows, as they are or percent-encoded. */
const shownIn = (text: string) =>
  plants.all.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))

describe(`${plants.all.length} secrets in a collection`, () => {
  it('are not in tools, their explanations and pages', () => {
    const { definitions, explanations, setup } = defineTools(parseCollection(document))
    for (const definition of definitions) {
      const { request: _, bindings: _bindings, ...shown } = definition
      const explanation = explanations.get(definition.name)!
      const known = new Map(setup.layers.flat().map((one) => [one.key, one]))
      const filledBy = (name: string) => {
        const found = known.get(name)
        return (
          found && {
            value: String(found.value),
            by: 'the collection',
            isSecret: found.secret === true,
            isGiven: false,
          }
        )
      }
      const page = toolPage({ definition, explanation, filledBy, paint: createPaint(false), columns: 100 })
      expect(
        shownIn(`${JSON.stringify(shown)} ${JSON.stringify(explanation)} ${page}`),
        definition.name,
      ).toEqual([])
    }
  })

  it.each(Object.entries(targets))('are not in the output for %s', (_, target) => {
    const input = targetInput(document)
    expect(shownIn(target.toFile(input))).toEqual([])
    expect(shownIn(JSON.stringify(target.toDirectory(input)))).toEqual([])
  })

  it.each(chunks)('are not in a dry run: part %#', async (item) => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: { ...document, item } })
    for (const tool of toolkit.getFunctions())
      expect(shownIn(JSON.stringify(tool.dryRun!(exampleInput(tool.definition!)))), tool.name).toEqual([])
  })

  it('are not in a dry run of a replay', async () => {
    for await (const { request, ...replayed } of replay(parseCollection(document), { dryRun: true }))
      expect(shownIn(JSON.stringify([replayed, request])), replayed.name).toEqual([])
  })

  it.each(Object.entries(reporters))('are not in the report %s', async (_, load) => {
    const text = JSON.stringify(document, null, 2)
    const file = fileReport('postman.json', validateText(text), text)
    const report = await load()
    const summary = { files: 1, errors: 0, warnings: 0, infos: 0 }
    const shown = report({ profile: 'agent', files: [file], summary } as never, {
      paint: createPaint(false),
      quiet: false,
    })
    expect(shownIn(shown)).toEqual([])
  })

  it('are not in a prompt', () => {
    const text = JSON.stringify(document, null, 2)
    const { documents } = maskDocuments([{ path: 'postman.json', text }])
    expect(shownIn(documents[0]!.text)).toEqual([])
  })

  it('are not in the answers of a mock', async () => {
    const settings = { globals: [], environment: [], envFile: {}, variables: {} }
    const collection = withValues(parseCollection(document), settings as never)
    const mock = await startMock({
      collections: [collection],
      host: '127.0.0.1',
      port: 0,
      latencyMs: 0,
      logger: silentLogger,
    })
    try {
      for (const name of NAMES)
        for (const count of [0, 1, 2, 3, 4]) {
          const response = await fetch(`${mock.url}/a${name}${count}`)
          expect(response.status).toBe(200)
          expect(shownIn(`${await response.text()} ${JSON.stringify([...response.headers])}`)).toEqual([])
        }
    } finally {
      await mock.close()
    }
  })
})
