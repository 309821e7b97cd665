import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ConvertedCollection } from '../../../src/toolkit/collection/formats/converted-collection.js'
import {
  readCollectionFolder,
  readCollectionText,
} from '../../../src/toolkit/collection/formats/read-format.js'
import { readableDocument } from '../../../src/toolkit/collection/formats/recognize.js'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { defineTools } from '../../../src/toolkit/define-tools.js'
import { validateConverted, validateText } from '../../../src/toolkit/validate/validate.js'

const FIXTURES = 'test/fixtures/formats'
const scratch = mkdtempSync(join(tmpdir(), 'voice-formats-'))
afterAll(() => rmSync(scratch, { recursive: true }))

async function read(path: string): Promise<ConvertedCollection> {
  if (statSync(path).isDirectory()) return readCollectionFolder(path)
  return readCollectionText(path, readFileSync(path, 'utf8'))!
}

/** A folder of its own with these files. */
function folderOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(scratch, 'folder-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

async function findingsOf(path: string): Promise<string[]> {
  const found = validateConverted(await read(path))
  return found.flatMap(({ path: file, diagnostics }) =>
    diagnostics.map(({ code, line, column }) => `${file.slice(path.length + 1)}:${line}:${column} ${code}`),
  )
}

/** What a model sees of the tools, and the request that each sends. */
function toolsOf(document: unknown) {
  const { definitions } = defineTools(parseCollection(document), {})
  return definitions.map(({ name, description, parameters, annotations, settings, request }) => ({
    ...{ name, description, parameters, annotations, settings },
    request: { ...request, headers: request.headers.map(({ key, value }) => ({ key, value })) },
  }))
}

describe('one API in every format', () => {
  const v21 = JSON.parse(readFileSync(join(FIXTURES, 'bookshop.v21.json'), 'utf8'))
  const want = toolsOf(v21)

  it.each(['v3', 'opencollection', 'bruno', 'insomnia.v4.json', 'insomnia.v5.yaml'])(
    'has the same tools: %s',
    async (name) => {
      const converted = await read(join(FIXTURES, name))
      expect(want.map((tool) => tool.name)).toEqual([
        'list_books',
        'show_book',
        'create_book',
        'delete_book',
        'log_in',
      ])
      expect(toolsOf(readableDocument(converted))).toEqual(want)
      expect(converted.remarks).toEqual([])
    },
  )

  it.each(['v3', 'opencollection', 'bruno', 'insomnia.v4.json', 'insomnia.v5.yaml'])(
    'has no finding that its form in v2.1 does not have: %s',
    async (name) => {
      const own = validateText(JSON.stringify(v21)).map(({ code }) => code)
      const found = validateConverted(await read(join(FIXTURES, name)))
      expect(new Set(found.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)))).toEqual(
        new Set(own),
      )
    },
  )
})

