import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCollectionFolder } from '../../../src/toolkit/collection/formats/read-format.js'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { defineTools } from '../../../src/toolkit/define-tools.js'
import { importText } from '../../../src/toolkit/import/import-text.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'
import { runHere } from '../../support/in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-import-any-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What an agent makes of an imported collection: `name METHOD path`. */
async function toolsOf(document: JsonValue): Promise<string[]> {
  const text = JSON.stringify(document)
  expect(validateText(text, { profile: 'official' })).toEqual([])
  const { definitions } = defineTools(parseCollection(document), {})
  return definitions.map(({ name, method, path }) => `${name} ${method} ${path}`)
}

const SWAGGER = `
swagger: '2.0'
info: { title: Pets, version: '1' }
host: api.example.com
schemes: [https]
paths:
  /pets/{petId}:
    get:
      summary: Get a pet
      parameters: [{ name: petId, in: path, required: true, type: integer }]
      responses: { '200': { description: OK } }
`

describe('importText', () => {
  it.each([
    ['numbers.json', 'an OpenAPI 3.0.0 document', 5],
    ['twilio_intelligence_v2.json', 'an OpenAPI 3.0.1 document', 8],
  ])('reads %s', async (file, from, atLeast) => {
    const text = readFileSync(join('test/fixtures/openapi', file), 'utf8')
    const imported = await importText(text, file)
    expect(imported.from).toBe(from)
    expect((await toolsOf(imported.document)).length).toBeGreaterThanOrEqual(atLeast)
  })

  it('reads Swagger 2.0 in YAML', async () => {
    const imported = await importText(SWAGGER, 'swagger.yaml')
    expect([imported.from, await toolsOf(imported.document)]).toEqual([
      'a Swagger 2.0 document',
      ['get_a_pet GET /pets/{petId}'],
    ])
  })

  it('says what an OpenAPI document loses', async () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Hooks', version: '1' },
      webhooks: { paid: {} },
      paths: { '/pets': { get: { summary: 'List', responses: { 200: { $ref: 'shared.yaml#/ok' } } } } },
    })
    const { remarks } = await importText(text, 'hooks.json')
    expect(remarks).toEqual([
      expect.stringMatching(/Not followed: 1 reference to/),
      expect.stringMatching(/names no host/),
      expect.stringMatching(/Left out: 1 webhook\./),
    ])
  })

  it.each([
    ['', /is empty/],
    ['hello', /none of what is imported: Postman.*OpenAPI.*HAR.*curl/],
    ['{"a":1}', /^FILE is none of what is imported/],
    [
      '{"values":[]}',
      /^FILE is a Postman environment or globals file, which is none of .*commands\. Give it with --env/,
    ],
    ['[{"item":[]}]', /^FILE is a JSON list of one Postman collection, .*Write each collection into a file/],
    ['{"openapi": "3.0.0", ', /^FILE:1:\d+ is not valid JSON\. \S/],
    ['{"item": [],\n // more\n}', /^FILE:2:2 is not valid JSON\. JSON has no comments/],
    ['openapi: 3.1.0\ninfo:\n  title: A: b\n', /^FILE cannot be read as YAML: .*at line 3, column \d+\.$/],
    ['[]', /none of what is imported/],
    ['a: [1', /none of what is imported/],
    ['$kind: http-request\nmethod: GET\n', /Name the folder/],
    ['curl --version', /no curl command with an address/],
    ['{"log":{"entries":[]}}', /no request to an API/],
  ])('refuses %j', async (text, message) => {
    await expect(importText(text, 'FILE')).rejects.toMatchObject({
      code: 'not-a-collection',
      message: expect.stringMatching(message),
    })
  })
})

