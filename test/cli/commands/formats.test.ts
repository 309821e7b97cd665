import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { FileWatch } from '../../../src/cli/file-watch.js'
import { runHere } from '../../support/in-process.js'

const FIXTURES = 'test/fixtures/formats'
const v21 = join(FIXTURES, 'bookshop.v21.json')
const scratch = mkdtempSync(join(tmpdir(), 'voice-commands-'))
afterAll(() => rmSync(scratch, { recursive: true }))

describe.each([
  'v3',
  'opencollection',
  'opencollection/opencollection.yml',
  'bruno',
  'bruno/bruno.json',
  'insomnia.v4.json',
  'insomnia.v5.yaml',
])('a command takes %s as it takes v2.1:', (name) => {
  const path = join(FIXTURES, name)
  const given = ['--env-var', 'username=ann', '--env-var', 'password=secret']

  it.each<string[]>([
    ['tools', '--format', 'json'],
    ['tools', '--explain'],
    ['compile', '--target', 'openai'],
    ['call', '--dry-run', '--format', 'json', '--tool', 'create_book', '--input', '{"title":"Persuasion"}'],
    ['replay', '--dry-run', '--format', 'json', ...given],
  ])('%s %s', async (command, ...flags) => {
    const [tool, input] = flags.includes('--tool') ? ['create_book', '{"title":"Persuasion"}'] : []
    const rest = flags.filter((flag) => !['--tool', '--input', tool, input].includes(flag))
    const argsFor = (collection: string) =>
      tool ? [command, tool, '--input', input!, '-c', collection, ...rest] : [command, collection, ...rest]
    const [want, found] = [await runHere(...argsFor(v21)), await runHere(...argsFor(path))]
    const withoutTimes = (text: string) => text.replaceAll(path, v21).replace(/"ms": \d+/g, '"ms": 0')
    expect([found.code, withoutTimes(found.stdout)]).toEqual([want.code, withoutTimes(want.stdout)])
  })

  it('import, without a finding of its own making', async () => {
    const target = join(scratch, `${name.replaceAll('/', '-')}.json`)
    const { code, stderr } = await runHere('import', path, '-o', target)
    expect([code, stderr]).toEqual([0, expect.stringContaining('The collection has no errors or warnings')])
    const names = async (file: string) =>
      JSON.parse((await runHere('tools', file, '--format', 'json')).stdout)
    expect(await names(target)).toEqual(await names(v21))
  })
})

describe('voice validate', () => {
  const copy = () => {
    const root = mkdtempSync(join(scratch, 'bruno-'))
    cpSync(join(FIXTURES, 'bruno'), root, { recursive: true })
    return root
  }

  it('reports each file of a folder, and repairs none', async () => {
    const root = copy()
    const file = join(root, 'Books', 'List books.bru')
    const text = readFileSync(file, 'utf8')
      .replace('limit: 10', 'limit: {{most}}')
      .replace('limit=10', 'limit={{most}}')
    writeFileSync(file, text)
    const { stdout, stderr, code } = await runHere('validate', root, '--fix', '--format', 'json')
    const report = JSON.parse(stdout)
    expect([code, report.files.map(({ path }: { path: string }) => path)]).toEqual([2, [file]])
    expect(report.files[0].diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'variable-undeclared',
        line: 15,
        pointer: '/http/params/0/value',
        fixable: false,
      }),
    )
    expect(stderr).toContain('is a Bruno collection, and --fix repairs only JSON of Postman')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('fails for a broken file of a folder, as every command does', async () => {
    const root = copy()
    const file = join(root, 'Books', 'Show book.bru')
    writeFileSync(file, 'get {\n  url: https://a.example\n')
    const { stdout, code } = await runHere('validate', root)
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`The block "get" that begins here is never closed`),
    ])
    expect((await runHere('tools', root)).stderr).toContain(`${file}:1:1 cannot be read: The block "get"`)
  })

  it('takes the environment of a folder', async () => {
    const root = copy()
    writeFileSync(join(root, 'staging.bru'), 'vars {\n  base_url: https://staging.example\n}\n')
    const { stdout } = await runHere(
      'call',
      'list_books',
      '-c',
      root,
      '--env',
      join(root, 'staging.bru'),
      '--dry-run',
    )
    expect(stdout).toContain('https://staging.example/books')
  })
})

describe('the watch of a folder', () => {
  let watching: FileWatch | undefined
  afterEach(() => watching?.close())

  it.each<[change: string, make: (root: string) => void]>([
    ['a file is written', (root) => writeFileSync(join(root, 'Books', 'List books.bru'), 'get {\n}\n')],
    ['a file is added', (root) => writeFileSync(join(root, 'Books', 'More.bru'), 'get {\n}\n')],
    ['a file is removed', (root) => rmSync(join(root, 'Books', 'List books.bru'))],
  ])('sees that %s', async (_, make) => {
    const root = mkdtempSync(join(scratch, 'watch-'))
    cpSync(join(FIXTURES, 'bruno'), root, { recursive: true })
    const changed = vi.fn(async () => {})
    watching = new FileWatch([root], changed)
    make(root)
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 5_000 })
  })
})