describe('a finding', () => {
  const REQUESTS: Record<string, Record<string, string>> = {
    v3: {
      '.resources/definition.yaml': '$kind: collection\nname: Pets\n',
      'Add pet.request.yaml':
        '$kind: http-request\nmethod: POST\nurl: "https://a.example/pets"\nheaders:\n  X-Pets: "{{petz}}"\nbody:\n  type: xml\n  content: |-\n    <pet>\n      <name>Rex</nom>\n    </pet>\n',
    },
    opencollection: {
      'opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Pets\n',
      'Add pet.yml':
        'info:\n  name: Add pet\n  type: http\nhttp:\n  method: POST\n  url: https://a.example/pets\n  headers:\n    - name: X-Pets\n      value: "{{petz}}"\n  body:\n    type: xml\n    data: |-\n      <pet>\n        <name>Rex</nom>\n      </pet>\n',
    },
    bruno: {
      'bruno.json': '{ "version": "1", "name": "Pets", "type": "collection" }',
      'Add pet.bru':
        'meta {\n  name: Add pet\n  type: http\n}\n\npost {\n  url: https://a.example/pets\n  body: xml\n  auth: none\n}\n\nheaders {\n  X-Pets: {{petz}}\n}\n\nbody:xml {\n  <pet>\n    <name>Rex</nom>\n  </pet>\n}\n',
    },
    insomnia: {
      'pets.yaml':
        'type: collection.insomnia.rest/5.0\nname: Pets\ncollection:\n  - name: Add pet\n    method: POST\n    url: https://a.example/pets\n    headers:\n      - name: X-Pets\n        value: "{{ _.petz }}"\n    body:\n      mimeType: application/xml\n      text: |-\n        <pet>\n          <name>Rex</nom>\n        </pet>\n',
    },
  }

  it.each<[format: string, file: string, variable: string, body: string]>([
    ['v3', 'Add pet.request.yaml', '5:11', '10:16'],
    ['opencollection', 'Add pet.yml', '9:14', '14:18'],
    ['bruno', 'Add pet.bru', '13:11', '18:14'],
    ['insomnia', 'pets.yaml', '9:16', '14:20'],
  ])('is shown at the line of the user: %s', async (format, file, variable, body) => {
    const root = folderOf(REQUESTS[format]!)
    const path = format === 'insomnia' ? join(root, file) : root
    const found = validateConverted(await read(path)).flatMap(({ path: shown, diagnostics }) =>
      diagnostics.map(({ code, line, column, fixable }) => [code, `${shown}:${line}:${column}`, fixable]),
    )
    expect(found).toContainEqual(['variable-undeclared', `${join(root, file)}:${variable}`, false])
    expect(found).toContainEqual(['body-invalid-xml', `${join(root, file)}:${body}`, false])
  })

  it('about a whole collection stands in its first request where no file describes the collection', async () => {
    const root = folderOf({ 'List.request.yaml': '$kind: http-request\nurl: "https://a.example/pets"\n' })
    expect(await findingsOf(root)).toContain('List.request.yaml:1:1 auth-missing')
  })

  it('is that the collection is not v2.1, in the profile of Postman', async () => {
    const [found, ...others] = validateConverted(await read(join(FIXTURES, 'bruno')), { profile: 'official' })
    expect(others).toEqual([])
    expect(found?.diagnostics).toMatchObject([
      { code: 'not-a-collection', message: expect.stringContaining('a Bruno collection') },
    ])
  })
})

describe('a workspace of Postman', () => {
  const workspace = folderOf({
    'postman/collections/Shop/Orders/.resources/definition.yaml': '$kind: collection\nname: Orders\n',
    'postman/collections/Shop/Orders/List orders.request.yaml': 'url: "https://a.example/orders"\n',
    'postman/collections/Shop/Pets/.resources/definition.yaml': '$kind: collection\nname: Pets\n',
    'postman/collections/Shop/Pets/List pets.request.yaml': 'url: "https://a.example/pets"\n',
  })

  it.each(['.', 'postman/collections/Shop'])(
    'has a collection whose folders alone have a definition: %s',
    async (path) => {
      const tools = toolsOf(readableDocument(await read(join(workspace, path))))
      expect(tools.map(({ name }) => name)).toEqual(['list_orders', 'list_pets'])
    },
  )
})

