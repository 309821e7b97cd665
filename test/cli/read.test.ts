import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readInputs } from '../../src/cli/collection-input.js'
import { MAX_INPUT_BYTES, readInput, withSlashes } from '../../src/cli/files.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-read-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)
for (const name of ['a.json', 'b.json', 'odd[1].json']) writeFileSync(at(name), name)
mkdirSync(at('folder'))
symlinkSync(at('loop'), at('loop'))
writeFileSync(at('large'), '')
truncateSync(at('large'), MAX_INPUT_BYTES + 1)

async function namesOf(patterns: string[]): Promise<string[]> {
  const names: string[] = []
  for await (const file of readInputs(patterns)) {
    const text =
      'bytes' in file ? Buffer.from(file.bytes).toString() : 'problem' in file ? file.problem.code : ''
    names.push(`${file.path.slice(folder.length + 1)}: ${text}`)
  }
  return names
}

describe('inputs', () => {
  it('reads a file once, under the path first given', async () => {
    const short = relative('.', at('a.json'))
    const paths: string[] = []
    for await (const { path } of readInputs([`./${short}`, short, at('a.json')])) paths.push(path)
    expect(paths).toEqual([`./${short}`])
  })

  it.each<[patterns: string[], want: string[]]>([
    [
      ['b.json', 'a.json'],
      ['b.json: b.json', 'a.json: a.json'],
    ],
    [
      ['a.json', '[ab].json', 'a.json'],
      ['a.json: a.json', 'b.json: b.json'],
    ],
    [['odd[1].json'], ['odd[1].json: odd[1].json']],
    [
      ['missing.json', 'a.json'],
      ['missing.json: file-unreadable', 'a.json: a.json'],
    ],
    [['*.none'], ['*.none: file-unreadable']],
  ])('%j', async (patterns, want) => {
    expect(await namesOf(patterns.map(at))).toEqual(want)
  })

  it.each([
    ['missing.json', /does not exist/],
    ['a.json/b.json', /does not exist/],
    ['folder', /is a directory; name a file in it, such as .*folder\/postman\.json/],
    ['loop', /a link that leads to itself/],
    ['large', /larger than 256 MB/],
    ['*.none', /^No file matches/],
  ])('%s cannot be read', async (name, message) => {
    await expect(readInput(at(name))).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringMatching(message),
    })
  })

  it('takes the globs of Windows', () => {
    expect(withSlashes('api\\v1\\*.json', true)).toBe('api/v1/*.json')
    expect(withSlashes('odd\\[1\\].json', false)).toBe('odd\\[1\\].json')
  })

  it('reads standard input once for all that need it', async () => {
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(
      Readable.from(['{"values":[]}']) as typeof process.stdin,
    )
    const [first, second] = await Promise.all([readInput('-'), readInput('-')])
    const texts = [first, second, await readInput('-')].map((bytes) => Buffer.from(bytes).toString())
    vi.restoreAllMocks()
    expect(texts).toEqual(Array(3).fill('{"values":[]}'))
  })
})
