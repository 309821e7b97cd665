import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { replaceFile } from '../../src/cli/files.js'
import { loadEnv } from '../../src/environment.js'
import { encodeDocument } from '../../src/toolkit/collection/read-document.js'
import { runHere } from '../support/in-process.js'
import { collectionOf, SCHEMA, soundItem } from '../support/small-collection.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-fix-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
/** A file of its own folder, an hour old. */
function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, String(++count), name)
  mkdirSync(join(path, '..'))
  writeFileSync(path, content)
  utimesSync(path, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000))
  return path
}

const sound = JSON.stringify(collectionOf([soundItem()]), null, 2)
/** With something that --fix repairs. */
const fixable = sound.replace('"Get pet"', '"Get\u200b pet"')
const fence = '```'
const json = (value: unknown) => JSON.stringify(value, null, 2)
const yamlOf = (...lines: string[]) => `${lines.join('\n')}\n`

const FOREIGN: [file: string, content: string | Uint8Array, what: RegExp][] = [
  [
    'openapi.yaml',
    yamlOf(
      "openapi: '3.0.1'",
      'info: { title: Pets, version: "1" }',
      'paths:',
      '  /pets/{petId}:',
      '    get: { summary: Get {a} pet, }',
      '      // note',
      '    {"a": 1,}',
    ),
    /an OpenAPI 3\.0\.1 document in YAML/,
  ],
  [
    'openapi-comment.yaml',
    yamlOf('# Pets {all}', 'info:', '  title: x', 'openapi: 3.1.0', 'paths: {}'),
    /an OpenAPI 3\.1\.0 document in YAML/,
  ],
  [
    'with-a-collection.yaml',
    yamlOf('openapi: 3.1.0', 'paths: {}', `x-postman: ${JSON.stringify(collectionOf([]))}`),
    /an OpenAPI 3\.1\.0 document in YAML/,
  ],
  [
    'openapi.json',
    json({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} }),
    /an OpenAPI 3\.1\.0 document/,
  ],
  [
    'openapi-comments.json',
    '{ // pets\n  "openapi": "3.1.0",\n  "paths": {},\n}\n',
    /an OpenAPI 3\.1\.0 document/,
  ],
  ['swagger.json', json({ swagger: '2.0', info: { title: 'x' }, paths: {} }), /an OpenAPI 2\.0 document/],
  ['swagger.yaml', yamlOf('swagger: "2.0"', 'paths: {}'), /an OpenAPI 2\.0 document in YAML/],
  ['asyncapi.yaml', yamlOf('asyncapi: 3.0.0', 'channels: {}'), /an AsyncAPI 3\.0\.0 document in YAML/],
  ['asyncapi.json', json({ asyncapi: '2.6.0', channels: {} }), /an AsyncAPI document/],
  [
    'traffic.har',
    json({ log: { version: '1.2', entries: [{ request: { url: ' http://a.example ' } }] } }),
    /a HAR file/,
  ],
  ['insomnia.json', json({ _type: 'export', __export_format: 4, resources: [] }), /an Insomnia export/],
  [
    'insomnia.yaml',
    yamlOf('type: collection.insomnia.rest/5.0', 'name: Pets', 'collection: []'),
    /an Insomnia export/,
  ],
  ['pets.bru', 'meta {\n  name: Get pet\n}\n\nget {\n  url: {{base}}/pets\n}\n', /a Bruno request/],
  ['thunder.json', json({ client: 'Thunder Client', requests: [] }), /a Thunder Client collection/],
  ['hoppscotch.json', json({ v: 2, name: 'Pets', folders: [], requests: [] }), /a Hoppscotch collection/],
  [
    'environment.json',
    json({ name: 'x', values: [{ key: 'a', value: ' b ' }], _postman_variable_scope: 'environment' }),
    /a Postman environment file/,
  ],
  ['globals.json', json({ values: [], _postman_variable_scope: 'globals' }), /a Postman globals file/],
  [
    'v1.json',
    json({ id: '1', name: 'x', order: [], requests: [{ url: ' http://a.example ' }] }),
    /format v1/,
  ],
  ['v2.0.json', sound.replace('v2.1.0', 'v2.0.0'), /format v2\.0/],
  ['get.request.yaml', yamlOf('$kind: http-request', 'url: http://a.example'), /format 3\.0/],
  [
    'dump.json',
    json({ version: 1, collections: [JSON.parse(fixable)], environments: [] }),
    /an export of all data of Postman/,
  ],
  [
    'newman.json',
    json({ collection: JSON.parse(fixable), environment: {}, run: { stats: {} } }),
    /a report of a Newman run/,
  ],
  [
    'wrapped-with-more.json',
    json({ collection: JSON.parse(fixable), meta: { etag: 'x' } }),
    /without the "info" and "item"/,
  ],
  [
    'service.wsdl',
    '<?xml version="1.0"?>\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>\n',
    /a WSDL document/,
  ],
  [
    'plan.jmx',
    '<?xml version="1.0"?>\n<jmeterTestPlan version="1.2"></jmeterTestPlan>\n',
    /a JMeter test plan/,
  ],
  ['page.html', `<!doctype html>\n<script>const collection = ${fixable}</script>\n`, /an HTML page/],
  ['api.raml', '#%RAML 1.0\ntitle: Pets\n', /a RAML document/],
  ['api.apib', 'FORMAT: 1A\n\n# Pets\n', /an API Blueprint/],
  ['package.json', json({ name: 'x', version: '1.0.0', dependencies: {} }), /a package\.json/],
  ['package-lock.json', json({ name: 'x', lockfileVersion: 3, packages: {} }), /a package-lock\.json/],
  ['tsconfig.json', '{\n  // comment\n  "compilerOptions": { "strict": true, },\n}\n', /a tsconfig\.json/],
  [
    'schema.json',
    json({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }),
    /a JSON Schema/,
  ],
  ['introspection.json', json({ data: { __schema: { types: [] } } }), /an introspection result of GraphQL/],
  ['pod.yaml', yamlOf('apiVersion: v1', 'kind: Pod', 'metadata: {}'), /a Kubernetes manifest/],
  [
    'compose.yaml',
    yamlOf('services:', '  a: { image: b, }', 'volumes:', '  c: {}', 'networks:', '  d: {}'),
    /a YAML document/,
  ],
  ['data.json', json({ a: 1, description: ' b ' }), /without the "info" and "item"/],
  ['data-comments.json', '{ "a": 1, /* b */ }\n', /without the "info" and "item"/],
  ['info.json', json({ info: { nmae: 'x' } }), /without the "info" and "item"/],
  ['feed.json', json({ item: [{ title: ' x ', link: 'y' }] }), /without the "info" and "item"/],
  ['list.json', '[{ "name": "x", }]', /a JSON list/],
  [
    'several.json',
    `${fixable.replaceAll('\n', '')}\n${fixable.replaceAll('\n', '')}\n`,
    /a file of several JSON documents/,
  ],
  ['empty.json', '', /an empty file/],
  ['blanks.json', ' \n\t\n', /an empty file/],
  ['number.json', '5', /a JSON value/],
  [
    'README.md',
    `# Pets\n\nImport this collection:\n\n${fence}json\n${fixable}\n${fence}\n\n## More\n\nText.\n`,
    /a text with JSON in it/,
  ],
  [
    'two-blocks.md',
    `One:\n${fence}json\n${fixable}\n${fence}\nTwo:\n${fence}json\n{ "a": 1 }\n${fence}\n`,
    /a text with JSON in it/,
  ],
  ['long.txt', `${'Some words. '.repeat(300)}\n${fixable}\n`, /a text with JSON in it/],
  ['collection.js', `module.exports = ${fixable}\n`, /a script/],
  ['collection.ts', `export default ${fixable} as const\n`, /a script/],
  ['test.py', `import json\n\nCOLLECTION = ${fixable}\n`, /source code/],
  ['notes.txt', 'Call {pets}, then {orders}.\n', /text and no JSON/],
  ['curl.txt', 'curl https://api.example/pets -d \'{"a": 1,}\'\n', /a curl command/],
  ['table.csv', 'a,b\n1,{2}\n', /text and no JSON/],
  ['zeros.json', Buffer.alloc(64), /a binary file/],
  ['collection.json.gz', gzipSync(fixable), /a gzip archive/],
  ['collection.zip', Buffer.from('504b030414000000', 'hex'), /a zip archive/],
  ['logo.png', Buffer.from('89504e470d0a1a0a7b7d', 'hex'), /an image/],
  [
    'utf16.yaml',
    encodeDocument(yamlOf('openapi: 3.0.0', 'paths: {}'), { name: 'utf-16le', bom: true }),
    /an OpenAPI 3\.0\.0 document in YAML/,
  ],
  ['latin1.txt', Buffer.from('Größe: {5}', 'latin1'), /text and no JSON/],
]

