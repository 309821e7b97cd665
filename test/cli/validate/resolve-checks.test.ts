import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { resolveChecks } from '../../../src/cli/validate/run.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-checks-'))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

describe('the inputs of the configuration', () => {
  it('apply to every file of a pattern, and to no other', async () => {
    for (const name of ['a.json', 'b.json', 'other.txt']) writeFileSync(at(name), '{}')
    const collections = [
      { file: at('*.json'), inputs: { page: 'fixed' } },
      { file: at('b.json'), inputs: { id: 'input' } },
    ]
    writeFileSync(at('voice.config'), JSON.stringify({ collections }))
    const flags = { config: at('voice.config') } as Parameters<typeof resolveChecks>[1]
    const { inputsOf } = await resolveChecks([], flags, () => {})
    expect(['a.json', 'b.json', 'other.txt'].map((name) => inputsOf(at(name)))).toEqual([
      { page: 'fixed' },
      { page: 'fixed', id: 'input' },
      {},
    ])
  })
})
