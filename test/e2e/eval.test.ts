import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { voice } from '../support/cli.js'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'voice-eval-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file of one case, beside which the pet shop is named by its full path. */
function fileOf(oneCase: string): string {
  const path = join(folder, 'cases.yaml')
  writeFileSync(path, `collection: ${join(root, 'examples/petshop/postman.json')}\ncases:\n  - ${oneCase}\n`)
  return path
}

describe("a user's own cases", () => {
  it('pass on the example, one line each and a sum', async () => {
    const { code, stdout } = await voice(['eval', 'examples/petshop/cases.yaml'], { cwd: root })
    expect(stdout).toContain('9 of 9 cases passed (100 %), 0 writes without approval, with builtin/router')
    expect(code).toBe(0)
  })

  it('fail with exit code 1 and JUnit XML for a build server', async () => {
    const { code, stdout } = await voice([
      'eval',
      fileOf('{ say: list the pets, tool: delete_pet }'),
      '--format',
      'junit',
    ])
    expect(stdout).toMatch(/^<\?xml .*<failure message="delete_pet was not called, but list_pets \{\}">/s)
    expect(code).toBe(1)
  })

  it('say in one sentence what is wrong with the file', async () => {
    const { code, stdout, stderr } = await voice(['eval', fileOf('{ tool: list_pets }')])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(
      /cases\.yaml is no file of cases: case 1: "say" has to be a sentence or a list of sentences\.\n$/,
    )
  })

  it('print one JSON document with --format json', async () => {
    const { code, stdout } = await voice([
      'eval',
      fileOf('{ say: show me pet 2, answer: Momo }'),
      '--format',
      'json',
    ])
    expect(JSON.parse(stdout)).toMatchObject({ llm: 'builtin/router', summary: { cases: 1, passed: 1 } })
    expect(code).toBe(0)
  })
})
