import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkTypes } from '../../support/check-types.js'
import { runHere } from '../../support/in-process.js'

const example = join(import.meta.dirname, '../../../examples/petshop/postman.json')
let folder: string
let petshop: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-compile-'))
  // A copy, since voice.lock is written beside it.
  petshop = at('postman.json')
  await copyFile(example, petshop)
})
afterEach(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

describe('voice compile', () => {
  it('prints typed functions that compile', async () => {
    const { code, stdout, stderr } = await runHere('compile', petshop)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(checkTypes({ 'petshop.ts': stdout })).toEqual([])
  })

  it.each([
    [
      'openai',
      (tools: never) => (tools as { function: { name: string } }[]).map((tool) => tool.function.name),
    ],
    [
      'anthropic',
      (tools: never) => (tools as { name: string; input_schema: object }[]).map(({ name }) => name),
    ],
    ['mcp', ({ tools }: never) => (tools as { name: string }[]).map(({ name }) => name)],
    ['json', (tools: never) => (tools as { name: string }[]).map(({ name }) => name)],
  ])('prints all tools for %s', async (target, namesOf) => {
    const { code, stdout } = await runHere('compile', petshop, '--target', target)
    expect(code).toBe(0)
    expect(namesOf(JSON.parse(stdout) as never)).toEqual(
      'list_pets get_pet create_pet update_pet delete_pet list_orders place_order get_order cancel_order'.split(
        ' ',
      ),
    )
  })

  it('writes one file where the path has an extension, else a directory', async () => {
    await runHere('compile', petshop, '-o', at('shop/petshop.ts'))
    await runHere('compile', petshop, '-o', at('tools'))
    await runHere('compile', petshop, '--target', 'openai', '-o', at('tools'))
    expect(await readdir(at('shop'))).toEqual(['petshop.ts'])
    expect((await readdir(at('tools'))).sort()).toEqual(['index.ts', 'openai.json', 'orders.ts', 'pets.ts'])
  })

  it('checks: 1 and the name of what is stale, missing or obsolete; 0 and nothing written otherwise', async () => {
    const tools = at('tools')
    expect(await runHere('compile', petshop, '-o', tools, '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('index.ts is missing') as string,
    })
    expect(await readdir(folder)).toEqual(['postman.json'])
    await runHere('compile', petshop, '-o', tools)
    expect((await runHere('compile', petshop, '-o', tools, '--check')).code).toBe(0)

    await writeFile(join(tools, 'old.ts'), await readFile(join(tools, 'pets.ts'), 'utf8'))
    await writeFile(join(tools, 'mine.ts'), 'export const mine = 1\n')
    await writeFile(join(tools, 'pets.ts'), `${await readFile(join(tools, 'pets.ts'), 'utf8')}// edited\n`)
    const stale = await runHere('compile', petshop, '-o', tools, '--check', '--format', 'json')
    expect(stale.code).toBe(1)
    expect(JSON.parse(stale.stdout)).toEqual({
      files: [
        { path: join(tools, 'index.ts'), state: 'unchanged' },
        { path: join(tools, 'pets.ts'), state: 'changed' },
        { path: join(tools, 'orders.ts'), state: 'unchanged' },
        { path: join(tools, 'old.ts'), state: 'obsolete' },
      ],
    })

    await runHere('compile', petshop, '-o', tools)
    expect((await runHere('compile', petshop, '-o', tools, '--check')).code).toBe(0)
    expect((await readdir(tools)).sort()).toEqual(['index.ts', 'mine.ts', 'orders.ts', 'pets.ts'])
  })

  it('ends, also where the file system calls a path in an existing folder missing', async () => {
    // `/proc` does so on Linux; elsewhere the folder of this name is a file.
    const place = process.platform === 'linux' ? '/proc/none' : petshop
    const { code, stderr } = await runHere('compile', petshop, '-o', join(place, 'tools.json'))
    expect(code).toBe(2)
    expect(stderr).toContain(`${join(place, 'tools.json')} cannot be written: `)
  })

  it('leaves the files of another collection in the directory', async () => {
    await writeFile(at('other.json'), await readFile(petshop))
    await runHere('compile', at('other.json'), '-o', at('tools/other.ts'))
    await runHere('compile', petshop, '-o', at('tools'))
    expect(await readdir(at('tools'))).toContain('other.ts')
    expect((await runHere('compile', petshop, '-o', at('tools'), '--check')).code).toBe(0)
  })

  it('is up to date also where the files have line ends of Windows', async () => {
    await runHere('compile', petshop, '-o', at('a.ts'))
    await writeFile(at('a.ts'), (await readFile(at('a.ts'), 'utf8')).replaceAll('\n', '\r\n'))
    expect((await runHere('compile', petshop, '-o', at('a.ts'), '--check')).code).toBe(0)
  })

  it('writes over nothing that it has not written', async () => {
    await writeFile(at('mine.ts'), 'export const mine = 1\n')
    const { code, stderr } = await runHere('compile', petshop, '-o', at('mine.ts')).catch(failure)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('was not written by') as string,
    })
    expect(await readFile(at('mine.ts'), 'utf8')).toBe('export const mine = 1\n')
  })

  it('says that it wrote voice.lock, once', async () => {
    const first = await runHere('compile', petshop, '-o', at('a.ts'))
    expect(first.stderr.split('\n')).toContain(`${at('voice.lock')} written`)
    expect((await runHere('compile', petshop, '-o', at('a.ts'))).stderr).not.toContain('voice.lock')
  })

  it('keeps voice.lock beside the output when the collection is in a foreign folder', async () => {
    const own = await mkdtemp(join(tmpdir(), 'voice-compile-own-'))
    const { stderr } = await runHere('compile', petshop, '-o', join(own, 'a.ts'))
    expect(stderr).toContain(`${join(own, 'voice.lock')} written`)
    expect(await readdir(folder)).toEqual(['postman.json'])
    expect((await runHere('compile', petshop, '-o', join(own, 'a.ts'))).stderr).not.toContain('voice.lock')
    await rm(own, { recursive: true })
  })

  it('writes strict schemas for openai, and says which tools cannot have them', async () => {
    const { stdout, stderr } = await runHere('compile', petshop, '--target', 'openai', '--strict')
    const tools = JSON.parse(stdout) as { function: { name: string; strict?: boolean } }[]
    const free = tools.filter((tool) => !tool.function.strict).map((tool) => tool.function.name)
    for (const name of free) expect(stderr).toContain(`"${name}"`)
    expect(free.length).toBeLessThan(tools.length)
  })

  it('writes only the tools that the filters let through', async () => {
    const { stdout } = await runHere(
      'compile',
      petshop,
      '--target',
      'json',
      '--allow',
      'Orders',
      '--deny',
      'DELETE',
    )
    const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(['list_orders', 'place_order', 'get_order'])
  })

  it('keeps a base URL that is given, and no secret', async () => {
    const { stdout } = await runHere(
      'compile',
      petshop,
      '--base-url',
      'https://shop.example.com',
      '--env-var',
      'api_token=very-secret-1234',
    )
    expect(stdout).toContain('baseUrl: "https://shop.example.com"')
    expect(stdout).not.toContain('very-secret')
  })

  it.each<[flags: () => string[], sentence: RegExp]>([
    [() => ['--target', 'cobol'], /--target takes one of typescript, openai/],
    [() => ['--strict'], /--strict is for --target openai/],
    [() => ['--check'], /--check compares with files/],
    [() => ['-o', petshop], /would overwrite the collection/],
    [() => ['-o', join(petshop, 'x.ts')], /in the way|cannot be/],
  ])('refuses %s with exit code 2', async (flags, sentence) => {
    const { code, stderr } = await runHere('compile', petshop, ...flags()).catch(failure)
    expect(stderr).toMatch(sentence)
    expect(code).toBe(2)
  })
})

/** What the command line makes of an error that the parser of flags throws. */
function failure(error: Error) {
  return { code: 2, stdout: '', stderr: error.message }
}
