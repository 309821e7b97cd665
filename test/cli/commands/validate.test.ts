import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeDocument } from '../../../src/toolkit/collection/read-document.js'
import { runHere } from '../../support/in-process.js'
import { collectionOf, soundItem, soundRequest } from '../../support/small-collection.js'

const text = (...items: Parameters<typeof collectionOf>[0]) => JSON.stringify(collectionOf(items), null, 2)
const GOOD = text(soundItem())
const BAD = text(soundItem({ request: undefined, reqest: soundRequest() }))
const WARNED = text(soundItem({ descripton: 'x' }))

let folder = ''
const path = (name: string) => join(folder, name)
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(path(name), content)
  return path(name)
}
const json = async (...args: string[]) => {
  const { stdout, ...rest } = await runHere('validate', '--format', 'json', ...args)
  return { ...rest, report: JSON.parse(stdout) }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voice-validate-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('voice validate', () => {
  it.each([
    ['a sound file', GOOD, 0],
    ['an error', BAD, 1],
    ['a warning', WARNED, 0],
    ['no JSON', '{', 1],
    ['an empty file', '', 1],
    ['another document', '[]', 1],
  ])('%s ends with the right code', async (_title, content, code) => {
    expect((await runHere('validate', write('a.json', content))).code).toBe(code)
  })

  it('checks every file, reports each once in the order given, and ends with the worst code', async () => {
    mkdirSync(path('folder'))
    symlinkSync(path('loop'), path('loop'))
    const [good, bad] = [write('good.json', GOOD), write('bad.json', BAD)]
    const inputs = [
      bad,
      path('missing.json'),
      path('folder'),
      path('loop'),
      join(folder, '*.none'),
      good,
      bad,
    ]
    const { code, report } = await json(...inputs)
    expect(code).toBe(2)
    expect(report.files.map((file: { path: string }) => file.path)).toEqual([...inputs.slice(0, 6)])
    for (const file of report.files.slice(1, 5)) {
      expect(file).toMatchObject({
        valid: false,
        diagnostics: [{ code: 'file-unreadable', line: 1, column: 1 }],
      })
    }
    expect(report.summary).toMatchObject({ files: 6, errors: 5 })
  })

  it.skipIf(process.getuid?.() === 0)('names a file it must not read', async () => {
    chmodSync(write('a.json', GOOD), 0)
    expect((await json(path('a.json'))).report.files[0].diagnostics[0].message).toContain('permission')
  })

  it('takes globs', async () => {
    write('a.json', GOOD)
    write('b.json', GOOD)
    expect((await json(join(folder, '*.json'))).report.summary.files).toBe(2)
  })

  it('ends with 1 above the allowed number of warnings', async () => {
    const file = write('a.json', WARNED)
    expect((await runHere('validate', file, '--max-warnings', '0')).code).toBe(1)
    expect((await runHere('validate', file, '--max-warnings', '1')).code).toBe(0)
  })

  it('changes the severity of a rule', async () => {
    const file = write('a.json', WARNED)
    expect((await runHere('validate', file, '--rule', 'unknown-key=error')).code).toBe(1)
    expect((await json(file, '--rule', 'unknown-key=off')).report.summary.warnings).toBe(0)
  })

  it.each([
    [['--rule', 'unknown-kye=off'], /did you mean "unknown-key"/],
    [['--rule', 'unknown-key=loud'], /off, info, warning, error/],
    [['--rule', 'not-json=off'], /cannot be changed/],
    [['--profile', 'strict'], /official, agent, generated/],
  ])('refuses %j', async (args, message) => {
    const run = runHere('validate', write('a.json', GOOD), ...args)
    const { code, stderr } = await run.catch((error: Error) => ({ code: 2, stderr: error.message }))
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) })
  })

  it('fills variables from environments and flags', async () => {
    const file = write(
      'a.json',
      text(soundItem({ request: soundRequest({ header: [{ key: 'X', value: '{{shop}}' }] }) })),
    )
    const env = write(
      'env.json',
      JSON.stringify({ name: 'e', values: [{ key: 'shop', value: '1', enabled: true }] }),
    )
    expect((await json(file)).report.summary.warnings).toBe(1)
    expect((await json(file, '--env', env)).report.summary.warnings).toBe(0)
    expect((await json(file, '--globals', env)).report.summary.warnings).toBe(0)
    expect((await json(file, '--env-var', 'shop=1')).report.summary.warnings).toBe(0)
  })

  it('counts only what the baseline does not have, also when items have moved', async () => {
    const file = write('a.json', WARNED)
    const baseline = write('baseline.json', JSON.stringify((await json(file)).report))
    write(
      'a.json',
      text(
        soundItem({ name: 'First' }),
        soundItem({ descripton: 'x' }),
        soundItem({ name: 'New', statsu: 1, descripton: 'x' }),
      ),
    )
    const { report } = await json(file, '--baseline', baseline, '--rule', 'duplicate-request=off')
    expect(report.files[0].diagnostics).toHaveLength(1)
  })

  it('finds a file in the baseline that is named in another way now', async () => {
    const file = write('a.json', WARNED)
    const baseline = write('baseline.json', JSON.stringify((await json(file)).report))
    const { report } = await json(relative(process.cwd(), file), '--baseline', baseline)
    expect(report.files[0].diagnostics).toEqual([])
  })

  it('reads rules, profile and files from the configuration; flags win', async () => {
    const file = write('a.json', WARNED)
    const config = write(
      'voice.config.json',
      JSON.stringify({ collections: [{ file }], rules: { 'unknown-key': 'error' } }),
    )
    expect((await json('--config', config)).code).toBe(1)
    expect((await json('--config', config, '--rule', 'unknown-key=off')).code).toBe(0)
  })

  it('remarks on a member the configuration does not have, and goes on', async () => {
    const config = write('voice.config.json', '{\n  "profil": "agent"\n}')
    const { code, stderr, report } = await json('--config', config, write('a.json', BAD))
    expect(code).toBe(1)
    expect(report.files).toHaveLength(1)
    expect(stderr).toMatch(/line 2: .*"profil".*Did you mean "profile"/)
  })

  it('names a wrong type in a configuration', async () => {
    const config = write('voice.config.json', '{\n  "profil": 1,\n  "maxWarnings": "many"\n}')
    const { code, stderr } = await runHere('validate', '--config', config).catch((error: Error) => ({
      code: 2,
      stderr: error.message,
    }))
    expect(code).toBe(2)
    expect(stderr).toMatch(/line 3: /)
  })

  it('checks the file of --collection and the others', async () => {
    const [bad, good] = [write('bad.json', BAD), write('good.json', GOOD)]
    const { code, report } = await json('-c', bad, good)
    expect(code).toBe(1)
    expect(report.files.map((file: { path: string }) => file.path)).toEqual([bad, good])
  })

  it('honours a note in a description, for an agent alone', async () => {
    const note = soundRequest({ description: 'A pet. <!-- voice: unknown-key=off -->' })
    const file = write('a.json', text(soundItem({ request: { ...note, descripton: 'x', statsu: 1 } })))
    expect((await json(file)).report.summary.warnings).toBe(0)
    expect((await json(file, '--profile', 'generated')).report.summary.errors).toBe(0)
    const misspelt = write(
      'b.json',
      text(soundItem({ description: '<!-- voice: unknown-key=off -->', evnt: [1] })),
    )
    expect((await json(misspelt)).report.summary.warnings).toBe(0)
    expect((await json(misspelt, '--profile', 'generated')).report.summary.errors).toBe(1)
  })

  it('repairs in place and keeps the encoding', async () => {
    const encoding = { name: 'utf-16le', bom: true } as const
    const source = GOOD.replaceAll('\n', '\r\n')
    const file = write('a.json', encodeDocument(source.replace('"description"', '"descripton"'), encoding))
    const { code, stderr } = await runHere('validate', file, '--fix')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('repaired') })
    expect(readFileSync(file)).toEqual(encodeDocument(source, encoding))
  })
})