describe('curl commands', () => {
  const cases: [command: string, want: object][] = [
    ['curl https://a.test/pets', { method: 'GET', url: { raw: '{{base_url}}/pets' } }],
    ["curl -XDELETE 'https://a.test/pets/7'", { method: 'DELETE', url: { raw: '{{base_url}}/pets/:petId' } }],
    [
      `curl a.test/pets -d name=Rex -d 'age=3'`,
      {
        method: 'POST',
        body: {
          urlencoded: [
            { key: 'name', value: 'Rex' },
            { key: 'age', value: '3' },
          ],
        },
      },
    ],
    [
      `curl a.test -H 'Content-Type: application/json' --data-raw $'{"a":"it\\'s"}'`,
      { body: { mode: 'raw', raw: `{"a":"it's"}` } },
    ],
    [
      `curl a.test --json "{\\"a\\":1}"`,
      { body: { raw: '{"a":1}' }, header: [{ key: 'Content-Type' }, { key: 'Accept' }] },
    ],
    [
      'curl -F name=Rex -F photo=@rex.png a.test',
      {
        body: {
          formdata: [
            { key: 'name', value: 'Rex', type: 'text' },
            { key: 'photo', type: 'file', src: 'rex.png' },
          ],
        },
      },
    ],
    [
      "curl -G a.test/search --data-urlencode 'q=a b&c'",
      { method: 'GET', url: { query: [{ key: 'q', value: 'a%20b%26c' }] } },
    ],
    [
      'curl -u me:pass a.test',
      {
        auth: {
          type: 'basic',
          basic: [
            { key: 'username', value: '{{username}}' },
            { key: 'password', value: '{{password}}' },
          ],
        },
      },
    ],
    [`curl -H 'X-Api-Key: s3cret' a.test`, { header: [{ key: 'X-Api-Key', value: '{{x_api_key}}' }] }],
    ['curl -sSLI --max-time 5 a.test', { method: 'HEAD' }],
    ['curl \\\n  -X PUT \\\n  a.test/x', { method: 'PUT' }],
  ]
  it.each(cases)('%s', async (command, want) => {
    const { document } = await importText(command, 'curl')
    await toolsOf(document)
    expect(document).toMatchObject({ item: [{ request: want }] })
    expect(JSON.stringify(document)).not.toMatch(/s3cret|me:pass/)
  })

  it('reads several, names them by their comments, and says what it left out', async () => {
    const text =
      '# Rename a pet\ncurl -k -X PATCH https://a.test/pets/7 -d name=Rex\n\n$ curl https://a.test/orders/5/cancel -X POST\n'
    const { document, remarks } = await importText(text, 'curl')
    expect(await toolsOf(document)).toEqual([
      'rename_a_pet PATCH /pets/{petId}',
      'cancel_order POST /orders/{orderId}/cancel',
    ])
    expect(remarks).toEqual([expect.stringContaining('--insecure')])
  })
})

describe('a HAR file', () => {
  const entry = (
    method: string,
    url: string,
    { type = 'application/json', body = '{}', status = 200 } = {},
  ) => ({
    request: {
      method,
      url,
      headers: [
        { name: 'Authorization', value: 'Bearer abc.def' },
        { name: 'User-Agent', value: 'x' },
      ],
    },
    response: { status, statusText: 'OK', content: { mimeType: type, text: body } },
  })
  const har = {
    log: {
      pages: [{ title: 'Shop' }],
      entries: [
        entry('GET', 'https://shop.test/', { type: 'text/html' }),
        entry('GET', 'https://shop.test/app.js', { type: 'application/javascript' }),
        entry('OPTIONS', 'https://api.shop.test/pets'),
        entry('GET', 'https://api.shop.test/pets?page=1', { body: '[1]' }),
        entry('GET', 'https://api.shop.test/pets?page=2', { body: '[2]' }),
        entry('GET', 'https://api.shop.test/pets/7'),
        entry('GET', 'https://api.shop.test/pets/8', { status: 404, body: 'no' }),
      ],
    },
  }

  it('becomes one request per operation, with examples and without secrets', async () => {
    const { document, remarks } = await importText(JSON.stringify(har), 'a.har')
    expect(await toolsOf(document)).toEqual(['list_pets GET /pets', 'get_pet GET /pets/{petId}'])
    expect(document).toMatchObject({
      info: { name: 'Shop' },
      item: [{ response: [{ code: 200, body: '[1]' }] }, { response: [{ code: 200 }, { code: 404 }] }],
    })
    expect(JSON.stringify(document)).not.toContain('abc.def')
    expect(remarks).toEqual([
      expect.stringContaining('3 pages, scripts'),
      expect.stringContaining('access_token'),
    ])
  })
})

it('leaves credentials of queries and form fields out of what was recorded or typed', async () => {
  const curl = `curl 'https://a.test/x?api_key=S3CRET&page=2&next_token=n' -d 'client_secret=S3CRET&name=n'`
  const { document, remarks } = await importText(curl, 'a.sh')
  expect(document).toMatchObject({
    item: [
      {
        request: {
          url: {
            raw: '{{base_url}}/x?api_key={{api_key}}&page=2&next_token=n',
            query: [{ value: '{{api_key}}' }, { value: '2' }, { value: 'n' }],
          },
          body: { urlencoded: [{ value: '{{client_secret}}' }, { value: 'n' }] },
        },
      },
    ],
  })
  expect(JSON.stringify(document)).not.toContain('S3CRET')
  expect(remarks).toEqual([expect.stringMatching(/api_key, client_secret/)])
})