const bytesOf = (content: string | Uint8Array) => Buffer.from(content as Uint8Array)

describe('--fix on what is no collection', () => {
  it.each(FOREIGN)('leaves %s alone and names it', async (name, content, what) => {
    const path = fileOf(name, content)
    const before = statSync(path)
    for (const profile of ['agent', 'generated']) {
      const { code, stderr } = await runHere('validate', '--fix', '--profile', profile, path)
      expect(stderr).toMatch(what)
      expect(stderr).toContain('nothing was changed')
      expect(code).toBe(2)
    }
    // The published schema forgives nothing: to it JSON with comments is damaged.
    expect((await runHere('validate', '--fix', '--profile', 'official', path)).code).toBeGreaterThan(0)
    expect(readFileSync(path).equals(bytesOf(content))).toBe(true)
    const after = statSync(path)
    expect([after.mtimeMs, after.ino, after.ctimeMs]).toEqual([before.mtimeMs, before.ino, before.ctimeMs])
    expect(readdirSync(join(path, '..'))).toEqual([name])
  })

  it('repairs the collection beside it all the same, and exits with 2', async () => {
    const [foreign, ours] = [fileOf('openapi.yaml', 'openapi: 3.1.0\n'), fileOf('postman.json', fixable)]
    expect((await runHere('validate', '--fix', foreign, ours)).code).toBe(2)
    expect(readFileSync(ours, 'utf8')).toBe(sound)
  })
})