describe('a broken folder', () => {
  it.each<[what: string, files: Record<string, string>, finding: string]>([
    [
      'YAML that is none',
      {
        'Add.request.yaml': '$kind: http-request\nurl: {{base}}/x\n',
        'List.request.yaml': '$kind: http-request\nurl: "https://a.example"\n',
      },
      'Add.request.yaml:2:14 file-unreadable',
    ],
    [
      'a block that is never closed',
      { 'bruno.json': '{}', 'List.bru': 'meta {\n  name: List\n}\n\nget {\n  url: https://a.example\n' },
      'List.bru:5:1 file-unreadable',
    ],
    [
      'a file without blocks',
      { 'bruno.json': '{}', 'List.bru': 'GET https://a.example\n' },
      'List.bru:1:1 file-unreadable',
    ],
    [
      'JSON that is none',
      { 'bruno.json': '{"name": }', 'List.bru': 'get {\n}\n' },
      'bruno.json:1:10 file-unreadable',
    ],
    [
      'the file of the collection',
      { 'opencollection.yml': 'opencollection: 1.0.0\ninfo: [\n' },
      'opencollection.yml:3:1 file-unreadable',
    ],
  ])('names the file and the line: %s', async (_, files, finding) => {
    const root = folderOf(files)
    expect(await findingsOf(root)).toEqual([finding])
    const [file = '', line] = finding.split(':')
    const converted = await read(root)
    expect(() => readableDocument(converted)).toThrow(`${join(root, file)}:${line}:`)
  })

  it('does not follow links, and looks into no folder of packages', async () => {
    const secret = join(
      folderOf({ 'secret.bru': 'get {\n  url: https://b.example/secret\n}\n' }),
      'secret.bru',
    )
    const root = folderOf({
      'bruno.json': '{}',
      'List.bru': 'get {\n  url: https://a.example/list\n}\n',
      'node_modules/x/Other.bru': 'get {\n  url: https://a.example/other\n}\n',
    })
    symlinkSync(secret, join(root, 'Link.bru'))
    symlinkSync(dirname(secret), join(root, 'Linked'))
    symlinkSync(root, join(root, 'Again'))
    expect(toolsOf((await read(root)).document).map(({ request }) => request.url.path)).toEqual([['list']])
  })

  it('is refused if it holds no collection, or several', async () => {
    await expect(read(folderOf({ 'a.txt': '' }))).rejects.toThrow('is no collection')
    const both = folderOf({ 'one/bruno.json': '{}', 'two/opencollection.yml': 'opencollection: 1.0.0\n' })
    await expect(read(both)).rejects.toThrow(
      `several collections: ${join(both, 'one')}, ${join(both, 'two')}`,
    )
  })

  it('takes the only collection inside', async () => {
    const root = folderOf({ 'README.md': '' })
    cpSync(join(FIXTURES, 'bruno'), join(root, 'docs/api'), { recursive: true })
    expect(toolsOf((await read(root)).document)).toHaveLength(5)
  })
})

describe('what v2.1 has no word for', () => {
  it('is put into the requests of a folder: headers, and variables with several values', async () => {
    const request = (path: string) => `get {\n  url: {{base}}/${path}\n  auth: none\n}\n`
    const folder = (base: string) =>
      `headers {\n  X-Shop: north\n}\n\nvars:pre-request {\n  base: ${base}\n  limit: 5\n}\n`
    const { document } = await read(
      folderOf({
        'bruno.json': '{}',
        'A/folder.bru': folder('https://a.example/v1'),
        'A/List.bru': request('list?limit={{limit}}'),
        'B/folder.bru': folder('https://b.example'),
        'B/Show.bru': request('show'),
      }),
    )
    expect(document.variable).toEqual([{ key: 'limit', value: '5' }])
    expect(
      toolsOf(document).map(({ request: { url, headers } }) => [url.host.join('.'), url.path, headers]),
    ).toEqual([
      ['a.example', ['v1', 'list'], [{ key: 'X-Shop', value: 'north' }]],
      ['b.example', ['show'], [{ key: 'X-Shop', value: 'north' }]],
    ])
  })

  it('is named: other protocols and auths', async () => {
    const { remarks } = await read(
      folderOf({
        'opencollection.yml': 'opencollection: 1.0.0\n',
        'Live.yml': 'info:\n  name: Live\n  type: websocket\n',
        'Old.yml':
          'info:\n  type: http\nhttp:\n  url: https://a.example\n  auth:\n    type: wsse\n    username: u\n',
      }),
    )
    expect(remarks).toEqual([expect.stringMatching(/"websocket".*"wsse"/)])
  })

  it('is a value of a response that another request of Insomnia uses', async () => {
    const converted = readCollectionText(
      'shop.yaml',
      "type: collection.insomnia.rest/5.0\nname: Shop\ncollection:\n  - name: Log in\n    meta: { id: req_1 }\n    method: POST\n    url: https://a.example/login\n  - name: List\n    method: GET\n    url: https://a.example/list\n    headers:\n      - name: Authorization\n        value: \"Bearer {% response 'body', 'req_1', 'b64::JC5kYXRhLnRva2Vu::46b', 'never', 60 %}\"\n",
    )!
    expect(converted.document.item).toMatchObject([
      { event: [{ script: { exec: ['pm.environment.set("token", pm.response.json().data.token);'] } }] },
      { request: { header: [{ value: 'Bearer {{token}}' }] } },
    ])
  })
})