describe('credentials of a body', () => {
  const JSON_BODY =
    '{"user":"ann","password":"S3CRET","pin_code":7,"apiKeys":["S3CRET",{"n":1}],"max_tokens":9}'
  const post = (
    mimeType: string,
    text: string,
    params?: { name: string; value: string; fileName?: string }[],
  ) => ({
    method: 'POST',
    url: 'https://a.test/x',
    headers: [],
    postData: { mimeType, text, params },
  })
  const answer = {
    status: 200,
    content: { mimeType: 'application/json', text: '{"access_token":"S3CRET","n":1}' },
  }

  it.each<[title: string, request: ReturnType<typeof post>, body: object]>([
    [
      'JSON',
      post('application/json', JSON_BODY),
      {
        raw: '{"user":"ann","password":"{{password}}","pin_code":7,"apiKeys":["{{api_keys}}",{"n":1}],"max_tokens":9}',
      },
    ],
    [
      'XML',
      post('text/xml', '<a><user>ann</user><w:Password Type="t">S3CRET</w:Password></a>'),
      { raw: '<a><user>ann</user><w:Password Type="t">{{password}}</w:Password></a>' },
    ],
    [
      'a form that is one text',
      post('text/plain', 'password=S3CRET&n=1'),
      { raw: 'password={{password}}&n=1' },
    ],
    [
      'GraphQL',
      post('application/json', JSON.stringify({ query: 'mutation { login(password: "S3CRET") }' })),
      { raw: JSON.stringify({ query: 'mutation { login(password: "{{password}}") }' }) },
    ],
    [
      'multipart',
      post('multipart/form-data; boundary=b', '', [
        { name: 'client_secret', value: 'S3CRET' },
        { name: 'meta', value: '{"token":"S3CRET","n":1}' },
        { name: 'name', value: 'n' },
      ]),
      {
        formdata: [{ value: '{{client_secret}}' }, { value: '{"token":"{{token}}","n":1}' }, { value: 'n' }],
      },
    ],
    [
      'multipart, recorded as one text',
      post(
        'multipart/form-data; boundary=----b',
        ['client_secret', 'name']
          .map((name) => `------b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nS3CRET`)
          .join('\r\n')
          .replace(/S3CRET$/, 'n\r\nm')
          .concat('\r\n------b\r\nContent-Disposition: form-data; name="f"; filename="a.pem"\r\n')
          .concat('Content-Type: text/plain\r\n\r\nS3CRET\r\n------b--\r\n'),
      ),
      {
        formdata: [
          { key: 'client_secret', value: '{{client_secret}}', type: 'text' },
          { key: 'name', value: 'n\r\nm', type: 'text' },
          { key: 'f', type: 'file', src: 'a.pem' },
        ],
      },
    ],
  ])('become variables, and are in no saved answer: %s', async (_, request, body) => {
    const har = JSON.stringify({ log: { entries: [{ request, response: answer }] } })
    const { document, remarks } = await importText(har, 'a.har')
    expect(document).toMatchObject({
      item: [{ request: { body }, response: [{ body: '{"access_token":"[access_token]","n":1}' }] }],
    })
    expect(JSON.stringify(document)).not.toContain('S3CRET')
    expect(remarks).toEqual([expect.stringMatching(/password|client_secret/)])
  })

  it('are in no saved answer that is a form', async () => {
    const request = { method: 'POST', url: 'https://a.test/x', headers: [] }
    const text = 'access_token=S3CRET&scope=repo%2Cgist'
    const response = { status: 200, content: { mimeType: 'application/x-www-form-urlencoded', text } }
    const har = JSON.stringify({ log: { entries: [{ request, response }] } })
    expect((await importText(har, 'a.har')).document).toMatchObject({
      item: [{ response: [{ body: 'access_token=[access_token]&scope=repo%2Cgist' }] }],
    })
  })

  it('become variables in what was typed, too', async () => {
    const text = `curl https://a.test/x --json '{"password":"S3CRET"}'\ncurl https://a.test/y -F client_secret=S3CRET -F file=@key.pem`
    const { document, remarks } = await importText(text, 'a.sh')
    expect(JSON.stringify(document)).not.toContain('S3CRET')
    expect(document).toMatchObject({
      item: [
        { request: { body: { raw: '{"password":"{{password}}"}' } } },
        {
          request: { body: { formdata: [{ value: '{{client_secret}}' }, { type: 'file', src: 'key.pem' }] } },
        },
      ],
    })
    expect(remarks).toEqual([expect.stringMatching(/password, client_secret/)])
  })
})

