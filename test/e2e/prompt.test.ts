import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { voice } from '../support/cli.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-prompt-'))
afterAll(() => rmSync(folder, { recursive: true }))

mkdirSync(join(folder, 'api/schemas'), { recursive: true })
mkdirSync(join(folder, 'api/node_modules'))
writeFileSync(
  join(folder, 'api/openapi.yaml'),
  'openapi: 3.0.0\ninfo: { title: Ships }\ncomponents:\n  schemas:\n    Ship: { $ref: schemas/ship.json }\n',
)
writeFileSync(
  join(folder, 'api/schemas/ship.json'),
  '{ "title": "A vessel", "properties": { "escort": { "$ref": "#" } } }',
)
writeFileSync(join(folder, 'api/routes.ts'), "app.get('/ships', listShips)\n")
writeFileSync(join(folder, 'api/logo.bin'), Buffer.from([0, 1, 2, 3, 255, 0, 0]))
writeFileSync(join(folder, 'api/node_modules/other.js'), 'not ours')
writeFileSync(join(folder, 'empty.md'), '\n')

const prompt = (...args: string[]) => voice(['prompt', ...args], { cwd: folder })

describe('voice prompt', () => {
  it('goes to standard output, with the rest on the error stream', async () => {
    const { code, stdout, stderr } = await prompt()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Write the Postman Collection of an API\./)
    expect(stdout.trim()).toMatch(
      /voice validate --profile generated postman\.json`, which has to find nothing\.$/,
    )
    expect(stderr).toMatch(/^About [\d,]+ tokens/)
    expect((await prompt('--quiet')).stderr).toBe('')
  })

  it('masks the credentials of a collection, and says so', async () => {
    const header = [{ key: 'X-Api-Key', value: 'kk-11-22-33' }]
    const item = [{ name: 'List ships', request: { method: 'GET', url: 'https://x.com/ships', header } }]
    writeFileSync(join(folder, 'old.json'), JSON.stringify({ info: { name: 'Ships' }, item }))
    const { stdout, stderr } = await prompt('--docs', 'old.json')
    expect(stdout).toContain('List ships')
    expect(stdout).not.toContain('kk-11-22-33')
    expect(stderr).toContain('Credentials in old.json are masked: the model does not need them.')
  })

  it('appends the documents of a folder, joined', async () => {
    const { stdout } = await prompt('--docs', 'api')
    expect(stdout.match(/<document path=.*>/g)).toEqual([
      '<document path="api/openapi.yaml">',
      '<document path="api/routes.ts">',
    ])
    expect(stdout).toContain('A vessel')
    expect(stdout).not.toContain('not ours')
  })

  it('takes files and globs', async () => {
    const { stdout } = await prompt('--docs', 'api/*.ts', 'api/schemas/ship.json')
    expect(stdout.match(/<document path=.*>/g)).toEqual([
      '<document path="api/routes.ts">',
      '<document path="api/schemas/ship.json">',
    ])
  })

  it('writes a file', async () => {
    const { code, stdout } = await prompt('-o', 'out/prompt.txt')
    expect([code, stdout]).toEqual([0, ''])
    expect(readFileSync(join(folder, 'out/prompt.txt'), 'utf8')).toContain('{{base_url}}')
  })

  it('prints JSON', async () => {
    const { stdout } = await prompt('--docs', 'api/routes.ts', '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({ documents: ['api/routes.ts'], tokens: expect.any(Number) })
  })

  it.each([
    ['api/missing.md', /does not exist/],
    ['api/logo.bin', /is not a text file/],
    ['empty.md', /is empty/],
    ['api/*.none', /No file matches/],
  ])('refuses %s with a sentence', async (path, sentence) => {
    const { code, stdout, stderr } = await prompt('--docs', path)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
  })
})
