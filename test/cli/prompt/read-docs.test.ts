import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readDocs } from '../../../src/cli/commands/prompt.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-read-docs-'))
const closed = join(folder, 'closed')
afterAll(() => {
  chmodSync(closed, 0o700)
  rmSync(folder, { recursive: true })
})
writeFileSync(join(folder, 'api.md'), 'GET /pets')
mkdirSync(closed)

it.skipIf(process.getuid?.() === 0)('names a folder it must not read', async () => {
  chmodSync(closed, 0o000)
  await expect(readDocs([folder])).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `${closed} must not be read: permission denied.`,
  })
})
