import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runHere } from '../support/in-process.js'

let folder = ''
const at = (...names: string[]) => join(folder, ...names)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-links-'))
  await mkdir(at('outside'))
  await writeFile(at('outside', 'kept.txt'), 'kept')
  const item = [{ name: 'r', request: { method: 'GET', url: 'http://localhost:1/x' } }]
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  await writeFile(at('postman.json'), JSON.stringify({ info: { name: 'x', schema }, item }))
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  ['a hidden folder', '.aws/keys.json', '{"key":"SECRET-VALUE"}', /is hidden/],
  ['a hidden file', '.keys.json', '{"key":"SECRET-VALUE"}', /is hidden/],
  [
    'an environment',
    'staging.json',
    '{"name":"s","values":[{"key":"token","value":"SECRET-VALUE"}]}',
    /an environment of Postman/,
  ],
])('import and prompt copy nothing of %s that an OpenAPI document names', async (_name, file, text, why) => {
  await mkdir(at(file, '..'), { recursive: true })
  await writeFile(at(file), text)
  const mode = { name: 'mode', in: 'query', schema: { type: 'string' }, examples: { a: { $ref: file } } }
  const paths = { '/x': { get: { parameters: [mode], responses: {} } } }
  await writeFile(at('api.json'), JSON.stringify({ openapi: '3.0.0', info: { title: 'x' }, paths }))
  for (const args of [
    ['import', at('api.json')],
    ['prompt', '--docs', at('api.json')],
  ]) {
    const { code, stdout, stderr } = await runHere(...args)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(why)
    expect(`${stdout}${stderr}`).not.toContain('SECRET-VALUE')
  }
})

it.each<[name: string, link: string, target: string, args: string[]]>([
  [
    'compile -o FILE',
    'out.json',
    'outside/kept.txt',
    ['compile', '@postman.json', '--target', 'json', '-o', '@out.json'],
  ],
  [
    'compile -o FILE, a link to nothing',
    'out.json',
    'outside/new.txt',
    ['compile', '@postman.json', '--target', 'json', '-o', '@out.json'],
  ],
  [
    'compile -o FOLDER',
    'out/index.ts',
    'outside/new.txt',
    ['compile', '@postman.json', '--target', 'typescript', '-o', '@out'],
  ],
  ['prompt -o', 'prompt.md', 'outside/kept.txt', ['prompt', '-o', '@prompt.md']],
  [
    'import -o --force',
    'in.json',
    'outside/kept.txt',
    ['import', '@postman.json', '-o', '@in.json', '--force'],
  ],
  ['init --force', 'out/package.json', 'outside/new.txt', ['init', '@out', '--force']],
])('%s writes through no link', async (_name, link, target, args) => {
  await mkdir(at('out'))
  await symlink(at(target), at(link))
  const { code, stderr } = await runHere(...args.map((arg) => (arg.startsWith('@') ? at(arg.slice(1)) : arg)))
  expect(code).toBe(2)
  expect(stderr).toMatch(/cannot be written: it is a link/)
  expect(await readdir(at('outside'))).toEqual(['kept.txt'])
  expect(await readFile(at('outside', 'kept.txt'), 'utf8')).toBe('kept')
})