const DAMAGED: [name: string, content: string | Uint8Array][] = [
  ['cut in the middle', fixable.slice(0, fixable.length / 2)],
  ['cut in a string', fixable.slice(0, fixable.indexOf('Get') + 2)],
  ['cut before its end', fixable.trimEnd().slice(0, -1)],
  ['cut in the middle, with comments', `{ // pets\n${fixable.slice(1, 200)}`],
  ['with a zero byte in it', fixable.replace('Pets', 'Pe\0ts')],
  ['with zero bytes after it', `${fixable}\0\0\0`],
  ['with another document after it', `${fixable}\n{ "a": 1 }\n`],
  [
    'with a conflict of git',
    fixable.replace('"Pets"', '\n<<<<<<< ours\n"Pets"\n=======\n"Dogs"\n>>>>>>> theirs\n'),
  ],
  ['with a member without a value', fixable.replace('"Pets"', '')],
  ['with single quotes', fixable.replaceAll('"', "'")],
  ['empty', ''],
  ['of blanks', ' \n\t\n'],
  [
    'with bytes that are not UTF-8',
    Buffer.concat([Buffer.from(fixable.slice(0, -2)), Buffer.from(',"x":"\xe9"}', 'latin1')]),
  ],
  [
    'in UTF-16 with half a character at its end',
    Buffer.concat([encodeDocument(fixable, { name: 'utf-16le', bom: true }), Buffer.from([0x20])]),
  ],
  [
    'nested too deep',
    `{"info":{"name":"x","schema":"${SCHEMA}"},"item":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  ],
  ['with a key that stands twice', sound.replace('"Get pet"', '"Get pet",\n          "name": "Get a pet"')],
]

describe('--fix on a damaged collection', () => {
  it.each(DAMAGED)('%s: nothing is written', async (_, content) => {
    const path = fileOf('postman.json', content)
    const before = statSync(path)
    await runHere('validate', '--fix', path)
    expect(readFileSync(path).equals(bytesOf(content))).toBe(true)
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs)
  })

  const REPAIRED: [name: string, content: string | Uint8Array, want: string | Uint8Array][] = [
    ['with a byte order mark', `\ufeff${fixable}`, `\ufeff${sound}`],
    [
      'in UTF-16',
      encodeDocument(fixable, { name: 'utf-16le', bom: true }),
      encodeDocument(sound, { name: 'utf-16le', bom: true }),
    ],
    [
      'in UTF-16, big end first',
      encodeDocument(fixable, { name: 'utf-16be', bom: true }),
      encodeDocument(sound, { name: 'utf-16be', bom: true }),
    ],
    ['with line ends of Windows', fixable.replaceAll('\n', '\r\n'), sound.replaceAll('\n', '\r\n')],
    ['without a line end', fixable.trimEnd(), sound.trimEnd()],
    ['with comments', fixable.replace('{\n', '{\n  // all pets: {"item": []}\n'), sound],
    ['in the answer of a model', `Here it is:\n${fence}json\n${fixable}\n${fence}\nEnjoy!\n`, `${sound}\n`],
    ['with an equal key twice', sound.replace('"Get pet"', '"Get pet",\n          "name": "Get pet"'), sound],
    [
      'with a surrogate alone',
      fixable.replace('Returns', '\\ud800 Returns'),
      sound.replace('Returns', '\\ud800 Returns'),
    ],
    [
      'as the API of Postman answers it',
      json({ collection: JSON.parse(fixable) }),
      json({ collection: JSON.parse(sound) }),
    ],
  ]
  it.each(REPAIRED)('%s: only what is broken changes', async (_, content, want) => {
    const path = fileOf('postman.json', content)
    const { stderr } = await runHere('validate', '--fix', path)
    expect(stderr).toContain('repaired')
    expect(readFileSync(path).equals(bytesOf(want))).toBe(true)
  })
})

describe('the file that --fix writes', () => {
  it('keeps its permissions', async () => {
    for (const mode of [0o640, 0o600, 0o755, 0o666]) {
      const path = fileOf('postman.json', fixable)
      chmodSync(path, mode)
      await runHere('validate', '--fix', path)
      expect(readFileSync(path, 'utf8')).toBe(sound)
      expect(statSync(path).mode & 0o7777).toBe(mode)
    }
  })

  it('is none that a link leads to', async () => {
    const path = fileOf('postman.json', fixable)
    const link = join(path, '..', 'link.json')
    symlinkSync('postman.json', link)
    const { stderr } = await runHere('validate', '--fix', link)
    expect(stderr).toContain('nothing was repaired: it is a link to postman.json; name that file instead')
    expect(readlinkSync(link)).toBe('postman.json')
    expect(readFileSync(path, 'utf8')).toBe(fixable)
    expect(readdirSync(join(path, '..')).sort()).toEqual(['link.json', 'postman.json'])
  })

  it('is a new one where another name leads to the old one, so that what reads it never sees half', async () => {
    const path = fileOf('postman.json', fixable)
    const other = join(path, '..', 'other.json')
    linkSync(path, other)
    await runHere('validate', '--fix', path)
    expect(readFileSync(path, 'utf8')).toBe(sound)
    expect(readFileSync(other, 'utf8')).toBe(fixable)
  })

  it.skipIf(process.getuid?.() === 0)('is as it was when it must not be written', async () => {
    const path = fileOf('postman.json', fixable)
    chmodSync(path, 0o444)
    const { stderr } = await runHere('validate', '--fix', path)
    expect(stderr).toContain('nothing was repaired')
    expect(readFileSync(path, 'utf8')).toBe(fixable)
  })

  it('is as it was when the new one cannot be written, and nothing else stays behind', async () => {
    const path = fileOf('postman.json', fixable)
    const opened = await open(path)
    const handle = vi.spyOn(Object.getPrototypeOf(opened) as { sync(): Promise<void> }, 'sync')
    await opened.close()
    handle.mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
    const { stderr } = await runHere('validate', '--fix', path)
    handle.mockRestore()
    expect(stderr).toContain('cannot be written, so nothing was repaired: ENOSPC')
    expect(readFileSync(path, 'utf8')).toBe(fixable)
    expect(readdirSync(join(path, '..'))).toEqual(['postman.json'])
  })

  it('is not waited for where it is a pipe that nobody fills', async () => {
    const path = join(folder, 'waiting.json')
    spawnSync('mkfifo', [path])
    const { code, stdout } = await runHere('validate', path)
    expect(stdout).toContain('is a pipe and no file')
    expect(code).toBe(2)
    spawnSync('mkfifo', [join(folder, '.env')])
    expect(() => loadEnv(folder)).toThrow('it is a pipe')
  })

  it('is no pipe', async () => {
    const path = join(folder, 'pipe.json')
    spawnSync('mkfifo', [path])
    await expect(replaceFile(path, Buffer.from('x'))).rejects.toThrow('it is no regular file')
    expect(lstatSync(path).isFIFO()).toBe(true)
  })
})
