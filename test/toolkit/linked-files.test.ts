import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readLinkedFiles } from '../../src/toolkit/linked-files.js'

const home = mkdtempSync(join(tmpdir(), 'voice-linked-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it.each(['plain', '100% api', 'a%20b', 'a b#c', 'q?x', 'ü'])(
  'reads the files of a folder named %s',
  async (name) => {
    const folder = join(home, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'pet shop.json'), '{"type":"object"}')
    writeFileSync(join(folder, 'main.json'), '{"pet":{"$ref":"pet%20shop.json"}}')
    const files = await readLinkedFiles(join(folder, 'main.json'), {
      folders: [folder],
      outside: (path) => `${path} is outside`,
      remote: () => '{}',
    })
    expect(files.get(join(folder, 'pet shop.json'))).toEqual({ type: 'object' })
  },
)
