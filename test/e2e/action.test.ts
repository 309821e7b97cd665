import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runProgram, voice } from '../support/cli.js'

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'voice-action-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Step {
  name: string
  run: string
  if?: string
  env?: Record<string, string>
}

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default: string }>
  runs: { using: string; steps: Step[] }
}

/** Runs the steps of the action as a runner would: inputs filled in, one bash after the other, until one fails. */
async function runAction(
  repository: string,
  inputs: Record<string, string>,
): Promise<{ code: number; stdout: string }> {
  const values = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, inputs[name] ?? input.default]),
  )
  const fill = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, name: string) => values[name] ?? '')
  let last = { code: 0, stdout: '' }
  for (const step of action.runs.steps) {
    if (step.if === "inputs.voice == ''" && values.voice !== '') continue
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]))
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', fill(step.run)]
    const { code, stdout } = await runProgram('bash', args, {
      cwd: repository,
      env: { ...env, GITHUB_ACTION_PATH: ROOT },
    })
    last = { code: code ?? 1, stdout }
    if (last.code !== 0) break
  }
  return last
}

function repository(name: string, change: (text: string) => string): string {
  const text = readFileSync(join(ROOT, 'examples/petshop/postman.json'), 'utf8')
  writeFileSync(join(folder, `${name}.json`), change(text))
  return folder
}

describe('the GitHub Action', { timeout: 180_000 }, () => {
  it('is a composite action whose steps all say their shell', () => {
    expect(action.runs.using).toBe('composite')
    for (const step of action.runs.steps) expect(step).toMatchObject({ shell: 'bash' })
  })

  it('accepts our own examples', async () => {
    const run = await runAction(ROOT, { files: 'examples/*/postman.json', 'max-warnings': '0' })
    expect(run).toEqual({ code: 0, stdout: '' })
  })

  it('fails on a bad file and annotates its line', async () => {
    const good = repository('good', (text) => text)
    repository('bad', (text) => text.replace('"request"', '"reqest"'))
    const { code, stdout } = await runAction(good, { files: 'good.json\nbad.json' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^::error file=bad\.json,line=\d+,.*title=request-missing::/m)
    expect(stdout).not.toContain('good.json')
  })

  it('counts only what the baseline does not have, and reads the environment', async () => {
    const good = repository('good', (text) => text)
    repository('bad', (text) => text.replace('"request"', '"reqest"'))
    const args = [join(ROOT, 'dist/cli/main.js'), 'validate', '--format', 'json', 'bad.json']
    const { stdout: report } = await runProgram(process.execPath, args, { cwd: good })
    writeFileSync(join(folder, 'before.json'), report)
    writeFileSync(join(folder, 'production.postman_environment.json'), '{"name":"production","values":[]}')
    const inputs = { files: 'bad.json', env: 'production.postman_environment.json', baseline: 'before.json' }
    expect(await runAction(good, inputs)).toEqual({ code: 0, stdout: '' })
    expect((await runAction(good, { ...inputs, env: 'absent.json' })).code).toBe(2)
  })

  it('expands globs, and runs the program it is told to', async () => {
    copyFileSync(join(ROOT, 'examples/petshop/postman.json'), join(folder, 'other.json'))
    const voice = join(folder, 'voice')
    writeFileSync(voice, '#!/usr/bin/env bash\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const { stdout } = await runAction(folder, { files: 'collections/*.json', voice, profile: 'generated' })
    expect(stdout.trim().split('\n')).toEqual([
      'validate',
      '--format',
      'github',
      '--profile',
      'generated',
      '--',
      'collections/*.json',
    ])
  })
})

describe('the pre-commit hook', () => {
  it('runs the installed copy on collection files', () => {
    const [hook] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'))
    expect(hook).toMatchObject({
      id: 'voice-validate',
      language: 'system',
      entry: 'npx --no-install voice validate',
      args: ['--'],
    })
    const files = new RegExp(hook.files)
    for (const name of ['postman.json', 'api/postman.json', 'Pets.postman_collection.json'])
      expect(name).toMatch(files)
    for (const name of ['package.json', 'Pets.postman_environment.json', 'postman.yaml'])
      expect(name).not.toMatch(files)
  })

  describe('with file names that look like options', () => {
    const NAMES = [
      '--baseline=b.postman_collection.json',
      '--max-warnings=9.postman_collection.json',
      '--rule=x=off.postman_collection.json',
      '--profile=official.postman_collection.json',
      '--config=c.postman_collection.json',
      '--env=e.postman_collection.json',
      '--quiet.postman_collection.json',
      '-c.postman_collection.json',
      '-.postman_collection.json',
      '--.postman_collection.json',
      '--fix',
      '--help',
      '-V',
    ]
    const [hook] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'))
    const [, , , ...entry] = hook.entry.split(' ') as string[]

    it.each(NAMES)('%s is never a green hook for a bad file', async (name) => {
      const place = mkdtempSync(join(folder, 'names-'))
      const report = await voice(['validate', '-', '--format', 'json'], { cwd: place, stdin: BAD })
      expect(report.code).toBe(1)
      writeFileSync(join(place, name), name.startsWith('--baseline') ? report.stdout : BAD)
      writeFileSync(join(place, 'b.postman_collection.json'), report.stdout)
      writeFileSync(join(place, 'postman.json'), BAD)
      // pre-commit runs entry, args and files in this order. A user's own args may have no "--".
      const hooked = await voice([...entry, ...hook.args, name, 'postman.json'], { cwd: place })
      expect([hooked.code, hooked.stdout.includes('postman.json')]).toEqual([1, true])
      const own = await voice([...entry, '--no-color', name, 'postman.json'], { cwd: place })
      expect([own.code, own.stderr]).toEqual([2, expect.stringContaining(`"${name}" is an option`)])
    })
  })
})

/** A collection that is not valid. */
const BAD = '{ "info": { "name": "x" }, "item": [{ "name": "a", "reqest": {} }] }'
