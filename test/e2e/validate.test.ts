import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { voice, voiceUntil } from '../support/cli.js'
import { collectionOf, soundItem } from '../support/small-collection.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-validate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GOOD = JSON.stringify(collectionOf([soundItem()]), null, 2)
const BAD = GOOD.replace('"request"', '"reqest"')

describe('voice validate as a program', () => {
  it('reads standard input and calls it -', async () => {
    const { code, stdout } = await voice(['validate', '-', '--format', 'json'], { stdin: BAD })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ path: '-', valid: false, diagnostics: [{ code: 'request-missing' }] }],
    })
  })

  it('prints the report on stdout and nothing else there', async () => {
    writeFileSync(join(folder, 'bad.json'), BAD)
    const { stdout, stderr } = await voice(['validate', 'bad.json', '--fix', '--format', 'json'], {
      cwd: folder,
    })
    expect(() => JSON.parse(stdout)).not.toThrow()
    expect(stderr).toBe('bad.json: repaired 1 finding (request-missing).\n')
  })

  it('writes a long report whole before it ends', async () => {
    const items = Array.from({ length: 3_000 }, (_, index) => ({ name: `Part ${index}`, reqest: '' }))
    const { code, stdout } = await voice(['validate', '-', '--format', 'json'], {
      stdin: JSON.stringify(collectionOf(items)),
    })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).summary.errors).toBe(3_000)
  })

  it('takes postman.json where no file is named, and says so when there is none', async () => {
    const missing = await voice(['validate'], { cwd: folder })
    expect(missing).toMatchObject({ code: 2, stdout: expect.stringContaining('postman.json does not exist') })
    writeFileSync(join(folder, 'postman.json'), GOOD)
    expect((await voice(['validate'], { cwd: folder })).code).toBe(0)
  })

  it('survives a file of 60 MB with faults everywhere', async () => {
    const items = Array.from({ length: 60_000 }, (_, index) => ({
      name: `x${index}`,
      reqest: { url: `{{base_url}}/${index}` },
      note: 'y'.repeat(900),
    }))
    const file = join(folder, 'large.json')
    writeFileSync(file, JSON.stringify(collectionOf(items)))
    const { code, stdout, stderr } = await voice(['validate', file])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(/and \d+ more/)
  }, 120_000)

  it('checks again whenever the file changes', async () => {
    const file = join(folder, 'watched.json')
    writeFileSync(file, GOOD)
    const running = await voiceUntil(/Watching/, ['validate', file, '--watch'])
    try {
      expect(running.output()).toMatch(/nothing found/)
      writeFileSync(file, BAD)
      await vi.waitFor(() => expect(running.output()).toMatch(/request-missing/), { timeout: 20_000 })
      rmSync(file)
      await vi.waitFor(() => expect(running.output()).toMatch(/does not exist/), { timeout: 20_000 })
      writeFileSync(file, BAD)
      await vi.waitFor(() => expect(running.output().match(/request-missing/g)).toHaveLength(2), {
        timeout: 20_000,
      })
    } finally {
      await running.stop()
    }
    expect(readFileSync(file, 'utf8')).toBe(BAD)
  })
})