describe('a file that the import writes', () => {
  const CURL = `# Charge
curl -u sk_live_key: https://api.shop.test/v1/charges/{charge} -d amount=2000
curl https://api.shop.test/v1/search?api_key=Q8zk2LmP0xW31abc -H 'X-Api-Key: 5f0c1e7a9b3d48260ce1f7a4d89b2536'
curl https://api.shop.test/login --json '{"username":"ann","password":"hunter2x!"}'
curl https://api.shop.test/soap -H 'Content-Type: text/xml' -d '<a><token>Q8zk2LmP0xW31abc</token></a>'`
  const HAR = JSON.stringify({
    log: {
      entries: ['https://a.test/users/1?x=1', 'https://a.test/users/2?y=2'].map((url) => ({
        request: {
          method: 'GET',
          url,
          headers: [{ name: 'Authorization', value: 'Bearer abcdef1234567890' }],
        },
        response: { status: 200, content: { mimeType: 'application/json', text: '{"token":"x1y2z3a4b5"}' } },
      })),
    },
  })
  const OPENAPI = readFileSync(
    join(import.meta.dirname, '../../fixtures/openapi/twilio_events_v1.json'),
    'utf8',
  )
  /** What the source leaves out: no value of a placeholder, no examples and descriptions. */
  const OF_THE_SOURCE =
    /^(?:path-variable-empty|example-.*|description-missing|fixed-operation|duplicate-.*|literal-id|folder-nesting|name-.*)$/

  it.each([
    ['curl commands', CURL],
    ['a HAR file', HAR],
    ['Swagger', SWAGGER],
    ['OpenAPI', OPENAPI],
  ])('has no diagnostic that the source does not have: %s', async (from, text) => {
    const { document } = await importText(text, from)
    const found = validateText(JSON.stringify(document))
    const own = found.filter(({ code }) => !OF_THE_SOURCE.test(code))
    expect(own.map(({ code, message }) => `${code}: ${message}`)).toEqual([])
  })
})

describe('a folder of format 3.0', () => {
  const FILES: Record<string, string> = {
    '.resources/definition.yaml':
      '$kind: collection\nname: Pets\ndescription: A shop.\nvariables:\n  - key: base_url\n    value: https://a.test\nauth:\n  type: bearer\n  credentials:\n    - key: token\n      value: "{{token}}"\n',
    'Status.request.yaml': '$kind: http-request\nmethod: GET\nurl: "{{base_url}}/status"\norder: 500\n',
    'Pets/.resources/definition.yaml': '$kind: collection\norder: 1000\n',
    'Pets/Add pet.request.yaml':
      '$kind: http-request\nmethod: POST\nurl: "{{base_url}}/pets"\norder: 2000\nheaders:\n  X-Shop: north\nbody:\n  type: json\n  content: |-\n    {"name":"Rex"}\nscripts:\n  - type: afterResponse\n    code: pm.test("ok")\n',
    'Pets/Get pet.request.yaml':
      '$kind: http-request\nmethod: GET\nurl: "{{base_url}}/pets/:petId"\norder: 1000\nqueryParams:\n  - key: full\n    value: "true"\n    disabled: true\npathVariables:\n  - key: petId\n    value: "7"\n',
    'Pets/.resources/Get pet.resources/examples/Found.example.yaml':
      '$kind: http-example\nresponse:\n  statusCode: 200\n  statusText: OK\n  body:\n    type: json\n    content: "{}"\n',
    'Pets/Watch.request.yaml': '$kind: websocket-request\nurl: wss://a.test\n',
  }
  const root = join(folder, 'shop')
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(root, 'postman/collections/Pets', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  it('keeps order, folders, auth, variables, scripts and examples', async () => {
    const { document, remarks } = await readCollectionFolder(root)
    expect(await toolsOf(document)).toEqual([
      'get_status GET /status',
      'get_pet GET /pets/{petId}',
      'add_pet POST /pets',
    ])
    expect(document).toMatchObject({
      info: { name: 'Pets', description: 'A shop.' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      variable: [{ key: 'base_url', value: 'https://a.test' }],
      item: [
        { name: 'Status' },
        {
          name: 'Pets',
          item: [
            {
              request: { url: { query: [{ key: 'full', disabled: true }], variable: [{ key: 'petId' }] } },
              response: [{ name: 'Found', code: 200, body: '{}' }],
            },
            {
              request: { header: [{ key: 'X-Shop', value: 'north' }], body: { raw: '{"name":"Rex"}' } },
              event: [{ listen: 'test' }],
            },
          ],
        },
      ],
    })
    expect(remarks).toEqual([expect.stringContaining('websocket-request')])
  })

  it('is imported by the command, which says what it would find', async () => {
    const target = join(folder, 'postman.json')
    const { code, stderr } = await runHere('import', root, '-o', target)
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /Made of a Postman collection of format 3\.0\.\n.*websocket[\s\S]*voice validate/,
      ),
    ])
    expect((await runHere('import', 'docs')).stderr).toMatch(/docs is no collection/)
  })
})
