import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { joinDocuments } from '../../src/prompt/documents.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Writes files into a new folder and joins those named. */
async function joined(files: Record<string, string>, ...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'voice-docs-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const paths = names.map((name) => join(folder, name))
  const documents = await joinDocuments(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
  return documents.map(({ path, text }) => ({ name: path.slice(folder.length + 1), text }))
}

it('takes in what an OpenAPI document refers to', async () => {
  const files = {
    'openapi.yaml': 'openapi: 3.0.0\npaths:\n  /pets:\n    $ref: paths/pets.yaml\n',
    'paths/pets.yaml': 'get:\n  responses:\n    "200":\n      schema:\n        $ref: ../schemas/pet.json\n',
    'schemas/pet.json': '{ "type": "object", "title": "A pet" }',
  }
  const [document, ...rest] = await joined(files, 'openapi.yaml', 'paths/pets.yaml', 'schemas/pet.json')
  expect(rest).toEqual([])
  expect(document?.name).toBe('openapi.yaml')
  const { paths, 'x-documents': parts } = JSON.parse(document?.text ?? '')
  expect(paths['/pets']).toEqual({ $ref: '#/x-documents/paths~1pets.yaml' })
  expect(parts['paths/pets.yaml'].get.responses['200'].schema).toEqual({
    $ref: '#/x-documents/schemas~1pet.json',
  })
  expect(parts['schemas/pet.json'].title).toBe('A pet')
})

it('keeps cycles as references', async () => {
  const files = {
    'a.json': '{ "type": "object", "properties": { "b": { "$ref": "b.json" } } }',
    'b.json': '{ "type": "object", "properties": { "a": { "$ref": "a.json" } } }',
  }
  const [document] = await joined(files, 'a.json')
  const schema = JSON.parse(document?.text ?? '')
  expect(schema.properties.b).toEqual({ $ref: '#/x-documents/b.json' })
  expect(schema['x-documents']['b.json'].properties.a).toEqual({ $ref: '#' })
  expect(await joined(files, 'a.json', 'b.json')).toHaveLength(1)
})

it('leaves a document alone that refers to nothing outside', async () => {
  const text = 'openapi: 3.0.0\nx:\n  $ref: "#/y"\n'
  expect(
    await joined({ 'openapi.yaml': text, 'notes.md': '$ref: other.md' }, 'openapi.yaml', 'notes.md'),
  ).toEqual([
    { name: 'openapi.yaml', text },
    { name: 'notes.md', text: '$ref: other.md' },
  ])
})

it('names a remote reference and does not fetch it', async () => {
  const [document] = await joined({ 'a.json': '{ "x": { "$ref": "https://example.com/x.json" } }' }, 'a.json')
  expect(document?.text).toContain('Described at https://example.com/x.json')
})

it.each([
  ['a missing file', '{ "x": { "$ref": "missing.json" } }', /a\.json cannot be joined .*missing\.json/],
  ['a file outside', '{ "x": { "$ref": "/etc/passwd" } }', /lies outside/],
])('refuses %s', async (_, text, message) => {
  await expect(joined({ 'a.json': text }, 'a.json')).rejects.toMatchObject({
    code: 'docs-unjoinable',
    message: expect.stringMatching(message),
  })
})
