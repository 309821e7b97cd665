import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** Two programs whose texts have the same length. */
const PROGRAM = "exports.answer = () => 'one'\n"
const OTHER = PROGRAM.replace('one', 'two')

describe('a CommonJS file whose compiled code is kept', () => {
  let starter: string
  let folder: string
  let program: string

  beforeAll(async () => {
    starter = join(mkdtempSync(join(tmpdir(), 'voice-code-')), 'start.cjs')
    const source = `import { requireKept } from ${JSON.stringify(join(import.meta.dirname, '../../src/cli/compiled-code.js'))}
      console.log(requireKept(process.argv[2], process.argv[3]).answer())`
    await build({
      stdin: { contents: source, resolveDir: import.meta.dirname },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: starter,
    })
  })
  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'voice-code-'))
    folder = join(home, 'code')
    program = join(home, 'program.js')
    writeFileSync(program, PROGRAM)
  })

  /** Runs the program in a new process. Returns what it prints. */
  const start = async () =>
    (await run(process.execPath, [starter, program, join(folder, 'program.bin')])).stdout.trim()
  const kept = () => readdirSync(folder).map((name) => join(folder, name))

  it('runs with and without kept code, which only its owner can read and write', async () => {
    expect(await start()).toBe('one')
    const [file = ''] = kept()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const before = statSync(file)
    expect(await start()).toBe('one')
    expect(statSync(file).ino).toBe(before.ino)
    expect(kept()).toHaveLength(1)
  })

  it('runs the new text of a file that changed and has the same length, and keeps that', async () => {
    await start()
    const [file = ''] = kept()
    const first = readFileSync(file)
    writeFileSync(program, OTHER)
    expect(await start()).toBe('two')
    expect(kept()).toEqual([file])
    expect(readFileSync(file).equals(first)).toBe(false)
    expect(await start()).toBe('two')
  })

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, PROGRAM.length + 40)],
    ['is empty', () => Buffer.alloc(0)],
    [
      'is noise behind the right text',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, PROGRAM.length), Buffer.alloc(5_000, 7)]),
    ],
    ['has zeros at its end', (bytes: Buffer) => Buffer.from(bytes).fill(0, PROGRAM.length + 200)],
    [
      'has one wrong byte',
      (bytes: Buffer) => {
        const spoiled = Buffer.from(bytes)
        spoiled[PROGRAM.length + 200]! ^= 0xff
        return spoiled
      },
    ],
  ])('replaces kept code that %s', async (_, spoil) => {
    await start()
    const [file = ''] = kept()
    const spoiled = spoil(readFileSync(file))
    writeFileSync(file, spoiled)
    expect(await start()).toBe('one')
    const now = readFileSync(file)
    expect(now.subarray(0, PROGRAM.length).toString()).toBe(PROGRAM)
    expect(now.equals(spoiled)).toBe(false)
  })

  it('does not trust kept code that other users can write', async () => {
    await start()
    const [file = ''] = kept()
    chmodSync(file, 0o666)
    expect(await start()).toBe('one')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it.skipIf(process.platform === 'win32')('replaces a pipe in the place of kept code', async () => {
    await start()
    const [file = ''] = kept()
    rmSync(file)
    await run('mkfifo', [file])
    expect(await start()).toBe('one')
    expect(statSync(file).isFile()).toBe(true)
  })

  it('leaves nothing behind if it cannot keep the code', async () => {
    mkdirSync(join(folder, 'program.bin'), { recursive: true })
    expect(await start()).toBe('one')
    expect(kept()).toEqual([join(folder, 'program.bin')])
  })

  it('runs without a folder that it can write', async () => {
    writeFileSync(folder, 'a file')
    expect(await start()).toBe('one')
    expect(readFileSync(folder, 'utf8')).toBe('a file')
  })
})
