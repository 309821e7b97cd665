import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRegularFile, readRegularFileSync } from '../src/regular-file.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-regular-'))
const at = (name: string) => join(folder, name)
writeFileSync(at('file'), 'text')
symlinkSync(at('file'), at('link'))
writeFileSync(at('large'), '')
truncateSync(at('large'), 11)
execFileSync('mkfifo', [at('pipe')])
symlinkSync('/dev/zero', at('endless'))
afterAll(() => rmSync(folder, { recursive: true }))

const readers = [
  ['readRegularFile', readRegularFile],
  [
    'readRegularFileSync',
    async (...input: Parameters<typeof readRegularFile>) => readRegularFileSync(...input),
  ],
] as const

describe.each(readers)('%s', (_, read) => {
  it.each(['file', 'link'])('reads a %s', async (name) => {
    expect((await read(at(name))).toString()).toBe('text')
  })

  const others: [name: string, why: RegExp][] = [
    ['pipe', /pipe/],
    ['endless', /device/],
    ['', /EISDIR/],
    ['large', /larger than/],
    ['none', /ENOENT/],
  ]
  it.each(others)('refuses %s', async (name, why) => {
    await expect(read(at(name), { maxBytes: 10 })).rejects.toThrow(why)
  })
})
